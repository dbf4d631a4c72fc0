"""Noticing that another version of the model scores."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.errors import ScorerUnavailableError
from bot.jobs.models import ModelJob
from bot.report.demo import loading_store
from bot.report.publish import Reports
from bot.report.weeks import Week
from bot.scorer_client import ScorerHealth
from bot.settings import Settings
from bot.store.base import Person, TeamSetup
from bot.store.load import LoadingStore
from bot.store.schema import upgrade
from tests.doubles.clock import HandClock
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.report.drafts import AT, team

pytestmark = pytest.mark.anyio
ALWAYS = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))
OLD, NEW = "2026-11-30.2", "2026-11-30.6"


@dataclass
class Scorer(DoubleScorer):
    """Says of itself what a test wants.

    Attributes:
        detail: What it says.
        ready: Whether it can score.
        down: Whether it does not answer.
    """

    detail: dict[str, Any] = field(default_factory=dict)
    ready: bool = True
    down: bool = False

    async def health(self) -> ScorerHealth:
        """Say it, or do not answer."""
        if self.down:
            raise ScorerUnavailableError
        return ScorerHealth(self.ready, self.detail)


def scoring(model: str) -> Scorer:
    """A scorer with a version of the model."""
    return Scorer(detail={"model": {"id": model, "sha256": "0" * 64}, "device": "cpu"})


@pytest.fixture
def clock() -> HandClock:
    """A Tuesday noon."""
    return HandClock(datetime(2026, 11, 24, 12, tzinfo=UTC))


@pytest.fixture
async def store(tmp_path: Path, clock: HandClock) -> AsyncIterator[LoadingStore]:
    """A store."""
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(""))
    await asyncio.to_thread(upgrade, settings.resolved_database_url)
    store = loading_store(settings, clock)
    yield store
    await store.close()


async def noted(store: LoadingStore) -> list[tuple[str, str]]:
    """What is noted: the new version, and the one before."""
    return [(event.model, event.before) for event in await store.model_events(ALWAYS)]


async def test_a_new_version_is_noted_with_the_one_before(
    store: LoadingStore, clock: HandClock
) -> None:
    """Once, however often it is looked at."""
    scorer = scoring(OLD)
    job = ModelJob(store, scorer, clock)
    for model in (OLD, OLD, NEW, NEW):
        scorer.detail = scoring(model).detail
        await job.tick()
        clock.advance(minutes=5)
    assert await noted(store) == [(OLD, ""), (NEW, OLD)]


async def test_two_processes_in_an_update_do_not_overwrite_each_other_for_ever(
    store: LoadingStore, clock: HandClock
) -> None:
    """Each says once what it has."""
    jobs = [ModelJob(store, scoring(model), clock) for model in (OLD, NEW)]
    for _ in range(5):
        for job in jobs:
            await job.tick()
            clock.advance(minutes=1)
    assert await noted(store) == [(OLD, ""), (NEW, OLD)]


@pytest.mark.parametrize(
    "scorer",
    [
        Scorer(down=True),
        Scorer(ready=False, detail={"detail": "loading", "model": {"id": NEW}}),
        Scorer(detail={}),
        Scorer(detail={"model": "unknown"}),
    ],
    ids=["down", "loading", "silent", "other words"],
)
async def test_a_scorer_that_does_not_say_is_asked_again(
    store: LoadingStore, clock: HandClock, scorer: Scorer
) -> None:
    """Nothing is made up, and no tick fails for it."""
    job = ModelJob(store, scorer, clock)
    await job.tick()
    assert await noted(store) == []
    scorer.down, scorer.ready, scorer.detail = False, True, scoring(NEW).detail
    await job.tick()
    assert await noted(store) == [(NEW, "")]


async def test_the_report_tells_the_day_and_breaks_its_line(
    store: LoadingStore, clock: HandClock
) -> None:
    """From the scorer's own word to the published report."""
    person, setup = Person("T1", ""), TeamSetup("Care")
    await store.load_drafts(person, team(9, model=NEW))
    scorer = scoring(OLD)
    job = ModelJob(store, scorer, clock)
    clock.advance(days=-5)
    await job.tick()
    clock.advance(days=5)
    scorer.detail = scoring(NEW).detail
    await job.tick()
    clock.advance(days=7)
    report = await Reports(store, clock).of(person, setup, Week.of(AT, "UTC"))
    [change] = report.model_changes
    assert (change.day, change.model, change.before) == ("2026-11-24", NEW, OLD)
    assert report.trend[-1].changed
