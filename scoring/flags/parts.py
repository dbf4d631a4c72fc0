"""Cuts a text into the parts that signs of danger are looked for in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.contract import Span
from scoring.flags.idioms import without_idioms
from scoring.flags.sieve import beginnings

#: Letters that ``re`` takes for a plain one when case is ignored; each stays one character.
_FOLDED = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})
#: Longest part in characters, so that the cost of the patterns grows with the text and not with
#: its square.
_LARGEST = 4_000
#: How far neighbouring parts overlap, so that a sign at the seam is whole in one of them.
_OVERLAP = 280


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text to look in.

    Attributes:
        start: Where it starts in the text.
        text: In lower case, idioms blanked, as long as in the text.
        words: Beginnings of its words, as ``beginnings`` gives them.
    """

    start: int
    text: str
    words: frozenset[str]

    def placed(self, span: Span) -> Span:
        """Turn a place in the part into the place in the text."""
        return self.start + span[0], self.start + span[1]


def parts_of(text: str) -> list[Part]:
    """Cut a text into overlapping parts that start and end between words."""
    lower = text.translate(_FOLDED).lower()
    return [_part(lower, *place) for place in _places(lower)]


def _part(lower: str, start: int, end: int) -> Part:
    text = lower[start:end]
    words = beginnings(text)
    return Part(start, without_idioms(text, words), words)


def _places(text: str) -> Iterator[Span]:
    start = 0
    while len(text) - start > _LARGEST:
        yield start, start + _LARGEST
        start += _LARGEST - _OVERLAP
    yield start, len(text)
