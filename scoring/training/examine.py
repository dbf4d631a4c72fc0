"""Measures two models on the same fixed items and asks the gate: ``warmline models gate``."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

from scoring.benchmarks.behaviour import run_cases
from scoring.benchmarks.cases import read_cases
from scoring.contract import CheckItem, CheckResult
from scoring.engine import Checker
from scoring.errors import InputError
from scoring.extras import load_checker
from scoring.registry import versions
from scoring.registry.durable import replace_text
from scoring.registry.gate import Bounds, Verdict, decide
from scoring.registry.page import verdict_page
from scoring.registry.progress import RichProgress
from scoring.registry.trial import Case, Danger, Point, Trial, write_trial
from scoring.settings import Settings
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.feedback import Line, read_feedback
from scoring.training.held_out import apart
from scoring.training.screen import screen
from scoring.training.sources import Corpus, shipped_corpus, with_research_data
from scoring.training.variants import (
    Variant,
    contract,
    lower_case,
    no_apostrophes,
    respell,
    second_language,
)

__all__ = ["Fixed", "Sources", "gather", "hold_against_champion", "measure"]

_STYLES: tuple[Variant, ...] = (second_language, respell, contract, no_apostrophes, lower_case)
_MOST = 600  # rated drafts of a set
_STYLED = 120
_ANCHORS = 50
_TIMED = 20
_PIECE = 32
_IN_DANGER = 0.5


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the items come from.

    Attributes:
        feedback: An export; its held-out part is used, less what either model learned from.
        cases: Behaviour cases.
        data: Folder of research data, for real agents' drafts.
    """

    feedback: Path | None = None
    cases: Path | None = None
    data: Path | None = None


@dataclass(frozen=True, slots=True)
class Fixed:
    """The items themselves.

    Attributes:
        drafts: Rated drafts.
        danger: Drafts to customers in danger, all there are; few are among the rated ones.
        anchors: Drafts whose scores are to stay.
        cases: Behaviour cases.
        feedback: Ratings that nothing learned from.
        accepted: What people made of a draft with a suggestion, likewise.
    """

    drafts: Sequence[TrainingExample]
    danger: Sequence[TrainingExample]
    anchors: Sequence[TrainingExample]
    cases: Sequence[dict[str, Any]]
    feedback: Sequence[Line]
    accepted: Sequence[JudgedPair]


def hold_against_champion(
    settings: Settings, candidate: Path, sources: Sources, page: Path, explained: str = ""
) -> Verdict:
    """Measure candidate and champion, decide, and write record, verdict and page.

    Raises:
        WeightsError: A model can't be loaded.
        InputError: A file can't be read, or the candidate is the version in use.
    """
    champion = versions.current(settings.weights_dir or versions.SHIPPED)
    if champion.resolve() == candidate.resolve():
        raise InputError(f"{candidate.name} is the version in use: there is nothing to compare.")
    manifests = [versions.read_manifest(folder)[0] for folder in (champion, candidate)]
    fixed = gather(sources, {i for m in manifests for i in m.samples})
    checkers = [
        load_checker(settings.model_copy(update={"weights_dir": folder}), RichProgress())
        for folder in (champion, candidate)
    ]
    before, after = (measure(checker, fixed) for checker in checkers)
    seconds = _in_turns(checkers, fixed.drafts, time.perf_counter)
    before, after = (
        t.model_copy(update={"seconds": s}) for t, s in zip((before, after), seconds, strict=True)
    )
    verdict = decide(before, after, Bounds(), explained)
    write_trial(candidate, after)
    versions.write_manifest(candidate, manifests[1].model_copy(update={"gate": verdict.document()}))
    replace_text(page, verdict_page(verdict, before, after))
    return verdict


def gather(sources: Sources, known: set[str]) -> Fixed:
    """Read the items.

    Args:
        sources: Where from.
        known: Ids of feedback that one of the models learned from.
    """
    corpus = _corpus(sources.data)
    lines = read_feedback(sources.feedback) if sources.feedback else []
    fresh = [x for x in apart(lines)[1] if x.id not in known]
    screened = screen(fresh)
    return Fixed(
        drafts=_few(corpus.split("test"), _MOST * 2),
        danger=[e for e in corpus.split("test") if e.crisis >= _IN_DANGER],
        anchors=_few(corpus.split("dev"), _ANCHORS),
        cases=read_cases(sources.cases) if sources.cases else [],
        feedback=screened.rated,
        accepted=screened.pairs,
    )


def _corpus(data: Path | None) -> Corpus:
    return shipped_corpus() if data is None else with_research_data(shipped_corpus(), data)


def _few(examples: Sequence[TrainingExample], most: int) -> list[TrainingExample]:
    """Choose the same few each time, by their ids."""
    return sorted(examples, key=lambda e: sha256(e.id.encode()).hexdigest())[:most]


