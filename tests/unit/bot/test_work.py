"""The pool: bounded, each key once, and it closes in order."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.work import WorkPool

pytestmark = pytest.mark.anyio


@dataclass
class Handler:
    """Notes what runs, and waits until told to go on."""

    done: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    now: int = 0
    most: int = 0
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, key: str) -> None:
        """Run one key."""
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await self.go.wait()
            if key.startswith("bad"):
                raise RuntimeError(key)
            self.done.append(key)
        except asyncio.CancelledError:
            self.stopped.append(key)
            raise
        finally:
            self.now -= 1


async def test_no_more_run_at_once_than_allowed() -> None:
    """Ten keys in a pool of three: never four at once, and all get done."""
    handler = Handler()
    pool = WorkPool(handler, size=3)
    pool.start()
    assert all(pool.submit(str(number)) for number in range(10))
    await asyncio.sleep(0.01)
    handler.go.set()
    await pool.idle()
    assert handler.most == 3
    assert len(handler.done) == 10
    await pool.close(1)


async def test_a_key_is_taken_once_until_it_is_done() -> None:
    """A key that waits or runs is not taken again; afterwards it may be."""
    handler = Handler()
    pool = WorkPool(handler, size=1)
    pool.start()
    assert pool.submit("a")
    assert not pool.submit("a")
    handler.go.set()
    await pool.idle()
    assert pool.submit("a")
    await pool.idle()
    assert handler.done == ["a", "a"]
    await pool.close(1)


async def test_a_full_pool_says_no() -> None:
    """What does not fit is refused, and stays in the database for the next sweep."""
    pool = WorkPool(Handler(), size=1, capacity=2)
    assert [pool.submit(key) for key in "abc"] == [True, True, False]
    assert pool.holds("a")
    assert not pool.holds("c")


async def test_a_failing_key_does_not_end_its_worker() -> None:
    """The next key still runs."""
    handler = Handler()
    handler.go.set()
    pool = WorkPool(handler, size=1)
    pool.start()
    pool.submit("bad")
    pool.submit("good")
    await pool.idle()
    assert handler.done == ["good"]
    await pool.close(1)


async def test_closing_lets_the_running_finish_and_drops_the_waiting() -> None:
    """Within the grace what runs is done; nothing new begins."""
    handler = Handler()
    pool = WorkPool(handler, size=1)
    pool.start()
    pool.submit("runs")
    pool.submit("waits")
    await asyncio.sleep(0.01)
    asyncio.get_running_loop().call_later(0.02, handler.go.set)
    await pool.close(grace=1)
    assert handler.done == ["runs"]
    assert not pool.submit("late")


async def test_closing_asks_what_takes_longer_to_leave_off() -> None:
    """After the grace the handler is asked, and may still finish in its own way."""
    handler = Handler()
    asked: list[str] = []

    def interrupt(key: str) -> None:
        asked.append(key)
        handler.go.set()

    pool = WorkPool(handler, size=1, interrupt=interrupt)
    pool.start()
    pool.submit("runs")
    await asyncio.sleep(0.01)
    await pool.close(grace=0.05)
    assert (asked, handler.done, handler.stopped) == (["runs"], ["runs"], [])


async def test_closing_cancels_what_does_not_heed() -> None:
    """A handler that ignores the request does not keep the process alive."""
    handler = Handler()
    pool = WorkPool(handler, size=1)
    pool.start()
    pool.submit("runs")
    await asyncio.sleep(0.01)
    await pool.close(grace=0.01)
    assert handler.stopped == ["runs"]
