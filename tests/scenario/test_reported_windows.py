"""Reported faults: windows that open late, were closed, or have moved on.

The numbers are those of ``docs/slack-reports.md``.
"""

from __future__ import annotations

import asyncio

from bot.ids import ActionId, ViewId
from bot.sandbox.driver import shown_text
from bot.sandbox.faults import ApiFault
from tests.scenario.conftest import Office
from tests.scenario.reported import cards, settled, submitted


async def test_report_08_a_slow_look_up_does_not_cost_the_trigger(office: Office) -> None:
    """The form of the team needs to know who asks; the window opens before that is known."""
    await office.you.opens_home()
    await office.you.sees_home("Your team")
    office.sandbox.double.faults.on("users.info", ApiFault("slow", 3.4))
    await office.you.clicks_home(ActionId.HOME_SETUP)
    await office.you.sees_view(ViewId.LOADING)
    await office.you.sees_view(ViewId.SETUP, timeout=8.0)


async def test_report_15_a_window_that_was_closed_is_left_alone(office: Office) -> None:
    """The result finds nobody: nothing is opened, nothing is sent, nothing fails."""
    office.scorer.seconds = 0.3
    await submitted(office)
    await office.you.closes()
    await settled(office)
    assert office.you.view() is None
    assert cards(office) == 0


async def test_report_16_a_result_does_not_overwrite_what_came_after(office: Office) -> None:
    """Cancelled while it was scored: the draft is back in its form and stays there."""
    office.scorer.seconds = 0.9
    await submitted(office)
    await office.you.sees_view(ViewId.WORKING, "Still checking")
    await office.you.clicks(ActionId.CANCEL)
    await office.you.sees_view(ViewId.INPUT)
    await settled(office)
    await asyncio.sleep(0.3)
    assert (await office.you.sees_view()).body["callback_id"] == ViewId.INPUT


async def test_report_17_nothing_hangs_on_hearing_that_a_window_was_closed(
    office: Office,
) -> None:
    """No view asks for the news; a check whose window was closed is kept like any other."""
    assert office.bot is not None
    office.scorer.seconds = 0.3
    opened = await submitted(office)
    assert not opened.body.get("notify_on_close")
    await office.you.closes()
    await settled(office)
    await office.you.opens_home()
    home = await office.you.sees_home("Your last checks")
    assert "None yet." not in shown_text(home)
