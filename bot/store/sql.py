"""The store itself: its parts put together, over SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

from sqlalchemy import CursorResult, Delete, delete
from sqlmodel import col

from bot.clock import Clock, utc_now
from bot.metrics import Metrics, make_metrics
from bot.settings import Settings
from bot.store.base import Purged
from bot.store.checks import FeedbackPart
from bot.store.engine import Database
from bot.store.keys import Keys, load_keys
from bot.store.parts import Limits, random_id
from bot.store.people import PeoplePart
from bot.store.tables import EventSeenRow, WorkItemRow
from bot.store.work import WorkPart

__all__ = ["SqlStore", "open_store"]


class SqlStore(WorkPart, FeedbackPart, PeoplePart):
    """A ``Store`` in a database whose tables are already there."""

    async def purge(self, now: datetime) -> Purged:
        """Remove expired work and old event keys; see ``Store.purge``."""
        forgotten = now - self._limits.event_memory
        expired = delete(WorkItemRow).where(col(WorkItemRow.expires_at) <= now)
        old = delete(EventSeenRow).where(col(EventSeenRow.seen_at) <= forgotten)
        purged = Purged(await self._delete(expired), await self._delete(old))
        self._metrics.removed.labels("work_item").inc(purged.work_items)
        self._metrics.removed.labels("event").inc(purged.events)
        return purged

    async def _delete(self, statement: Delete) -> int:
        unsynchronised = statement.execution_options(synchronize_session=False)
        async with self._database.transaction() as session:
            result = cast("CursorResult[Any]", await session.execute(unsynchronised))
        return result.rowcount

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
        limits=Limits(
            work_ttl=settings.work_ttl,
            uncounted_ttl=settings.uncounted_ttl,
            event_memory=settings.event_memory,
            max_attempts=settings.work_max_attempts,
        ),
        new_id=new_id,
        metrics=metrics or make_metrics(),
    )
