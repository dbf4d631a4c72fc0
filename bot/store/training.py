"""What is handed out for training, under the third switch, and what was taken back since."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.base import Consent, Example, Withdrawal
from bot.store.parts import consent_of
from bot.store.samples import SamplePart
from bot.store.tables import (
    CheckRow,
    FeedbackRow,
    MemberRow,
    OfferRow,
    TeamSettingRow,
    TextSampleRow,
    WithdrawalRow,
)

__all__ = ["TrainingPart"]

_SCORED = ("overall", "interval_low", "interval_high", "band", "need", "features", "flags")
_NUMBERS = ("session_id", "ordinal", "channel_kind", *_SCORED, "model_id", "model_sha256")
_SAID = ("thumb", "rating", "reasons", "disputed_feature", "outcome")
_OFFERED = ("position", "kind", "source", "overall", "delta", "choice")


@dataclass(frozen=True, slots=True)
class _Found:
    """A check with all that is joined to it."""

    check: CheckRow
    member: MemberRow
    team: TeamSettingRow | None
    said: FeedbackRow | None
    sample: TextSampleRow | None

    @property
    def consent(self) -> Consent:
        return consent_of(self.member, self.team)


class TrainingPart(SamplePart):
    """The methods of ``Store`` that feed the training."""

    async def examples(
        self, *, after: str = "", limit: int = 500, salt: bytes = b""
    ) -> Sequence[Example]:
        """Hand out checks for training; see ``Store.examples``."""
        taken_back = exists().where(col(WithdrawalRow.check_id) == col(CheckRow.id))
        wanted = (
            select(CheckRow, MemberRow, TeamSettingRow, FeedbackRow, TextSampleRow)
            .join(MemberRow, col(MemberRow.id) == col(CheckRow.member))
            .outerjoin(TeamSettingRow, col(TeamSettingRow.team) == col(CheckRow.team))
            .outerjoin(FeedbackRow, col(FeedbackRow.check_id) == col(CheckRow.id))
            .outerjoin(TextSampleRow, col(TextSampleRow.check_id) == col(CheckRow.id))
            .where(col(CheckRow.id) > after, ~taken_back, col(MemberRow.train).is_(True))
            .order_by(col(CheckRow.id))
            .limit(limit)
            # Held until it is noted as handed out: a withdrawal meanwhile waits and sees the note.
            .with_for_update(of=MemberRow)
        )
        async with self._database.transaction() as session:
            rows = [_Found(*row) for row in (await session.execute(wanted)).all()]
            allowed = [row for row in rows if row.consent.allows("training")]
            offers = await self._offers(session, [row.check.id for row in allowed])
            if allowed:
                self._note(session, "handed_out", counts={"checks": len(allowed)})
            found = [self._example(row, offers.get(row.check.id, [])) for row in allowed]
        raters = [_rater(row.member.id, salt) for row in allowed]
        return [replace(one, rater=rater) for one, rater in zip(found, raters, strict=True)]

    async def withdrawals(self) -> Sequence[Withdrawal]:
        """List what was taken back; see ``Store.withdrawals``."""
        wanted = select(WithdrawalRow).order_by(col(WithdrawalRow.check_id))
        async with self._database.reading() as session:
            rows = (await session.scalars(wanted)).all()
        return [Withdrawal(row.check_id, row.withdrawn_at, row.due_at) for row in rows]

    async def _offers(
        self, session: AsyncSession, ids: Sequence[str]
    ) -> dict[str, list[dict[str, Any]]]:
        wanted = (
            select(OfferRow)
            .where(col(OfferRow.check_id).in_(ids))
            .order_by(col(OfferRow.check_id), col(OfferRow.position))
        )
        offers: dict[str, list[dict[str, Any]]] = {}
        for row in await session.scalars(wanted):
            offers.setdefault(row.check_id, []).append(_picked(row, _OFFERED))
        return offers

    def _example(self, found: _Found, offers: list[dict[str, Any]]) -> Example:
        check, said, sample = found.check, found.said, found.sample
        check.used_at = self._clock()
        numbers = {**_picked(check, _NUMBERS), "suggestions": offers}
        if said is not None:
            numbers["feedback"] = _picked(said, _SAID)
        if sample is None or not found.consent.allows("sample"):
            return Example(check.id, numbers, week=_week(check.checked_at))
        customer = sample.customer if found.consent.allows("customer") else None
        return Example(
            id=check.id,
            numbers=numbers,
            reply=self._open_text(sample.reply, check.id, "reply"),
            customer=self._open_text(customer, check.id, "customer"),
            week=_week(check.checked_at),
        )


def _rater(member: str, salt: bytes) -> str:
    return hmac.new(salt, member.encode(), "sha256").hexdigest()[:16] if salt else ""


def _week(at: datetime) -> str:
    year, week, _ = at.isocalendar()
    return f"{year}-W{week:02d}"


def _picked(row: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
