"""What is picked up after a crash or a full queue: every few seconds."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from bot.checks import CheckRunner
from bot.errors import StoreError
from bot.store.base import Store
from bot.work import WorkPool

__all__ = ["Sweeper"]

_log = structlog.get_logger(__name__)


class Sweeper:
    """Hands work that nobody holds to the pool, and tells the people of what was given up.

    Args:
        store: The bot's memory.
        pool: Where checks run.
        runner: Tells the people of checks that were given up.
        every: Seconds between sweeps.
    """

    def __init__(self, *, store: Store, pool: WorkPool, runner: CheckRunner, every: float) -> None:
        self._store = store
        self._pool = pool
        self._runner = runner
        self._every = every

    async def run(self, stopped: asyncio.Event) -> None:
        """Sweep until told to stop; a database that is away is tried again at the next turn.

        An event and no cancellation: a transaction must not be broken off half-way.
        """
        while not stopped.is_set():
            try:
                await self.sweep()
            except StoreError as error:
                _log.error("sweep.failed", error_id=error.error_id)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), self._every)

    async def sweep(self) -> None:
        """Sweep once."""
        for item in await self._store.give_up():
            await self._runner.tell_given_up(item)
        for work_id in await self._store.due():
            self._pool.submit(work_id)
