"""``warmline db``: the database."""

from __future__ import annotations

import typer

from bot.cli.start import begin
from bot.strings import cli as words


def register(app: typer.Typer) -> None:
    """Add the commands."""
    db = typer.Typer(help=words.DB_HELP, no_args_is_help=True)
    db.command("upgrade")(upgrade)
    app.add_typer(db, name="db")


def upgrade() -> None:
    """Make the database's tables, or bring them up to date. Does nothing if they are."""
    from bot.store import schema  # noqa: PLC0415 - keeps --help fast

    settings = begin()
    schema.upgrade(settings.resolved_database_url)
    typer.echo(words.DB_UPGRADED)
