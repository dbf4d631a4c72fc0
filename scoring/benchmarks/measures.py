"""Measures of predicted against rated scores, with intervals from a bootstrap over groups.

Drafts to one message are not independent of each other, so whole groups are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

Vector = NDArray[np.float64]
Rows = NDArray[np.int64]
#: Two drafts to one message count as a pair when rated this far apart (0-1).
CLEAR = 0.2
_SEED = 42
_RESAMPLES = 1000


def rank_correlation(a: Vector, b: Vector) -> float:
    """Spearman's rank correlation; nan where a side is constant or there are under three rows."""
    if len(a) < 3 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(spearmanr(a, b).statistic)


def mean_error(predicted: Vector, truth: Vector) -> float:
    """Mean absolute error in points of 0-100, from values of 0-1."""
    return 100 * float(np.abs(predicted - truth).mean())


def pairs_in_order(
    predicted: Vector, truth: Vector, groups: Sequence[str], gap: float = CLEAR
) -> tuple[int, int]:
    """Count pairs of one group rated at least ``gap`` apart, and how many are in order."""
    right = total = 0
    for rows in rows_by_group(groups):
        for i, j in combinations(rows, 2):
            apart = truth[i] - truth[j]
            if abs(apart) >= gap - 1e-9:
                total += 1
                right += bool((predicted[i] - predicted[j]) * apart > 0)
    return right, total


def rows_by_group(groups: Sequence[str]) -> list[Rows]:
    """Give the row numbers of each group, groups in order of first appearance."""
    found: dict[str, list[int]] = {}
    for i, group in enumerate(groups):
        found.setdefault(group, []).append(i)
    return [np.array(rows) for rows in found.values()]


def group_interval(
    figure: Callable[[Rows], float], groups: Sequence[str], resamples: int = _RESAMPLES
) -> tuple[float, float]:
    """95 % percentile bootstrap of a figure over groups.

    Args:
        figure: Gives the figure of chosen rows.
        groups: Group of each row.
        resamples: How many bootstrap samples.
    """
    rng = np.random.default_rng(_SEED)
    blocks = rows_by_group(groups)
    values = [
        figure(np.concatenate([blocks[k] for k in rng.integers(len(blocks), size=len(blocks))]))
        for _ in range(resamples)
    ]
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return float(low), float(high)


def quadratic_kappa(a: Sequence[int], b: Sequence[int], levels: int) -> float:
    """Cohen's kappa with quadratic weights over levels 0 to ``levels`` - 1 (Cohen 1968)."""
    table = np.zeros((levels, levels))
    np.add.at(table, (np.asarray(a), np.asarray(b)), 1.0)
    steps = np.arange(levels)
    weight = (steps[:, None] - steps[None, :]) ** 2
    chance = np.outer(table.sum(1), table.sum(0)) / max(1.0, table.sum())
    if (weight * chance).sum() == 0:
        return float("nan")
    return float(1 - (weight * table).sum() / (weight * chance).sum())
