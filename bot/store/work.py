"""Work in flight: accepted once, claimed by one worker at a time, finished once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, cast

import structlog
from sqlalchemy import ColumnElement, and_, case, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.errors import StoreError, WorkNotFoundError
from bot.store.base import Accepted, NewCheck, NewSample, Person, WorkItem, WorkState
from bot.store.checks import keep_check
from bot.store.parts import consent_of, event_of
from bot.store.samples import SamplePart
from bot.store.tables import CheckRow, EventSeenRow, MemberRow, TeamSettingRow, WorkItemRow

__all__ = ["WorkPart"]

_OPEN = ("queued", "running", "scored")
#: Between two attempts in an item's last minutes.
_LAST_PAUSE = timedelta(seconds=10)
_row_id = col(WorkItemRow.id)
_state = col(WorkItemRow.state)
_lease = col(WorkItemRow.lease_until)
_attempts = col(WorkItemRow.attempts)
_expires = col(WorkItemRow.expires_at)
_log = structlog.get_logger(__name__)


class WorkPart(SamplePart):
    """The methods of ``Store`` that deal with work items."""

    async def accept(
        self, event_key: str, kind: str, payload: Mapping[str, Any], owner: Person
    ) -> Accepted:
        """Keep an event's work, once; see ``Store.accept``."""
        new, event_key = self._new_row(kind, payload, owner), event_of(owner, event_key)
        async with self._database.transaction() as session:
            first = await self._first_time(session, event_key, new.id)
            if first:
                await self._hold_member(session, owner)
                session.add(new)
            row = new if first else await self._made_by(session, event_key, owner)
        self._metrics.events.labels("accepted" if first else "repeat").inc()
        return Accepted(self._opened(row) if row else None, first)

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
        self,
        work_id: str,
        *,
        worker: str,
        check: NewCheck | None,
        result: Mapping[str, Any],
        sample: NewSample | None = None,
    ) -> bool:
        """Keep the check and the sealed result, once; see ``Store.finish``."""
        sealed = self._sealer.seal(result, row=work_id, column="result")
        async with self._database.transaction() as session:
            row = await self._change(session, work_id, worker, ("running",))
            if row is None:
                return False
            row.state, row.result = "scored", sealed
            row.attempts = 1  # scoring killed nobody: what is left to do starts afresh
            member = await self._settle(session, row)
            await self._keep(session, row.id, member, check, sample)
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
            if retry_in is None:
                _release(row, "failed")
                await self._settle(session, row)
            else:
                _release(row, "queued" if row.result is None else "scored")
                row.attempts -= 1
                row.lease_until = self._clock() + self._pause(row, timedelta(seconds=retry_in))
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
        async with self._database.reading() as session:
            return (await session.scalars(wanted)).all()

    async def cancel(self, work_id: str, owner: Person, *, keep_draft: bool) -> bool:
        """Stop one's own open item for good; see ``Store.cancel``."""
        member = self._pseudonyms.member(owner)
        mine = and_(_row_id == work_id, col(WorkItemRow.member) == member)
        async with self._database.transaction() as session:
            row = await session.scalar(
                select(WorkItemRow)
                .where(mine, _state.in_(_OPEN), _expires > self._clock())
                .with_for_update()
            )
            if row is None:
                return False
            await session.execute(delete(CheckRow).where(col(CheckRow.id) == work_id))
            if keep_draft:
                _release(row, "cancelled")
                row.result = None
                row.expires_at = min(row.expires_at, self._clock() + self._limits.uncounted_ttl)
            else:
                await session.delete(row)
        self._metrics.checks.labels("cancelled").inc()
        return True

    async def give_up(
        self, *, worker: str, lease_seconds: float, limit: int = 100
    ) -> Sequence[WorkItem]:
        """Take what is not to be tried again; see ``Store.give_up``."""
        now = self._clock()
        ending = and_(
            col(WorkItemRow.error_id).is_not(None), _expires <= now + self._limits.last_call
        )
        spent = (
            select(WorkItemRow)
            .where(self._unheld(now), or_(_attempts >= self._limits.max_attempts, ending))
            .order_by(col(WorkItemRow.created_at), _row_id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        async with self._database.transaction() as session:
            rows = (await session.scalars(spent)).all()
            for row in rows:
                row.state = "running" if row.result is None else "scored"
                row.worker, row.lease_until = worker, now + timedelta(seconds=lease_seconds)
            return [item for row in rows if (item := self._opened_or_closed(row))]

    async def load(self, work_id: str, owner: Person) -> WorkItem:
        """Read one's own item; see ``Store.load``."""
        wanted = select(WorkItemRow).where(
            _row_id == work_id,
            col(WorkItemRow.member) == self._pseudonyms.member(owner),
            _expires > self._clock(),
        )
        async with self._database.reading() as session:
            row = (await session.scalars(wanted)).one_or_none()
        if row is None:
            raise WorkNotFoundError
        return self._opened(row)

    def _opened_or_closed(self, row: WorkItemRow) -> WorkItem | None:
        """Open a row; close one that no key opens, as its person can't be found to be told."""
        try:
            return self._opened(row)
        except StoreError as error:
            _log.error("work.unreadable", work_id=row.id, error=type(error).__name__)
            _release(row, "failed")
            return None

    def _pause(self, row: WorkItemRow, wanted: timedelta) -> timedelta:
        """Shorten a pause that would reach past the last call before the item expires."""
        left = row.expires_at - self._clock() - self._limits.last_call
        return min(wanted, max(left, _LAST_PAUSE))

    async def _made_by(
        self, session: AsyncSession, event_key: str, owner: Person
    ) -> WorkItemRow | None:
        """Find the item that an earlier delivery of an event made, unless it has gone."""
        wanted = (
            select(WorkItemRow)
            .join(EventSeenRow, col(EventSeenRow.work_id) == _row_id)
            .where(
                col(EventSeenRow.key).in_(
                    [
                        self._pseudonyms.event(event_key),
                        *self._pseudonyms.earlier_events(event_key),
                    ]
                ),
                col(WorkItemRow.member) == self._pseudonyms.member(owner),
                _expires > self._clock(),
            )
        )
        return (await session.scalars(wanted)).one_or_none()

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

    async def _keep(
        self,
        session: AsyncSession,
        check_id: str,
        member: MemberRow,
        check: NewCheck | None,
        sample: NewSample | None,
    ) -> None:
        """Keep of a check what its person's switches allow at this moment."""
        # The lock makes the owner's switch, turned off at the same moment, wait and see the sample.
        team = await session.get(TeamSettingRow, member.team, with_for_update={"read": True})
        consent = consent_of(member, team)
        if check is None or not consent.allows("numbers"):
            return
        await keep_check(session, check, check_id, member, self._clock())
        if sample is not None and consent.allows("sample"):
            await session.flush()  # the sample hangs on the check
            session.add(self._sample_row(sample, check_id, member, consent))

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
            error_id=row.error_id,
        )


def _release(row: WorkItemRow, state: WorkState) -> None:
    row.state, row.worker, row.lease_until = state, None, None
