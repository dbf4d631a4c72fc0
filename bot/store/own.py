"""What a person can see of themselves. Every read here starts from that person's own pseudonym."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import RowMapping, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.base import Outcome, OwnCheck, Person, Stored
from bot.store.parts import consent_of
from bot.store.samples import SamplePart
from bot.store.tables import (
    AuditRow,
    CheckRow,
    FeedbackRow,
    MemberRow,
    OfferRow,
    Row,
    TeamSettingRow,
    TextSampleRow,
    WorkItemRow,
)
from scoring.contract import Band

__all__ = ["OwnPart"]


class OwnPart(SamplePart):
    """The methods of ``Store`` that show a person what is theirs."""

    async def own_checks(
        self, person: Person, *, since: datetime, limit: int = 500
    ) -> Sequence[OwnCheck]:
        """Read a person's own checks; see ``Store.own_checks``."""
        wanted = (
            select(CheckRow, col(FeedbackRow.rating), col(FeedbackRow.outcome))
            .outerjoin(FeedbackRow, col(FeedbackRow.check_id) == col(CheckRow.id))
            .where(
                col(CheckRow.member) == self._pseudonyms.member(person),
                col(CheckRow.checked_at) >= since,
            )
            .order_by(col(CheckRow.checked_at).desc(), col(CheckRow.ordinal).desc())
            .limit(limit)
        )
        async with self._database.reading() as session:
            found = (await session.execute(wanted)).all()
        return [_own_check(*row) for row in found]

    async def stored_about(self, person: Person) -> Stored:
        """Count what is stored about a person; see ``Store.stored_about``."""
        member = self._pseudonyms.member(person)
        async with self._database.reading() as session:
            consent = await self._consent_of(session, person)
            row = await session.get(MemberRow, member)
            if row is None:
                return Stored(consent)
            counted = {
                **await self._count_checks(session, member),
                **await self._count_texts(session, member),
            }
            choices = await self._count_choices(session, member)
        suggestions = sum(choices.values())
        done = {name: count for name, count in choices.items() if name is not None}
        return Stored(
            consent, since=row.created_at, suggestions=suggestions, choices=done, **counted
        )

    async def _count_checks(self, session: AsyncSession, member: str) -> dict[str, Any]:
        at, mine = col(CheckRow.checked_at), col(CheckRow.member) == member
        wanted = (
            select(
                func.count().label("checks"),
                func.min(at).label("first_check"),
                func.max(at).label("last_check"),
                func.count(col(FeedbackRow.check_id)).label("ratings"),
                func.count(col(CheckRow.used_at)).label("used_in_training"),
            )
            .select_from(CheckRow)
            .outerjoin(FeedbackRow, col(FeedbackRow.check_id) == col(CheckRow.id))
            .where(mine)
        )
        return dict(_only(await session.execute(wanted)))

    async def _count_texts(self, session: AsyncSession, member: str) -> dict[str, Any]:
        samples = select(
            func.count().label("samples"),
            func.count(col(TextSampleRow.customer)).label("customer_messages"),
            func.max(col(TextSampleRow.expires_at)).label("samples_until"),
        ).where(col(TextSampleRow.member) == member)
        drafts = select(
            func.count().label("drafts"),
            func.max(col(WorkItemRow.expires_at)).label("drafts_until"),
        ).where(col(WorkItemRow.member) == member)
        return {**_only(await session.execute(samples)), **_only(await session.execute(drafts))}

    async def _count_choices(self, session: AsyncSession, member: str) -> dict[str | None, int]:
        wanted = (
            select(col(OfferRow.choice), func.count())
            .join(CheckRow, col(CheckRow.id) == col(OfferRow.check_id))
            .where(col(CheckRow.member) == member)
            .group_by(col(OfferRow.choice))
        )
        found = (await session.execute(wanted)).all()
        return {choice: count for choice, count in found}  # noqa: C416 - rows are no pairs to dict()

    async def export(self, person: Person) -> Mapping[str, Any]:
        """Read everything of a person; see ``Store.export``."""
        member = self._pseudonyms.member(person)
        async with self._database.transaction() as session:
            row = await session.get(MemberRow, member)
            if row is None:
                return {"stored": False}
            found = await self._everything(session, row)
            self._note(session, "person_exported", team=row.team, member=member)
        return found

    async def _everything(self, session: AsyncSession, row: MemberRow) -> dict[str, Any]:
        checks = select(CheckRow).where(col(CheckRow.member) == row.id)
        ids = select(col(CheckRow.id)).where(col(CheckRow.member) == row.id)
        said = select(FeedbackRow).where(col(FeedbackRow.check_id).in_(ids))
        offers = select(OfferRow).where(col(OfferRow.check_id).in_(ids))
        samples = select(TextSampleRow).where(col(TextSampleRow.member) == row.id)
        works = select(WorkItemRow).where(col(WorkItemRow.member) == row.id)
        audit = select(AuditRow).where(col(AuditRow.member) == row.id)
        team = await session.get(TeamSettingRow, row.team)
        return {
            "stored": True,
            "person": {
                **self._sealer.open(row.identity, row=row.id, column="identity"),
                "pseudonym": row.id,
                "since": _json(row.created_at),
            },
            "switches": _plain(consent_of(row, team)),
            "checks": [_row(check) for check in await session.scalars(checks)],
            "feedback": [_row(one) for one in await session.scalars(said)],
            "suggestions": [_row(offer) for offer in await session.scalars(offers)],
            "samples": [self._opened_sample(one) for one in await session.scalars(samples)],
            "drafts": [self._opened_work(work) for work in await session.scalars(works)],
            "audit": [_row(entry) for entry in await session.scalars(audit)],
        }

    def _opened_sample(self, row: TextSampleRow) -> dict[str, Any]:
        opened = {
            column: self._open_text(getattr(row, column), row.check_id, column)
            for column in ("reply", "customer")
        }
        return {**_row(row), **opened}

    def _opened_work(self, row: WorkItemRow) -> dict[str, Any]:
        payload = self._sealer.open(row.payload, row=row.id, column="payload")
        result = row.result and self._sealer.open(row.result, row=row.id, column="result")
        return {**_row(row), "payload": payload["data"], "result": result or None}


def _only(result: Any) -> RowMapping:  # noqa: ANN401 - SQLAlchemy's result, generic in its row
    return cast("RowMapping", result.mappings().one())


def _own_check(row: CheckRow, rating: int | None, outcome: str | None) -> OwnCheck:
    return OwnCheck(
        id=row.id,
        session_id=row.session_id,
        checked_at=row.checked_at,
        overall=row.overall,
        band=cast("Band | None", row.band),
        rating=rating,
        outcome=cast("Outcome | None", outcome),
    )


def _row(row: Row) -> dict[str, Any]:
    """Turn a row into JSON without its pseudonyms and sealed columns."""
    values = {name: getattr(row, name) for name in type(row).model_fields}
    return {
        name: _json(value)
        for name, value in values.items()
        if name not in {"member", "team"} and not isinstance(value, bytes)
    }


def _plain(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any of our slotted dataclasses
    return {name: _json(getattr(value, name)) for name in value.__dataclass_fields__}


def _json(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value
