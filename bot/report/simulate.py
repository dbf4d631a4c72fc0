"""Made-up teams: for demonstrations, for benchmarks, and to see how often the statistics are right.

Nobody in here exists. A person has a level of their own and scatters around it; how much people
check differs a lot between them, as it does in real teams. The same seed gives the same drafts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, sqrt
from random import Random
from typing import Final, TypeVar

from bot.report.weeks import Week
from bot.store.records import Choice, Outcome
from bot.store.reporting import AnchorScore, Draft
from bot.store.values import ChannelKind, Reason
from scoring.contract import band_of

__all__ = ["DEMO_NAME", "SimulatedTeam", "demo_anchors", "demo_team"]

T = TypeVar("T")
DEMO_NAME: Final = "Demo team (simulated)"
_MODELS: Final = ("2026-09-01.1", "2026-11-30.2")
_WEAK: Final = {
    "owns_next_step": 0.34,
    "names_feeling": 0.27,
    "reflects_specifics": 0.19,
    "invites_more": 0.12,
    "unasked_advice": 0.08,
}
_STRONG: Final = {"reflects_specifics": 0.5, "owns_next_step": 0.3, "names_feeling": 0.2}
_NEEDS: Final = {0.2: 0.25, 0.9: 0.45, 1.7: 0.3}
_CHANNELS: Final[dict[ChannelKind, float]] = {
    "public": 0.45,
    "dm": 0.25,
    "none": 0.15,
    "private": 0.1,
    "group_dm": 0.05,
}
_CHOICES: Final[dict[Choice | None, float]] = {
    "used": 0.32,
    "edited": 0.22,
    "refused": 0.14,
    None: 0.32,
}
_REASONS: Final[dict[Reason, float]] = {
    "wrong_score": 0.4,
    "missing_context": 0.3,
    "wrong_evidence": 0.2,
    "missed_something": 0.1,
}
_OUTCOMES: Final[dict[Outcome | None, float]] = {
    "stands": 0.4,
    "upheld": 0.3,
    "unclear": 0.1,
    None: 0.2,
}


@dataclass(frozen=True, slots=True)
class SimulatedTeam:
    """How a team behaves.

    Attributes:
        people: How many.
        drafts: Drafts of a person in a week, on average.
        level: Where scores lie, on the logit scale: 0.55 is a mean of about 62.
        between: How much people differ from each other (logit scale).
        within: How much one person's drafts differ (logit scale).
        unevenness: How much people's numbers of drafts differ: variance over squared mean.
        absent: Share of weeks a person is away.
        lift: What is added from ``lift_from`` on (logit scale).
        lift_from: Number of that week, from 0.
        model_from: Number of the week in which the second model version came.
    """

    people: int = 12
    drafts: float = 8.0
    level: float = 0.55
    between: float = 0.35
    within: float = 0.75
    unevenness: float = 0.5
    absent: float = 0.08
    lift: float = 0.0
    lift_from: int = 10_000
    model_from: int = 10_000

    def quarter(
        self, last: Week, timezone: str, *, seed: int, weeks: int = 13
    ) -> Iterator[list[Draft]]:
        """Make the drafts of the weeks that end with one, week by week."""
        chance = Random(seed)  # noqa: S311 - made-up data, the same every time
        levels = [chance.gauss(self.level, self.between) for _ in range(self.people)]
        paces = [self._pace(chance) for _ in range(self.people)]
        for number in range(weeks):
            starts = last.later(number + 1 - weeks).starts(timezone)
            drafts = []
            for person in range(self.people):
                if chance.random() < self.absent:
                    continue
                drafts += [
                    self._draft(chance, person, levels[person], number, starts)
                    for _ in range(max(1, _poisson(chance, paces[person])))
                ]
            yield sorted(drafts, key=lambda draft: draft.at)

    def scores(self, *, seed: int, weeks: int) -> list[dict[int, list[float]]]:
        """Draw the scores alone, of each person in each week: what the statistics are tried on."""
        chance = Random(seed)  # noqa: S311 - made-up data, the same every time
        people = [
            (chance.gauss(self.level, self.between), self._pace(chance)) for _ in range(self.people)
        ]
        found = []
        for number in range(weeks):
            lift = self.lift if number >= self.lift_from else 0.0
            week = {
                person: [
                    self.score(chance, level + lift) for _ in range(max(1, _poisson(chance, pace)))
                ]
                for person, (level, pace) in enumerate(people)
                if chance.random() >= self.absent
            }
            found.append(week)
        return found

    def _pace(self, chance: Random) -> float:
        if self.unevenness == 0:
            return self.drafts
        shape = 1 / self.unevenness
        return chance.gammavariate(shape, self.drafts / shape)

    def score(self, chance: Random, level: float) -> float:
        """Draw the score of one draft of a person."""
        return 100 / (1 + exp(-chance.gauss(level, self.within)))

    def _draft(
        self, chance: Random, person: int, level: float, week: int, starts: datetime
    ) -> Draft:
        lifted = level + (self.lift if week >= self.lift_from else 0.0)
        first = round(self.score(chance, lifted), 1)
        again = chance.random() < 0.45
        last = round(min(100.0, max(0.0, first + chance.gauss(5, 5))), 1) if again else first
        scored = chance.random() > 0.08
        said = scored and chance.random() < 0.2
        reasons = (_pick(chance, _REASONS),) if scored and chance.random() < 0.12 else ()
        suggested = scored and last < 80
        return Draft(
            person=person,
            at=starts + _working_hour(chance),
            first=first if scored else None,
            overall=last if scored else None,
            band=band_of(last) if scored else None,
            need=_pick(chance, _NEEDS),
            channel=_pick(chance, _CHANNELS),
            checks=2 if again else 1,
            model=_MODELS[week >= self.model_from],
            weakest=(_pick(chance, _WEAK),) if suggested else (),
            strengths=(_pick(chance, _STRONG),) if scored and last > 50 else (),
            suggested=suggested,
            choice=_pick(chance, _CHOICES) if suggested else None,
            rating=_rating(chance, last) if said else None,
            rated=last if said else None,
            reasons=reasons,
            outcome=_pick(chance, _OUTCOMES) if reasons else None,
        )


def demo_team() -> SimulatedTeam:
    """The team of ``--demo``: it gets better late in the quarter, and its model changes once."""
    return SimulatedTeam(people=16, drafts=11.0, lift=0.3, lift_from=12, model_from=7)


def demo_anchors(last: Week, weeks: int = 13, model_from: int = 7) -> Sequence[AnchorScore]:
    """Made-up anchor scores of the demonstration: steady, but for the new model version."""
    chance = Random(50)  # noqa: S311 - made-up data, the same every time
    base = {f"anchor-{number:02d}": round(chance.uniform(25, 90), 1) for number in range(1, 51)}
    moved = {name: round(score + chance.gauss(0.6, 1.4), 1) for name, score in base.items()}
    return [
        AnchorScore(
            week=last.later(number + 1 - weeks).name,
            anchor=name,
            overall=(moved if number >= model_from else base)[name],
            model=_MODELS[number >= model_from],
        )
        for number in range(weeks)
        for name in base
    ]


def _pick(chance: Random, weights: dict[T, float]) -> T:
    return chance.choices(list(weights), weights=list(weights.values()))[0]


def _poisson(chance: Random, mean: float) -> int:
    """Draw a count; from 30 on the normal distribution is close enough for made-up teams."""
    if mean > 30:
        return max(0, round(chance.gauss(mean, sqrt(mean))))
    limit, product, count = exp(-mean), chance.random(), 0
    while product > limit:
        product *= chance.random()
        count += 1
    return count


def _working_hour(chance: Random) -> timedelta:
    return timedelta(
        days=chance.randrange(5), hours=chance.randrange(9, 17), minutes=chance.randrange(60)
    )


def _rating(chance: Random, score: float) -> int:
    return max(1, min(5, round(chance.gauss(1 + score / 25, 0.9))))
