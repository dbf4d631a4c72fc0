"""The lease of a check: while it lasts, the check is this worker's and nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from bot.checks.attempt import attempted
from bot.store.base import Store, WorkItem

__all__ = ["Lease"]


class Lease:
    """Claims checks for a worker and keeps them while it works on them.

    Args:
        store: The bot's memory.
        worker: This process's name in the store.
        seconds: After how long without a sign of life another worker takes over.
        interrupt: Stops work on a check that was cancelled or taken over elsewhere.
    """

    def __init__(
        self, store: Store, *, worker: str, seconds: float, interrupt: Callable[[str], None]
    ) -> None:
        self._store = store
        self._worker = worker
        self._seconds = seconds
        self._interrupt = interrupt

    async def claim(self, check_id: str) -> WorkItem | None:
        """Take a check; None when there is nothing to do or somebody else has it."""
        return await self._store.claim(check_id, worker=self._worker, lease_seconds=self._seconds)

    async def renewed(self, check_id: str) -> bool:
        """Prolong the lease; False when the check is no longer this worker's."""
        return await self._store.renew(check_id, worker=self._worker, lease_seconds=self._seconds)

    @asynccontextmanager
    async def kept(self, check_id: str) -> AsyncIterator[None]:
        """Keep the lease while the body runs."""
        ended = asyncio.Event()
        keeper = asyncio.create_task(self._renew(check_id, ended))
        try:
            yield
        finally:
            ended.set()
            await asyncio.wait({keeper})

    async def _renew(self, check_id: str, ended: asyncio.Event) -> None:
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), self._seconds / 3)
                return
            await attempted(lambda: self._hold(check_id))

    async def _hold(self, check_id: str) -> None:
        """Prolong the lease; stop work on what was cancelled or taken over elsewhere."""
        if not await self.renewed(check_id):
            self._interrupt(check_id)
