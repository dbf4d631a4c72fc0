"""The weekly report on demand: the same for everybody, in the command and in App Home."""

from __future__ import annotations

import pytest

from bot.ids import ActionId
from bot.report.weeks import Week
from tests.unit.bot.listeners.conftest import Desktop

pytestmark = pytest.mark.anyio


async def test_the_command_answers_privately(at_desk: Desktop) -> None:
    """Nobody checked anything yet, and the report says so."""
    await at_desk.ana.types("/empathy report")
    answer = await at_desk.ana.sees("No draft was checked in this week")
    assert answer.shown_to == "U1"
    assert at_desk.scorer.asked == []


async def test_a_week_can_be_named(at_desk: Desktop) -> None:
    """As people write it."""
    await at_desk.ana.types("/empathy report 2026-w20")
    await at_desk.ana.sees("2026-W20")


async def test_a_week_that_is_not_over_has_no_report(at_desk: Desktop) -> None:
    """Two looks at a running week could be subtracted."""
    await at_desk.ana.types("/empathy report this")
    await at_desk.ana.sees("This week is not over yet")


async def test_what_is_no_week_is_said(at_desk: Desktop) -> None:
    """With an example to copy."""
    await at_desk.ana.types("/empathy report 2026-W60")
    last = Week.of(at_desk.bot.desk.clock(), "UTC").later(-1)
    await at_desk.ana.sees(last.name)


async def test_app_home_opens_the_report_and_goes_back(at_desk: Desktop) -> None:
    """A button there, and one back."""
    await at_desk.ana.opens_home()
    await at_desk.ana.sees_home("What leads see")
    await at_desk.ana.clicks_home(ActionId.HOME_REPORT)
    await at_desk.ana.sees_home("No draft was checked in this week")
    await at_desk.ana.clicks_home(ActionId.HOME_BACK)
    await at_desk.ana.sees_home("What leads see")
