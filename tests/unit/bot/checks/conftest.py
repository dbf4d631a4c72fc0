"""The desk of every check here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.store.schema import upgrade
from bot.store.sql import open_store
from tests.doubles.clock import HandClock
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.checks.desk import Desk, Shown


@pytest.fixture
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    """A fresh store."""
    settings = Settings(_env_file=None, data_dir=tmp_path)
    upgrade(settings.resolved_database_url)
    clock = HandClock()
    store = open_store(settings, clock=clock)
    yield Desk(store, DoubleScorer(), Shown(), clock)
    await store.close()
