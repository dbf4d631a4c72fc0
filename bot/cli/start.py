"""What commands of the bot share: how they begin, ask whether one is sure, and stand in a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.settings import Settings

__all__ = ["Sure", "add_group", "ask", "begin"]

Sure = Annotated[bool, typer.Option("--yes", help="Don't ask.")]


def begin(*, quiet: bool = False) -> Settings:
    """Read the settings and set up logging.

    Args:
        quiet: Log errors alone; for a command whose output says all that is to be said.

    Raises:
        SettingsError: A setting is wrong.
    """
    from bot import logs  # noqa: PLC0415 - keeps --help fast
    from bot.settings import read_settings, unknown_variables  # noqa: PLC0415

    settings = read_settings()
    logs.configure("error" if quiet else settings.log_level, json=settings.log_json)
    for sentence in unknown_variables():
        typer.echo(sentence, err=True)
    return settings


def ask(question: str, *, sure: bool) -> None:
    """Ask before something that can't be undone; ``--yes`` has answered already.

    Raises:
        typer.Abort: The person is not sure.
    """
    if not sure:
        typer.confirm(question, abort=True, err=True)


def add_group(
    app: typer.Typer, name: str, about: str, commands: dict[str, Callable[..., None]]
) -> None:
    """Add commands under a name of their own: ``warmline NAME COMMAND``."""
    group = typer.Typer(help=about, no_args_is_help=True)
    for command, function in commands.items():
        group.command(command)(function)
    app.add_typer(group, name=name)