def measure(checker: Checker, fixed: Fixed) -> Trial:
    """Make one model's record of everything but its speed."""
    results = _checked(checker, [_item(e) for e in fixed.drafts])
    looked = [*fixed.drafts, *fixed.danger]
    found = [*results, *_checked(checker, [_item(e) for e in fixed.danger])]
    return Trial(
        model=checker.model.id,
        frozen=_frozen(fixed.drafts, results),
        feedback=dict(_feedback(checker, fixed.feedback)),
        behaviour={
            o.id: Case(family=f"{o.kind} {o.capability}", passed=o.passed)
            for o in run_cases(fixed.cases, lambda i, r: _checked(checker, i, rewrites=r))
        },
        crisis=_crisis(looked, found),
        styles={s.__name__: dict(_moved(checker, s, fixed.drafts, results)) for s in _STYLES},
        accepted=dict(_leads(checker, fixed.accepted)),
        anchors={
            r.id: r.score.overall
            for r in _checked(checker, [_item(e) for e in fixed.anchors])
            if r.score.overall is not None
        },
    )


def _checked(
    checker: Checker, items: Sequence[CheckItem], *, rewrites: bool = False
) -> list[CheckResult]:
    pieces = (items[at : at + _PIECE] for at in range(0, len(items), _PIECE))
    return [r for piece in pieces for r in checker.check(piece, rewrites=rewrites)]


def _item(example: TrainingExample) -> CheckItem:
    return CheckItem(id=example.id, context=example.context, reply=example.reply)


def _point(result: CheckResult, group: str, truth: float) -> Point | None:
    score = result.score
    if score.overall is None or score.interval is None:
        return None
    low, high = score.interval
    return Point(group=group, score=score.overall, truth=truth, inside=low <= truth <= high)


def _frozen(
    drafts: Sequence[TrainingExample], results: Sequence[CheckResult]
) -> dict[str, dict[str, Point]]:
    sets: dict[str, dict[str, Point]] = {}
    for example, result in zip(drafts, results, strict=True):
        real = example.source in ("ibm", "maia")
        point = _point(result, example.group, 100 * example.overall)
        if point is not None:
            sets.setdefault("real agents" if real else "composed", {})[example.id] = point
    return sets


def _feedback(checker: Checker, lines: Sequence[Line]) -> Iterator[tuple[str, Point]]:
    items = [CheckItem(id=x.id, context=x.context or "", reply=x.reply or "") for x in lines]
    for line, result in zip(lines, _checked(checker, items), strict=True):
        point = _point(result, line.draft, 100 * (line.rating or 0.0))
        if point is not None:
            yield line.id, point


def _crisis(drafts: Sequence[TrainingExample], results: Sequence[CheckResult]) -> dict[str, Danger]:
    """By message: flagged when any of its drafts' checks flags it."""
    found: dict[str, Danger] = {}
    for example, result in zip(drafts, results, strict=True):
        before = found.get(example.group, Danger(danger=False, flagged=False))
        flagged = any(f.name == "crisis" for f in result.score.flags)
        found[example.group] = Danger(
            danger=before.danger or example.crisis >= _IN_DANGER, flagged=before.flagged or flagged
        )
    return found


def _moved(
    checker: Checker,
    style: Variant,
    drafts: Sequence[TrainingExample],
    results: Sequence[CheckResult],
) -> Iterator[tuple[str, float]]:
    """How much each of some drafts gains or loses when it is only written in another style."""
    rng = random.Random(0)  # noqa: S311  reproducible, not secret
    chosen = list(zip(drafts, results, strict=True))[:_STYLED]
    items = [CheckItem(id=e.id, context=e.context, reply=style(e.reply, rng)) for e, _ in chosen]
    for (example, before), after in zip(chosen, _checked(checker, items), strict=True):
        if before.score.overall is not None and after.score.overall is not None:
            yield example.id, round(after.score.overall - before.score.overall, 1)


def _leads(checker: Checker, pairs: Sequence[JudgedPair]) -> Iterator[tuple[str, float]]:
    items = [CheckItem(id=p.id, context=p.context, reply=t) for p in pairs for t in (p.a, p.b)]
    results = _checked(checker, items)
    for pair, chosen, draft in zip(pairs, results[::2], results[1::2], strict=True):
        if chosen.score.overall is not None and draft.score.overall is not None:
            yield pair.id, round(chosen.score.overall - draft.score.overall, 1)


def _in_turns(
    checkers: Sequence[Checker], drafts: Sequence[TrainingExample], clock: Callable[[], float]
) -> list[float]:
    """Time single checks in turns, so that a busy machine slows both models alike."""
    spent: Mapping[int, list[float]] = {k: [] for k in range(len(checkers))}
    for example in drafts[:_TIMED]:
        for k, checker in enumerate(checkers):
            started = clock()
            checker.check([_item(example)], rewrites=False)
            spent[k].append(clock() - started)
    return [median(spent[k]) for k in range(len(checkers))]
