"""Killed at twenty random moments of a click storm: nothing acknowledged lost, nothing doubled."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.store.keys import make_key_file
from bot.store.sql import SqlStore, open_store
from bot.store.tables import (
    CheckRow,
    EventSeenRow,
    FeedbackRow,
    OfferRow,
    TextSampleRow,
    WorkItemRow,
)
from tests.contract.store.click_storm import PEOPLE
from tests.contract.store.kept import OFFERS
from tests.contract.store.values import DRAFT, rows

ROOT = Path(__file__).resolve().parents[3]
KILLS = 20


def survived(database: str, key_file: Path) -> dict[str, dict[str, str]]:
    """Run the storm; returns what was acknowledged: by effect, the id of each event's work."""
    script = Path(__file__).with_name("click_storm.py")
    ended = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(script), database, str(key_file), str(KILLS), "20261130"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=200,
        check=True,
    )
    told: dict[str, dict[str, str]] = defaultdict(dict)
    for effect, key, work_id in json.loads(ended.stdout):
        told[effect][key] = work_id
    return told


@pytest.mark.timeout(280)
async def test_kills_in_a_click_storm_lose_and_double_nothing(
    database: str, tmp_path: Path
) -> None:
    """Every acknowledged draft, score, rating and choice is there once."""
    key_file = tmp_path / "keys.json"
    make_key_file(key_file)
    told = await asyncio.to_thread(survived, database, key_file)
    assert len({key.split("-")[0] for key in told["accepted"]}) == KILLS
    assert len(told["rated"]) > KILLS

    store = open_store(Settings(database_url=SecretStr(database), key_file=key_file))
    try:
        await nothing_lost(store, told)
        await nothing_doubled(store, told)
    finally:
        await store.close()


async def nothing_lost(store: SqlStore, told: dict[str, dict[str, str]]) -> None:
    """Each acknowledged effect has its row, and the work of each event is still found."""
    work = {row.id for row in await rows(store, WorkItemRow)}
    checks = {row.id for row in await rows(store, CheckRow)}
    ratings = {row.check_id: row.rating for row in await rows(store, FeedbackRow)}
    chosen = {row.check_id for row in await rows(store, OfferRow) if row.choice == "used"}
    assert set(told["accepted"].values()) <= work
    assert set(told["finished"].values()) <= checks
    assert {ratings.get(work_id) for work_id in told["rated"].values()} == {4}
    assert set(told["chosen"].values()) <= chosen


async def nothing_doubled(store: SqlStore, told: dict[str, dict[str, str]]) -> None:
    """One work item for each event; a late repeat of an event finds the one it made."""
    seen = [row.work_id for row in await rows(store, EventSeenRow) if row.work_id]
    work = [row.id for row in await rows(store, WorkItemRow)]
    assert sorted(seen) == sorted(work)
    offers = Counter(row.check_id for row in await rows(store, OfferRow))
    checks = {row.id for row in await rows(store, CheckRow)}
    samples = [row.check_id for row in await rows(store, TextSampleRow)]
    assert set(offers.values()) == {len(OFFERS)}
    assert set(offers) == set(samples) == checks  # a check is written whole or not at all
    assert len(samples) == len(checks)
    for key, work_id in list(told["accepted"].items())[::7]:
        lane, number = map(int, key.split("-")[1:])
        owner = PEOPLE[(lane + number) % len(PEOPLE)]
        again = await store.accept(key, "check", DRAFT, owner)
        assert again.item is not None
        assert (again.first, again.item.id) == (False, work_id)
