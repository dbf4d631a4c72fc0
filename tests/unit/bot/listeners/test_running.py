"""At shutdown the listeners that still run end before the store is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest

from bot.app import open_bot
from bot.listeners.running import RunningListeners
from bot.store.base import Consent, Person
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.listeners.conftest import settings_for, workspace

pytestmark = pytest.mark.anyio


class SlowRead:
    """Reads a person's consent when it is let, and notes how that ended."""

    def __init__(self, read: Callable[[Person], Awaitable[Consent]]) -> None:
        self.read = read
        self.began = asyncio.Event()
        self.go = asyncio.Event()
        self.ended: list[str] = []

    async def __call__(self, person: Person) -> Consent:
        """Stand in the store's place."""
        self.began.set()
        try:
            await self.go.wait()
            consent = await self.read(person)
        except asyncio.CancelledError:
            self.ended.append("cancelled")
            raise
        self.ended.append("read")
        return consent


async def shut_down_while_reading(
    folder: Path, monkeypatch: pytest.MonkeyPatch, grace: float, after: float
) -> list[str]:
    """Leave the bot while a listener reads, and let it read on after some seconds."""
    async with workspace() as double:
        settings = settings_for(double, folder)
        async with open_bot(settings, scorer=DoubleScorer(), grace=grace) as bot:
            slow = SlowRead(bot.store.consent)
            monkeypatch.setattr(bot.store, "consent", slow)
            ana = double.person("U1", double.workspace.channels["C1"])
            asking = asyncio.create_task(ana.types("/empathy privacy"))
            await slow.began.wait()
            asyncio.get_running_loop().call_later(after, slow.go.set)
        ended = list(slow.ended)
        await asyncio.gather(asking, return_exceptions=True)
        return ended


async def test_a_listener_finishes_its_read_before_the_store_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut off within the grace: the read has its answer when the bot has gone."""
    assert await shut_down_while_reading(tmp_path, monkeypatch, grace=5, after=0.1) == ["read"]


async def test_a_listener_that_takes_longer_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the grace it is ended, and still before the store closes."""
    ended = await shut_down_while_reading(tmp_path, monkeypatch, grace=0.1, after=60)
    assert ended == ["cancelled"]


async def test_a_listener_is_waited_for_after_its_acknowledgement() -> None:
    """Bolt answers at the acknowledgement; what the listener does afterwards counts too."""
    running, done, go = RunningListeners(), [], asyncio.Event()
    app = AsyncApp(signing_secret="s", authorize=authorized, request_verification_enabled=False)
    running.follow(app)

    @app.command("/slow")
    async def slow(ack: Any) -> None:
        await ack()
        await go.wait()
        done.append("slow")

    body = "command=/slow&team_id=T1&user_id=U1&trigger_id=1"
    await app.async_dispatch(AsyncBoltRequest(body=body))
    assert done == []
    asyncio.get_running_loop().call_later(0.05, go.set)
    await running.close(5)
    assert done == ["slow"]


async def authorized(**_: object) -> AuthorizeResult:
    """Know the workspace without asking Slack."""
    return AuthorizeResult(enterprise_id=None, team_id="T1", bot_token="xoxb-1", bot_id="B1")


async def test_a_request_that_has_no_listener_yet_may_still_start_it() -> None:
    """The listener begins while the bot waits for the request, and is waited for in turn."""
    running, done = RunningListeners(), []

    async def listener() -> None:
        await running.handle(AsyncBoltRequest(body=""), None)
        await asyncio.sleep(0.02)
        done.append("listener")

    async def request() -> None:
        await running.heard()
        await asyncio.sleep(0.02)
        started.append(asyncio.create_task(listener()))

    started = [asyncio.create_task(request())]
    await running.close(5)
    assert done == ["listener"]


async def test_what_was_read_last_is_waited_for() -> None:
    """A request whose task has not had its first turn is not missed."""
    running, done = RunningListeners(), []

    async def request() -> None:
        await running.heard()
        await asyncio.sleep(0.02)
        done.append("request")

    last = asyncio.create_task(request())
    await running.close(5)
    assert (done, last.done()) == (["request"], True)
