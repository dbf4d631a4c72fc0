"""A made-up team with a taste of its own, week after week: proof that retraining learns, and stops.

Drafts are the project's rated ones, as the version in use sees them: its scores of them stay frozen
and a linear head over these is what learns, so eight weeks take seconds. Everything between the
ratings and the head is what real feedback goes through: the export's lines, screening, label
correction, replay, the gate. The team's taste is a direction in the raters' *items*, which the head
never sees: this team finds sympathy and warmth overdone and wants the next step. Nobody rates twice
the same, and everybody is kinder or stricter than the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from scoring.benchmarks.frozen import Head, Solver, rmse
from scoring.benchmarks.measures import group_interval, rank_correlation
from scoring.errors import InputError
from scoring.registry.gate import Bounds, Verdict, decide
from scoring.registry.trial import Point, Trial
from scoring.training.feedback import Line
from scoring.training.from_feedback import learn_from
from scoring.training.held_out import apart
from scoring.training.raters import PEOPLE, Crew, Poison
from scoring.training.screen import Rules
from scoring.training.world import World

__all__ = ["Change", "Gain", "Week", "gain", "simulate"]

Vector = NDArray[np.float64]
_EACH = 20
_REPLAY = 4.0
_PENALTIES = (0.1, 0.5, 2.0, 8.0, 32.0)
_FOLDS = 4
_GATED = frozenset({"frozen", "feedback", "calibration", "anchors"})


@dataclass(frozen=True, slots=True)
class Week:
    """One week of the simulation.

    Attributes:
        number: 0 is the start.
        taste: Rank correlation of the model in use with the hidden taste, on unseen drafts.
        taste_error: Root mean squared error against it, in points.
        general: Rank correlation with the rubric on the frozen test drafts.
        candidate_general: The candidate's figure on the frozen drafts, promoted or not.
        said: What the model in use says of the test drafts, 0-1.
        learned: Ratings that the candidate learned from.
        of_poisoned: How many of these were given by people who don't rate as they feel.
        verdict: The gate's; None where screening left nothing to learn from.
    """

    number: int
    taste: float
    taste_error: float
    general: float
    candidate_general: float
    said: Vector = field(repr=False, compare=False)
    learned: int = 0
    of_poisoned: int = 0
    verdict: Verdict | None = None

    @property
    def promoted(self) -> bool:
        """Whether the candidate took the place of the model in use."""
        return self.verdict is not None and self.verdict.passed


@dataclass(frozen=True, slots=True)
class Change:
    """A figure's change from the first week to the last, with its 95 % interval over messages."""

    by: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Gain:
    """What the weeks have brought: agreement with the hidden taste, and with the rubric."""

    taste: Change
    general: Change


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What came of a week's feedback."""

    head: Head
    samples: Sequence[str]
    verdict: Verdict | None


def simulate(
    world: World, *, weeks: int = 8, poison: Poison = "none", seed: int = 42
) -> Iterator[Week]:
    """Run the weeks: rate, export, learn, gate, promote if it passes.

    Args:
        world: The drafts.
        weeks: How many.
        poison: What is wrong with the team's ratings.
        seed: Of people, their drafts and their moods.
    """
    rng = np.random.default_rng(seed)
    trainer, crew = _Trainer(world), Crew(world, poison, rng)
    head, lines = trainer.champion(), list[Line]()
    pool = rng.permutation(len(world.examples["train"]))
    yield trainer.week(0, head, _Candidate(head, (), None), crew)
    for number in range(1, weeks + 1):
        drawn = pool[(number - 1) * PEOPLE * _EACH : number * PEOPLE * _EACH]
        lines += crew.rate(head, drawn, number)
        candidate = trainer.learn(head, lines)
        if candidate.verdict is not None and candidate.verdict.passed:
            head = candidate.head
        yield trainer.week(number, head, candidate, crew)


def gain(world: World, first: Week, last: Week) -> Gain:
    """Compare two weeks on the test drafts, paired."""
    groups = [e.group for e in world.examples["test"]]
    changes = []
    for truth in (world.liked("test"), world.rated("test")):
        by = partial(_better, first.said, last.said, truth)
        low, high = group_interval(by, groups)
        changes.append(Change(by(np.arange(len(truth))), low, high))
    return Gain(*changes)


def _better(before: Vector, after: Vector, truth: Vector, rows: NDArray[np.int64]) -> float:
    a, b = (rank_correlation(said[rows], truth[rows]) for said in (before, after))
    return b - a


