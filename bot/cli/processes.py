"""The long-running commands: ``run``, ``bot``, ``jobs`` and ``sandbox``."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.start import begin
from bot.strings import cli as words

if TYPE_CHECKING:
    from bot.settings import Settings

DEFAULT_PORT = 8420
HTTP_ADDRESS = "127.0.0.1:8432"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("run")(run)
    app.command("bot")(bot)
    app.command("jobs")(jobs)
    app.command("sandbox")(sandbox)


def run() -> None:
    """Run everything in one process: Slack, scorer and jobs."""
    asyncio.run(_bot(begin()))


def bot(
    http: Annotated[
        bool, typer.Option("--http", help="Serve many workspaces over HTTP, not Socket Mode.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="HOST:PORT",
            help=f"Where to listen, with --http; {HTTP_ADDRESS} if not given.",
        ),
    ] = None,
) -> None:
    """Run the Slack side, with the scorer at WARMLINE_SCORER_URL or in this process.

    By Socket Mode for one workspace; with --http for all that install the app, behind a proxy
    with a certificate.
    """
    if address and not http:
        raise typer.BadParameter(words.ONLY_WITH_HTTP)
    asyncio.run(_bot(begin(), (address or HTTP_ADDRESS) if http else ""))


def jobs() -> None:
    """Run the scheduled jobs on their own."""
    asyncio.run(_jobs(begin()))


def sandbox(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page on 127.0.0.1; 0: any free one.")
    ] = DEFAULT_PORT,
    demo_data: Annotated[
        bool, typer.Option("--demo-data", help="Fill the team's reports with a simulated quarter.")
    ] = False,
) -> None:
    """Try Warmline against a local Slack double with a page in the browser; no token needed."""
    settings = begin()
    # Only this command needs the double.
    from bot.sandbox.run import serve  # noqa: PLC0415

    serve(port, settings, demo_data=demo_data)


async def _bot(settings: Settings, http: str = "") -> None:
    from bot.app import open_bot  # noqa: PLC0415 - keeps --help fast
    from bot.http import parse_address  # noqa: PLC0415

    where = parse_address(http) if http else None
    async with open_bot(settings, http=where) as running, _until_stopped() as stopped:
        said = words.BOT_LISTENING.format(host=where.host, port=running.port) if where else ""
        typer.echo(said or words.BOT_RUNNING, err=True)
        await stopped.wait()


async def _jobs(settings: Settings) -> None:
    from bot.app import open_jobs  # noqa: PLC0415 - keeps --help fast

    async with open_jobs(settings), _until_stopped() as stopped:
        typer.echo(words.JOBS_RUNNING, err=True)
        await stopped.wait()


@asynccontextmanager
async def _until_stopped() -> AsyncIterator[asyncio.Event]:
    """Turn Ctrl-C and SIGTERM into an event, so that running checks can finish."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stopped.set)
    try:
        yield stopped
    finally:
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(name)
