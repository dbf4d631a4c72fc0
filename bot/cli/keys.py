"""``warmline keys rotate``: new keys, and everything in the database under them."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from bot.cli.start import Sure, add_group, ask, begin
from bot.strings import cli as words

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.store.rotation import Rotated


def register(app: typer.Typer) -> None:
    """Add the commands."""
    add_group(app, "keys", words.KEYS_HELP, {"rotate": rotate})


def rotate(sure: Sure = False) -> None:
    """Make new keys and rewrite the database under them. Run it again if it was broken off."""
    settings = begin()
    ask(words.KEYS_SURE, sure=sure)
    done = asyncio.run(_rotate(settings))
    typer.echo(words.KEYS_ROTATED.format(**asdict(done)))
    if done.left:
        typer.echo(words.KEYS_LEFT.format(count=done.left), err=True)


async def _rotate(settings: Settings) -> Rotated:
    from bot.app import prepare_database  # noqa: PLC0415 - keeps --help fast
    from bot.store.keys import begin_rotation, end_rotation, load_keys  # noqa: PLC0415
    from bot.store.sql import open_rotation  # noqa: PLC0415

    await asyncio.to_thread(prepare_database, settings)
    load_keys(settings)
    # Keys in the environment are changed there, by whoever put them there, before this is run.
    path = None if settings.encryption_keys else settings.resolved_key_file
    if path is not None:
        begin_rotation(path)
    async with open_rotation(settings) as rotation:
        done = await rotation.rotate()
    if path is not None:
        end_rotation(path)
    return done
