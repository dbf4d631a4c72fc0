"""A simulated quarter in a database of its own, through the same code as a real team's."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from cryptography.fernet import Fernet
from pydantic import SecretStr

from bot.clock import Clock
from bot.metrics import make_metrics
from bot.report.simulate import DEMO_NAME, demo_anchors, demo_team
from bot.report.weeks import Week
from bot.settings import Settings
from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.store.engine import Database
from bot.store.keys import load_keys
from bot.store.load import LoadingStore
from bot.store.parts import Limits, random_id
from bot.store.schema import upgrade

__all__ = ["DEMO_TEAM", "demo_setup", "demo_store", "fill", "loading_store"]

DEMO_TEAM: Final = Person("T0DEMO", "")
_ZONE: Final = "Europe/London"
_SEED: Final = 10
_EARLY: Final = timedelta(hours=7)


def demo_setup(channel: str = "") -> TeamSetup:
    """How the simulated team is set up: its report comes on Mondays at nine."""
    return TeamSetup(DEMO_NAME, ReportTime(channel, 0, 9, _ZONE))


async def fill(store: LoadingStore, team: Person, last: Week, channel: str) -> None:
    """Put the quarter that ends with a week into a store, and set the team up."""
    setup = demo_setup(channel)
    await store.save_team(team, TeamSettings(), setup, with_leads=False)
    for drafts in demo_team().quarter(last, _ZONE, seed=_SEED):
        await store.load_drafts(team, drafts)
    for _, scores in groupby(demo_anchors(last), key=lambda score: score.model):
        anchors = list(scores)
        # As a version takes over: in the first hours of its first week.
        at = Week.parse(anchors[0].week).starts(_ZONE) + _EARLY
        await store.save_anchors(anchors, at)


@asynccontextmanager
async def demo_store(last: Week, clock: Clock) -> AsyncIterator[LoadingStore]:
    """Open a store with the quarter, in a folder that is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="warmline-demo-") as folder:
        settings = Settings(
            _env_file=None,
            data_dir=Path(folder),
            database_url=SecretStr(""),
            encryption_keys=SecretStr(Fernet.generate_key().decode()),
            pseudonym_key=SecretStr(token_urlsafe(48)),
        )
        await asyncio.to_thread(upgrade, settings.resolved_database_url)
        store = loading_store(settings, clock)
        try:
            await fill(store, DEMO_TEAM, last, "")
            yield store
        finally:
            await store.close()


def loading_store(settings: Settings, clock: Clock) -> LoadingStore:
    """Open a store that takes made-up drafts, over the database of the settings."""
    return LoadingStore(
        Database(settings.resolved_database_url),
        load_keys(settings),
        clock=clock,
        limits=Limits(),
        new_id=random_id,
        metrics=make_metrics(),
    )
