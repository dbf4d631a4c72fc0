"""Which weeks a report is about, so that no two reports can be subtracted.

A week that is safe by itself has its own report. Else the weeks since the last report are taken
together, four at most: a small team's rolling window. A window that is published ends there, and
the next one begins behind it. So published windows never overlap, and whatever is computed from
any number of reports is computed from sets of drafts that were each safe to show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.report.privacy import Cell, Reason, why_unsafe
from bot.report.weeks import Week
from bot.store.reporting import Draft

__all__ = ["LONGEST", "Window", "by_week", "choose", "counted"]

#: Most weeks of a window.
LONGEST: Final = 4


@dataclass(frozen=True, slots=True)
class Window:
    """The weeks of one report.

    Attributes:
        week: The last of them.
        weeks: How many.
        withheld: Why nothing is shown; None when it is.
    """

    week: Week
    weeks: int
    withheld: Reason | None = None

    @property
    def first(self) -> Week:
        """The first of the weeks."""
        return self.week.later(1 - self.weeks)


def choose(week: Week, drafts: Mapping[Week, Sequence[Draft]], free_from: Week) -> Window:
    """Choose the weeks of the report that is due for a week.

    Args:
        week: The week it is due for.
        drafts: Drafts of this week and the three before.
        free_from: The first week that no published report is about.
    """
    own = why_unsafe(counted(drafts.get(week, ())))
    if own is None:
        return Window(week, 1)
    for weeks in range(2, LONGEST + 1):
        first = week.later(1 - weeks)
        if first < free_from:
            break
        joined = [d for back in range(weeks) for d in drafts.get(week.later(-back), ())]
        if why_unsafe(counted(joined)) is None:
            return Window(week, weeks)
    return Window(week, 1, own)


def counted(drafts: Sequence[Draft]) -> Cell:
    """Count each person's drafts."""
    return Counter(draft.person for draft in drafts)


def by_week(drafts: Sequence[Draft], timezone: str) -> dict[Week, list[Draft]]:
    """Sort drafts into the weeks of a time zone."""
    sorted_in: dict[Week, list[Draft]] = {}
    for draft in drafts:
        sorted_in.setdefault(Week.of(draft.at, timezone), []).append(draft)
    return sorted_in
