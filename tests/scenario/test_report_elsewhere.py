"""The weekly report where its place is closed: told elsewhere, over the real SDK and the double."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError

from bot.sandbox.driver import shown_text
from tests.scenario.test_weekly_report import LEAD, PLACE, Monday, anyio_backend, direct, monday

__all__ = ["anyio_backend", "monday"]


async def test_an_archived_channel_is_told_to_the_lead(monday: Monday) -> None:
    """The lead has the report and reads why it comes to them; nothing stands in the channel."""
    monday.double.workspace.channels[PLACE].archived = True
    await monday.ticks("one")
    monday.later(minutes=6)
    await monday.ticks("two")
    assert monday.reports(PLACE) == []
    [told] = monday.reports(monday.to_lead)
    assert f"could not be posted in <#{PLACE}> (it is archived)" in shown_text(told)
    assert "9 people checked 27 drafts" in told.text


async def test_closed_messages_are_told_in_app_home(
    monday: Monday,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A lead who takes no direct messages finds the report in App Home."""
    await direct(monday)

    async def closed(**_: object) -> None:
        raise SlackApiError("closed", {"ok": False, "error": "cannot_dm_bot"})

    monkeypatch.setattr(monday.client, "conversations_open", closed)
    await monday.ticks("one")
    home = monday.double.workspace.homes[LEAD]
    assert "could not be sent to your direct messages" in shown_text(home)
    assert "9 people checked 27 drafts" in shown_text(home)