class _Trainer:
    """Fits heads and holds them against each other."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._rows = {(e.context, e.reply): i for i, e in enumerate(world.examples["train"])}
        self._solver = Solver(
            world.embeddings["train"], world.embeddings["dev"], world.rated("dev")
        )

    def champion(self) -> Head:
        """The head that knows the rubric alone."""
        return self._solver.fit(self._world.rated("train"))

    def learn(self, head: Head, lines: Sequence[Line]) -> _Candidate:
        """Teach the champion what the team says, beside what it knew, and ask the gate."""
        try:
            learned = learn_from(lines, "leniency", screening=Rules(share=0.25))
        except InputError:  # nothing these people say tells one draft from another
            return _Candidate(head, (), None)
        rows = np.array([self._rows[e.context, e.reply] for e in learned.examples])
        values = self._world.embeddings["train"]
        residual = np.array([e.overall for e in learned.examples]) - head.predict(values[rows])
        candidate = _nudged(head, values, rows, residual)
        held_out = apart(lines)[1]
        before = self._trial("champion", head, held_out)
        after = self._trial("candidate", candidate, held_out)
        verdict = decide(before, after, Bounds(required=_GATED, resamples=500))
        return _Candidate(candidate, learned.samples, verdict)

    def week(self, number: int, head: Head, candidate: _Candidate, crew: Crew) -> Week:
        """Measure the head in use on drafts nobody rated."""
        test, liked = self._world.embeddings["test"], self._world.liked("test")
        rated, said = self._world.rated("test"), head.predict(test)
        return Week(
            number,
            taste=round(rank_correlation(said, liked), 3),
            taste_error=round(100 * rmse(said, liked), 1),
            general=round(rank_correlation(said, rated), 3),
            candidate_general=round(rank_correlation(candidate.head.predict(test), rated), 3),
            said=said,
            learned=len(candidate.samples),
            of_poisoned=len(crew.poisoned & set(candidate.samples)),
            verdict=candidate.verdict,
        )

    def _trial(self, name: str, head: Head, held_out: Sequence[Line]) -> Trial:
        world = self._world
        said = {s: 100 * head.predict(world.embeddings[s]) for s in ("train", "dev", "test")}
        reach = 128 * float(np.std(said["dev"] / 100 - world.rated("dev")))  # 80 % of a normal
        frozen = {
            e.id: _point(e.group, score, 100 * e.overall, reach)
            for e, score in zip(world.examples["test"], said["test"], strict=True)
        }
        feedback = {
            x.id: _point(
                x.draft,
                said["train"][self._rows[x.context or "", x.reply or ""]],
                100 * (x.rating or 0.0),
                reach,
            )
            for x in held_out
        }
        anchors = {e.id: float(s) for e, s in zip(world.examples["dev"][:50], said["dev"],
                                                   strict=False)}  # fmt: skip
        return Trial(model=name, frozen={"rated": frozen}, feedback=feedback, anchors=anchors)


def _point(group: str, score: float, truth: float, reach: float) -> Point:
    inside = bool(abs(score - truth) <= reach)
    return Point(group=group, score=float(score), truth=truth, inside=inside)


def _nudged(head: Head, values: Vector, rows: NDArray[np.int64], residual: Vector) -> Head:
    """Correct a head by what it got wrong, held back by replay: elsewhere it is to stay as it is.

    Ridge regression of the residuals on the rated drafts, with residual nought on replayed training
    drafts, ``_REPLAY`` to one; these noughts are exact, where ratings are not, so each counts for a
    tenth. The penalty is chosen by folds of the rated drafts.
    """
    x = np.column_stack([values - head.middle, np.ones(len(values))])
    share = min(1.0, _REPLAY * len(rows) / len(values))
    held, rated = 0.1 * share * (x.T @ x), x[rows]
    penalty = min(_PENALTIES, key=lambda p: _fold_error(held, rated, residual, p))
    step = _step(held, rated, residual, penalty)
    return replace(head, weights=head.weights + step[:-1], base=head.base + float(step[-1]))


def _step(held: Vector, x: Vector, residual: Vector, penalty: float) -> Vector:
    gram = held + x.T @ x + penalty * np.eye(x.shape[1])
    return np.asarray(np.linalg.solve(gram, x.T @ residual))


def _fold_error(held: Vector, x: Vector, residual: Vector, penalty: float) -> float:
    fold = np.arange(len(x)) % _FOLDS
    errors = [
        residual[fold == k] - x[fold == k] @ _step(held, x[fold != k], residual[fold != k], penalty)
        for k in range(_FOLDS)
    ]
    return float((np.concatenate(errors) ** 2).mean())
