"""Taking back: a switch turned off, a person forgotten, a workspace gone.

Locks are taken work before member, as ``finish`` does: two transactions never wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, CursorResult, Delete, Update, delete, literal, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import DateTime
from sqlmodel import col

from bot.store.base import Forgotten, Person
from bot.store.consent import Kept
from bot.store.parts import StorePart
from bot.store.tables import (
    AuditRow,
    CheckRow,
    EventSeenRow,
    InstallationRow,
    MemberRow,
    TeamSettingRow,
    TextSampleRow,
    WeeklyReportRow,
    WithdrawalRow,
    WorkItemRow,
)

__all__ = ["RemovalPart", "run"]


class RemovalPart(StorePart):
    """The methods of ``Store`` that remove what is kept of people."""

    async def forget(self, person: Person) -> Forgotten:
        """Remove a person; see ``Store.forget``."""
        member = self._pseudonyms.member(person)
        async with self._database.transaction() as session:
            gone = await self._forget_members(session, [member])
            if gone.people:
                self._note(
                    session,
                    "person_forgotten",
                    team=self._pseudonyms.team(person),
                    counts=_counts(gone),
                )
        await self._database.fold()
        return gone

    async def forget_team(
        self, *, team_id: str, enterprise_id: str = "", still_installed: bool = False
    ) -> Forgotten:
        """Remove a workspace with its people; see ``Store.forget_team``."""
        async with self._database.transaction() as session:
            teams = await self._teams_of(session, team_id, enterprise_id)
            people = select(col(MemberRow.id)).where(col(MemberRow.team).in_(teams))
            gone = await self._forget_members(session, (await session.scalars(people)).all())
            for table in (TeamSettingRow, AuditRow, WeeklyReportRow):
                await run(session, delete(table).where(col(table.team).in_(teams)))
            if not still_installed:
                await run(
                    session, delete(InstallationRow).where(col(InstallationRow.team).in_(teams))
                )
            self._note(session, "team_forgotten", counts=_counts(gone))
        await self._database.fold()
        return gone

    async def _teams_of(
        self, session: AsyncSession, team_id: str, enterprise_id: str
    ) -> Sequence[str]:
        """Find a workspace's pseudonym, or those of every workspace of an organisation."""
        if team_id:
            return [self._pseudonyms.team(Person(team_id, "", enterprise_id))]
        found = {self._pseudonyms.team(Person("", "", enterprise_id))}
        named: tuple[tuple[type[Any], str], ...] = (
            (MemberRow, "id"),
            (TeamSettingRow, "team"),
            (InstallationRow, "team"),
        )
        for table, key in named:
            for row in await session.scalars(select(table)):
                if enterprise_id and self._organisation(row, key) == enterprise_id:
                    found.add(row.team)
        return sorted(found)

    def _organisation(self, row: Any, key: str) -> str | None:  # noqa: ANN401 - one of three tables
        """Read the organisation a row belongs to; settings of an old version don't say."""
        if row.identity is None:
            return None
        opened = self._sealer.open(row.identity, row=getattr(row, key), column="identity")
        return str(opened["enterprise_id"])

    async def _forget_members(self, session: AsyncSession, members: Sequence[str]) -> Forgotten:
        """Delete people; what hangs on their rows goes with them."""
        mine = col(WorkItemRow.member).in_(members)
        works = (await session.scalars(select(WorkItemRow).where(mine).with_for_update())).all()
        locked = select(MemberRow).where(col(MemberRow.id).in_(members)).with_for_update()
        people = (await session.scalars(locked)).all()
        checks = col(CheckRow.member).in_(members)
        to_rebuild = await self._mark_withdrawn(session, checks)
        samples = await run(
            session, delete(TextSampleRow).where(col(TextSampleRow.member).in_(members))
        )
        await self._unlink_events(session, checks, [work.id for work in works])
        kept = await run(session, delete(CheckRow).where(checks))
        await run(session, delete(WorkItemRow).where(mine))
        await run(
            session,
            update(AuditRow).where(col(AuditRow.member).in_(members)).values(member=None),
        )
        await run(session, delete(MemberRow).where(col(MemberRow.id).in_(members)))
        return Forgotten(len(people), kept, samples, len(works), to_rebuild)

    async def _unlink_events(
        self, session: AsyncSession, checks: ColumnElement[bool], works: Sequence[str]
    ) -> None:
        """Leave of an event only that it was seen, so that a late repeat has no effect."""
        made = col(EventSeenRow.work_id)
        own = made.in_(works) | made.in_(select(col(CheckRow.id)).where(checks))
        await run(session, update(EventSeenRow).where(own).values(work_id=None))

    async def _take_back(self, session: AsyncSession, member: str, what: Kept) -> None:
        """Remove one kind of thing that is kept of a person."""
        checks, samples = col(CheckRow.member) == member, col(TextSampleRow.member) == member
        if what == "numbers":
            await self._mark_withdrawn(session, checks)
            await run(session, delete(CheckRow).where(checks))
        elif what == "sample":
            with_sample = select(col(TextSampleRow.check_id)).where(samples)
            await self._mark_withdrawn(session, col(CheckRow.id).in_(with_sample))
            await run(session, delete(TextSampleRow).where(samples))
        elif what == "customer":
            await self._drop_customers(session, samples)
        else:
            await self._mark_withdrawn(session, checks)

    async def _drop_customers(self, session: AsyncSession, which: ColumnElement[bool]) -> None:
        """Remove the customers' messages beside some samples."""
        beside = which & col(TextSampleRow.customer).is_not(None)
        held = select(col(TextSampleRow.check_id)).where(beside)
        await self._mark_withdrawn(session, col(CheckRow.id).in_(held))
        await run(session, update(TextSampleRow).where(beside).values(customer=None))

    async def _mark_withdrawn(self, session: AsyncSession, which: ColumnElement[bool]) -> int:
        """Note of some checks that what was handed out for training is to be used no more."""
        now = self._clock()
        found = select(
            col(CheckRow.id), _moment(now), _moment(now + self._limits.rebuild_within)
        ).where(which, col(CheckRow.used_at).is_not(None))
        insert = (
            self._insert(WithdrawalRow)
            .from_select(["check_id", "withdrawn_at", "due_at"], found)
            .on_conflict_do_nothing()
            .returning(col(WithdrawalRow.check_id))
        )
        return len((await session.scalars(insert)).all())


def _moment(value: datetime) -> ColumnElement[datetime]:
    return literal(value, DateTime(timezone=True))


def _counts(gone: Forgotten) -> dict[str, int]:
    return {name: getattr(gone, name) for name in Forgotten.__dataclass_fields__}


async def run(session: AsyncSession, statement: Delete | Update) -> int:
    """Delete or change rows; returns how many."""
    unsynchronised = statement.execution_options(synchronize_session=False)
    result = cast("CursorResult[Any]", await session.execute(unsynchronised))
    return result.rowcount
