"""Jobs by the clock, declared in code and run by APScheduler.

The scheduler's own job store stays in memory: a shared one holds pickles and lets two processes
run the same slot twice. Every job here can be run by any number of processes at once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from bot.clock import Clock, utc_now
from bot.errors import WarmlineError
from bot.metrics import Metrics
from bot.store.base import Store

__all__ = ["Job", "jobs", "running"]

#: Part of the interval by which runs are spread, so that replicas do not all purge at once.
_JITTER = 0.1
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """Something that is done again and again.

    Attributes:
        name: Its name in log and metrics.
        every: Time from one start to the next; a run that takes longer delays the next one.
        run: Does it once.
    """

    name: str
    every: timedelta
    run: Callable[[], Awaitable[None]]


def jobs(store: Store, clock: Clock, *, purge_every: timedelta) -> tuple[Job, ...]:
    """List the jobs: at present, removing what has expired."""

    async def purge() -> None:
        purged = await store.purge(clock())
        if purged.work_items or purged.events:
            _log.info("jobs.purged", work_items=purged.work_items, events=purged.events)

    return (Job("purge", purge_every, purge),)


@asynccontextmanager
async def running(listed: Sequence[Job], metrics: Metrics) -> AsyncIterator[None]:
    """Run the jobs while the block lasts, each one for the first time at once.

    A run that fails is logged and counted; the job comes round again at its next time.
    """
    scheduler = AsyncIOScheduler(timezone=UTC)
    for job in listed:
        seconds = job.every.total_seconds()
        scheduler.add_job(
            _guarded,
            IntervalTrigger(seconds=seconds, jitter=seconds * _JITTER, timezone=UTC),
            args=(job, metrics),
            id=job.name,
            next_run_time=utc_now(),  # the scheduler itself goes by the real time
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=False)


async def _guarded(job: Job, metrics: Metrics) -> None:
    try:
        await job.run()
    except WarmlineError:
        metrics.job_failures.labels(job.name).inc()
        _log.exception("jobs.failed", job=job.name)
