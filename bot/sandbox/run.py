"""``warmline sandbox``: double, app, scorer, store and page in one process, on this machine only.

Order matters for the person who waits: the page answers at once and says that the model is being
loaded; the app connects when a draft can be scored.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer
from pydantic import SecretStr

from bot import logs
from bot.app import Bot, open_bot, prepare_database
from bot.clock import utc_now
from bot.report.demo import fill, loading_store
from bot.report.weeks import Week
from bot.sandbox import seed
from bot.sandbox.double import Double, running
from bot.sandbox.manifest import read_manifest
from bot.sandbox.model import APP_TOKEN, BOT_TOKEN, TEAM_ID
from bot.sandbox.page import Page
from bot.sandbox.snapshot import Status
from bot.settings import Settings
from bot.store.base import Person

__all__ = ["Sandbox", "fill_demo", "open_app", "open_sandbox", "sandbox_settings", "serve"]

LOADING: Final = "Loading the model… the first start can take a minute."
READY: Final = "Warmline sandbox is ready: {address} (stop it with Ctrl-C)"
FAILED: Final = "The app could not start; the terminal says why."


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A served double with its page; the app joins it by ``open_app``."""

    double: Double
    page: Page

    @property
    def address(self) -> str:
        """Where the page is."""
        return self.double.base


def serve(
    port: int, settings: Settings, data_dir: Path | None = None, *, demo_data: bool = False
) -> None:
    """Run the sandbox until Ctrl-C.

    Args:
        port: Port of the page on 127.0.0.1; 0 takes any free one.
        settings: Settings of the bot; those that name a workspace, a database or a scorer
            elsewhere are set aside, so that nothing leaves this machine.
        data_dir: Where the store goes; by default a folder that is removed at the end.
        demo_data: Whether the team has a simulated quarter behind it.

    Raises:
        PortTakenError: Another program listens on the port.
        WarmlineError: The app or its scorer does not start.
    """
    # One line for a person to read, not a log; who wants the log asks for it.
    level = "warning" if settings.log_level == "info" else settings.log_level
    logs.configure(level, json=settings.log_json)
    demo = TEAM_ID if demo_data else ""
    asyncio.run(_serve(port, settings, data_dir, demo, lambda line: typer.echo(line, err=True)))


async def _serve(
    port: int,
    settings: Settings,
    data_dir: Path | None,
    demo: str,
    tell: Callable[[str], None],
) -> None:
    with _data(data_dir) as folder:
        async with open_sandbox(port) as sandbox, _stop_signal() as stopped:
            tell(LOADING)
            if demo:
                await fill_demo(sandbox_settings(settings, sandbox.double.base_url, folder), demo)
            app = asyncio.create_task(_run_app(sandbox, settings, folder, tell))
            await _until(stopped, app)


async def _until(stopped: asyncio.Event, running_app: asyncio.Task[None]) -> None:
    """Wait for Ctrl-C, or for the app to fail; then end it in order."""
    stopping = asyncio.create_task(stopped.wait())
    await asyncio.wait({running_app, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if running_app.done():
        running_app.result()
    running_app.cancel()
    await asyncio.wait({running_app})


async def _run_app(
    sandbox: Sandbox, settings: Settings, folder: Path, tell: Callable[[str], None]
) -> None:
    async with open_app(sandbox, settings, folder):
        tell(READY.format(address=sandbox.address))
        await asyncio.Event().wait()


@asynccontextmanager
async def open_sandbox(port: int = 0) -> AsyncIterator[Sandbox]:
    """Serve a filled workspace and its page; the page says that the app is still to come.

    Raises:
        PortTakenError: Another program listens on the port.
    """
    double = Double(read_manifest())
    inbox = seed.fill(double)
    page = Page(double.person(seed.YOU, inbox), Status(line=LOADING))
    app = double.application()
    page.add_routes(app)
    async with running(double, app, port):
        yield Sandbox(double, page)


@asynccontextmanager
async def open_app(sandbox: Sandbox, settings: Settings, folder: Path) -> AsyncIterator[Bot]:
    """Run the whole app against a sandbox, with its scorer in this process.

    Raises:
        WarmlineError: The app or its scorer does not start.
    """
    status = sandbox.page.status
    try:
        async with open_bot(sandbox_settings(settings, sandbox.double.base_url, folder)) as bot:
            status.model, status.line = "ready", "Ready"
            sandbox.double.workspace.changed()
            yield bot
    except Exception:
        status.model, status.line = "failed", FAILED
        sandbox.double.workspace.changed()
        raise


def sandbox_settings(settings: Settings, api_url: str, folder: Path) -> Settings:
    """The given settings, with everything that leads off this machine turned round to it."""
    return settings.model_copy(
        update={
            "slack_api_url": api_url,
            "slack_bot_token": SecretStr(BOT_TOKEN),
            "slack_app_token": SecretStr(APP_TOKEN),
            "data_dir": folder,
            "database_url": SecretStr(""),
            "key_file": None,
            "encryption_keys": None,
            "pseudonym_key": None,
            "scorer_url": "",
            "scorer_token_file": None,
            "metrics_port": 0,
        }
    )


async def fill_demo(settings: Settings, team_id: str) -> None:
    """Put a simulated quarter into the store of a workspace, up to the last week that is over."""
    await asyncio.to_thread(prepare_database, settings)
    store = loading_store(settings, utc_now)
    last = Week.of(utc_now(), "UTC").later(-1)
    try:
        await fill(store, Person(team_id, ""), last, seed.INBOX)
    finally:
        await store.close()


@contextmanager
def _data(given: Path | None) -> Iterator[Path]:
    """The given folder, or one for this run alone."""
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="warmline-sandbox-") as made:
        yield Path(made)


@asynccontextmanager
async def _stop_signal() -> AsyncIterator[asyncio.Event]:
    """Turn Ctrl-C and SIGTERM into an event, so that everything is closed in order."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    names = (signal.SIGINT, signal.SIGTERM)
    for name in names:
        loop.add_signal_handler(name, stopped.set)
    try:
        yield stopped
    finally:
        for name in names:
            loop.remove_signal_handler(name)
