"""``warmline tokens exchange``: tokens without an end become expiring ones."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from bot.cli.start import Sure, add_group, ask, begin
from bot.strings import cli as words

if TYPE_CHECKING:
    from bot.oauth.tokens import TurnedToExpiring
    from bot.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the commands."""
    add_group(app, "tokens", words.TOKENS_HELP, {"exchange": exchange})


def exchange(sure: Sure = False) -> None:
    """Exchange tokens without an end for expiring ones, once token rotation is on at Slack."""
    settings = begin()
    ask(words.TOKENS_SURE, sure=sure)
    done = asyncio.run(_exchange(settings))
    for one in done:
        said = words.NOT_EXCHANGED if one.reason else words.EXCHANGED
        typer.echo(said.format(name=one.name, reason=one.reason))
    if not done:
        typer.echo(words.TOKENS_NONE)
    raise typer.Exit(1 if any(one.reason for one in done) else 0)


async def _exchange(settings: Settings) -> list[TurnedToExpiring]:
    from bot.clock import utc_now  # noqa: PLC0415 - keeps --help fast
    from bot.connection import installing_over, slack_session  # noqa: PLC0415
    from bot.store.schema import check_schema  # noqa: PLC0415
    from bot.store.sql import open_store  # noqa: PLC0415

    await asyncio.to_thread(check_schema, settings.resolved_database_url)
    store = open_store(settings)
    try:
        async with slack_session() as session:
            found = installing_over(settings, store, utc_now, session)
            return await found.tokens.turn_to_expiring()
    finally:
        await store.close()
