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


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("run")(run)
    app.command("bot")(bot)
    app.command("jobs")(jobs)
    app.command("sandbox")(sandbox)


def run() -> None:
    """Run everything in one process: Slack, scorer and jobs."""
    asyncio.run(_bot(begin()))


def bot() -> None:
    """Run the Slack side, with the scorer at WARMLINE_SCORER_URL or in this process."""
    asyncio.run(_bot(begin()))


def jobs() -> None:
    """Run the scheduled jobs on their own."""
    asyncio.run(_jobs(begin()))


def sandbox(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page on 127.0.0.1; 0: any free one.")
    ] = DEFAULT_PORT,
) -> None:
    """Try Warmline against a local Slack double with a page in the browser; no token needed."""
    settings = begin()
    # Only this command needs the double.
    from bot.sandbox.run import serve  # noqa: PLC0415

    serve(port, settings)


async def _bot(settings: Settings) -> None:
    from bot.app import open_bot  # noqa: PLC0415 - keeps --help fast

    async with open_bot(settings), _until_stopped() as stopped:
        typer.echo(words.BOT_RUNNING, err=True)
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
