"""Text that remembers where each of its characters came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scoring.contract import Span

#: Replace ``[start, end)`` by a text; an empty range inserts.
Replacement = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Mapped:
    """A text derived from an original, with one source range for each character.

    Attributes:
        text: The derived text.
        starts: For each character, the first code point of the original it came from.
        ends: For each character, one past the last. Both never decrease.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def of(cls, text: str) -> Mapped:
        """Start from an original."""
        return cls(text, range(len(text)), range(1, len(text) + 1))

    def span(self, start: int, end: int) -> Span:
        """Range of the original behind ``[start, end)``; an empty range stays empty."""
        if start >= end:
            at = self._edge(start)
            return at, at
        return self.starts[start], self.ends[end - 1]

    def replace(self, edits: Iterable[Replacement]) -> Mapped:
        """Apply replacements in order of position; one that overlaps an earlier one is dropped."""
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for start, end, new in edits:
            if start < at:
                continue
            pieces += (self.text[at:start], new)
            starts.extend(self.starts[at:start])
            ends.extend(self.ends[at:start])
            self._extend(starts, ends, (start, end, new))
            at = end
        if not pieces:
            return self
        pieces.append(self.text[at:])
        starts.extend(self.starts[at:])
        ends.extend(self.ends[at:])
        return Mapped("".join(pieces), starts, ends)

    def sub(self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> Mapped:
        """Replace every match, by a text or by what a function makes of the match."""
        make = new if callable(new) else lambda _: new
        return self.replace((m.start(), m.end(), make(m)) for m in pattern.finditer(self.text))

    def _extend(self, starts: list[int], ends: list[int], edit: Replacement) -> None:
        start, end, new = edit
        if not new:
            return
        if end - start == len(new):
            starts.extend(self.starts[start:end])
            ends.extend(self.ends[start:end])
            return
        first, last = self.span(start, end) if end > start else self._neighbour(start)
        starts.extend([first] * len(new))
        ends.extend([last] * len(new))

    def _neighbour(self, at: int) -> Span:
        """Source range an insertion belongs to: the character before it, else the one after."""
        if not self.text:
            return 0, 0
        index = at - 1 if at else 0
        return self.starts[index], self.ends[index]

    def _edge(self, at: int) -> int:
        if at < len(self.starts):
            return self.starts[at]
        return self.ends[-1] if len(self.ends) else 0
