"""``warmline keys rotate``: new keys, and everything in the database under them."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from bot.cli.privacy import Sure
from bot.cli.start import begin
from bot.strings import cli as words

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.store.rotation import Rotated


def register(app: typer.Typer) -> None:
    """Add the commands."""
    keys = typer.Typer(help=words.KEYS_HELP, no_args_is_help=True)
    keys.command("rotate")(rotate)
    # A group of one command would lose its name.
    keys.callback()(lambda: None)
    app.add_typer(keys, name="keys")


def rotate(sure: Sure = False) -> None:
    """Make new keys and rewrite the database under them. Run it again if it was broken off."""
    settings = begin()
    if not sure:
        typer.confirm(words.KEYS_SURE, abort=True, err=True)
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
