"""Dates and hours as a person writes them: in their time zone, in the order of their locale.

Where Slack draws the text itself, its own date token is used: every reader then sees their own
hour. The words beside it are for clients and notifications that know no such token.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.store.teams import ReportTime

__all__ = ["clock_time", "hour_name", "next_report", "short_day", "slack_date", "zone"]

_MONTH_FIRST: Final = ("en-US",)
_TWELVE_HOURS: Final = ("en-US", "en-AU", "en-CA", "en-IN", "en-NZ")


def zone(name: str) -> ZoneInfo:
    """Open a time zone; one that this machine does not know becomes UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def short_day(moment: datetime, timezone: str, locale: str) -> str:
    """Write a day without its year: ``30 Nov``, or ``Nov 30`` where the month goes first."""
    there = moment.astimezone(zone(timezone))
    return f"{there:%b} {there.day}" if locale in _MONTH_FIRST else f"{there.day} {there:%b}"


def clock_time(moment: datetime, timezone: str, locale: str) -> str:
    """Write a time of day: ``15:05``, or ``3:05 PM`` where people write it so."""
    there = moment.astimezone(zone(timezone))
    if locale in _TWELVE_HOURS:
        return f"{there.hour % 12 or 12}:{there:%M} {'AM' if there.hour < 12 else 'PM'}"
    return f"{there:%H:%M}"


def hour_name(hour: int, locale: str) -> str:
    """Write a whole hour: ``08:00`` or ``8 AM``."""
    if locale in _TWELVE_HOURS:
        return f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}"
    return f"{hour:02d}:00"


def slack_date(moment: datetime, timezone: str, locale: str) -> str:
    """Write a moment for mrkdwn: Slack shows each reader their own hour."""
    words = f"{short_day(moment, timezone, locale)}, {clock_time(moment, timezone, locale)}"
    return f"<!date^{int(moment.timestamp())}^{{date_short_pretty}}, {{time}}|{words}>"


def next_report(report: ReportTime, now: datetime) -> datetime:
    """Find the next time a report is due, after ``now``; an hour that a clock skips comes later."""
    there = now.astimezone(zone(report.timezone))
    ahead = (report.weekday - there.weekday()) % 7
    for days in (ahead, ahead + 7):
        day = (there + timedelta(days=days)).date()
        due = datetime(day.year, day.month, day.day, report.hour, tzinfo=there.tzinfo)
        if due.astimezone(zone("UTC")) > now:
            break
    return due.astimezone(zone("UTC"))
