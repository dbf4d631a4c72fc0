"""Socket Mode as it goes over the wire, read by a bare WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.model import APP_TOKEN
from tests.unit.bot.sandbox.conftest import World


async def address(world: World) -> str:
    """A fresh address for one connection."""
    client = AsyncWebClient(token=APP_TOKEN, base_url=world.double.base_url)
    answer = await client.apps_connections_open(app_token=APP_TOKEN)
    return str(answer["url"])


async def refused(session: aiohttp.ClientSession, url: str) -> bool:
    """Whether a connection is turned away."""
    try:
        async with session.ws_connect(url):
            return False
    except aiohttp.WSServerHandshakeError as e:
        return e.status == 403


async def heard(socket: aiohttp.ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """The next envelope of a kind."""
    async with asyncio.timeout(5):
        while True:
            said: dict[str, Any] = await socket.receive_json()
            if said["type"] == kind:
                return said


@pytest.fixture
async def wire(world: World) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """The app's end of one connection, past the greeting."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(await address(world)) as socket,
    ):
        await heard(socket, "hello")
        yield socket


async def test_an_address_admits_one_connection(world: World) -> None:
    """It greets once; the same address again, or an invented one, is refused."""
    url = await address(world)
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        hello = await heard(socket, "hello")
        assert hello["num_connections"] == 1
        assert await refused(session, url)
        assert await refused(session, f"{world.double.base}/socket?ticket=invented")


async def test_there_are_ten_connections_at_most(world: World) -> None:
    """The eleventh is refused, and works after another one left."""
    async with aiohttp.ClientSession() as session:
        sockets = [await session.ws_connect(await address(world)) for _ in range(10)]
        assert await refused(session, await address(world))
        await sockets[0].close()
        async with asyncio.timeout(5):
            while len(world.double.hub.connections) == 10:  # noqa: ASYNC110 - no event says it
                await asyncio.sleep(0.01)
        assert not await refused(session, await address(world))
        for socket in sockets:
            await socket.close()


async def test_a_repeated_event_says_so(
    world: World, wire: aiohttp.ClientWebSocketResponse
) -> None:
    """The same event id comes in a new envelope with its number and the reason."""
    await world.ana.dms("Hello")
    first = await heard(wire, "events_api")
    again = await heard(wire, "events_api")
    await wire.send_json({"envelope_id": again["envelope_id"]})
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(wire.receive(), 0.5)
    assert "retry_attempt" not in first
    assert (again["retry_attempt"], again["retry_reason"]) == (1, "timeout")
    assert first["payload"]["event_id"] == again["payload"]["event_id"]
    assert first["envelope_id"] != again["envelope_id"]
    assert first["payload"]["event"]["channel_type"] == "im"


async def test_what_a_person_does_is_not_repeated(
    world: World, wire: aiohttp.ClientWebSocketResponse
) -> None:
    """Slack gives up on a click that nobody acknowledges, and tells the person."""
    await world.ana.global_shortcut()
    envelope = await heard(wire, "interactive")
    assert envelope["accepts_response_payload"] is True
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(wire.receive(), 0.5)
    assert world.ana.notices() == ["We had some trouble connecting. Try again?"]


async def test_only_events_of_the_manifest_are_sent(
    world: World, wire: aiohttp.ClientWebSocketResponse
) -> None:
    """A message in a channel is not subscribed to; opening the Home tab is."""
    await world.ana.types("Hello everyone")
    opening = asyncio.create_task(world.ana.opens_home())
    envelope = await heard(wire, "events_api")
    await wire.send_json({"envelope_id": envelope["envelope_id"]})
    await opening
    assert envelope["payload"]["event"]["type"] == "app_home_opened"
    assert envelope["payload"]["event"]["tab"] == "home"


async def test_nonsense_from_the_app_is_ignored(
    world: World, wire: aiohttp.ClientWebSocketResponse
) -> None:
    """Neither broken JSON nor an unknown envelope disturbs the connection."""
    await wire.send_str("{")
    await wire.send_json({"envelope_id": "unknown"})
    typing = asyncio.create_task(world.ana.types("/try it"))
    envelope = await heard(wire, "slash_commands")
    await wire.send_json({"envelope_id": envelope["envelope_id"], "payload": "Done"})
    await typing
    assert [m.text for m in world.ana.ephemerals()] == ["Done"]
