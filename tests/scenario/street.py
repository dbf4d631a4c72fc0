"""Two companies and one app that both can install: what the tests of installing drive.

Both have the same people with the same ids, so that whatever is not kept apart by workspace shows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import aiohttp
from aiohttp import web
from pydantic import SecretStr

from bot.app import Bot, open_bot
from bot.clock import utc_now
from bot.http import Address
from bot.sandbox import seed
from bot.sandbox.double import Double, running
from bot.sandbox.driver import Person
from bot.sandbox.manifest import read_manifest
from bot.sandbox.oauth import Directory, Tenant
from bot.settings import Settings
from bot.store.base import Person as PersonKey
from tests.doubles.scorer import DoubleScorer
from tests.scenario.conftest import QUICK

PUBLIC = "https://warmline.example"
SIGNING = "a signing secret of the app"


@dataclass(slots=True)
class Browser:
    """Somebody's browser on the way through installing.

    Attributes:
        base: Where the app listens; the proxy of the public address is left out.
        cookies: What the app has set.
    """

    base: str
    cookies: dict[str, str] = field(default_factory=dict)

    async def opens(self, path: str) -> tuple[int, str, str]:
        """Open a page of the app; gives status, text, and where it sends on."""
        carried = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": carried} if carried else {}
        async with (
            aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session,
            session.get(self.base + path, headers=headers, allow_redirects=False) as answer,
        ):
            for name, morsel in answer.cookies.items():
                assert morsel["secure"]
                assert morsel["httponly"]
                self.cookies[name] = morsel.value
            return answer.status, await answer.text(), answer.headers.get("Location", "")

    async def begins(self) -> str:
        """Open the page that installs the app; gives the address of Slack's consent page."""
        status, _, consent = await self.opens("/slack/install")
        assert status == 302
        return consent

    async def returns(self, code: str, state: str) -> tuple[int, str]:
        """Come back from Slack."""
        status, text, _ = await self.opens(f"/slack/oauth_redirect?code={code}&state={state}")
        return status, text


@dataclass(slots=True)
class Street:
    """The companies, the app, and a clock that can be moved on."""

    directory: Directory
    acme: Tenant
    brook: Tenant
    settings: Settings
    scorer: DoubleScorer
    ahead: timedelta = timedelta(0)
    bots: list[Bot] = field(default_factory=list)
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)

    def now(self) -> datetime:
        """The app's time."""
        return utc_now() + self.ahead

    async def opens(self) -> Bot:
        """Start one more process of the app."""
        opening = open_bot(
            self.settings,
            scorer=self.scorer,
            clock=self.now,
            limits=QUICK,
            grace=0.05,
            http=Address("127.0.0.1", 0),
        )
        bot = await self._open.enter_async_context(opening)
        self.bots.append(bot)
        self.reach(bot)
        return bot

    async def closes(self) -> None:
        """Stop all processes."""
        await self._open.aclose()

    def reach(self, bot: Bot) -> None:
        """Let Slack send everything to one process from now on."""
        for tenant in self.directory.tenants:
            tenant.hub.address = f"http://127.0.0.1:{bot.port}/slack/events"

    def browser(self) -> Browser:
        """A browser that knows nothing yet."""
        return Browser(f"http://127.0.0.1:{self.bots[-1].port}")

    async def installs(self, tenant: Tenant) -> None:
        """Let an admin of a company install the app."""
        browser = self.browser()
        status, text = await browser.returns(
            *self.directory.consents(tenant, await browser.begins())
        )
        assert (status, tenant.name in text) == (200, True), text

    async def removes(self, tenant: Tenant, *, told: bool = True) -> None:
        """Let an admin remove the app; Slack's news of it can be lost."""
        tenant.tokens.clear()
        if told:
            await tenant.double.delivery.event({"type": "app_uninstalled"})

    def key(self, tenant: Tenant, user: str = seed.YOU) -> PersonKey:
        """Somebody as the store knows them."""
        return PersonKey(tenant.hub.team_id, user, tenant.hub.enterprise_id)

    async def settled(self) -> None:
        """Wait until all work is done."""
        for bot in self.bots:
            await bot.pool.idle()


def person(tenant: Tenant, user: str = seed.YOU) -> Person:
    """Sit down in a company's inbox."""
    return tenant.double.person(user, tenant.double.workspace.channels[seed.INBOX])


@asynccontextmanager
async def open_street(
    folder: Path, *, organisation: str = "", rotates: bool = False
) -> AsyncIterator[Street]:
    """Open both companies and one process of the app; nobody has installed it.

    Args:
        folder: Where the app keeps its store.
        organisation: The first company's, when it installs for all its workspaces.
        rotates: Whether tokens expire.
    """
    directory = Directory("1.2", "a client secret", SIGNING, rotates=rotates)
    doubles = [Double(read_manifest()), Double(read_manifest())]
    async with AsyncExitStack() as stack:
        for double in doubles:
            seed.fill(double)
        acme = directory.add(doubles[0], "T0ACME", "Acme", organisation)
        brook = directory.add(doubles[1], "T0BROOK", "Brook")
        for double in doubles:
            await stack.enter_async_context(running(double))
        settings = Settings(
            _env_file=None,
            data_dir=folder,
            slack_api_url=f"{await stack.enter_async_context(_served(directory))}/api/",
            slack_client_id=directory.client_id,
            slack_client_secret=SecretStr(directory.client_secret),
            slack_signing_secret=SecretStr(SIGNING),
            public_url=PUBLIC,
        )
        street = Street(directory, acme, brook, settings, DoubleScorer())
        stack.push_async_callback(street.closes)
        await street.opens()
        yield street


@asynccontextmanager
async def _served(directory: Directory) -> AsyncIterator[str]:
    runner = web.AppRunner(directory.application(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()
