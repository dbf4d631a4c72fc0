"""Reported faults: answering late, twice or not at all.

The numbers are those of ``docs/slack-reports.md``.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from bot.app import open_bot
from bot.errors import StoreError
from bot.ids import ActionId, FieldId, ViewId
from bot.sandbox.faults import ApiFault
from bot.sandbox.limits import ACK_SECONDS
from bot.sandbox.run import sandbox_settings
from bot.sandbox.socket import Connection
from bot.settings import Settings
from tests.scenario.conftest import QUICK, Office
from tests.scenario.reported import DRAFT, answers, cards, settled


async def test_report_01_a_slow_check_is_answered_once(office: Office) -> None:
    """The check takes longer than Slack waits for an acknowledgement; nothing comes again."""
    office.sandbox.double.hub.retry_seconds = (0.0, 0.1)
    office.scorer.seconds = ACK_SECONDS + 0.4
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_02_a_repeated_socket_event_has_effect_once(office: Office) -> None:
    """The acknowledgement is lost, Slack delivers again, and the first delivery's work stands."""
    office.sandbox.double.hub.retry_seconds = (0.0, 0.1)
    office.sandbox.double.faults.dropped_acks = 1
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    await asyncio.sleep(0.3)
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_03_an_error_is_told_once_and_not_repeated(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener that fails acknowledges all the same: no retry repeats the failure."""
    assert office.bot is not None
    calls: list[str] = []

    async def broken(*_: object) -> None:
        calls.append("accept")
        raise StoreError

    monkeypatch.setattr(office.bot.desk.store, "accept", broken)
    office.sandbox.double.hub.retry_seconds = (0.0, 0.1)
    await office.you.dms(DRAFT)
    await office.you.sees("could not reach its database")
    await asyncio.sleep(0.3)
    assert (len(calls), len(answers(office))) == (1, 1)


async def test_report_04_a_mention_delivered_twice_is_answered_once(office: Office) -> None:
    """Two deliveries of a mention while the scorer is slow: one card."""
    office.sandbox.double.faults.duplicates = 1
    office.scorer.seconds = 0.3
    await office.you.types(f"@{office.sandbox.double.workspace.bot.name} {DRAFT}")
    await office.you.sees("of 100")
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_05_what_slack_repeats_to_a_late_app_is_answered_once(
    office: Office,
) -> None:
    """Written while the app was down: every retry arrives, one card follows."""
    office.sandbox.double.hub.retry_seconds = (0.1, 1.5, 0.1)
    await office.closes()
    await office.you.dms(DRAFT)
    await office.opens()
    await office.you.sees("of 100", timeout=10.0)
    await asyncio.sleep(0.3)
    await settled(office)
    assert cards(office) == 1


async def test_report_06_a_command_never_times_out_on_a_slow_scorer(office: Office) -> None:
    """Slack hears within its time; the card comes later."""
    office.scorer.seconds = ACK_SECONDS + 0.4
    await office.you.types(f"/empathy {DRAFT}")
    assert office.you.notices() == []
    await office.you.sees("of 100")


async def test_report_07_what_precedes_the_listener_does_not_delay_the_answer(
    office: Office,
) -> None:
    """The draft is kept in a middleware; Slack hears before the slow listener has ended."""
    fault = ApiFault("slow", ACK_SECONDS + 1.0)
    office.sandbox.double.faults.on("assistant.threads.setStatus", fault)
    began = time.monotonic()
    await office.you.dms(DRAFT)  # returns with the acknowledgement
    assert time.monotonic() - began < ACK_SECONDS - 0.5
    await office.you.sees("of 100")


async def test_report_31_a_slack_that_stays_busy_gets_the_card_later(office: Office) -> None:
    """Refused three times over: the card waits in the database and is sent once."""
    busy = ApiFault("rate_limited", 1)
    office.sandbox.double.faults.on("chat.postMessage", busy, busy, busy)
    await office.you.dms(DRAFT)
    await office.you.sees("of 100", timeout=20.0)
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_32_a_connection_that_breaks_is_made_again(office: Office) -> None:
    """No goodbye, the line is simply dead: the app is back by itself, and answers."""
    hub = office.sandbox.double.hub
    for connection in list(hub.connections):
        assert connection._req is not None
        assert connection._req.transport is not None
        connection._req.transport.abort()
    await office.you.waits_for(lambda: None if hub.connections else True, "the broken line")
    await office.you.waits_for(lambda: hub.connections or None, "a new connection", timeout=25.0)
    await office.you.types(f"/empathy {DRAFT}")
    await office.you.sees("of 100")


async def test_report_33_two_replicas_share_one_memory(office: Office) -> None:
    """Every payload goes to the other process than the one before: one card, one opinion."""
    double = office.sandbox.double
    settings = sandbox_settings(Settings(_env_file=None), double.base_url, office.folder)
    turns = iter(range(1000))

    def other(connections: Any) -> Connection:
        found: Connection = connections[next(turns) % len(connections)]
        return found

    async with open_bot(settings, scorer=office.scorer, limits=QUICK, grace=0.05) as second:
        await office.you.waits_for(lambda: len(double.hub.connections) == 2 or None, "both")
        double.hub.choose = other
        double.faults.duplicates = 1
        await office.you.types(f"/empathy {DRAFT}")
        await office.you.sees("of 100")
        await second.pool.idle()
        await settled(office)
        assert (cards(office), len(office.scorer.asked)) == (1, 1)
        double.faults.duplicates = 1
        await office.you.clicks(ActionId.THUMBS_UP)
        await office.you.sees("Recorded: helpful")
        await office.you.clicks(ActionId.EDIT)
        opened = await office.you.sees_view(ViewId.INPUT)
        await office.you.fills(opened, {FieldId.DRAFT: f"Sorry. {DRAFT}"}).submits()
        await office.you.sees_view(ViewId.RESULT, "since your last check")
