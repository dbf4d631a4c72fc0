"""``warmline db``: the database."""

from __future__ import annotations

import typer

from bot.cli.start import add_group, begin
from bot.strings import cli as words


def register(app: typer.Typer) -> None:
    """Add the commands."""
    add_group(app, "db", words.DB_HELP, {"upgrade": upgrade})


def upgrade() -> None:
    """Make the database's tables, or bring them up to date. Does nothing if they are."""
    from bot.store import schema  # noqa: PLC0415 - keeps --help fast

    settings = begin()
    schema.upgrade(settings.resolved_database_url)
    typer.echo(words.DB_UPGRADED)
