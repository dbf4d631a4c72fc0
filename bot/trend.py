"""A person's own trend: the score of each draft as it was last checked, or its weekly mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from statistics import fmean
from typing import Final, Literal

from bot.blocks.parts import whole
from bot.profiles import Profile
from bot.store.base import OwnCheck
from bot.when import short_day, zone

__all__ = ["WEEKS", "Trend", "last_of_each_draft", "trend_of"]

#: How far back a trend looks, and how many drafts it shows one by one.
WEEKS: Final = 12
_DRAFTS: Final = 20
#: With checks in at least so many weeks the mean of each week says more than single drafts.
_ENOUGH_WEEKS: Final = 4


@dataclass(frozen=True, slots=True)
class Trend:
    """Points of a line, oldest first.

    Attributes:
        by: Whether a point is a draft or the mean of a week.
        points: Label and score (0-100) of each, labels all different.
    """

    by: Literal["draft", "week"]
    points: tuple[tuple[str, int], ...]


def last_of_each_draft(checks: Sequence[OwnCheck]) -> list[OwnCheck]:
    """Keep the last check of each draft; newest first, as given."""
    latest = {check.session_id: check for check in reversed(checks)}
    return sorted(latest.values(), key=lambda check: check.checked_at, reverse=True)


def trend_of(checks: Sequence[OwnCheck], profile: Profile) -> Trend:
    """Make the trend of checks, newest first; fewer than two points are no trend."""
    scored = [check for check in last_of_each_draft(checks) if check.overall is not None]
    scored.reverse()
    weeks = _weeks(scored, profile)
    if len(weeks) >= _ENOUGH_WEEKS:
        return Trend("week", tuple(weeks[-WEEKS:]))
    recent = [check.overall or 0.0 for check in scored[-_DRAFTS:]]
    return Trend("draft", tuple((str(n), whole(value)) for n, value in enumerate(recent, start=1)))


def _weeks(scored: Sequence[OwnCheck], profile: Profile) -> list[tuple[str, int]]:
    """Take the mean of each week, by the person's own Mondays."""
    there = zone(profile.timezone)

    def monday(check: OwnCheck) -> str:
        local = check.checked_at.astimezone(there)
        return short_day(local - timedelta(days=local.weekday()), profile.timezone, profile.locale)

    return [
        (label, whole(fmean(check.overall or 0.0 for check in group)))
        for label, group in groupby(scored, key=monday)
    ]
