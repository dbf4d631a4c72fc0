"""Disagreements with a check, for whoever settles them: without a name, a score or the draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlalchemy import select
from sqlmodel import col

from bot.errors import CheckNotFoundError
from bot.store.base import Dispute, Outcome, Person, Reason
from bot.store.samples import SamplePart
from bot.store.tables import CheckRow, FeedbackRow, TextSampleRow

__all__ = ["DisputesPart"]


class DisputesPart(SamplePart):
    """The methods of ``Store`` that deal with disagreements."""

    async def disputes(self, team: Person, *, limit: int = 20) -> Sequence[Dispute]:
        """List a workspace's open disagreements; see ``Store.disputes``."""
        wanted = (
            select(FeedbackRow, CheckRow, TextSampleRow)
            .join(CheckRow, col(CheckRow.id) == col(FeedbackRow.check_id))
            .outerjoin(TextSampleRow, col(TextSampleRow.check_id) == col(CheckRow.id))
            .where(
                col(CheckRow.team) == self._pseudonyms.team(team),
                col(FeedbackRow.reasons).is_not(None),
                col(FeedbackRow.outcome).is_(None),
            )
            .order_by(col(FeedbackRow.updated_at))
            .limit(limit)
        )
        async with self._database.reading() as session:
            found = (await session.execute(wanted)).all()
            return [self._dispute(*row) for row in found if row[0].reasons]

    async def set_outcome(self, check_id: str, outcome: Outcome, by: Person) -> None:
        """Note what became of a disagreement; see ``Store.set_outcome``."""
        async with self._database.transaction() as session:
            said = await session.get(FeedbackRow, check_id)
            check = await session.get(CheckRow, check_id)
            ours = check is not None and check.team == self._pseudonyms.team(by)
            if said is None or check is None or not ours or not said.reasons:
                raise CheckNotFoundError
            said.outcome, said.settled_at = outcome, self._clock()
            member = await self._hold_member(session, by) if by.user_id else None
            self._note(session, "outcome_set", team=check.team, member=member)

    def _dispute(self, said: FeedbackRow, check: CheckRow, sample: TextSampleRow | None) -> Dispute:
        reply = self._open_text(sample.reply, check.id, "reply") if sample is not None else None
        return Dispute(
            check_id=check.id,
            said_at=said.updated_at,
            reasons=tuple(cast("list[Reason]", said.reasons)),
            feature=said.disputed_feature,
            model_id=check.model_id,
            reply=reply or "",
        )
