"""Lines of a text with their positions."""

from __future__ import annotations

from dataclasses import dataclass

#: Patterns look at no more than this much of a line, so that no line can make them slow.
LINE_VIEW = 400


@dataclass(frozen=True, slots=True)
class Line:
    """One line.

    Attributes:
        start: Where it starts in the text.
        end: Where it ends, without the line break.
        text: Its text, stripped and cut to what patterns look at.
    """

    start: int
    end: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether nothing is on it."""
        return not self.text


def lines_of(text: str) -> list[Line]:
    """Split a text at its line feeds."""
    lines: list[Line] = []
    start = 0
    for raw in text.split("\n"):
        lines.append(Line(start, start + len(raw), raw[:LINE_VIEW].strip()))
        start += len(raw) + 1
    return lines
