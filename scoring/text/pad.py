"""The workpiece of the cleaner: a mapped text and what was cut out of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from scoring.contract import Ignored, IgnoredKind, Span
from scoring.text.mapped import Mapped

Cut = tuple[int, int, IgnoredKind]
Make = Callable[[re.Match[str]], str]


class Pad:
    """A text being cleaned: each step cuts or rewrites, and cuts are remembered.

    Attributes:
        mapped: The text so far.
    """

    def __init__(self, text: str) -> None:
        self.mapped = Mapped.of(text)
        self._cuts: list[Cut] = []

    @property
    def text(self) -> str:
        """The text so far."""
        return self.mapped.text

    def rewrite(self, pattern: re.Pattern[str], new: str | Make) -> None:
        """Replace matches that are only another way to write the same."""
        self.mapped = self.mapped.sub(pattern, new)

    def cut(self, kind: IgnoredKind, pattern: re.Pattern[str], new: str | Make = "") -> None:
        """Replace matches that are not the reply, and remember where they were."""
        make = new if callable(new) else lambda _: new
        found = [(m.start(), m.end(), make(m)) for m in pattern.finditer(self.text)]
        self._note(kind, ((a, b) for a, b, text in found if text != self.text[a:b]))
        self.mapped = self.mapped.replace(found)

    def cut_spans(self, kind: IgnoredKind, spans: Iterable[Span], new: str = "\n") -> None:
        """Cut whole parts; what stands before and after stays apart."""
        ordered = sorted(spans)
        self._note(kind, ordered)
        self.mapped = self.mapped.replace((a, b, new) for a, b in ordered if b > a)

    def cut_all(self, found: Iterable[tuple[IgnoredKind, list[Span]]]) -> None:
        """Cut parts of several kinds found in the same text; of two that overlap, the first."""
        cuts = sorted((a, b, kind) for kind, spans in found for a, b in spans if b > a)
        kept: list[Cut] = []
        for cut in cuts:
            if not kept or cut[0] >= kept[-1][1]:
                kept.append(cut)
        for start, end, kind in kept:
            self._note(kind, [(start, end)])
        self.mapped = self.mapped.replace((a, b, "\n") for a, b, _ in kept)

    def ignored(self) -> tuple[Ignored, ...]:
        """What was cut, as spans of the original: in order, apart, the earlier cut first."""
        merged: list[Cut] = []
        for start, end, kind in sorted(self._cuts, key=lambda c: (c[0], -c[1])):
            if merged and start <= merged[-1][1] and kind == merged[-1][2]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]), kind)
                continue
            begin = max(start, merged[-1][1]) if merged else start
            if begin < end:
                merged.append((begin, end, kind))
        return tuple(Ignored(kind=kind, span=(a, b)) for a, b, kind in merged)

    def _note(self, kind: IgnoredKind, spans: Iterable[Span]) -> None:
        for a, b in spans:
            start, end = self._trimmed(a, b)
            if start < end:
                self._cuts.append((*self.mapped.span(start, end), kind))

    def _trimmed(self, start: int, end: int) -> Span:
        """Leave white space at both ends out of what is shown as ignored."""
        part = self.text[start:end]
        return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())
