"""A bounded pool of workers inside the event loop.

Slack wants an answer in three seconds, a check may take longer: listeners hand the id of what they
persisted to the pool and go. Nothing here must survive a restart; the database does that. When
the queue is full the pool says no, and the item waits in the database until the next sweep.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

__all__ = ["WorkPool"]

_log = structlog.get_logger(__name__)


class WorkPool:
    """Runs a handler for each submitted key, ``size`` at once, each key at most once at a time.

    Args:
        handler: Does the work of one key; tells its people of failures itself.
        size: How many run at once.
        capacity: How many may wait.
        interrupt: Asks the handler to leave off a key soon, at a point of its own choice: a
            transaction must not be broken off. Called when closing takes too long.
    """

    def __init__(
        self,
        handler: Callable[[str], Awaitable[None]],
        *,
        size: int,
        capacity: int = 1000,
        interrupt: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._handler = handler
        self._interrupt = interrupt
        self._size = size
        self._waiting: asyncio.Queue[str] = asyncio.Queue(maxsize=capacity)
        self._known: set[str] = set()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._workers: list[asyncio.Task[None]] = []
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    def start(self) -> None:
        """Start the workers; needs a running loop."""
        self._workers = [
            asyncio.create_task(self._work(), name=f"worker-{number}")
            for number in range(self._size)
        ]

    def submit(self, key: str) -> bool:
        """Queue a key; False when it is here already, the queue is full or the pool closes."""
        if self._closing or key in self._known:
            return False
        try:
            self._waiting.put_nowait(key)
        except asyncio.QueueFull:
            _log.warning("work.queue_full", waiting=self._waiting.qsize())
            return False
        self._known.add(key)
        self._idle.clear()
        return True

    def holds(self, key: str) -> bool:
        """Tell whether the key waits or runs here."""
        return key in self._known

    async def idle(self) -> None:
        """Wait until nothing waits or runs."""
        await self._idle.wait()

    async def close(self, grace: float) -> None:
        """Stop taking, let what runs finish for ``grace`` seconds, then interrupt it.

        What only waits is dropped here and stays due in the database. What does not heed the
        interruption for as long again is cancelled.
        """
        self._closing = True
        while not self._waiting.empty():
            self._forget(self._waiting.get_nowait())
        await self._finish(grace)
        for key in self._running:
            self._interrupt(key)
        await self._finish(grace)
        await _cancel({*self._running.values(), *self._workers})

    async def _finish(self, grace: float) -> None:
        if running := set(self._running.values()):
            await asyncio.wait(running, timeout=grace)

    async def _work(self) -> None:
        while True:
            key = await self._waiting.get()
            task = asyncio.ensure_future(self._run(key))
            self._running[key] = task
            try:
                await asyncio.wait({task})
            finally:
                self._running.pop(key, None)
                self._forget(key)

    def _forget(self, key: str) -> None:
        self._known.discard(key)
        if not self._known:
            self._idle.set()

    async def _run(self, key: str) -> None:
        try:
            await self._handler(key)
        except Exception as error:  # noqa: BLE001 - a worker must outlive any item
            # Type and place only: a message could hold text of a draft.
            _log.error("work.failed", work_id=key, error=type(error).__name__)


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
