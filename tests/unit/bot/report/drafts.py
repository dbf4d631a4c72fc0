"""Drafts for the report's tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.report.build import Around
from bot.report.weeks import Week
from bot.report.windows import Window
from bot.store.reporting import Draft
from scoring.contract import band_of

WEEK = Week.parse("2026-W48")
AT = datetime(2026, 11, 24, 10, tzinfo=UTC)


def draft(person: int, overall: float | None = 60.0, **changed: Any) -> Draft:
    """A draft of a person, checked once."""
    values: dict[str, Any] = {
        "person": person,
        "at": AT,
        "first": overall,
        "overall": overall,
        "band": None if overall is None else band_of(overall),
        "need": 1.0,
        "channel": "public",
        "checks": 1,
        "model": "2026-11-30.2",
    }
    return Draft(**{**values, **changed})


def team(people: int, each: int = 3, **changed: Any) -> list[Draft]:
    """Some drafts of each of some people, scores spread out."""
    return [
        draft(person, 40.0 + 7 * ((person + number) % 5), **changed)
        for person in range(people)
        for number in range(each)
    ]


def later(drafts: list[Draft], weeks: int) -> list[Draft]:
    """The same drafts some weeks later."""
    moved = tuple(Draft.__dataclass_fields__)
    return [
        Draft(**{**{n: getattr(d, n) for n in moved}, "at": d.at + timedelta(weeks=weeks)})
        for d in drafts
    ]


def window(weeks: int = 1) -> Window:
    """A window that ends with the week of the tests."""
    return Window(WEEK, weeks)


def around(**changed: Any) -> Around:
    """What stands around a report in these tests."""
    values = {"team": "Care", "timezone": "UTC", "until": "2026-11-30T00:00:00+00:00"}
    return Around(**{**values, **changed})
