"""Light edits of a draft: a few spans change, everything else stays byte for byte.

``candidates`` puts the moves of the weakest features, and of any fault that stands in the draft,
into a few texts. Whether one is offered is decided afterwards by the gates and the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from operator import itemgetter
from typing import Literal

from scoring.contract import Edit, Span, Weakness
from scoring.explain.state import DraftView
from scoring.rewrite.moves_add import ADDING
from scoring.rewrite.moves_cut import CUTTING
from scoring.rewrite.scene import Move, Scene, scene_of

#: Candidates of one kind that are scored; the scorer chooses among them.
_OF_EACH = 4
MAX_CANDIDATES = 3 * _OF_EACH
#: Longest suggestion in code points, unless the draft is longer itself.
LONGEST = 3_000

#: The feature of moves that ask something; one question is enough.
_ASKS = "invites_more"
CandidateKind = Literal["light", "warmer", "full"]
#: How much longer than the draft a candidate may be: share of it, and what is always allowed.
_GROWTH: dict[CandidateKind, tuple[float, int]] = {
    "light": (0.25, 80),
    "warmer": (0.60, 150),
    "full": (1.00, 220),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One suggestion, not yet judged.

    Attributes:
        kind: ``light`` is one small change, ``warmer`` two together or one longer sentence,
            ``full`` everything that goes together.
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
        passes: Gate of a text; what fails it takes no place among the few.

    Returns:
        At most ``MAX_CANDIDATES``, each different from the draft and from the others.
    """
    maker = _Maker(scene_of(view), passes)
    moves = list(_moves(maker.scene, weakest))
    singles = [c for move in moves if (c := maker.single(move))]
    room = _OF_EACH - sum(c.kind == "warmer" for c in singles)
    pairs = (c for pair in combinations(moves, 2) if (c := maker.pair(*pair)))
    found = [*singles, *islice(pairs, max(room, 1)), *islice(maker.whole(moves), _OF_EACH)]
    return _varied(found, view.reply)


def _moves(scene: Scene, weakest: Sequence[Weakness]) -> Iterator[Move]:
    """Moves of the weakest features first, then cuts, then what else may be added."""
    shown = [w.id for w in weakest]
    for feature in shown:
        for make in (*CUTTING, *ADDING):
            if make.feature == feature:
                yield from make.moves(scene)
    for make in (*CUTTING, *ADDING):
        if make.feature not in shown:
            yield from make.moves(scene)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Turns moves into texts that keep the bounds and pass the gate."""

    scene: Scene
    passes: Callable[[str], bool]

    def single(self, move: Move) -> Candidate | None:
        """The longest variant that is light, else the longest that is warmer."""
        if not move.alone:
            return None
        light = (c for v in move.variants if (c := self.make("light", move.feature, v)))
        warmer = (c for v in move.variants if (c := self.make("warmer", move.feature, v)))
        return next(light, None) or next(warmer, None)

    def pair(self, first: Move, second: Move) -> Candidate | None:
        """Two moves together, the first variants that go together and pass."""
        if (first.speaks and second.speaks) or first.feature == second.feature == _ASKS:
            return None
        if not (first.alone and second.alone) and not (first.speaks or second.speaks):
            return None
        tries = ((a, b) for a in first.variants for b in second.variants if not _overlap(a, b))
        made = (self.make("warmer", first.feature, (*a, *b)) for a, b in tries)
        return next((c for c in made if c), None)

    def whole(self, moves: Sequence[Move]) -> Iterator[Candidate]:
        """Everything that goes together, once for each way of saying what it is like."""
        speaking = [m for m in moves if m.speaks]
        silent = (m for m in moves if not m.speaks and m.feature != _ASKS)
        rest = [m for m in silent if self.make("full", m.feature, m.variants[0])]
        asks = [m for m in moves if m.feature == _ASKS][:1]
        for lead in speaking or [m for m in asks if m.alone]:
            for variant in lead.variants[:2]:
                edits = _together(variant, [m for m in (*asks, *rest) if m is not lead])
                if c := self.make("full", lead.feature, edits):
                    yield c

    def make(self, kind: CandidateKind, feature: str, edits: tuple[Edit, ...]) -> Candidate | None:
        """The draft with the edits; None when it breaks a bound or the gate."""
        view = self.scene.view
        if any(_touches(e.span, s) for e in edits for s in view.ignored):
            return None
        ordered = tuple(sorted(edits, key=lambda e: e.span))
        text = apply(view.reply, ordered)
        fits = _fits(kind, view.reply, text) and self.passes(text)
        return Candidate(kind, feature, ordered, text) if fits else None


def _together(first: tuple[Edit, ...], others: Sequence[Move]) -> tuple[Edit, ...]:
    """The first edits and of every other move the first variant that does not collide."""
    edits = first
    for move in others:
        free = (v for v in move.variants if not _overlap(edits, v))
        edits = (*edits, *next(free, ()))
    return edits


def _fits(kind: CandidateKind, draft: str, text: str) -> bool:
    share, free = _GROWTH[kind]
    grown = len(text) - len(draft) <= max(free, share * len(draft))
    return grown and len(text) <= max(LONGEST, len(draft)) and bool(text.strip())


def growth_kind(draft: str, text: str) -> CandidateKind | None:
    """The lightest kind whose length bound a text keeps; None when it keeps none."""
    return next((kind for kind in _GROWTH if _fits(kind, draft, text)), None)


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
    """Different texts, as many of each kind as there is room for."""
    unique: dict[str, Candidate] = {}
    for candidate in found:
        if candidate.text != draft:
            unique.setdefault(candidate.text, candidate)
    return [c for kind in _GROWTH for c in _first(unique.values(), kind)]


def _first(found: Iterable[Candidate], kind: CandidateKind) -> list[Candidate]:
    """A few of a kind: the first of every feature, then the second of every one, and so on."""
    seen: Counter[str] = Counter()
    placed = []
    for place, candidate in enumerate(c for c in found if c.kind == kind):
        placed.append((seen[candidate.feature], place, candidate))
        seen[candidate.feature] += 1
    return [candidate for _, _, candidate in sorted(placed, key=itemgetter(0, 1))][:_OF_EACH]
