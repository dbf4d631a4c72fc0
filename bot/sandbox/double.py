"""The Slack double put together: one aiohttp application and one workspace.

Real Slack clients talk to it over HTTP and WebSocket; ``base_url`` is all they need::

    async with running(Double(manifest)) as double:
        client = AsyncWebClient(token=BOT_TOKEN, base_url=double.base_url)
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from bot.sandbox.clock import Clock, SystemClock
from bot.sandbox.deliver import Delivery
from bot.sandbox.driver import Person
from bot.sandbox.errors import PortTakenError
from bot.sandbox.faults import Faults
from bot.sandbox.manifest import Manifest
from bot.sandbox.model import BOT_ID, Channel, Member
from bot.sandbox.socket import SocketHub
from bot.sandbox.state import Workspace
from bot.sandbox.web_api import WebApi

BOT_USER = "U0WARMLINE"
#: Largest request body taken, in bytes: room for a view that is itself refused as too large.
_BODY_BYTES = 8 * 1024 * 1024


@dataclass(slots=True)
class Double:
    """A workspace with one app in it.

    Attributes:
        workspace: Everything that stands in it.
        faults: What shall go wrong next.
        hub: Socket Mode.
        api: The Web API.
        delivery: Carries what people do to the app.
        base: Address it is served at, such as ``http://127.0.0.1:8420``.
    """

    manifest: Manifest
    clock: Clock = field(default_factory=SystemClock)
    workspace: Workspace = field(init=False)
    faults: Faults = field(default_factory=Faults)
    hub: SocketHub = field(init=False)
    api: WebApi = field(init=False)
    delivery: Delivery = field(init=False)
    base: str = ""

    def __post_init__(self) -> None:
        bot = Member(BOT_USER, self.manifest.bot_name, self.manifest.name, bot_id=BOT_ID)
        self.workspace = Workspace(bot, self.clock)
        self.hub = SocketHub(self.workspace.ids, self.faults, on_change=self.workspace.changed)
        self.api = WebApi(self.workspace, self.manifest.scopes, self.faults, self.hub.new_ticket)
        self.delivery = Delivery(self.workspace, self.hub, self.api, self.manifest)

    @property
    def base_url(self) -> str:
        """What a Slack client takes as ``base_url``."""
        return f"{self.base}/api/"

    def application(self) -> web.Application:
        """The aiohttp application that serves Web API and Socket Mode."""
        app = web.Application(client_max_size=_BODY_BYTES)
        self.api.add_routes(app)
        self.hub.add_routes(app)
        return app

    def join(self, user: str, name: str, real_name: str) -> Member:
        """Let a colleague join the workspace."""
        return self.workspace.add_member(Member(user, name, real_name))

    def person(self, user: str, channel: Channel) -> Person:
        """Sit down as someone, looking at a channel."""
        return Person(self.workspace, self.workspace.members[user], channel, self.delivery)


@asynccontextmanager
async def running(
    double: Double, app: web.Application | None = None, port: int = 0
) -> AsyncIterator[Double]:
    """Serve a double on this machine only, until the block ends.

    Args:
        double: The double; its ``base`` is set to the address.
        app: Its application, if more routes were added to it.
        port: Port on 127.0.0.1; 0 takes any free one.

    Raises:
        PortTakenError: Another program listens there.
    """
    runner = web.AppRunner(app or double.application(), access_log=None, shutdown_timeout=2)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as e:
            raise PortTakenError(port) from e
        taken = runner.addresses[0][1]
        double.base = double.delivery.base = f"http://127.0.0.1:{taken}"
        yield double
    finally:
        await runner.cleanup()
