"""Runs of scheduled jobs: each slot once over all processes, taken over when its worker dies."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlmodel import col

from bot.store.parts import StorePart, event_of
from bot.store.reporting import Posting
from bot.store.tables import JobRunRow
from bot.store.values import Person

__all__ = ["RunsPart"]

#: The job whose slots are postings: a run is one report's way to one place.
_POSTING: Final = "report-posting"
#: Length of a slot, and of the part of a digest that names one.
_SLOT: Final = 40


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
        async with self._database.reading() as session:
            return await session.scalar(wanted)

    async def begin_post(self, team: Person, week: str, place: str) -> Posting:
        """Note a posting before it is tried; see ``ReportStore.begin_post``."""
        # A digest: a place may be a person.
        key = self._pseudonyms.event(event_of(team, f"report:{week}:{place}"))[:_SLOT]
        now = self._clock()
        insert = (
            self._insert(JobRunRow)
            .values(
                name=_POSTING, slot=key, worker="", attempts=1, started_at=now, heartbeat_at=now
            )
            .on_conflict_do_nothing()
            .returning(col(JobRunRow.slot))
        )
        async with self._database.transaction() as session:
            new = (await session.execute(insert)).first() is not None
            row = await session.get_one(JobRunRow, (_POSTING, key))
        return Posting(key, row.started_at, "new" if new else "done" if row.finished_at else "open")

    async def end_post(self, posting: Posting, *, there: bool) -> None:
        """Note how a posting ended; see ``ReportStore.end_post``."""
        mine = (col(JobRunRow.name) == _POSTING) & (col(JobRunRow.slot) == posting.key)
        ended = update(JobRunRow).where(mine).values(finished_at=self._clock())
        async with self._database.transaction() as session:
            await session.execute(ended if there else delete(JobRunRow).where(mine))

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
