"""Work in flight: accepted once, claimed by one worker at a time, finished once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import ColumnElement, and_, case, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.errors import WorkNotFoundError
from bot.store.base import NewCheck, Person, WorkItem, WorkState
from bot.store.checks import keep_check
from bot.store.parts import StorePart
from bot.store.tables import MemberRow, WorkItemRow

__all__ = ["WorkPart"]

_OPEN = ("queued", "running", "scored")
_row_id = col(WorkItemRow.id)
_state = col(WorkItemRow.state)
_lease = col(WorkItemRow.lease_until)
_attempts = col(WorkItemRow.attempts)
_expires = col(WorkItemRow.expires_at)


class WorkPart(StorePart):
    """The methods of ``Store`` that deal with work items."""

    async def accept(
        self, event_key: str, kind: str, payload: Mapping[str, Any], owner: Person
    ) -> WorkItem | None:
        """Keep an event's work, once; see ``Store.accept``."""
        row = self._new_row(kind, payload, owner)
        async with self._database.transaction() as session:
            first = await self._first_time(session, event_key)
            if first:
                await self._ensure_member(session, owner)
                session.add(row)
        self._metrics.events.labels("accepted" if first else "repeat").inc()
        return self._opened(row) if first else None

    async def claim(self, work_id: str, *, worker: str, lease_seconds: float) -> WorkItem | None:
        """Take an item for this worker; see ``Store.claim``."""
        now = self._clock()
        take = (
            update(WorkItemRow)
            .where(_row_id == work_id, self._unheld(now), _attempts < self._limits.max_attempts)
            .values(
                state=case((col(WorkItemRow.result).is_(None), "running"), else_="scored"),
                worker=worker,
                lease_until=now + timedelta(seconds=lease_seconds),
                attempts=_attempts + 1,
            )
            .returning(WorkItemRow)
        )
        async with self._database.transaction() as session:
            row = (await session.scalars(take)).one_or_none()
        return self._opened(row) if row else None

    async def renew(self, work_id: str, *, worker: str, lease_seconds: float) -> bool:
        """Prolong this worker's lease; see ``Store.renew``."""
        until = self._clock() + timedelta(seconds=lease_seconds)
        async with self._database.transaction() as session:
            row = await self._change(session, work_id, worker, ("running", "scored"))
            if row:
                row.lease_until = until
        return row is not None

    async def finish(
        self, work_id: str, *, worker: str, check: NewCheck | None, result: Mapping[str, Any]
    ) -> bool:
        """Keep the check and the sealed result, once; see ``Store.finish``."""
        sealed = self._sealer.seal(result, row=work_id, column="result")
        async with self._database.transaction() as session:
            row = await self._change(session, work_id, worker, ("running",))
            if row is None:
                return False
            row.state, row.result = "scored", sealed
            member = await self._settle(session, row)
            if check is not None and member.checks_count:
                await keep_check(session, check, row.id, member, self._clock())
        if check is not None:
            self._metrics.checks.labels("abstained" if check.abstained else "scored").inc()
        return True

    async def delivered(self, work_id: str, *, worker: str) -> bool:
        """Close an item whose card has been shown; see ``Store.delivered``."""
        async with self._database.transaction() as session:
            row = await self._change(session, work_id, worker, ("scored",))
            if row:
                _release(row, "done")
        if row:
            seconds = (self._clock() - row.created_at).total_seconds()
            self._metrics.card_seconds.observe(seconds)
        return row is not None

    async def fail(
        self, work_id: str, *, worker: str, error_id: str, retry_in: float | None = None
    ) -> WorkState | None:
        """Put an item back after an error; see ``Store.fail``."""
        async with self._database.transaction() as session:
            row = await self._change(session, work_id, worker, ("running", "scored"))
            if row is None:
                return None
            row.error_id = error_id
            if retry_in is None or row.attempts >= self._limits.max_attempts:
                _release(row, "failed")
                await self._settle(session, row)
            else:
                _release(row, "queued" if row.result is None else "scored")
                row.lease_until = self._clock() + timedelta(seconds=retry_in)
        self._metrics.checks.labels("failed" if row.state == "failed" else "put_back").inc()
        return cast("WorkState", row.state)

    async def due(self, limit: int = 100) -> Sequence[str]:
        """Name the items nobody holds; see ``Store.due``."""
        wanted = (
            select(_row_id)
            .where(self._unheld(self._clock()), _attempts < self._limits.max_attempts)
            .order_by(col(WorkItemRow.created_at), _row_id)
            .limit(limit)
        )
        async with self._database.transaction() as session:
            return (await session.scalars(wanted)).all()

    async def give_up(self, limit: int = 100) -> Sequence[WorkItem]:
        """Close what was tried too often; see ``Store.give_up``."""
        spent = (
            select(WorkItemRow)
            .where(self._unheld(self._clock()), _attempts >= self._limits.max_attempts)
            .order_by(col(WorkItemRow.created_at), _row_id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        async with self._database.transaction() as session:
            rows = (await session.scalars(spent)).all()
            # Members in one order, so that two of these never wait for each other.
            for row in sorted(rows, key=lambda row: row.member):
                _release(row, "failed")
                await self._settle(session, row)
        self._metrics.checks.labels("given_up").inc(len(rows))
        return [self._opened(row) for row in rows]

    async def load(self, work_id: str, owner: Person) -> WorkItem:
        """Read one's own item; see ``Store.load``."""
        wanted = select(WorkItemRow).where(
            _row_id == work_id,
            col(WorkItemRow.member) == self._pseudonyms.member(owner),
            _expires > self._clock(),
        )
        async with self._database.transaction() as session:
            row = (await session.scalars(wanted)).one_or_none()
        if row is None:
            raise WorkNotFoundError
        return self._opened(row)

    def _unheld(self, now: datetime) -> ColumnElement[bool]:
        free = or_(_lease.is_(None), _lease <= now)
        return and_(_state.in_(_OPEN), free, _expires > now)

    async def _change(
        self, session: AsyncSession, work_id: str, worker: str, states: tuple[WorkState, ...]
    ) -> WorkItemRow | None:
        """Lock an item that this worker still holds; a lease that ran out untaken is still held."""
        wanted = (
            select(WorkItemRow)
            .where(
                _row_id == work_id,
                col(WorkItemRow.worker) == worker,
                _state.in_(states),
                _expires > self._clock(),
            )
            .with_for_update()
        )
        return (await session.scalars(wanted)).one_or_none()

    async def _settle(self, session: AsyncSession, row: WorkItemRow) -> MemberRow:
        """Shorten the life of an item whose owner does not let checks count."""
        # The lock makes a switch-off that comes at the same moment wait, and then see the check.
        await self._lock_member(session, row.member)
        member = await session.get_one(MemberRow, row.member)
        if not member.checks_count:
            row.expires_at = min(row.expires_at, self._clock() + self._limits.uncounted_ttl)
        return member

    def _new_row(self, kind: str, payload: Mapping[str, Any], owner: Person) -> WorkItemRow:
        work_id, now = self._new_id(), self._clock()
        sealed = {"owner": asdict(owner), "data": dict(payload)}
        return WorkItemRow(
            id=work_id,
            member=self._pseudonyms.member(owner),
            kind=kind,
            state="queued",
            payload=self._sealer.seal(sealed, row=work_id, column="payload"),
            created_at=now,
            expires_at=now + self._limits.work_ttl,
        )

    def _opened(self, row: WorkItemRow) -> WorkItem:
        sealed = self._sealer.open(row.payload, row=row.id, column="payload")
        result = row.result and self._sealer.open(row.result, row=row.id, column="result")
        return WorkItem(
            id=row.id,
            kind=row.kind,
            state=cast("WorkState", row.state),
            attempts=row.attempts,
            owner=Person(**sealed["owner"]),
            payload=sealed["data"],
            result=result or None,
            created_at=row.created_at,
            expires_at=row.expires_at,
        )


def _release(row: WorkItemRow, state: WorkState) -> None:
    row.state, row.worker, row.lease_until = state, None, None
