"""From weaknesses to suggestions: make candidates, gate them, score them once, keep what helps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from scoring.contract import (
    BANDS,
    Edit,
    Facts,
    Outcome,
    Rewrite,
    RewriteKind,
    RewriteSource,
    Weakness,
)
from scoring.explain.flip import straight
from scoring.explain.state import DraftView
from scoring.features.registry import SKILLS
from scoring.llm.budget import Stop
from scoring.rewrite.dose import fits
from scoring.rewrite.edits import candidates, growth_kind
from scoring.rewrite.facts import compare
from scoring.rewrite.house import House, read_house
from scoring.rewrite.scene import scene_of
from scoring.rewrite.tongue import same_tongue

__all__ = [
    "MAX_EDITED",
    "NOT_ASKED",
    "Rank",
    "Rated",
    "Suggested",
    "Suggester",
    "Write",
    "suggest",
]

MAX_SUGGESTIONS = 3
#: Longest draft that is edited, in code points; a longer one is no reply but a document.
MAX_EDITED = 8_000
#: How far a skill (0-1) may move to the worse: what two careful readers differ by.
_SKILL_SLACK = 0.12
#: From here on a draft without a clear weakness is good as it is.
_GOOD = BANDS[1][0]
_KINDS: tuple[RewriteKind, ...] = ("light", "warmer", "full")


@dataclass(frozen=True, slots=True)
class Rated:
    """A text's score: ``overall`` 0-100 and each feature 0-1 by id."""

    overall: float
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of looking for suggestions: at most one of each kind, lightest first."""

    rewrites: tuple[Rewrite, ...]
    outcome: Outcome


NOT_ASKED = Suggested((), "not_asked")
_NONE_PASSED = Suggested((), "none_passed")
_GOOD_AS_IT_IS = Suggested((), "good_as_it_is")


@dataclass(frozen=True, slots=True)
class _Option:
    kind: RewriteKind
    text: str
    edits: tuple[Edit, ...]
    source: RewriteSource


#: Texts a language model wrote for a draft; empty when it did not answer in time.
Write = Callable[[DraftView, Sequence[Weakness], Stop], list[str]]
#: Order of texts by how a customer would take them, best first; the draft's place is 0. None when
#: nothing could be told.
Rank = Callable[[DraftView, Sequence[str], Stop], "list[int] | None"]
Score = Callable[[list[str]], list[Rated]]


@dataclass(frozen=True, slots=True)
class Suggester:
    """What makes suggestions: the edits alone without a language model.

    Attributes:
        write: Writes further candidates.
        rank: Orders what passed, the draft among it.
        edits: Whether edits are tried; a benchmark measures a model without them.
    """

    write: Write | None = None
    rank: Rank | None = None
    edits: bool = True


_EDITS_ONLY = Suggester()


@dataclass(frozen=True, slots=True)
class _Aid:
    """Those sources for one draft, as long as they are wanted."""

    suggester: Suggester
    stop: Stop

    def written(self, view: DraftView, weakest: Sequence[Weakness]) -> list[str]:
        write = self.suggester.write
        return write(view, weakest, self.stop) if write else []

    def order(self, view: DraftView, texts: Sequence[str]) -> list[int] | None:
        rank = self.suggester.rank
        return rank(view, texts, self.stop) if rank else None


def suggest(  # noqa: PLR0913, PLR0917 - one call, every part injected
    view: DraftView,
    weakest: Sequence[Weakness],
    score: Score,
    noise: float,
    suggester: Suggester = _EDITS_ONLY,
    stop: Stop | None = None,
) -> Suggested:
    """Suggest texts that raise the score by more than noise and keep every fact.

    Args:
        view: The scored draft.
        weakest: Its weaknesses; without one nothing is suggested.
        score: Scores texts against the same message; called at most once.
        noise: Smallest gain that counts, in points of ``overall``.
        suggester: Further sources.
        stop: Once given, the costly steps are left out and nothing is suggested.
    """
    if not weakest or len(view.reply) > MAX_EDITED:
        return _GOOD_AS_IT_IS if not weakest and view.overall >= _GOOD else _NONE_PASSED
    spare = frozenset(straight(view.reply[a:b]) for a, b in scene_of(view).spare)
    passes = partial(_passes, view, spare, read_house(view.guidelines))
    aid = _Aid(suggester, stop or Stop())
    options = _options(view, weakest, passes, aid)
    if aid.stop.given:
        return NOT_ASKED
    rated = zip(options, score([o.text for o in options]) if options else [], strict=True)
    better = [(o, r) for o, r in rated if _is_better(view, r, noise)]
    return _chosen(view, spare, better, aid)


def _chosen(
    view: DraftView,
    spare: frozenset[str],
    better: list[tuple[_Option, Rated]],
    aid: _Aid,
) -> Suggested:
    """What is offered of what passed and scored higher."""
    if not better:
        return _NONE_PASSED
    wins = _ranked(view, better, aid)
    rewrites = tuple(_rewrite(view, spare, *row) for row in _worth_it(wins))
    return Suggested(rewrites, "offered") if rewrites else _GOOD_AS_IT_IS


def _options(
    view: DraftView,
    weakest: Sequence[Weakness],
    passes: Callable[[str], bool],
    aid: _Aid,
) -> list[_Option]:
    """Edits and written texts that pass the gates, all different."""
    made = candidates(view, weakest, passes) if aid.suggester.edits else []
    found = {c.text: _Option(c.kind, c.text, c.edits, "edits") for c in made}
    for text in aid.written(view, weakest):
        kind = growth_kind(view.reply, text)
        if kind and text != view.reply and same_tongue(view.reply, text) and passes(text):
            found.setdefault(text, _Option("full", text, (), "llm"))
    return list(found.values())


def _passes(view: DraftView, spare: frozenset[str], house: House, text: str) -> bool:
    return (
        house.allows(view.reply, text)
        and fits(view.reply, text, view.need, view.context)
        and _facts(view, spare, text).kept
    )


def _facts(view: DraftView, spare: frozenset[str], text: str) -> Facts:
    return compare(view.reply, text, context=view.context, spare=spare)


def _is_better(view: DraftView, rated: Rated, noise: float) -> bool:
    """Clearly up, and in no skill clearly down."""
    return rated.overall - view.overall > noise and not any(
        _worse(view, rated, spec.id, fault=spec.fault) for spec in SKILLS
    )


def _worse(view: DraftView, rated: Rated, skill: str, *, fault: bool) -> bool:
    state = view.features.get(skill)
    if state is None or skill not in rated.features:
        return False
    change = rated.features[skill] - state.value
    return (change if fault else -change) > _SKILL_SLACK


def _ranked(
    view: DraftView, better: list[tuple[_Option, Rated]], aid: _Aid
) -> list[tuple[_Option, Rated]]:
    """The best of each kind by score; with a language model those that it puts over the draft.

    Only what a card can show meets the draft: a pair costs the model two readings.
    """
    best = _worth_it(sorted(better, key=lambda row: -row[1].overall))
    order = aid.order(view, [view.reply, *(o.text for o, _ in best)]) if best else None
    return best if order is None else [best[place - 1] for place in order[: order.index(0)]]


def _worth_it(better: Sequence[tuple[_Option, Rated]]) -> list[tuple[_Option, Rated]]:
    """The best of each kind, lightest first; a fuller one only where it gains more."""
    kept: list[tuple[_Option, Rated]] = []
    for kind in _KINDS:
        row = next((row for row in better if row[0].kind == kind), None)
        if row and (not kept or row[1].overall > kept[-1][1].overall):
            kept.append(row)
    return kept


def _rewrite(view: DraftView, spare: frozenset[str], option: _Option, rated: Rated) -> Rewrite:
    overall = round(min(max(rated.overall, 0.0), 100.0), 1)
    return Rewrite(
        kind=option.kind,
        text=option.text,
        edits=[] if option.kind == "full" else list(option.edits),
        overall=overall,
        delta=round(overall - view.overall, 1),
        facts=_facts(view, spare, option.text),
        source=option.source,
    )
