"""Checks as numbers, and what people say of them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Delete, Insert, delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.errors import CheckNotFoundError
from bot.store.base import NewCheck, NewChoice, NewFeedback, Person
from bot.store.parts import StorePart, event_of
from bot.store.tables import CheckRow, FeedbackRow, MemberRow, OfferRow

__all__ = ["FeedbackPart", "keep_check"]


async def keep_check(
    session: AsyncSession, check: NewCheck, check_id: str, member: MemberRow, now: datetime
) -> None:
    """Write a check and thin out its session to the first and this latest one.

    Checks in between stay if somebody said something of them or took a suggestion. Call it with the
    member's row locked: that keeps two checks of one session from taking the same ordinal.
    """
    mine = (col(CheckRow.member) == member.id, col(CheckRow.session_id) == check.session_id)
    last = await session.scalar(select(func.max(col(CheckRow.ordinal))).where(*mine))
    await session.execute(_between(mine))
    session.add(_row(check, check_id, member, ordinal=(last or 0) + 1, now=now))
    await session.flush()  # the suggestions hang on the check
    session.add_all(
        OfferRow(check_id=check_id, position=position, **offer.model_dump())
        for position, offer in enumerate(check.offers)
    )


def _between(mine: tuple[ColumnElement[bool], ...]) -> Delete:
    spoken_of = exists().where(col(FeedbackRow.check_id) == col(CheckRow.id))
    chosen_from = exists().where(
        col(OfferRow.check_id) == col(CheckRow.id), col(OfferRow.choice).is_not(None)
    )
    return (
        delete(CheckRow)
        .where(*mine, col(CheckRow.ordinal) > 1, ~spoken_of, ~chosen_from)
        # What was handed out for training stays: only what is here can be withdrawn.
        .where(col(CheckRow.used_at).is_(None))
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
        **check.model_dump(exclude={"interval", "flags", "offers"}),
    )


class FeedbackPart(StorePart):
    """The methods of ``Store`` that keep feedback and choices."""

    async def record_feedback(self, event_key: str, feedback: NewFeedback, owner: Person) -> bool:
        """Keep what a person says of their own check; see ``Store.record_feedback``."""
        async with self._database.transaction() as session:
            first = await self._first_time(session, event_of(owner, event_key))
            if first:
                await self._find_own(session, feedback.check_id, owner)
                await session.execute(self._upsert(feedback))
        self._metrics.feedback.labels("kept" if first else "repeat").inc()
        return first

    async def record_choice(self, event_key: str, choice: NewChoice, owner: Person) -> bool:
        """Keep what a person did with a suggestion; see ``Store.record_choice``."""
        async with self._database.transaction() as session:
            first = await self._first_time(session, event_of(owner, event_key))
            if first:
                await self._find_own(session, choice.check_id, owner)
                offer = await session.get(OfferRow, (choice.check_id, choice.position))
                if offer is None:
                    raise CheckNotFoundError
                offer.choice, offer.chosen_at = choice.choice, self._clock()
        self._metrics.choices.labels(choice.choice if first else "repeat").inc()
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
            # Somebody who disagrees anew is answered anew.
            said |= {"reasons": list(said["reasons"]), "outcome": None, "settled_at": None}
        now = self._clock()
        return (
            self._insert(FeedbackRow)
            .values(check_id=feedback.check_id, created_at=now, updated_at=now, **said)
            .on_conflict_do_update(index_elements=["check_id"], set_={**said, "updated_at": now})
        )
