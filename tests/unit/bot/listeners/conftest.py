"""The real app, driven by the Slack double through the real SDK; only the model is a double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app import Bot, open_bot
from bot.checks import CheckLimits
from bot.sandbox.double import Double, running
from bot.sandbox.driver import Person
from bot.sandbox.manifest import read_manifest
from bot.sandbox.model import APP_TOKEN, BOT_TOKEN, Channel
from bot.settings import Settings
from tests.doubles.scorer import DoubleScorer

#: No note within a test's time, and the modal's pause cut short.
QUICK = CheckLimits(lease=30.0, note_after=60.0, settle=0.05)
#: The note comes after a quarter of a second.
WITH_NOTE = CheckLimits(lease=30.0, note_after=0.25, settle=0.05)


@dataclass(slots=True)
class Desktop:
    """Ana at her desk: Slack on one side, the app behind it."""

    double: Double
    bot: Bot
    scorer: DoubleScorer
    ana: Person
    settings: Settings


Opener = Callable[..., AbstractAsyncContextManager[Desktop]]


@pytest.fixture
def anyio_backend() -> str:
    """Bolt and the double run on asyncio alone."""
    return "asyncio"


def settings_for(double: Double, folder: Path) -> Settings:
    """Make the settings of a bot that talks to the double."""
    return Settings(
        _env_file=None,
        slack_bot_token=BOT_TOKEN,
        slack_app_token=APP_TOKEN,
        slack_api_url=double.base_url,
        data_dir=folder,
    )


@asynccontextmanager
async def workspace() -> AsyncIterator[Double]:
    """A served workspace with Ana, Ben and one channel the app is in."""
    double = Double(read_manifest())
    double.hub.ack_seconds = 1.0
    double.hub.retry_seconds = ()
    bot = double.workspace.bot.id
    double.join("U1", "ana", "Ana Souza")
    double.join("U2", "ben", "Ben Okafor")
    double.workspace.add_channel(Channel("C1", "inbox", "public", {"U1", "U2", bot}))
    async with running(double):
        yield double


@asynccontextmanager
async def desktop(
    folder: Path, scorer: DoubleScorer | None = None, limits: CheckLimits = QUICK
) -> AsyncIterator[Desktop]:
    """Run the app in front of a fresh workspace."""
    scorer = scorer or DoubleScorer()
    async with workspace() as double:
        settings = settings_for(double, folder)
        async with open_bot(settings, scorer=scorer, limits=limits) as bot:
            ana = double.person("U1", double.workspace.channels["C1"])
            yield Desktop(double, bot, scorer, ana, settings)


@pytest.fixture
async def at_desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desktop]:
    """Ana, with a scorer that answers at once."""
    async with desktop(tmp_path) as desk:
        yield desk
