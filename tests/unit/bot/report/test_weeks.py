"""ISO weeks by a team's own clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.report.weeks import Week


def test_a_week_is_written_and_read_alike() -> None:
    """People write it in several ways."""
    week = Week.parse("2026-W48")
    assert week.name == "2026-W48"
    assert week.monday == date(2026, 11, 23)
    assert Week.parse("2026w48") == Week.parse(" 2026-w48 ") == week


@pytest.mark.parametrize("text", ["2026", "W48", "2026-W60", "2025-W53", "last week"])
def test_what_is_no_week_is_refused(text: str) -> None:
    """A year without a week 53 has none."""
    with pytest.raises(ValueError, match=r"week|Invalid"):
        Week.parse(text)


def test_a_week_across_new_year_belongs_to_the_year_of_its_thursday() -> None:
    """1 January 2027 is in the last week of 2026."""
    week = Week.of(datetime(2027, 1, 1, 12, tzinfo=UTC), "UTC")
    assert week.name == "2026-W53"
    assert week.days() == "28 December 2026 – 3 January 2027"
    assert week.later(1).name == "2027-W01"


def test_the_same_moment_lies_in_another_week_elsewhere() -> None:
    """Sunday evening in New York is Monday in Auckland."""
    moment = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    assert Week.of(moment, "America/New_York").name == "2026-W48"
    assert Week.of(moment, "Pacific/Auckland").name == "2026-W49"


@pytest.mark.parametrize(
    ("zone", "week", "hours"),
    [
        ("Europe/London", "2026-W13", 167),
        ("Europe/London", "2026-W43", 169),
        ("America/New_York", "2026-W10", 167),
        ("Asia/Kolkata", "2026-W13", 168),
    ],
)
def test_a_week_in_which_the_clocks_change_is_an_hour_off(zone: str, week: str, hours: int) -> None:
    """Its bounds are midnights where the team is."""
    start, end = Week.parse(week).span(zone)
    assert end - start == timedelta(hours=hours)


def test_weeks_lie_end_to_end() -> None:
    """No moment is in two weeks or in none, all year, wherever."""
    for zone in ("Europe/London", "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut"):
        week = Week.parse("2026-W01")
        for _ in range(53):
            assert week.span(zone)[1] == week.later(1).span(zone)[0]
            assert Week.of(week.starts(zone), zone) == week
            assert Week.of(week.starts(zone) - timedelta(seconds=1), zone) == week.later(-1)
            week = week.later(1)


def test_days_are_written_as_people_write_them() -> None:
    """Within a month, across months, over several weeks."""
    assert Week.parse("2026-W48").days() == "23–29 November 2026"
    assert Week.parse("2026-W49").days() == "30 November – 6 December 2026"
    assert Week.parse("2026-W48").days(4) == "2–29 November 2026"
