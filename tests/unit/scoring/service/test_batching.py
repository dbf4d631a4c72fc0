"""The queue in front of the model."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from scoring.contract import CheckItem, CheckResult
from scoring.errors import QueueFullError, ShuttingDownError
from scoring.llm.budget import Stop
from scoring.service.batching import Batcher, BatchLimits, CheckFailedError
from scoring.service.metrics import make_metrics
from tests.doubles.checker import DoubleChecker

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """The queue is written for asyncio."""
    return "asyncio"


@asynccontextmanager
async def running(
    checker: DoubleChecker, *, size: int = 8, wait: float = 0.01, length: int = 100
) -> AsyncIterator[Batcher]:
    """A batcher at work."""
    with ThreadPoolExecutor(1, thread_name_prefix="inference") as pool:
        batcher = Batcher(checker, pool, BatchLimits(size, wait, length), make_metrics())
        batcher.start()
        yield batcher
        await batcher.close(5)


def items(*replies: str) -> list[CheckItem]:
    """Drafts to check."""
    return [CheckItem(id=str(n), context="Where is it?", reply=r) for n, r in enumerate(replies)]


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.lists(st.text(max_size=40), min_size=1, max_size=5), min_size=1, max_size=6),
    st.integers(1, 7),
)
def test_batches_change_no_result(requests: list[list[str]], size: int) -> None:
    """Whatever waits together, each request gets what it would have got alone, in its order."""

    async def together() -> list[list[CheckResult]]:
        async with running(DoubleChecker(), size=size, wait=0.001) as batcher:
            calls = [batcher.submit(items(*r), rewrites=n % 2 == 0) for n, r in enumerate(requests)]
            return list(await asyncio.gather(*calls))

    alone = [DoubleChecker().check(items(*r), rewrites=n % 2 == 0) for n, r in enumerate(requests)]
    assert asyncio.run(together()) == alone


async def test_requests_share_a_batch() -> None:
    """Drafts that arrive within the wait go to the model together, from the one thread."""
    checker = DoubleChecker()
    async with running(checker, wait=0.05) as batcher:
        await asyncio.gather(*(batcher.submit(items(f"It is {n}."), rewrites=True) for n in "abc"))
    assert checker.batches == [3]
    assert checker.threads == {"inference_0"}


async def test_a_full_batch_does_not_wait() -> None:
    """A batch that is full goes at once."""
    checker = DoubleChecker()
    async with running(checker, size=2, wait=30) as batcher:
        async with asyncio.timeout(5):
            await batcher.submit(items("One it is.", "Two it is."), rewrites=True)
    assert checker.batches == [2]


async def test_a_large_request_is_split() -> None:
    """No batch is larger than allowed, whatever one request brings."""
    checker = DoubleChecker()
    async with running(checker, size=3) as batcher:
        results = await batcher.submit(items(*(f"It is {n}." for n in range(8))), rewrites=True)
    assert checker.batches == [3, 3, 2]
    assert [r.id for r in results] == [str(n) for n in range(8)]


async def test_refuses_past_its_length() -> None:
    """Past its length the queue refuses instead of growing."""
    async with running(DoubleChecker(), length=2, wait=0.05) as batcher:
        first = asyncio.ensure_future(batcher.submit(items("a", "b"), rewrites=True))
        await asyncio.sleep(0)
        assert len(batcher) == 2
        with pytest.raises(QueueFullError):
            await batcher.submit(items("c"), rewrites=True)
        assert len(await first) == 2


async def test_a_cancelled_call_leaves_the_queue() -> None:
    """Cancelled before the model got to it, a draft is never checked."""
    seen: list[str] = []
    checker = DoubleChecker(before=lambda batch: seen.extend(i.reply for i in batch))
    async with running(checker, wait=0.03) as batcher:
        gone = asyncio.ensure_future(batcher.submit(items("gone"), rewrites=True))
        await asyncio.sleep(0.005)
        gone.cancel()
        await batcher.submit(items("here"), rewrites=True)
    assert seen == ["here"]


async def test_goes_on_when_all_that_waited_have_left() -> None:
    """A lone call given up within the wait for more leaves a queue that serves the next one."""
    checker = DoubleChecker()
    async with running(checker, wait=0.01) as batcher:
        for _ in range(3):
            gone = asyncio.ensure_future(batcher.submit(items("gone"), rewrites=True))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.sleep(0.03)
        assert not batcher.broken
        async with asyncio.timeout(5):
            assert len(await batcher.submit(items("here"), rewrites=True)) == 1
    assert checker.batches == [1]


async def test_a_worker_that_ends_is_known_and_strands_nobody() -> None:
    """A fault of the worker itself ends its calls with an error and shows from outside."""
    metrics = make_metrics()
    metrics.ready.set(1)

    def fail(_: float) -> None:
        raise ZeroDivisionError

    with ThreadPoolExecutor(1) as pool, capture_logs() as logs:
        batcher = Batcher(DoubleChecker(), pool, BatchLimits(1, 0, 10), metrics)
        batcher.start()
        assert not batcher.broken
        metrics.batch_size.observe = fail
        calls = [batcher.submit(items(r), rewrites=True) for r in ("run", "wait")]
        async with asyncio.timeout(5):
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert batcher.broken
        await batcher.close(1)
    assert [type(outcome) for outcome in outcomes] == [ShuttingDownError] * 2
    assert [(x["event"], x["error"]) for x in logs] == [("worker_ended", "ZeroDivisionError")]
    assert b"scorer_ready 0.0" in metrics.exposition()
    assert not batcher.broken


async def test_a_failing_batch_is_tried_one_by_one() -> None:
    """Only the draft the model fails on fails."""

    def trip(batch: Sequence[CheckItem]) -> None:
        if any(item.reply == "poison" for item in batch):
            raise ValueError

    checker = DoubleChecker(before=trip)
    async with running(checker, wait=0.05) as batcher:
        outcomes = await asyncio.gather(
            *(batcher.submit(items(r), rewrites=True) for r in ("good", "poison", "fine")),
            return_exceptions=True,
        )
    assert checker.batches == [3, 1, 1, 1]
    assert isinstance(outcomes[1], CheckFailedError)
    assert [type(outcomes[n]) for n in (0, 2)] == [list, list]


async def test_a_wrong_number_of_results_is_a_failure() -> None:
    """A model that loses a draft fails that call; the queue goes on."""

    class Lossy(DoubleChecker):
        def check(
            self, items: Sequence[CheckItem], *, rewrites: bool = True, stop: Stop | None = None
        ) -> list[CheckResult]:
            return super().check(items, rewrites=rewrites, stop=stop)[1:]

    async with running(Lossy()) as batcher:
        for _ in range(2):
            with pytest.raises(CheckFailedError):
                await batcher.submit(items("One it is."), rewrites=True)


async def test_a_broken_executor_does_not_stop_the_queue() -> None:
    """Whatever fails around a batch, its callers get an error and the next ones are served."""

    class Flaky(ThreadPoolExecutor):
        broken = True

        def submit(self, *args: Any, **kwargs: Any) -> Any:
            if self.broken:
                raise OSError
            return super().submit(*args, **kwargs)

    with Flaky(1) as pool:
        batcher = Batcher(DoubleChecker(), pool, BatchLimits(1, 0, 10), make_metrics())
        batcher.start()
        with pytest.raises(CheckFailedError, match="OSError"):
            await batcher.submit(items("One it is."), rewrites=True)
        pool.broken = False
        assert len(await batcher.submit(items("Two it is."), rewrites=True)) == 1
        await batcher.close(5)


async def test_closing_ends_what_takes_too_long() -> None:
    """Past the time to drain, running and waiting calls end with a clear error."""
    release = threading.Event()
    checker = DoubleChecker(before=lambda _: release.wait(5) and None)
    with ThreadPoolExecutor(1) as pool:
        batcher = Batcher(checker, pool, BatchLimits(1, 0, 10), make_metrics())
        batcher.start()
        calls = [
            asyncio.ensure_future(batcher.submit(items(r), rewrites=True)) for r in ("run", "wait")
        ]
        await asyncio.sleep(0.05)
        await batcher.close(0.01)
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        release.set()
    assert [type(outcome) for outcome in outcomes] == [ShuttingDownError] * 2


async def test_takes_nothing_after_closing() -> None:
    """A closed queue refuses."""
    async with running(DoubleChecker()) as batcher:
        await batcher.close(1)
        with pytest.raises(ShuttingDownError):
            await batcher.submit(items("late"), rewrites=True)


@asynccontextmanager
async def writing(checker: DoubleChecker, length: int = 100) -> AsyncIterator[Batcher]:
    """A batcher where a language model writes, two drafts at a time."""
    checker.writes = True
    with (
        ThreadPoolExecutor(1, thread_name_prefix="inference") as pool,
        ThreadPoolExecutor(2, thread_name_prefix="writing") as writers,
    ):
        batcher = Batcher(checker, pool, BatchLimits(8, 0.01, length), make_metrics(), writers)
        batcher.start()
        yield batcher
        await batcher.close(5)


class Writer:
    """Takes its time over drafts that want suggestions, until it is let go."""

    def __init__(self) -> None:
        self.at_work, self.go_on = threading.Semaphore(0), threading.Event()

    def __call__(self, batch: Sequence[CheckItem]) -> None:
        """Hold up the threads in which a model writes, and no other."""
        if threading.current_thread().name.startswith("writing"):
            self.at_work.release()
            assert self.go_on.wait(10)


async def test_a_score_does_not_wait_for_a_model_that_writes() -> None:
    """Two drafts are being written for, apart from each other; a third is scored meanwhile."""
    writer = Writer()
    async with writing(DoubleChecker(before=writer)) as batcher:
        slow = asyncio.ensure_future(
            batcher.submit(items("One it is.", "Two it is."), rewrites=True)
        )
        for _ in range(2):
            assert await asyncio.to_thread(writer.at_work.acquire, timeout=10)
        async with asyncio.timeout(5):
            [quick] = await batcher.submit(items("Three it is."), rewrites=False)
        assert quick.outcome == "not_asked"
        assert not slow.done()
        writer.go_on.set()
        assert [r.outcome for r in await slow] == ["offered", "offered"]


async def test_who_leaves_stops_the_model_that_writes() -> None:
    """The writing is told, and its draft no longer counts as waiting."""
    writer = Writer()
    checker = DoubleChecker(before=writer)
    async with writing(checker, length=1) as batcher:
        gone = asyncio.ensure_future(batcher.submit(items("One it is."), rewrites=True))
        assert await asyncio.to_thread(writer.at_work.acquire, timeout=10)
        with pytest.raises(QueueFullError):
            await batcher.submit(items("Two it is."), rewrites=True)
        [stop] = checker.stops
        assert stop is not None
        assert not stop.given
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert stop.given
        writer.go_on.set()


async def test_a_model_that_writes_badly_fails_its_own_draft() -> None:
    """The other one has its result."""

    def burst(batch: Sequence[CheckItem]) -> None:
        if any(i.reply.startswith("Bad") for i in batch):
            raise RuntimeError

    async with writing(DoubleChecker(before=burst)) as batcher:
        calls = (batcher.submit(items(r), rewrites=True) for r in ("Bad it is.", "Good it is."))
        bad, good = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(bad, CheckFailedError)
    assert isinstance(good, list)


async def test_closing_ends_what_is_still_written_for() -> None:
    """After its time, the caller is told and the model is stopped."""
    writer = Writer()
    checker = DoubleChecker(before=writer)
    async with writing(checker) as batcher:
        left = asyncio.ensure_future(batcher.submit(items("One it is."), rewrites=True))
        assert await asyncio.to_thread(writer.at_work.acquire, timeout=10)
        await batcher.close(0.05)
        with pytest.raises(ShuttingDownError):
            await left
        [stop] = checker.stops
        assert stop is not None
        assert stop.given
        writer.go_on.set()
