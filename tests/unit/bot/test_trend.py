"""A person's trend: single drafts at first, weeks once there are some."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.profiles import Profile
from bot.store.base import OwnCheck
from bot.trend import last_of_each_draft, trend_of

START = datetime(2026, 11, 2, 10, tzinfo=UTC)  # a Monday
LONDON = Profile(timezone="Europe/London", locale="en-GB")


def checks(*found: tuple[float, str, float | None]) -> list[OwnCheck]:
    """Checks by day after the start, draft and score; newest first, as the store gives them."""
    made: Iterable[OwnCheck] = (
        OwnCheck(
            id=f"c{number}",
            session_id=draft,
            checked_at=START + timedelta(days=day),
            overall=overall,
            band=None if overall is None else "okay",
        )
        for number, (day, draft, overall) in enumerate(found)
    )
    return sorted(made, key=lambda check: check.checked_at, reverse=True)


def test_a_draft_counts_as_it_was_last_checked() -> None:
    """Of a draft and its re-checks the last one stands, in the order of time."""
    found = last_of_each_draft(checks((0, "a", 40.0), (1, "b", 50.0), (2, "a", 60.0)))
    assert [(check.session_id, check.overall) for check in found] == [("a", 60.0), ("b", 50.0)]


def test_a_few_drafts_are_shown_one_by_one() -> None:
    """Oldest first, numbered; what was not scored is no point."""
    trend = trend_of(checks((0, "a", 40.4), (1, "b", None), (2, "c", 60.5)), LONDON)
    assert (trend.by, trend.points) == ("draft", (("1", 40), ("2", 61)))


def test_no_more_than_twenty_drafts_are_shown() -> None:
    """The chart takes twenty points: the latest."""
    trend = trend_of(checks(*((n / 10, f"d{n}", float(n)) for n in range(30))), LONDON)
    assert [value for _, value in trend.points] == list(range(10, 30))


def test_weeks_are_shown_once_there_are_four() -> None:
    """The mean of each week, under its Monday, as the person writes a day."""
    found = checks((0, "a", 40.0), (6, "b", 60.0), (7, "c", 70.0), (14, "d", 80.0), (21, "e", 90.0))
    trend = trend_of(found, LONDON)
    assert trend.by == "week"
    assert trend.points == (("2 Nov", 50), ("9 Nov", 70), ("16 Nov", 80), ("23 Nov", 90))


def test_a_week_begins_on_the_persons_own_monday() -> None:
    """Sunday evening in London is Monday already in Sydney."""
    sydney = Profile(timezone="Australia/Sydney", locale="en-AU")
    late = 6 + 6 / 24  # Sunday, 16:00 UTC
    found = checks((0, "a", 10.0), (late, "b", 30.0), (14, "c", 50.0), (21, "d", 70.0))
    assert trend_of(found, sydney).points[1] == ("9 Nov", 30)
