"""Jobs by the clock, declared in code and run by APScheduler.

The scheduler's own job store stays in memory: a shared one holds pickles and lets two processes
run the same slot twice. Every job here can be run by any number of processes at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, timedelta
from pathlib import Path

import structlog
from apscheduler.events import (
    EVENT_JOB_ERROR,
    EVENT_JOB_EXECUTED,
    EVENT_JOB_MISSED,
    EVENT_JOB_SUBMITTED,
    JobEvent,
)
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from bot.clock import Clock, utc_now
from bot.errors import WarmlineError, new_error_id
from bot.exports import prune
from bot.metrics import Metrics
from bot.store.base import Store

__all__ = ["Job", "jobs", "running"]

#: Part of the interval by which runs are spread, so that replicas do not all purge at once.
_JITTER = 0.1
_ENDED = EVENT_JOB_EXECUTED | EVENT_JOB_ERROR | EVENT_JOB_MISSED
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """Something that is done again and again.

    Attributes:
        name: Its name in log and metrics.
        every: Time from one start to the next; a run that takes longer delays the next one.
        run: Does it once.
        at_once: Whether it runs at start, or for the first time after ``every``.
    """

    name: str
    every: timedelta
    run: Callable[[], Awaitable[None]]
    at_once: bool = True


def jobs(store: Store, clock: Clock, *, purge_every: timedelta, exports: Path) -> tuple[Job, ...]:
    """List the jobs: removing what has expired, and what was withdrawn from exported files."""

    async def purge() -> None:
        purged = await store.purge(clock())
        if purged.work_items or purged.events:
            _log.info("jobs.purged", work_items=purged.work_items, events=purged.events)

    async def prune_exports() -> None:
        if pruned := await prune(store, exports, clock()):
            _log.info("jobs.exports_pruned", lines=pruned)

    return (
        Job("purge", purge_every, purge),
        Job("prune_exports", purge_every, prune_exports),
    )


@asynccontextmanager
async def running(listed: Sequence[Job], metrics: Metrics) -> AsyncIterator[None]:
    """Run the jobs while the block lasts.

    A run that fails is logged and counted; the job comes round again at its next time. A run that
    has begun when the block is left is waited for: a transaction must not be broken off.
    """
    scheduler = AsyncIOScheduler(timezone=UTC)
    under_way = _UnderWay(scheduler)
    for job in listed:
        seconds = job.every.total_seconds()
        scheduler.add_job(
            _guarded,
            IntervalTrigger(seconds=seconds, jitter=seconds * _JITTER, timezone=UTC),
            args=(job, metrics),
            id=job.name,
            # The scheduler itself goes by the real time.
            next_run_time=utc_now() + (timedelta(0) if job.at_once else job.every),
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.pause()
        await under_way.ended()
        scheduler.shutdown(wait=False)


class _UnderWay:
    """Counts the runs that were handed out and have not ended: APScheduler's shutdown cancels them.

    Args:
        scheduler: Tells of each run, from the event loop.
    """

    def __init__(self, scheduler: AsyncIOScheduler) -> None:
        self._runs = 0
        self._none = asyncio.Event()
        self._none.set()
        scheduler.add_listener(self._heard, EVENT_JOB_SUBMITTED | _ENDED)

    async def ended(self) -> None:
        """Wait until none is left."""
        await self._none.wait()

    def _heard(self, event: JobEvent) -> None:
        self._runs += 1 if event.code == EVENT_JOB_SUBMITTED else -1
        if self._runs:
            self._none.clear()
        else:
            self._none.set()


async def _guarded(job: Job, metrics: Metrics) -> None:
    try:
        await job.run()
    except Exception as error:  # noqa: BLE001 - APScheduler would log it with its values
        metrics.job_failures.labels(job.name).inc()
        error_id = error.error_id if isinstance(error, WarmlineError) else new_error_id()
        _log.error("jobs.failed", job=job.name, error_id=error_id, error=type(error).__name__)
