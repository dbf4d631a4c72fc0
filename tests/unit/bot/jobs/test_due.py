"""When a report is due: simulated years in zones whose clocks change, or change oddly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.jobs.due import due_at, latest_due
from bot.report.weeks import Week
from bot.store.teams import ReportTime

ZONES = (
    "Europe/London",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "America/Santiago",
)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(("weekday", "hour"), [(0, 9), (6, 2), (2, 0)])
def test_a_year_has_each_week_once_at_the_hour_that_was_chosen(
    zone: str, weekday: int, hour: int
) -> None:
    """Stepping through a year by the half hour, every week comes due once, in order, on time."""
    report = ReportTime("C1", weekday, hour, zone)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    last = latest_due(report, now)
    while now < datetime(2027, 1, 8, tzinfo=UTC):
        now += timedelta(minutes=30)
        week = latest_due(report, now)
        if week == last:
            continue
        assert week == last.later(1)
        there = now.astimezone(ZoneInfo(zone))
        assert there.weekday() == weekday
        # The hour that spring skips comes one later; nothing else moves.
        assert there.hour in {hour, hour + 1}
        assert there.hour == hour or skipped(there)
        last = week
    assert last >= Week.parse("2026-W52")


def skipped(there: datetime) -> bool:
    """Whether the clocks of this day skip an hour."""
    midnight = there.replace(hour=0, minute=0)
    after = midnight + timedelta(days=1)
    return after.utcoffset() != midnight.utcoffset()


def test_a_report_comes_after_its_week() -> None:
    """On the chosen day of the next week, by the team's clocks."""
    report = ReportTime("", 2, 9, "America/New_York")
    assert due_at(Week.parse("2026-W48"), report) == datetime(2026, 12, 2, 14, tzinfo=UTC)


def test_a_move_to_another_day_sends_no_week_twice() -> None:
    """From Monday to Friday: the week of Monday's report is not due again before it was."""
    now = datetime(2026, 12, 1, tzinfo=UTC)  # a Tuesday
    assert latest_due(ReportTime("", 0, 9, "UTC"), now).name == "2026-W48"
    assert latest_due(ReportTime("", 4, 9, "UTC"), now).name == "2026-W47"
