"""Scheduled jobs: they run at once and again, and outlive their failures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.jobs.schedule import Job, jobs, running
from bot.metrics import Metrics, make_metrics
from bot.store.base import Purged
from tests.doubles.clock import HandClock

SOON = timedelta(seconds=0.05)


@pytest.fixture
def anyio_backend() -> str:
    """The scheduler runs on asyncio."""
    return "asyncio"


class Counted:
    """A job's work: counts its runs, and fails as often as told."""

    def __init__(self, failures: int = 0) -> None:
        self.runs = 0
        self._failures = failures
        self._changed = asyncio.Condition()

    async def __call__(self) -> None:
        """Run once."""
        async with self._changed:
            self.runs += 1
            self._changed.notify_all()
        if self.runs <= self._failures:
            raise StoreError

    async def reached(self, runs: int) -> None:
        """Wait until it ran so often."""
        async with asyncio.timeout(10), self._changed:
            await self._changed.wait_for(lambda: self.runs >= runs)


def failures(metrics: Metrics, job: str) -> float:
    """Count of a job's failures."""
    return metrics.registry.get_sample_value("warmline_job_failures_total", {"job": job}) or 0


async def test_a_job_runs_at_once_and_again() -> None:
    """A job does not wait for its first interval, and comes round again."""
    hourly, often = Counted(), Counted()
    listed = (Job("hourly", timedelta(hours=1), hourly), Job("often", SOON, often))

    async with running(listed, make_metrics()):
        await hourly.reached(1)
        await often.reached(3)

    assert hourly.runs == 1


async def test_a_failing_job_is_counted_and_comes_round_again() -> None:
    """A database that is away for a while stops no job."""
    metrics, work = make_metrics(), Counted(failures=2)

    async with running((Job("purge", SOON, work),), metrics):
        await work.reached(3)

    assert failures(metrics, "purge") == 2


async def test_nothing_runs_after_the_block() -> None:
    """When the bot stops, so do its jobs."""
    work = Counted()
    async with running((Job("often", SOON, work),), make_metrics()):
        await work.reached(1)
    runs = work.runs
    await asyncio.sleep(0.2)

    assert work.runs == runs


async def test_leaving_at_once_is_quiet(caplog: pytest.LogCaptureFixture) -> None:
    """A stop right after the start is no error, whether or not the first run has begun."""
    for turns in range(4):
        async with running((Job("purge", timedelta(hours=1), Counted()),), make_metrics()):
            for _ in range(turns):
                await asyncio.sleep(0)

    assert [record.getMessage() for record in caplog.records if record.levelno > 20] == []


async def test_a_run_that_has_begun_is_waited_for() -> None:
    """Leaving breaks no transaction off."""
    begun, ended = asyncio.Event(), False

    async def slow() -> None:
        nonlocal ended
        begun.set()
        await asyncio.sleep(0.2)
        ended = True

    async with running((Job("slow", timedelta(hours=1), slow),), make_metrics()):
        await begun.wait()

    assert ended


async def test_an_unforeseen_failure_is_counted_without_its_text(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Not even APScheduler gets to log what an error says."""
    metrics, tried = make_metrics(), asyncio.Event()

    async def broken() -> None:
        tried.set()
        raise KeyError("secret words")

    async with running((Job("broken", timedelta(hours=1), broken),), metrics):
        await tried.wait()

    assert failures(metrics, "broken") == 1
    printed = capsys.readouterr()
    assert "secret words" not in printed.out + printed.err + caplog.text


async def test_a_slow_run_does_not_overlap_with_the_next() -> None:
    """A purge that takes longer than its interval is not started twice."""
    together = most = 0
    finished = Counted()

    async def slow() -> None:
        nonlocal together, most
        together += 1
        most = max(most, together)
        await asyncio.sleep(0.15)
        together -= 1
        await finished()

    async with running((Job("slow", SOON, slow),), make_metrics()):
        await finished.reached(2)

    assert most == 1


class PurgeOnly:
    """The one method of the store that the jobs call."""

    def __init__(self) -> None:
        self.asked: list[datetime] = []

    async def purge(self, now: datetime) -> Purged:
        """Note the time it was asked for."""
        self.asked.append(now)
        return Purged(work_items=1, events=2)


async def test_the_purge_goes_by_the_given_clock(tmp_path: Path) -> None:
    """What has expired is decided by the clock that everything else goes by."""
    store, clock = PurgeOnly(), HandClock()
    every = timedelta(minutes=5)
    purge, prune = jobs(store, clock, purge_every=every, exports=tmp_path)  # type: ignore[arg-type]
    run: Callable[[], Awaitable[None]] = purge.run
    await run()

    assert prune.name == "prune_exports"
    assert (purge.name, purge.every) == ("purge", timedelta(minutes=5))
    assert store.asked == [clock.now]
