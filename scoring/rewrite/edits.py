"""Light edits of a draft: a few spans change, everything else stays byte for byte.

``candidates`` puts the moves of the weakest features, and of any fault that stands in the draft,
into at most four texts. Whether one is offered is decided afterwards by the gates and the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from scoring.contract import Edit, Span, Weakness
from scoring.explain.state import DraftView
from scoring.rewrite.moves_add import ADDING
from scoring.rewrite.moves_cut import CUTTING
from scoring.rewrite.scene import Move, Scene, scene_of

MAX_CANDIDATES = 4
#: How much longer than the draft a candidate may be: share of it, and what is always allowed.
_LIGHT_GROWTH, _LIGHT_FREE = 0.25, 60
_WARMER_GROWTH, _WARMER_FREE = 0.60, 120

CandidateKind = Literal["light", "warmer"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One suggestion, not yet judged.

    Attributes:
        kind: ``light`` is one small change, ``warmer`` two together or one longer sentence.
        feature: The feature it is made for.
        edits: Against the draft, in order, never overlapping.
        text: The draft with the edits applied.
    """

    kind: CandidateKind
    feature: str
    edits: tuple[Edit, ...]
    text: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text.

    Args:
        text: The draft.
        edits: Spans in code points of ``text``; insertions at one place keep their order.

    Returns:
        The edited text.

    Raises:
        ValueError: Spans overlap or lie outside the text.
    """
    parts, at = [], 0
    for edit in sorted(edits, key=lambda e: e.span):
        start, end = edit.span
        if not at <= start <= end <= len(text):
            raise ValueError("edits overlap or lie outside the text: give disjoint spans")
        parts += [text[at:start], edit.text]
        at = end
    return "".join([*parts, text[at:]])


def candidates(
    view: DraftView,
    weakest: Sequence[Weakness],
    passes: Callable[[str], bool] = lambda text: True,
) -> list[Candidate]:
    """Candidate texts for the weakest features and the faults that stand in the draft.

    Args:
        view: The scored draft.
        weakest: What is weakest, costliest first.
        passes: Gate of a text; what fails it takes no place among the four.

    Returns:
        At most four, each different from the draft and from the others.
    """
    scene = scene_of(view)
    moves = list(_moves(scene, weakest))
    found = [c for move in moves if (c := _single(view, move))]
    found += [c for pair in combinations(moves, 2) if (c := _pair(view, *pair))]
    return _varied([c for c in found if passes(c.text)], view.reply)


def _moves(scene: Scene, weakest: Sequence[Weakness]) -> Iterator[Move]:
    for weakness in weakest:
        for make in (*CUTTING, *ADDING):
            if make.feature == weakness.id:
                yield from make.moves(scene)
    shown = {w.id for w in weakest}
    for make in CUTTING:
        if make.feature not in shown:
            yield from make.moves(scene)


def _single(view: DraftView, move: Move) -> Candidate | None:
    light = (c for v in move.variants if (c := _candidate(view, "light", move.feature, v)))
    warmer = (c for v in move.variants if (c := _candidate(view, "warmer", move.feature, v)))
    return next(light, None) or next(warmer, None)


def _pair(view: DraftView, first: Move, second: Move) -> Candidate | None:
    twice = first.feature == second.feature or (first.speaks and second.speaks)
    if twice or _overlap(first.variants[0], second.variants[0]):
        return None
    tries = ((a, b) for a in first.variants for b in second.variants)
    made = (_candidate(view, "warmer", first.feature, (*a, *b)) for a, b in tries)
    return next((c for c in made if c), None)


def _candidate(
    view: DraftView, kind: CandidateKind, feature: str, edits: tuple[Edit, ...]
) -> Candidate | None:
    if any(_touches(e.span, s) for e in edits for s in view.ignored):
        return None
    ordered = tuple(sorted(edits, key=lambda e: e.span))
    text = apply(view.reply, ordered)
    return Candidate(kind, feature, ordered, text) if _fits(kind, view.reply, text) else None


def _fits(kind: CandidateKind, draft: str, text: str) -> bool:
    light = kind == "light"
    share, free = (_LIGHT_GROWTH, _LIGHT_FREE) if light else (_WARMER_GROWTH, _WARMER_FREE)
    return len(text) - len(draft) <= max(free, share * len(draft)) and bool(text.strip())


def _touches(edit: Span, ignored: Span) -> bool:
    return edit[0] < ignored[1] and ignored[0] < edit[1]


def _overlap(first: tuple[Edit, ...], second: tuple[Edit, ...]) -> bool:
    return any(_collide(a.span, b.span) for a in first for b in second)


def _collide(a: Span, b: Span) -> bool:
    """Whether two spans can't both be edited; two insertions at one place can."""
    if a[0] == a[1] and b[0] == b[1]:
        return False
    return (a[0] < b[1] and b[0] < a[1]) or a == b


def _varied(found: list[Candidate], draft: str) -> list[Candidate]:
    """Up to four different texts, half of them light when there are enough of both."""
    unique = list({c.text: c for c in reversed(found) if c.text != draft}.values())[::-1]
    light = [c for c in unique if c.kind == "light"]
    warmer = [c for c in unique if c.kind == "warmer"]
    kept = light[: max(MAX_CANDIDATES - min(len(warmer), 2), 0)]
    return [*kept, *warmer[: MAX_CANDIDATES - len(kept)]]
