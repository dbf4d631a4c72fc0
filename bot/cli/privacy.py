"""``warmline about``, ``forget``, ``customer-text``, ``feedback export``: people's data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.start import Sure, add_group, ask, begin
from bot.errors import WarmlineError
from bot.strings import cli as words

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.store.sql import SqlStore

Team = Annotated[str, typer.Option("--team", help="The workspace's id, T…")]
User = Annotated[str, typer.Option("--user", help="The person's id in Slack, U… or W…")]
Enterprise = Annotated[
    str, typer.Option("--enterprise", help="The organisation's id, E…, on Enterprise Grid.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    add_group(app, "feedback", words.FEEDBACK_HELP, {"export": export})
    app.command("about")(about)
    app.command("forget")(forget)
    app.command("customer-text")(customer_text)


def about(team: Team, user: User, enterprise: Enterprise = "") -> None:
    """Print everything that is stored about one person, as one JSON document, for that person."""
    from bot.store.base import Person  # noqa: PLC0415 - keeps --help fast

    async def run(settings: Settings) -> str:
        async with _store(settings) as store:
            found = await store.export(Person(team, user, enterprise))
        return json.dumps(found, indent=2)

    typer.echo(asyncio.run(run(begin())))


def forget(team: Team, user: User, enterprise: Enterprise = "", sure: Sure = False) -> None:
    """Delete all that is stored about one person. It can't be undone."""
    from bot.store.base import Person  # noqa: PLC0415 - keeps --help fast

    async def run(settings: Settings) -> str:
        async with _store(settings) as store:
            gone = await store.forget(Person(team, user, enterprise))
        return words.FORGOTTEN.format(
            checks=gone.checks, samples=gone.samples, drafts=gone.drafts, rebuild=gone.to_rebuild
        )

    settings = begin()
    ask(words.FORGET_SURE, sure=sure)
    typer.echo(asyncio.run(run(settings)))


def export() -> None:
    """Write what people let be used for training to a new file in the data folder's exports."""
    from bot.exports import LIFE  # noqa: PLC0415 - keeps --help fast

    path, count = _exported()
    typer.echo(words.EXPORTED.format(count=count, path=path, days=LIFE.days))


def export_for_training() -> Path:
    """Write the same file for ``warmline train --from-feedback store``.

    Raises:
        typer.Exit: It can't be written; the reason has been said.
    """
    try:
        return _exported()[0]
    except WarmlineError as error:  # the command that asked belongs to the model side
        typer.echo(error.message, err=True)
        raise typer.Exit(error.exit_code) from None


def _exported() -> tuple[Path, int]:
    from bot.clock import utc_now  # noqa: PLC0415 - keeps --help fast
    from bot.exports import write_examples  # noqa: PLC0415

    async def run(settings: Settings) -> tuple[Path, int]:
        async with _store(settings) as store:
            return await write_examples(store, settings.exports_dir, utc_now())

    return asyncio.run(run(begin()))


def customer_text(
    position: Annotated[str, typer.Argument(help="on or off", metavar="on|off")],
    team: Team,
    enterprise: Enterprise = "",
    sure: Sure = False,
) -> None:
    """Let a workspace keep the customer's redacted message beside samples, or stop it."""
    from bot.store.base import Person  # noqa: PLC0415 - keeps --help fast

    if position not in {"on", "off"}:
        raise typer.BadParameter(words.ON_OR_OFF)

    async def run(settings: Settings) -> None:
        async with _store(settings) as store:
            await store.set_customer_text(Person(team, "", enterprise), on=position == "on")

    settings = begin()
    if position == "on":
        typer.echo(words.CUSTOMER_TEXT_BASIS, err=True)
        ask(words.CUSTOMER_TEXT_SURE, sure=sure)
    asyncio.run(run(settings))
    typer.echo(words.CUSTOMER_TEXT_SET[position])


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[SqlStore]:
    from bot.app import prepare_database  # noqa: PLC0415 - keeps --help fast
    from bot.store.sql import open_store  # noqa: PLC0415

    await asyncio.to_thread(prepare_database, settings)
    store = open_store(settings)
    try:
        yield store
    finally:
        await store.close()
