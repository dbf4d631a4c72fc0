"""What is picked up after a crash or a full queue: every few seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from bot.checks import CheckRunner
from bot.errors import WarmlineError, new_error_id
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
        """Sweep until told to stop; what fails, whatever it is, is tried again at the next turn.

        An event and no cancellation: a transaction must not be broken off half-way.
        """
        while not stopped.is_set():
            await self.sweep()
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), self._every)

    async def sweep(self) -> None:
        """Sweep once. Neither step keeps the other from its turn, and none ends the sweeper."""
        await _outlived("tell", self._runner.tell_given_up)
        await _outlived("submit", self._submit_due)

    async def _submit_due(self) -> None:
        for work_id in await self._store.due():
            self._pool.submit(work_id)


async def _outlived(step: str, run: Callable[[], Awaitable[None]]) -> None:
    try:
        await run()
    except Exception as error:  # noqa: BLE001 - without its sweeper a process loses work silently
        error_id = error.error_id if isinstance(error, WarmlineError) else new_error_id()
        _log.error("sweep.failed", step=step, error_id=error_id, error=type(error).__name__)
