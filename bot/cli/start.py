"""What every command of the bot does first: settings read, logging set up, misspelt names told."""

from __future__ import annotations

import typer

from bot import logs
from bot.settings import Settings, read_settings, unknown_variables

__all__ = ["begin"]


def begin() -> Settings:
    """Read the settings and set up logging.

    Raises:
        SettingsError: A setting is wrong.
    """
    settings = read_settings()
    logs.configure(settings.log_level, json=settings.log_json)
    for sentence in unknown_variables():
        typer.echo(sentence, err=True)
    return settings
