"""Benchmark of label correction: known noise in training labels, measured on clean ones.

``support_empathy``: noise of four kinds and three rates goes into the train labels; the mean of the
raters' fifteen items, which the rule's paper calls scale-aware, stands for the LLM's label.
``newsempathy``: the crowd's labels are noisy as they are and a GPT's label is beside each. Only
train labels are ever corrected. Every rule is followed by the same head on frozen embeddings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.benchmarks.frozen import Solver, ccc, pcc, rmse
from scoring.training import labels as rules

__all__ = ["KINDS", "RATES", "Rated", "gaps", "interval", "noise_table", "noisy_labels"]

Vector = NDArray[np.float64]
Progress = Callable[[str], None]
SEEDS = (0, 42, 100, 999, 1234)
RATES = (0.0, 0.2, 0.4)
_RATERS = 20
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Rated:
    """A set on which corrections are compared; labels are 0-1.

    Attributes:
        name: The set's name.
        embeddings: Of each split.
        truth: Ratings of each split: clean ones, or the crowd's.
        second: The second source's ratings of the train split.
        groups: For ``newsempathy`` the test writers' groups, by what divides them.
        clean: Whether the train labels are clean, so that noise is put in and an oracle exists.
    """

    name: str
    embeddings: Mapping[str, Vector]
    truth: Mapping[str, Vector]
    second: Vector
    groups: Mapping[str, NDArray[np.str_]]
    clean: bool


@dataclass(frozen=True, slots=True)
class _Noisy:
    """Train labels as a rule gets them."""

    human: Vector
    second: Vector
    raters: Sequence[str]
    truth: Vector


#: How many drafts are worth how many more that the second source alone has rated.
HALF, EXTRA = "half of the drafts, no correction", "that half, the rest by the second source"


def _stray(truth: Vector, hit: NDArray[np.bool_], rng: np.random.Generator) -> Vector:
    return np.where(hit, rng.uniform(0, 1, len(truth)), truth)


def _turned(truth: Vector, hit: NDArray[np.bool_], _: np.random.Generator) -> Vector:
    return np.where(hit, 1 - truth, truth)


def _topped(truth: Vector, hit: NDArray[np.bool_], _: np.random.Generator) -> Vector:
    return np.where(hit, 1.0, truth)


def _lenient(truth: Vector, hit: NDArray[np.bool_], rng: np.random.Generator) -> Vector:
    return np.where(hit, np.clip(truth + rng.normal(0.3, 0.05), 0, 1), truth)


#: Kinds of noise: a label at random, one turned round, the top mark; or, by person, too kind.
KINDS: dict[str, Callable[[Vector, NDArray[np.bool_], np.random.Generator], Vector]] = {
    "stray": _stray,
    "turned round": _turned,
    "top mark": _topped,
    "lenient people": _lenient,
}


def noise_table(
    sets: Sequence[Rated],
    progress: Progress,
    seeds: Sequence[int] = SEEDS,
    *,
    with_consensus: bool = False,
) -> list[dict[str, Any]]:
    """Measure every rule on every set, kind and rate; medians over seeds.

    Args:
        sets: What to measure on.
        progress: Told each condition.
        seeds: One draw of the noise each.
        with_consensus: Whether cleanlab's consensus is among the rules; it takes minutes.
    """
    slow: dict[str, Rule] = {"consensus (cleanlab)": _consensus} if with_consensus else {}
    return [row for data in sets for row in _rows(data, progress, seeds, slow)]


def _rows(
    data: Rated, progress: Progress, seeds: Sequence[int], slow: Mapping[str, Rule]
) -> Iterator[dict[str, Any]]:
    train, dev = data.embeddings["train"], data.embeddings["dev"]
    solver, small = (Solver(x, dev, data.truth["dev"]) for x in (train, train[::2]))
    for kind, rate in _conditions(data):
        progress(f"{data.name}, {kind}, {rate:.0%}")
        noisy = [_noisy(data, kind, rate, seed) for seed in seeds]
        runs = {
            name: [_predicted(data, solver, rule(n, solver)) for n in noisy]
            for name, rule in (_rules(data) | dict(slow)).items()
        }
        runs[HALF] = [_predicted(data, small, n.human[::2]) for n in noisy]
        for name, predicted in runs.items():
            yield {"data": data.name, "kind": kind, "rate": rate, "rule": name} | _figures(
                data, predicted, runs
            )


def _conditions(data: Rated) -> Iterator[tuple[str, float]]:
    yield ("none" if data.clean else "as it is"), 0.0
    if data.clean:
        for kind in KINDS:
            for rate in RATES[1:]:
                yield kind, rate


def _noisy(data: Rated, kind: str, rate: float, seed: int) -> _Noisy:
    """Put noise in: ``rate`` of the labels, or all labels of ``rate`` of the people."""
    rng, truth = np.random.default_rng(seed), data.truth["train"]
    owner = rng.integers(_RATERS, size=len(truth))
    if kind == "lenient people":
        hit = owner < round(rate * _RATERS)
    else:
        hit = rng.random(len(truth)) < rate
    human = KINDS[kind](truth, hit, rng) if kind in KINDS else truth
    return _Noisy(human, data.second, [f"r{n}" for n in owner], truth)


def noisy_labels(
    data: Rated, kind: str, rate: float, seed: int
) -> tuple[Vector, Vector, Sequence[str]]:
    """Give the train labels with noise in them, the second source's, and who rated."""
    noisy = _noisy(data, kind, rate, seed)
    return noisy.human, noisy.second, noisy.raters


