"""What people allow and what workspaces have set up."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.base import Consent, Person, TeamSettings
from bot.store.parts import StorePart
from bot.store.tables import CheckRow, MemberRow, TeamSettingRow, WorkItemRow

__all__ = ["PeoplePart"]


class PeoplePart(StorePart):
    """The methods of ``Store`` that deal with people and workspaces."""

    async def consent(self, person: Person) -> Consent:
        """Read what a person allows; see ``Store.consent``."""
        async with self._database.transaction() as session:
            row = await session.get(MemberRow, self._pseudonyms.member(person))
        return Consent(row.checks_count, row.told_at) if row else Consent(True, None)

    async def set_checks_count(self, person: Person, *, on: bool) -> Consent:
        """Switch counting on or off; see ``Store.set_checks_count``."""
        async with self._database.transaction() as session:
            member = await self._ensure_member(session, person)
            if not on:
                # Work before member, as finish does: two transactions never wait for each other.
                await self._shorten_work(session, member)
            await self._lock_member(session, member)
            row = await session.get_one(MemberRow, member)
            row.checks_count = on
            if not on:
                await session.execute(delete(CheckRow).where(col(CheckRow.member) == member))
        return Consent(on, row.told_at)

    async def _shorten_work(self, session: AsyncSession, member: str) -> None:
        # Only what is finished: a draft that is being scored is shortened when it is.
        soon: datetime = self._clock() + self._limits.uncounted_ttl
        closed = ("scored", "done", "failed", "cancelled")
        await session.execute(
            update(WorkItemRow)
            .where(
                col(WorkItemRow.member) == member,
                col(WorkItemRow.state).in_(closed),
                col(WorkItemRow.expires_at) > soon,
            )
            .values(expires_at=soon)
            .execution_options(synchronize_session=False)
        )

    async def mark_told(self, person: Person) -> bool:
        """Note that a person is being told what is kept; see ``Store.mark_told``."""
        async with self._database.transaction() as session:
            member = await self._ensure_member(session, person)
            first = await session.scalar(
                update(MemberRow)
                .where(col(MemberRow.id) == member, col(MemberRow.told_at).is_(None))
                .values(told_at=self._clock())
                .returning(col(MemberRow.id))
                .execution_options(synchronize_session=False)
            )
        return first is not None

    async def team_settings(self, person: Person) -> TeamSettings:
        """Read what this person's workspace has set up; see ``Store.team_settings``."""
        async with self._database.transaction() as session:
            row = await session.get(TeamSettingRow, self._pseudonyms.team(person))
        return TeamSettings(row.escalation_text, row.guidelines) if row else TeamSettings()

    async def save_team_settings(self, person: Person, settings: TeamSettings) -> None:
        """Replace what this person's workspace has set up; see ``Store.save_team_settings``."""
        values = {**asdict(settings), "updated_at": self._clock()}
        upsert = (
            self._insert(TeamSettingRow)
            .values(team=self._pseudonyms.team(person), **values)
            .on_conflict_do_update(index_elements=["team"], set_=values)
        )
        async with self._database.transaction() as session:
            await session.execute(upsert)
