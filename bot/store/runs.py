"""Runs of scheduled jobs: each slot once over all processes, taken over when its worker dies."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select, update
from sqlmodel import col

from bot.store.parts import StorePart
from bot.store.tables import JobRunRow

__all__ = ["RunsPart"]


class RunsPart(StorePart):
    """The methods of ``ReportStore`` that deal with runs of jobs."""

    async def claim_slot(self, name: str, slot: str, *, worker: str, lease_seconds: float) -> bool:
        """Take a run; see ``ReportStore.claim_slot``."""
        now = self._clock()
        row = JobRunRow
        fresh = {"worker": worker, "started_at": now, "heartbeat_at": now, "error_id": None}
        silent = col(row.heartbeat_at) < now - timedelta(seconds=lease_seconds)
        insert = (
            self._insert(row)
            .values(name=name, slot=slot, attempts=1, **fresh)
            .on_conflict_do_update(
                index_elements=["name", "slot"],
                set_={**fresh, "attempts": col(row.attempts) + 1},
                # Of a worker that died, or of a run that failed: its beats have stopped too.
                where=col(row.finished_at).is_(None) & silent,
            )
            .returning(col(row.worker))
        )
        async with self._database.transaction() as session:
            return (await session.execute(insert)).first() is not None

    async def beat(self, name: str, slot: str, *, worker: str) -> bool:
        """Say that a run goes on; see ``ReportStore.beat``."""
        return await self._change_run(name, slot, worker, heartbeat_at=self._clock())

    async def end_slot(self, name: str, slot: str, *, worker: str, error_id: str = "") -> bool:
        """Close a run; see ``ReportStore.end_slot``."""
        if error_id:
            return await self._change_run(name, slot, worker, error_id=error_id)
        return await self._change_run(name, slot, worker, finished_at=self._clock())

    async def last_slot(self, name: str) -> str | None:
        """Name the greatest slot that was taken; see ``ReportStore.last_slot``."""
        wanted = select(func.max(col(JobRunRow.slot))).where(col(JobRunRow.name) == name)
        async with self._database.transaction() as session:
            return await session.scalar(wanted)

    async def _change_run(self, name: str, slot: str, worker: str, **values: object) -> bool:
        """Change this worker's open run; False when it is not this worker's."""
        mine = (
            update(JobRunRow)
            .where(
                col(JobRunRow.name) == name,
                col(JobRunRow.slot) == slot,
                col(JobRunRow.worker) == worker,
                col(JobRunRow.finished_at).is_(None),
                col(JobRunRow.error_id).is_(None),
            )
            .values(**values)
            .returning(col(JobRunRow.name))
            .execution_options(synchronize_session=False)
        )
        async with self._database.transaction() as session:
            return (await session.execute(mine)).first() is not None
