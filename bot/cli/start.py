"""What every command of the bot does first: settings read, logging set up, misspelt names told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bot.settings import Settings

__all__ = ["begin"]


def begin() -> Settings:
    """Read the settings and set up logging.

    Raises:
        SettingsError: A setting is wrong.
    """
    from bot import logs  # noqa: PLC0415 - keeps --help fast
    from bot.settings import read_settings, unknown_variables  # noqa: PLC0415

    settings = read_settings()
    logs.configure(settings.log_level, json=settings.log_json)
    for sentence in unknown_variables():
        typer.echo(sentence, err=True)
    return settings
