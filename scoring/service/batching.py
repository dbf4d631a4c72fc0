"""One inference thread behind a small bounded queue, and threads beside it for what takes long.

Drafts of different requests that wait at the same time are checked together: a batch goes when it
is full or when its oldest draft has waited ``wait_seconds``. A draft whose caller has gone is
dropped before the model sees it. A batch that fails is tried again one draft at a time, so that a
bad one fails alone.

Where a language model writes suggestions, a draft that wants them takes seconds. It is checked in a
thread of its own meanwhile, so that it holds up nobody's score, and given up when its caller goes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import structlog

from scoring.contract import CheckItem, CheckResult
from scoring.errors import NotReadyError, QueueFullError, ScorerError, ShuttingDownError
from scoring.llm.budget import Stop
from scoring.service.logs import frames_of
from scoring.service.metrics import Metrics

if TYPE_CHECKING:
    from scoring.engine import Checker

__all__ = ["BatchLimits", "Batcher", "CheckFailedError"]

_log = structlog.get_logger(__name__)


class CheckFailedError(ScorerError):
    """The model failed on one draft, also when tried alone."""


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """How much waits and how much goes at once.

    Attributes:
        size: Most drafts in a batch.
        wait_seconds: Longest wait for more drafts.
        queue_length: Most drafts waiting.
    """

    size: int
    wait_seconds: float
    queue_length: int


@dataclass(frozen=True, slots=True)
class _Job:
    item: CheckItem
    rewrites: bool
    future: asyncio.Future[CheckResult]


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: CheckResult | None
    failure: str = ""


class Batcher:
    """Hands drafts to the checker in batches, from one thread.

    Args:
        checker: The model, readable as an attribute.
        executor: Where it runs; one worker.
        limits: Queue and batch sizes.
        metrics: Told of batches.
        writers: Where drafts are checked that a language model writes for; ``executor`` if not
            given.
    """

    def __init__(
        self,
        checker: Checker,
        executor: Executor,
        limits: BatchLimits,
        metrics: Metrics,
        writers: Executor | None = None,
    ) -> None:
        self.checker = checker
        self._executor = executor
        self._writers = writers or executor
        self._writing: set[asyncio.Task[None]] = set()
        self._limits = limits
        self._metrics = metrics
        self._waiting: deque[_Job] = deque()
        self._arrived = asyncio.Event()
        self._closing = False
        self._worker: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Drafts waiting, and those being written for."""
        return len(self._waiting) + len(self._writing)

    @property
    def broken(self) -> bool:
        """Whether the worker ended although nobody closed the batcher."""
        return self._worker is not None and self._worker.done() and not self._closing

    def require_worker(self) -> None:
        """Do nothing while the worker is there.

        Raises:
            NotReadyError: It ended although nobody closed the batcher.
        """
        if self.broken:
            raise NotReadyError("The inference worker has ended: restart the scorer; see its log.")

    def start(self) -> None:
        """Start taking drafts; needs a running loop."""
        self._worker = asyncio.create_task(self._work(), name="batcher")
        self._worker.add_done_callback(self._on_worker_done)

    async def submit(self, items: Sequence[CheckItem], *, rewrites: bool) -> list[CheckResult]:
        """Check drafts in order; cancelling the call takes its waiting drafts out of the queue.

        Raises:
            QueueFullError: Too many drafts are waiting.
            ShuttingDownError: The batcher is closing.
            NotReadyError: The worker has ended.
            CheckFailedError: The model failed on one of these drafts.
        """
        jobs = self._enqueue(items, rewrites=rewrites)
        try:
            return list(await asyncio.gather(*(job.future for job in jobs)))
        finally:
            for job in jobs:
                job.future.cancel()

    def _enqueue(self, items: Sequence[CheckItem], *, rewrites: bool) -> list[_Job]:
        if self._closing:
            raise ShuttingDownError("The scorer is shutting down: try again in a few seconds.")
        self.require_worker()
        if len(self) + len(items) > self._limits.queue_length:
            raise QueueFullError("Too many checks are waiting: try again in a second.")
        loop = asyncio.get_running_loop()
        jobs = [_Job(item, rewrites, loop.create_future()) for item in items]
        self._waiting.extend(jobs)
        self._arrived.set()
        return jobs

    async def _work(self) -> None:
        while self._waiting or not self._closing:
            # Empty when every caller left during the wait for more: nothing to run, go on.
            batch = await self._next_batch()
            if batch and batch[0].rewrites and self.checker.writes:
                self._start_writing(batch)
            elif batch:
                try:
                    await self._run(batch)
                finally:
                    _end(batch)  # no caller waits for a worker that is gone

    def _start_writing(self, batch: list[_Job]) -> None:
        for job in batch:
            task = asyncio.create_task(self._write(job), name="writing")
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _write(self, job: _Job) -> None:
        """Check one draft beside the inference thread."""
        stop = Stop()
        job.future.add_done_callback(lambda _: stop.give())
        work = partial(self._check, [job.item], rewrites=True, stop=stop)
        try:
            [outcome] = await asyncio.get_running_loop().run_in_executor(self._writers, work)
            self._settle(job, outcome)
        finally:
            _end([job])

    def _on_worker_done(self, worker: asyncio.Task[None]) -> None:
        if self._closing:
            return
        error = None if worker.cancelled() else worker.exception()
        name, at = (type(error).__name__, frames_of(error)) if error else (None, None)
        _log.critical("worker_ended", error=name, at=at)
        self._metrics.ready.set(0)
        _end(self._waiting)
        self._waiting.clear()

    async def _next_batch(self) -> list[_Job]:
        """Wait for drafts; empty when closing, or when all that waited were given up."""
        await self._wait_for_first()
        if self._waiting and not self._closing:
            await self._wait_for_more()
        return self._take()

    async def _wait_for_first(self) -> None:
        while True:
            self._drop_abandoned()
            if self._waiting or self._closing:
                return
            self._arrived.clear()
            await self._arrived.wait()

    async def _wait_for_more(self) -> None:
        try:
            async with asyncio.timeout(self._limits.wait_seconds):
                while len(self._waiting) < self._limits.size and not self._closing:
                    self._arrived.clear()
                    await self._arrived.wait()
        except TimeoutError:
            return

    def _drop_abandoned(self) -> None:
        self._waiting = deque(job for job in self._waiting if not job.future.done())

    def _take(self) -> list[_Job]:
        """Take the oldest drafts that want the same (with or without rewrites)."""
        self._drop_abandoned()
        batch: list[_Job] = []
        while self._waiting and len(batch) < self._limits.size:
            if batch and self._waiting[0].rewrites != batch[0].rewrites:
                break
            batch.append(self._waiting.popleft())
        return batch

    async def _run(self, batch: list[_Job]) -> None:
        loop = asyncio.get_running_loop()
        items, rewrites = [job.item for job in batch], batch[0].rewrites
        started = perf_counter()
        try:
            work = partial(self._check, items, rewrites=rewrites)
            outcomes = await loop.run_in_executor(self._executor, work)
        except Exception as error:  # noqa: BLE001 - a dead worker would leave every caller waiting
            outcomes = [_Outcome(None, f"Checking failed ({type(error).__name__}).")] * len(batch)
        self._metrics.batch_size.observe(len(batch))
        self._metrics.batch_seconds.observe(perf_counter() - started)
        for job, outcome in zip(batch, outcomes, strict=True):
            self._settle(job, outcome)

    def _settle(self, job: _Job, outcome: _Outcome) -> None:
        if job.future.done():
            return
        if outcome.result is not None:
            job.future.set_result(outcome.result)
            return
        self._metrics.failures.inc()
        job.future.set_exception(CheckFailedError(outcome.failure))

    def _check(
        self, items: list[CheckItem], *, rewrites: bool, stop: Stop | None = None
    ) -> list[_Outcome]:
        """Run in a thread: all together, and one by one if that fails."""
        if stop is not None and stop.given:
            return [_Outcome(None, "Nobody waits for this draft any more.") for _ in items]
        try:
            results = self.checker.check(items, rewrites=rewrites, stop=stop)
            return [_Outcome(result) for _, result in zip(items, results, strict=True)]
        except Exception as error:  # noqa: BLE001 - the seam to the model: anything may come
            _log.warning("batch_failed", n=len(items), error=type(error).__name__)
            if len(items) > 1:
                return [self._check([item], rewrites=rewrites)[0] for item in items]
            _log.error("check_failed", error=type(error).__name__, at=frames_of(error))
            return [_Outcome(None, "The model failed on a draft; the log has the cause.")]

    async def close(self, timeout: float) -> None:  # noqa: ASYNC109 - ends the rest, not raises
        """Take no new drafts, finish the waiting ones; after ``timeout`` seconds end the rest."""
        self._closing = True
        self._arrived.set()
        if self._worker is not None:
            try:
                async with asyncio.timeout(timeout):
                    await asyncio.wait({self._worker})
                    while self._writing:  # the worker's last drafts began while it ended
                        await asyncio.wait(self._writing)
            except TimeoutError:
                for task in {self._worker, *self._writing}:
                    task.cancel()
        _end(self._waiting)
        self._waiting.clear()


def _end(jobs: Iterable[_Job]) -> None:
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(ShuttingDownError("The scorer stopped: try again."))
