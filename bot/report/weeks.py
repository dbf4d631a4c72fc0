"""ISO weeks as a team lives them: Monday to Sunday by the clocks of its own time zone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Self

from bot.when import zone

__all__ = ["Week"]

_WRITTEN: Final = re.compile(r"(\d{4})-?[Ww](\d{1,2})")


@dataclass(frozen=True, slots=True, order=True)
class Week:
    """One ISO week.

    Attributes:
        monday: Its first day.
    """

    monday: date

    @classmethod
    def of(cls, moment: datetime, timezone: str) -> Self:
        """Find the week that a moment lies in, where the team is."""
        day = moment.astimezone(zone(timezone)).date()
        return cls(day - timedelta(days=day.weekday()))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a week as people write it: ``2026-W48`` or ``2026w48``.

        Raises:
            ValueError: It is no week, or the year has no such week.
        """
        written = _WRITTEN.fullmatch(text.strip())
        if written is None:
            raise ValueError("not a week")
        return cls(date.fromisocalendar(int(written[1]), int(written[2]), 1))

    @property
    def name(self) -> str:
        """Its ISO name, such as ``2026-W48``; the year is that of its Thursday."""
        year, number, _ = self.monday.isocalendar()
        return f"{year}-W{number:02d}"

    def later(self, weeks: int) -> Week:
        """Go on by some weeks, or back."""
        return Week(self.monday + timedelta(weeks=weeks))

    def span(self, timezone: str, weeks: int = 1) -> tuple[datetime, datetime]:
        """Tell when the last of some weeks that end with this one begin and end (UTC).

        A week with a change of the clocks lasts an hour more or less than others.
        """
        return self.later(1 - weeks).starts(timezone), self.later(1).starts(timezone)

    def starts(self, timezone: str) -> datetime:
        """Tell when it begins (UTC): Monday midnight, or the moment the clock skips to."""
        midnight = datetime.combine(self.monday, time(), tzinfo=zone(timezone))
        return midnight.astimezone(UTC)

    def days(self, weeks: int = 1) -> str:
        """Write the days of the last weeks that end with this one: ``23–29 November 2026``."""
        first = self.later(1 - weeks).monday
        last = self.monday + timedelta(days=6)
        if first.year != last.year:
            return f"{first.day} {first:%B %Y} – {last.day} {last:%B %Y}"
        if first.month != last.month:
            return f"{first.day} {first:%B} – {last.day} {last:%B %Y}"
        return f"{first.day}–{last.day} {last:%B %Y}"
