"""A double served on a free port, a person in it, and the real Slack client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.clock import ManualClock
from bot.sandbox.double import Double, running
from bot.sandbox.driver import Person
from bot.sandbox.manifest import Command, Manifest, Shortcut
from bot.sandbox.model import BOT_TOKEN, Channel

MANIFEST = Manifest(
    name="Tester",
    description="Tests the double.",
    bot_name="tester",
    scopes=frozenset(
        {"app_mentions:read", "assistant:write", "channels:read", "chat:write"}
        | {"commands", "files:write", "im:history", "im:write", "users:read"}
    ),
    events=frozenset({"app_home_opened", "app_mention", "function_executed", "message.im"}),
    commands=(Command("/try", "Try it", "[words]", should_escape=False),),
    shortcuts=(
        Shortcut("Look at this", "message", "look", "Looks at a message"),
        Shortcut("Look", "global", "look_anywhere", "Looks"),
    ),
)


@dataclass(slots=True)
class World:
    """Everything a test of the double touches."""

    double: Double
    clock: ManualClock
    client: AsyncWebClient
    ana: Person

    @property
    def channel(self) -> Channel:
        """The channel Ana looks at; the app is in it."""
        return self.double.workspace.channels["C1"]


@pytest.fixture
def anyio_backend() -> str:
    """Bolt and the double run on asyncio alone."""
    return "asyncio"


@pytest.fixture
async def world(anyio_backend: str) -> AsyncIterator[World]:
    """A workspace with Ana, the app, one channel with both, one private one with Ana alone."""
    clock = ManualClock()
    double = Double(MANIFEST, clock)
    double.hub.ack_seconds = 0.3
    double.hub.retry_seconds = (0.0, 0.05, 0.1)
    bot = double.workspace.bot.id
    double.join("U1", "ana", "Ana Souza")
    double.join("U2", "ben", "Ben Okafor")
    open_channel = double.workspace.add_channel(Channel("C1", "inbox", "public", {"U1", bot}))
    double.workspace.add_channel(Channel("C2", "lounge", "public", {"U1"}))
    double.workspace.add_channel(Channel("G1", "secret", "private", {"U1"}))
    async with running(double):
        client = AsyncWebClient(token=BOT_TOKEN, base_url=double.base_url)
        yield World(double, clock, client, double.person("U1", open_channel))
