"""From readings of lists to a ranking: duels in both orders, Borda shares, bootstrap intervals.

Pure arithmetic: no model, no text. A *reading* is one list as a judge ranked it: the place it gave
each candidate, 1 for the best, equal or nearly equal for a tie. Readings come in pairs, a list and
the same list backwards, so that whatever a judge owes to the order of a list shows as a flip.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

__all__ = [
    "MARGIN",
    "TIE",
    "Duels",
    "Win",
    "balanced_orders",
    "borda",
    "consistency",
    "duels_of",
    "win_over",
]

#: Places closer than this are a tie: a judge's places are expected values, never quite equal.
TIE = 0.1
#: Longest list of which every order is read; of a longer one a balanced set.
_ALL_ORDERS_UP_TO = 4
#: A win has to be clear of a half by this much, on average and with its whole interval above it.
MARGIN = 0.1
_EVEN = 0.5
_ROUNDS, _TAIL = 2000, 0.025

Reading = Sequence[float]
#: Share of a duel that goes to the first of a pair: 1, 0.75, 0.5, 0.25 or 0.
Shares = dict[tuple[int, int], float]


@dataclass(frozen=True, slots=True)
class Duels:
    """All pairs of candidates met in one list and in the same list backwards.

    Attributes:
        shares: What each pair's first got; a verdict that flips with the order is a tie.
        decided: Pairs in which both lists had a verdict.
        steady: Those of them in which it was the same.
    """

    shares: Shares
    decided: int
    steady: int

    def share(self, one: int, other: int) -> float:
        """What ``one`` got of the duel with ``other``."""
        pair = (one, other)
        return self.shares[pair] if pair in self.shares else 1 - self.shares[other, one]


@dataclass(frozen=True, slots=True)
class Win:
    """How far one candidate wins over another.

    Attributes:
        share: Mean share of their duels, 0-1; a half is even.
        interval: 95 % bootstrap interval over the duels.
    """

    share: float
    interval: tuple[float, float]

    @property
    def reliable(self) -> bool:
        """Whether it is a win beyond the margin and beyond chance."""
        return self.share >= _EVEN + MARGIN and self.interval[0] > _EVEN


def balanced_orders(count: int) -> list[tuple[int, ...]]:
    """Orders in which a list is read, each to be read backwards too.

    Every order of up to four candidates (one of each pair of mirror images). Of more, each
    rotation: every candidate stands at every place, and backwards every pair meets both ways.
    """
    if count <= _ALL_ORDERS_UP_TO:
        return [order for order in permutations(range(count)) if order <= order[::-1]]
    start = list(range(count))
    return [tuple(start[at:] + start[:at]) for at in range(count)]


def duels_of(forward: Reading, backward: Reading) -> Duels:
    """Let all pairs meet.

    Args:
        forward: Place of each candidate, in the candidates' own order, read from one list.
        backward: The same read from the list backwards.
    """
    shares: Shares = {}
    decided = steady = 0
    for one, other in combinations(range(len(forward)), 2):
        a, b = _verdict(forward, one, other), _verdict(backward, one, other)
        shares[one, other] = (1 + (a + b) / 2) / 2
        decided += bool(a and b)
        steady += bool(a and a == b)
    return Duels(shares, decided, steady)


def _verdict(places: Reading, one: int, other: int) -> int:
    lead = places[other] - places[one]
    return 0 if abs(lead) <= TIE else int(math.copysign(1, lead))


def borda(duels: Sequence[Duels], count: int) -> list[float]:
    """Mean share of each candidate over all its duels, 0-1."""
    if count < 2:
        return [_EVEN] * count
    others = [[o for o in range(count) if o != one] for one in range(count)]
    return [
        _mean([d.share(one, other) for d in duels for other in rest])
        for one, rest in enumerate(others)
    ]


def win_over(duels: Sequence[Duels], one: int, other: int, seed: int = 0) -> Win:
    """How far one candidate wins over another, with a bootstrap over readings."""
    shares = [d.share(one, other) for d in duels]
    rng = random.Random(seed)  # noqa: S311 - resampling, not a secret
    means = sorted(_mean(rng.choices(shares, k=len(shares))) for _ in range(_ROUNDS))
    low, high = means[int(_TAIL * _ROUNDS)], means[-1 - int(_TAIL * _ROUNDS)]
    return Win(_mean(shares), (low, high))


def consistency(duels: Sequence[Duels]) -> float | None:
    """Of the duels decided in both orders, the share decided alike; None when there is none."""
    decided = sum(d.decided for d in duels)
    return sum(d.steady for d in duels) / decided if decided else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
