"""The bot's commands; each module adds its own to the ``warmline`` application."""

from __future__ import annotations

import typer

from bot.cli import database, doctor, manifest, processes

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the bot's commands."""
    processes.register(app)
    doctor.register(app)
    manifest.register(app)
    database.register(app)
