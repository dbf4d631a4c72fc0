"""The report's job through a year in five zones: each week once, at its hour by local clocks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import SecretStr

from bot.jobs.claims import Claims
from bot.jobs.due import due_at
from bot.jobs.reports import ReportJob
from bot.report.demo import loading_store
from bot.report.weeks import Week
from bot.settings import Settings
from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.store.load import LoadingStore
from bot.store.schema import upgrade
from tests.doubles.clock import HandClock
from tests.unit.bot.jobs.test_due import ZONES
from tests.unit.bot.jobs.test_reports import Recorder

pytestmark = pytest.mark.anyio
TEAM = Person("T1", "")
MINUTE = timedelta(minutes=1)
#: Sunday at two: the hour that clocks skip, or repeat, in most of these zones.
HOUR = 2


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LoadingStore]:
    """An empty store at the end of 2025."""
    clock = HandClock(datetime(2025, 12, 31, tzinfo=UTC))
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(""))
    await asyncio.to_thread(upgrade, settings.resolved_database_url)
    store = loading_store(settings, clock)
    yield store
    await store.close()


def job(store: LoadingStore, client: Recorder, worker: str) -> ReportJob:
    """The job of one process."""

    async def client_for(_team: Person) -> Any:
        return client

    return ReportJob(store, Claims(store, worker), client_for, store._clock)


def expected(day: date, zone: str) -> datetime:
    """The first moment of a day at which clocks on the wall show the hour, or have skipped it."""
    moment = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=14)
    while True:
        there = moment.astimezone(ZoneInfo(zone))
        if there.date() == day and there.hour >= HOUR:
            return moment
        moment += timedelta(minutes=30)


@pytest.mark.parametrize("zone", ZONES)
async def test_a_year_of_mondays(store: LoadingStore, zone: str) -> None:
    """Nothing a minute early, one report on the minute, and none more from another process."""
    clock, client = store._clock, Recorder()
    assert isinstance(clock, HandClock)
    report = ReportTime("C1", 6, HOUR, zone)
    await store.save_team(TEAM, TeamSettings(), TeamSetup("Care", report), with_leads=True)
    await job(store, client, "first").tick()
    week = Week.parse("2025-W52")
    for number in range(52):
        due = due_at(week, report)
        assert due == expected(week.later(1).monday + timedelta(days=6), zone)
        for moment, worker, sent in ((due - MINUTE, "a", 0), (due, "a", 1), (due + MINUTE, "b", 1)):
            clock.now = moment
            await job(store, client, worker).tick()
            assert len(client.posted) == number + sent
        assert week.name in str(client.posted[-1][2])
        week = week.later(1)
