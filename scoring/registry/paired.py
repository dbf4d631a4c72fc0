"""Two models on the same items: a figure of both, and what its difference may really be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.registry.trial import Point

__all__ = ["Pair", "gain", "paired", "rank_correlation"]

Vector = NDArray[np.float64]
Figure = Callable[[Vector, Vector], float]
_SEED = 42


@dataclass(frozen=True, slots=True)
class Pair:
    """Two models on the same items."""

    before: Vector
    after: Vector
    truth: Vector
    groups: Sequence[NDArray[np.int64]]

    def difference(
        self, figure: Figure, level: float, resamples: int
    ) -> tuple[float, float, float, float]:
        """Give a figure of both, and the interval of its difference over drawn groups."""
        rng = np.random.default_rng(_SEED)
        n, drawn = len(self.groups), []
        for _ in range(resamples):
            rows = np.concatenate([self.groups[k] for k in rng.integers(n, size=n)])
            truth = self.truth[rows]
            drawn.append(figure(self.after[rows], truth) - figure(self.before[rows], truth))
        tail = 50 * (1 - level)
        low, high = np.nanpercentile(drawn, [tail, 100 - tail])
        a, b = figure(self.before, self.truth), figure(self.after, self.truth)
        return a, b, float(low), float(high)


def paired(before: Mapping[str, Point], after: Mapping[str, Point]) -> Pair:
    """Take the items that both models have scored."""
    both = sorted(before.keys() & after.keys())
    rows: dict[str, list[int]] = {}
    for i, key in enumerate(both):
        rows.setdefault(before[key].group, []).append(i)
    return Pair(
        np.array([before[k].score for k in both]),
        np.array([after[k].score for k in both]),
        np.array([before[k].truth for k in both]),
        [np.array(r) for r in rows.values()],
    )


def gain(score: Vector, truth: Vector) -> float:
    """Mean error with its sign turned: more is better."""
    return -float(np.abs(score - truth).mean())


def rank_correlation(score: Vector, truth: Vector) -> float:
    """Spearman's; not a number where a side is constant."""
    a, b = _ranks(score), _ranks(truth)
    if a.std() == 0 or b.std() == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])


def _ranks(values: Vector) -> Vector:
    """Mean ranks, ties shared."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray(ends - (counts - 1) / 2)[inverse]
