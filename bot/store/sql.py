"""The store itself: its parts put together, over SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.clock import Clock, utc_now
from bot.metrics import Metrics, make_metrics
from bot.settings import Settings
from bot.store.checks import FeedbackPart
from bot.store.disputes import DisputesPart
from bot.store.engine import Database
from bot.store.installs import InstallsPart
from bot.store.keys import Keys, load_keys
from bot.store.marks import MarksPart
from bot.store.own import OwnPart
from bot.store.parts import Limits, random_id
from bot.store.reports import ReportsPart
from bot.store.retention import RetentionPart
from bot.store.retraining import RetrainingPart
from bot.store.rotation import Rotation
from bot.store.runs import RunsPart
from bot.store.training import TrainingPart
from bot.store.work import WorkPart

__all__ = ["SqlStore", "open_rotation", "open_store"]


class SqlStore(
    WorkPart,
    FeedbackPart,
    DisputesPart,
    MarksPart,
    ReportsPart,
    RunsPart,
    OwnPart,
    TrainingPart,
    RetentionPart,
    RetrainingPart,
    InstallsPart,
):
    """A ``Store`` in a database whose tables are already there."""

    async def close(self) -> None:
        """Close the connections."""
        await self._database.close()


def open_store(
    settings: Settings,
    *,
    keys: Keys | None = None,
    clock: Clock = utc_now,
    new_id: Callable[[], str] = random_id,
    metrics: Metrics | None = None,
) -> SqlStore:
    """Open the store that the settings name; connects on first use.

    Args:
        settings: Address, key file and limits.
        keys: Keys, where they are loaded already.
        clock: Tells the time.
        new_id: Makes the ids of work items.
        metrics: Counts what happens; counters of its own if not given.

    Raises:
        SettingsError: The address or the keys are unusable.
    """
    return SqlStore(
        Database(settings.resolved_database_url),
        keys or load_keys(settings),
        clock=clock,
        limits=_limits(settings),
        new_id=new_id,
        metrics=metrics or make_metrics(),
    )


@asynccontextmanager
async def open_rotation(settings: Settings, *, clock: Clock = utc_now) -> AsyncIterator[Rotation]:
    """Open the store for a rotation to the newest keys; nobody else may write meanwhile.

    Raises:
        SettingsError: The address or the keys are unusable.
    """
    database = Database(settings.resolved_database_url)
    try:
        yield Rotation(
            database,
            load_keys(settings),
            clock=clock,
            limits=_limits(settings),
            new_id=random_id,
            metrics=make_metrics(),
        )
    finally:
        await database.close()


def _limits(settings: Settings) -> Limits:
    return Limits(
        work_ttl=settings.work_ttl,
        uncounted_ttl=settings.uncounted_ttl,
        event_memory=settings.event_memory,
        max_attempts=settings.work_max_attempts,
        sample_ttl=settings.sample_ttl,
        check_ttl=settings.check_ttl,
    )