Rule = Callable[[_Noisy, Solver], Vector]


def _rules(data: Rated) -> dict[str, Rule]:
    found: dict[str, Rule] = {
        "no correction": lambda n, _: n.human,
        "second source alone": lambda n, _: rules.means_matched(n.human, n.second),
        "leniency removed": lambda n, _: rules.lenient_removed(n.human, n.second, n.raters),
        "far replaced (alpha on dev)": _alpha,
        "soft weights": lambda n, _: rules.weighted(n.human, n.second),
        "leniency, then soft weights": _both,
        "leniency, then the best on dev": _chosen,
        EXTRA: _extra,
    }
    return found | ({"oracle": lambda n, _: n.truth} if data.clean else {})


def _alpha(noisy: _Noisy, solver: Solver) -> Vector:
    figure = lambda y: solver.figure(solver.fit(y))  # noqa: E731
    return rules.best_alpha(noisy.human, noisy.second, figure)[1]


def _extra(noisy: _Noisy, _: Solver) -> Vector:
    """Half of the drafts are rated by people, the others by the second source alone."""
    shift = float(np.median((noisy.human - noisy.second)[::2]))
    labels = np.clip(noisy.second + shift, 0, 1)
    labels[::2] = noisy.human[::2]
    return np.asarray(labels)


def _both(noisy: _Noisy, _: Solver) -> Vector:
    fair = rules.lenient_removed(noisy.human, noisy.second, noisy.raters)
    return rules.weighted(fair, noisy.second)


def _chosen(noisy: _Noisy, solver: Solver) -> Vector:
    """Take what dev likes best of: as they are, fair, far replaced, soft. Hurts nothing at 0 %."""
    fair = rules.lenient_removed(noisy.human, noisy.second, noisy.raters)
    even = _Noisy(fair, noisy.second, noisy.raters, noisy.truth)
    tried = (noisy.human, fair, _alpha(even, solver), rules.weighted(fair, noisy.second))
    return max(tried, key=lambda y: solver.figure(solver.fit(y)))


def _consensus(noisy: _Noisy, solver: Solver) -> Vector:
    """Human and second source are two raters; the prediction is of a head trained on their mean."""
    both = np.stack([noisy.human, rules.means_matched(noisy.human, noisy.second)], 1)
    return rules.consensus(both, solver.train_predictions(both.mean(1)))


def _predicted(data: Rated, solver: Solver, labels: Vector) -> Vector:
    return solver.fit(labels).predict(data.embeddings["test"])


def _figures(
    data: Rated, predicted: list[Vector], runs: Mapping[str, list[Vector]]
) -> dict[str, Any]:
    truth = data.truth["test"]
    by_run = [ccc(p, truth) for p in predicted]
    middle = predicted[int(np.argsort(by_run)[len(by_run) // 2])]
    figures: dict[str, Any] = {
        "pcc": _median(pcc, predicted, truth),
        "ccc": _median(ccc, predicted, truth),
        "interval": interval(middle, truth),
        "rmse": _median(rmse, predicted, truth),
    }
    if "oracle" in runs and predicted is not runs[HALF] and predicted is not runs[EXTRA]:
        figures["recovered"] = _recovered(predicted, runs, truth)
    return figures | gaps(data, predicted)


def gaps(data: Rated, predicted: Sequence[Vector]) -> dict[str, float]:
    """Tell how unequally groups of writers are judged, by what divides them; medians over runs."""
    errors = [p - data.truth["test"] for p in predicted]
    return {
        f"gap by {name}": round(float(np.median([_gap(e, groups) for e in errors])), 3)
        for name, groups in data.groups.items()
    }


def _median(figure: Callable[[Vector, Vector], float], runs: list[Vector], truth: Vector) -> float:
    return round(float(np.median([figure(p, truth) for p in runs])), 3)


def _recovered(
    predicted: list[Vector], runs: Mapping[str, list[Vector]], truth: Vector
) -> float | None:
    """Share of the concordance lost to noise that the rule brings back; None if little was lost."""
    lost = _median(ccc, runs["oracle"], truth) - _median(ccc, runs["no correction"], truth)
    if lost < 0.01:
        return None
    gained = _median(ccc, predicted, truth) - _median(ccc, runs["no correction"], truth)
    return round(gained / lost, 2)


def interval(predicted: Vector, truth: Vector) -> tuple[float, float]:
    """95 % percentile bootstrap of the concordance over items."""
    rng, n = np.random.default_rng(42), len(truth)
    draws = (rng.integers(n, size=n) for _ in range(_RESAMPLES))
    low, high = np.percentile([ccc(predicted[r], truth[r]) for r in draws], [2.5, 97.5])
    return round(float(low), 2), round(float(high), 2)


def _gap(error: Vector, groups: NDArray[np.str_]) -> float:
    """Largest difference of mean error between two groups of twenty or more."""
    names, counts = np.unique(groups, return_counts=True)
    means = [error[groups == g].mean() for g, n in zip(names, counts, strict=True) if n >= 20]
    return float(max(means) - min(means)) if len(means) > 1 else float("nan")
