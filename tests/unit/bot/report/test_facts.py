"""The table's words on odd numbers: true, and such as a lead can read."""

from __future__ import annotations

from typing import Any

from bot.report.build import build
from bot.report.facts import facts
from bot.report.model import Report
from bot.report.windows import Window
from tests.unit.bot.report.drafts import WEEK, around, draft, later, team, window


def said(report: Report, name: str) -> tuple[str, str]:
    """Number and meaning of a line."""
    [found] = [fact for fact in facts(report) if fact.name == name]
    return found.value, found.note


def drafts(people: int = 16, **changed: Any) -> list[Any]:
    """One draft of each person, scores spread out."""
    return [draft(person, 50.0 + person, **changed) for person in range(people)]


def test_a_loss_is_not_called_a_gain() -> None:
    """Drafts that got worse when they were checked again."""
    worse = [draft(p, 50.0 + p, first=58.0 + p, checks=2) for p in range(16)]
    assert said(build(window(), worse, around()), "Drafts checked again") == (
        "16",
        "0 % of them scored higher; median loss 8 points",
    )


def test_a_change_that_cannot_be_compared_has_no_number() -> None:
    """Beside another model's weeks a difference would be read as the team's."""
    before = build(Window(WEEK.later(-1), 1), later(team(9, model="m0"), -1), around())
    report = build(window(), team(9), around(before=[before], baseline=[before]))
    assert said(report, "Against the four weeks before")[0] == "–"


def test_a_mean_without_a_range_says_why() -> None:
    """A range from 62 to 62 would look like certainty."""
    report = build(window(), [draft(person, 62.0) for person in range(9)], around())
    assert "no range" in said(report, "Mean score")[1]


def test_choices_that_are_all_withheld_leave_no_empty_list() -> None:
    """The drafts are counted, what was done with them is not told."""
    alone = [draft(p, 60.0, suggested=True, choice="used" if p < 2 else None) for p in range(6)]
    report = build(window(), alone, around())
    assert said(report, "Suggestions used or edited") == ("withheld", "6 drafts had suggestions")


def test_what_is_withheld_beside_a_shown_part_is_not_said_to_be_small() -> None:
    """It may be hidden for the sake of another part alone."""
    mixed = [draft(p, 60.0, channel="public" if p < 12 else "dm") for p in range(14)]
    assert said(build(window(), mixed, around()), "Where drafts were checked from") == (
        "withheld",
        "Withheld, so that no number is about a few people",
    )
