"""What a suggestion changes, as pieces of text: pure, exact in both directions.

Kept and removed pieces joined give the draft; kept and added pieces joined give the suggestion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from scoring.contract import Edit, Rewrite

__all__ = ["Piece", "pieces"]

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text and what happened to it."""

    kind: Literal["kept", "removed", "added"]
    text: str


def pieces(draft: str, rewrite: Rewrite) -> list[Piece]:
    """Show the rewrite against the draft: by its own edits, or by words when it lists none."""
    by_edits = list(_by_edits(draft, sorted(rewrite.edits, key=lambda e: e.span)))
    if rewrite.edits and "".join(p.text for p in by_edits if p.kind != "removed") == rewrite.text:
        return by_edits
    return list(_by_words(draft, rewrite.text))


def _by_edits(draft: str, edits: Sequence[Edit]) -> Iterator[Piece]:
    at = 0
    for edit in edits:
        start, end = edit.span
        yield from _filled(Piece("kept", draft[at:start]))
        yield from _filled(Piece("removed", draft[start:end]))
        yield from _filled(Piece("added", edit.text))
        at = end
    yield from _filled(Piece("kept", draft[at:]))


def _by_words(draft: str, text: str) -> Iterator[Piece]:
    old, new = _WORDS.findall(draft), _WORDS.findall(text)
    for _, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        before, after = "".join(old[a:b]), "".join(new[c:d])
        if before == after:
            yield from _filled(Piece("kept", before))
        else:
            yield from _filled(Piece("removed", before))
            yield from _filled(Piece("added", after))


def _filled(piece: Piece) -> Iterator[Piece]:
    if piece.text:
        yield piece
