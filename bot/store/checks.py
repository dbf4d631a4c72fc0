"""Checks as numbers, and what people say of them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Delete, Insert, delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.errors import CheckNotFoundError
from bot.store.base import NewCheck, NewFeedback, Person
from bot.store.parts import StorePart
from bot.store.tables import CheckRow, FeedbackRow, MemberRow

__all__ = ["FeedbackPart", "keep_check"]


async def keep_check(
    session: AsyncSession, check: NewCheck, check_id: str, member: MemberRow, now: datetime
) -> None:
    """Write a check and thin out its session to the first and this latest one.

    Checks in between stay if somebody gave feedback on them. Call it with the member's row locked:
    that keeps two checks of one session from taking the same ordinal.
    """
    mine = (col(CheckRow.member) == member.id, col(CheckRow.session_id) == check.session_id)
    last = await session.scalar(select(func.max(col(CheckRow.ordinal))).where(*mine))
    await session.execute(_between(mine))
    session.add(_row(check, check_id, member, ordinal=(last or 0) + 1, now=now))


def _between(mine: tuple[ColumnElement[bool], ...]) -> Delete:
    spoken_of = exists().where(col(FeedbackRow.check_id) == col(CheckRow.id))
    return (
        delete(CheckRow)
        .where(*mine, col(CheckRow.ordinal) > 1, ~spoken_of)
        .execution_options(synchronize_session=False)
    )


def _row(
    check: NewCheck, check_id: str, member: MemberRow, *, ordinal: int, now: datetime
) -> CheckRow:
    low, high = check.interval or (None, None)
    return CheckRow(
        id=check_id,
        member=member.id,
        team=member.team,
        ordinal=ordinal,
        checked_at=now.replace(microsecond=0),
        interval_low=low,
        interval_high=high,
        flags=list(check.flags),
        **check.model_dump(exclude={"interval", "flags"}),
    )


class FeedbackPart(StorePart):
    """The method of ``Store`` that keeps feedback."""

    async def record_feedback(self, event_key: str, feedback: NewFeedback, owner: Person) -> bool:
        """Keep what a person says of their own check; see ``Store.record_feedback``."""
        async with self._database.transaction() as session:
            first = await self._first_time(session, event_key)
            if first:
                await self._find_own(session, feedback.check_id, owner)
                await session.execute(self._upsert(feedback))
        self._metrics.feedback.labels("kept" if first else "repeat").inc()
        return first

    async def _find_own(self, session: AsyncSession, check_id: str, owner: Person) -> None:
        # The lock keeps a re-check from thinning this check out before the feedback is there.
        member = await self._lock_member(session, self._pseudonyms.member(owner))
        check = await session.get(CheckRow, check_id)
        if member is None or check is None or check.member != member.id:
            raise CheckNotFoundError

    def _upsert(self, feedback: NewFeedback) -> Insert:
        said = feedback.model_dump(exclude={"check_id"}, exclude_none=True)
        if "reasons" in said:
            said["reasons"] = list(said["reasons"])
        now = self._clock()
        return (
            self._insert(FeedbackRow)
            .values(check_id=feedback.check_id, created_at=now, updated_at=now, **said)
            .on_conflict_do_update(index_elements=["check_id"], set_={**said, "updated_at": now})
        )
