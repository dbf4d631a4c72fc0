"""How often the statistics are right, on teams whose truth is known.

``scripts/report_simulations.py`` prints the tables of ``docs/report.md`` with these.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import fmean
from typing import Final

from bot.report.simulate import SimulatedTeam
from bot.report.stats import LEVEL, change, mean_interval

__all__ = ["coverage", "detected", "false_alarms", "true_mean"]

_WEEKS: Final = 5
_TRUTH_DRAWS: Final = 200_000
_Scores = dict[int, list[float]]


def coverage(people: int, *, teams: int, seed: int, level: float = LEVEL) -> float:
    """Share of simulated teams whose interval holds the true mean."""
    model, truth = SimulatedTeam(people=people, absent=0.0), true_mean()
    hits = 0
    for week in _teams(model, teams, seed, weeks=1):
        found = mean_interval(list(week[0].values()), level)
        hits += found is not None and found.low <= truth <= found.high
    return hits / teams


def false_alarms(people: int, *, teams: int, seed: int) -> float:
    """Share of simulated weeks without a change that are called a likely one."""
    return _called(SimulatedTeam(people=people), teams, seed)


def detected(people: int, lift: float, *, teams: int, seed: int) -> float:
    """Share of weeks with a change of some size (logit scale) that are called a likely one."""
    changed = SimulatedTeam(people=people, lift=lift, lift_from=_WEEKS - 1)
    return _called(changed, teams, seed)


def _called(model: SimulatedTeam, teams: int, seed: int) -> float:
    called = 0
    for *before, now in _teams(model, teams, seed, weeks=_WEEKS):
        estimates = [mean_interval(list(week.values())) for week in before]
        known = [estimate.mean for estimate in estimates if estimate]
        estimate = mean_interval(list(now.values()))
        if estimate is None or not known:
            continue
        earlier = _joined(before)
        both = [person for person in now if person in earlier]
        shown = estimate.mean - fmean(known)
        verdict = change([now[p] for p in both], [earlier[p] for p in both], shown)
        called += verdict in ("up", "down")
    return called / teams


def _teams(model: SimulatedTeam, teams: int, seed: int, *, weeks: int) -> Iterator[list[_Scores]]:
    for number in range(teams):
        yield model.scores(seed=seed * 100_003 + number, weeks=weeks)


def _joined(weeks: list[_Scores]) -> _Scores:
    joined: _Scores = {}
    for week in weeks:
        for person, scores in week.items():
            joined.setdefault(person, []).extend(scores)
    return joined


@cache
def true_mean() -> float:
    """Mean of the scores that the model of a team draws from, by a long draw."""
    model, chance = SimulatedTeam(), Random(1)  # noqa: S311 - a simulation
    draws = (
        model.score(chance, chance.gauss(model.level, model.between)) for _ in range(_TRUTH_DRAWS)
    )
    return fmean(draws)
