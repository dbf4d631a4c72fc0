"""When a week's report is due: a weekday and an hour by the team's own clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.report.weeks import Week
from bot.store.teams import ReportTime
from bot.when import zone

__all__ = ["due_at", "latest_due"]


def due_at(week: Week, report: ReportTime) -> datetime:
    """Tell when the report of a week is due (UTC): on the chosen day of the week after it.

    An hour that the clocks skip comes an hour later; one that comes twice counts the first time.
    """
    day = week.later(1).monday + timedelta(days=report.weekday)
    there = datetime(day.year, day.month, day.day, report.hour, tzinfo=zone(report.timezone))
    return there.astimezone(UTC)


def latest_due(report: ReportTime, now: datetime) -> Week:
    """Name the last week whose report is due by now."""
    week = Week.of(now, report.timezone).later(-1)
    return week if due_at(week, report) <= now else week.later(-1)
