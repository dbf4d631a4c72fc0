"""What a suggestion changes, as rich text: ~struck~ goes, *bold* comes, the rest in short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

from bot.blocks.parts import Block, clip, span
from scoring.contract import Edit, Rewrite

#: Code points of unchanged text kept on either side of a change.
MARGIN: Final = 70
#: Longest change or whole rewrite shown on the card; *Use this* shows all of it.
CHANGE_MAX: Final = 500
REWRITE_MAX: Final = 700
#: Share of words in common below which a difference is harder to read than the text itself.
ALIKE: Final = 0.5
_WORDS: Final = re.compile(r"\s*\S+|\s+$")

Kind = Literal["keep", "out", "in"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that stays, goes or comes."""

    kind: Kind
    text: str


def apply_edits(draft: str, edits: Sequence[Edit]) -> str:
    """Carry out the edits on the draft."""
    return "".join(piece.text for piece in pieces(draft, edits) if piece.kind != "out")


def pieces(draft: str, edits: Sequence[Edit]) -> list[Piece]:
    """Split the draft at its edits. Edits out of range are clamped, overlapping ones skipped."""
    found: list[Piece] = []
    at = 0
    for edit in sorted(edits, key=lambda e: e.span):
        start, end = (min(max(offset, 0), len(draft)) for offset in edit.span)
        if start < at or end < start:
            continue
        found += [
            Piece("keep", draft[at:start]),
            Piece("out", draft[start:end]),
            Piece("in", edit.text),
        ]
        at = end
    found.append(Piece("keep", draft[at:]))
    return [piece for piece in found if piece.text]


def compared(draft: str, text: str) -> list[Piece]:
    """Find what a text has in common with the draft, by words; nothing if that is too little."""
    before: list[str] = _WORDS.findall(draft)
    after: list[str] = _WORDS.findall(text)
    old, new = ([word.strip() for word in side] for side in (before, after))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return []
    found = []
    for tag, left, left_end, right, right_end in matcher.get_opcodes():
        gone, come = "".join(before[left:left_end]), "".join(after[right:right_end])
        if tag == "equal":
            found.append(Piece("keep", come))
            continue
        if gone:
            # What the rewrite begins with brings no space along that would part the two.
            found.append(Piece("out", gone if right else f"{gone} "))
        found.append(Piece("in", come))
    return [piece for piece in found if piece.text]


def diff_elements(draft: str, rewrite: Rewrite) -> list[Block]:
    """Show a suggestion against the draft; one that has little of it left, as its own text."""
    if rewrite.edits and apply_edits(draft, rewrite.edits) == rewrite.text:
        parts = pieces(draft, rewrite.edits)
    else:
        parts = compared(draft, rewrite.text)
    if not parts:
        return [span(clip(rewrite.text, REWRITE_MAX) or "–")]
    return [
        _element(piece, first=i == 0, last=i == len(parts) - 1) for i, piece in enumerate(parts)
    ]


def _element(piece: Piece, *, first: bool, last: bool) -> Block:
    if piece.kind == "out":
        return span(clip(piece.text, CHANGE_MAX), strike=True)
    if piece.kind == "in":
        return span(clip(piece.text, CHANGE_MAX), bold=True)
    return span(_shorten(piece.text, first=first, last=last))


def _shorten(text: str, *, first: bool, last: bool) -> str:
    """Keep the words next to a change, and an ellipsis for those further away."""
    if len(text) <= (MARGIN if first or last else 2 * MARGIN):
        return text
    head = "" if first else text[:MARGIN].rsplit(" ", 1)[0] + " "
    tail = "" if last else " " + text[-MARGIN:].split(" ", 1)[-1]
    return f"{head}…{tail}"
