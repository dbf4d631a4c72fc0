"""Retention: what goes when its time is up, whoever asks for it and however often."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, delete
from sqlmodel import col

from bot.store.base import Purged
from bot.store.removal import RemovalPart, run
from bot.store.tables import (
    AuditRow,
    CheckRow,
    EventSeenRow,
    JobRunRow,
    Row,
    TextSampleRow,
    WeeklyReportRow,
    WithdrawalRow,
    WorkItemRow,
)

__all__ = ["RetentionPart"]

#: A withdrawal outlives its date as long again, so that whoever was late still finds it.
_GRACE: Final = 2


class RetentionPart(RemovalPart):
    """The method of ``Store`` that removes what has expired."""

    async def purge(self, now: datetime) -> Purged:
        """Remove what has expired; see ``Store.purge``."""
        limits = self._limits
        forgotten = now - limits.event_memory
        unneeded = now - _GRACE * limits.rebuild_within
        old = now - limits.audit_ttl
        audited = await self._expire(AuditRow, col(AuditRow.at) <= old)
        audited += await self._expire(JobRunRow, col(JobRunRow.started_at) <= old)
        audited += await self._expire(WeeklyReportRow, col(WeeklyReportRow.made_at) <= old)
        purged = Purged(
            work_items=await self._expire(WorkItemRow, col(WorkItemRow.expires_at) <= now),
            events=await self._expire(EventSeenRow, col(EventSeenRow.seen_at) <= forgotten),
            samples=await self._expire(TextSampleRow, col(TextSampleRow.expires_at) <= now),
            checks=await self._expire_checks(now - limits.check_ttl),
            records=audited
            + await self._expire(WithdrawalRow, col(WithdrawalRow.withdrawn_at) <= unneeded),
        )
        self._count(purged)
        await self._database.fold()
        return purged

    async def _expire(self, table: type[Row], due: ColumnElement[bool]) -> int:
        async with self._database.transaction() as session:
            return await run(session, delete(table).where(due))

    async def _expire_checks(self, before: datetime) -> int:
        """Remove old checks; a model that knows one is due like after a withdrawal.

        Once the check has gone, nobody could tell any more whose it was.
        """
        due = col(CheckRow.checked_at) <= before
        async with self._database.transaction() as session:
            await self._mark_withdrawn(session, due)
            return await run(session, delete(CheckRow).where(due))

    def _count(self, purged: Purged) -> None:
        removed = self._metrics.removed
        removed.labels("work_item").inc(purged.work_items)
        removed.labels("event").inc(purged.events)
        removed.labels("sample").inc(purged.samples)
        removed.labels("check").inc(purged.checks)
        removed.labels("record").inc(purged.records)
