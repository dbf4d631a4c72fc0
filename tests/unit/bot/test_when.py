"""Dates and hours as people write them, and the next report in anybody's summer time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.store.teams import ReportTime
from bot.when import clock_time, hour_name, next_report, short_day, slack_date

MOMENT = datetime(2026, 11, 30, 15, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("timezone", "locale", "day", "time"),
    [
        ("Europe/London", "en-GB", "30 Nov", "15:05"),
        ("America/New_York", "en-US", "Nov 30", "10:05 AM"),
        ("Asia/Tokyo", "ja-JP", "1 Dec", "00:05"),
        ("Australia/Sydney", "en-AU", "1 Dec", "2:05 AM"),
        ("Not/AZone", "de-DE", "30 Nov", "15:05"),
    ],
)
def test_a_moment_is_written_as_its_reader_does(
    timezone: str, locale: str, day: str, time: str
) -> None:
    """Their day, their order, their clock; an unknown zone reads as UTC."""
    assert short_day(MOMENT, timezone, locale) == day
    assert clock_time(MOMENT, timezone, locale) == time
    assert slack_date(MOMENT, timezone, locale).endswith(f"|{day}, {time}>")


def test_slack_is_given_the_moment_itself() -> None:
    """The token holds seconds since 1970, so each reader sees their own hour."""
    assert slack_date(MOMENT, "UTC", "en-GB").startswith(f"<!date^{int(MOMENT.timestamp())}^")


@pytest.mark.parametrize(
    ("hour", "locale", "name"),
    [(0, "en-US", "12 AM"), (13, "en-US", "1 PM"), (0, "en-GB", "00:00"), (9, "fr-FR", "09:00")],
)
def test_an_hour_has_its_readers_name(hour: int, locale: str, name: str) -> None:
    """Twelve hours where people count so."""
    assert hour_name(hour, locale) == name


@pytest.mark.parametrize(
    ("report", "now", "due"),
    [
        # Monday 9:00 in London, in winter and in summer.
        ((0, 9, "Europe/London"), "2026-11-30T08:59", "2026-11-30T09:00"),
        ((0, 9, "Europe/London"), "2026-11-30T09:00", "2026-12-07T09:00"),
        ((0, 9, "Europe/London"), "2026-06-01T07:00", "2026-06-01T08:00"),
        # The week in which the clocks go back.
        ((0, 9, "America/New_York"), "2026-10-27T00:00", "2026-11-02T14:00"),
        # 02:00 does not exist on the Sunday the clocks go forward: it comes an hour later.
        ((6, 2, "Europe/Berlin"), "2027-03-27T12:00", "2027-03-28T01:00"),
    ],
)
def test_the_next_report_follows_its_zone(report: tuple[int, int, str], now: str, due: str) -> None:
    """Wall-clock time there, whatever the clocks do between now and then."""
    weekday, hour, timezone = report
    found = next_report(
        ReportTime("C1", weekday, hour, timezone), datetime.fromisoformat(f"{now}:00+00:00")
    )
    assert found == datetime.fromisoformat(f"{due}:00+00:00")


@pytest.mark.parametrize(
    "wrong", [(7, 9, "UTC"), (-1, 9, "UTC"), (0, 24, "UTC"), (0, 9, "Nowhere/Land")]
)
def test_no_report_at_a_time_that_does_not_exist(wrong: tuple[int, int, str]) -> None:
    """Weekday, hour and zone are checked where the value is made."""
    with pytest.raises((ValueError, KeyError)):
        ReportTime("C1", *wrong)
