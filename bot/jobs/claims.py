"""A run of a job, once over any number of processes: claimed, kept alive, closed.

Whoever writes the row ``(name, slot)`` has the run. It beats while the run lasts; a worker that
falls silent loses it to the next one that asks; so does one whose run failed, when its lease is
over. A worker that dies between its last step and the closing of its run lets that step be done
again: whoever must not repeat one notes by itself that it was done, as ``posting`` does.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.errors import StoreError, WarmlineError, new_error_id
from bot.store.reporting import ReportStore

__all__ = ["Claims"]

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Claims:
    """Runs slots of jobs.

    Attributes:
        store: Where runs are claimed.
        worker: This process's name.
        lease: After how many silent seconds another worker takes a run over.
    """

    store: ReportStore
    worker: str
    lease: float = 300.0

    async def once(self, name: str, slot: str, run: Callable[[], Awaitable[None]]) -> bool:
        """Do a run unless another process has it or it is done.

        Returns:
            Whether this call did it.

        Raises:
            Exception: What the run raised; the slot is free again after the lease.
        """
        store, worker = self.store, self.worker
        if not await store.claim_slot(name, slot, worker=worker, lease_seconds=self.lease):
            return False
        beating = asyncio.create_task(self._beat(name, slot))
        try:
            await run()
        except Exception as error:
            error_id = error.error_id if isinstance(error, WarmlineError) else new_error_id()
            _log.warning(
                "jobs.slot_failed", job=name.partition(":")[0], slot=slot, error_id=error_id
            )
            await store.end_slot(name, slot, worker=worker, error_id=error_id)
            raise
        finally:
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating
        return await store.end_slot(name, slot, worker=worker)

    async def _beat(self, name: str, slot: str) -> None:
        """Say three times a lease that the run goes on, until it is over or another's."""
        mine = True
        while mine:
            await asyncio.sleep(self.lease / 3)
            try:
                mine = await self.store.beat(name, slot, worker=self.worker)
            except StoreError as error:  # the next beat may get through
                _log.warning("jobs.beat_failed", error_id=error.error_id)
