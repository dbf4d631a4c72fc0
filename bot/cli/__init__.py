"""The bot's commands; each module adds its own to the ``warmline`` application.

What a module imports at its top costs every ``warmline --help``, so what only a running command
needs (Slack, SQL, HTTP, settings) is imported inside the functions.
"""

from __future__ import annotations

import typer

from bot.cli import database, doctor, keys, manifest, privacy, processes, report, tokens

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the bot's commands."""
    processes.register(app)
    doctor.register(app)
    manifest.register(app)
    database.register(app)
    privacy.register(app)
    keys.register(app)
    tokens.register(app)
    report.register(app)
