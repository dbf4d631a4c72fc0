"""What people allow and what workspaces have set up."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.base import AuditAction, Consent, Person, Switch, TeamSettings
from bot.store.consent import gated_by
from bot.store.parts import consent_of
from bot.store.removal import RemovalPart
from bot.store.tables import MemberRow, TeamSettingRow, TextSampleRow, WorkItemRow

__all__ = ["PeoplePart"]


class PeoplePart(RemovalPart):
    """The methods of ``Store`` that deal with people and workspaces."""

    async def consent(self, person: Person) -> Consent:
        """Read what a person allows; see ``Store.consent``."""
        async with self._database.reading() as session:
            return await self._consent_of(session, person)

    async def set_switch(self, person: Person, switch: Switch, *, on: bool) -> Consent:
        """Turn a switch; see ``Store.set_switch``."""
        async with self._database.transaction() as session:
            member = await self._ensure_member(session, person)
            if switch == "checks_count" and not on:
                # Work before member, as finish does: two transactions never wait for each other.
                await self._shorten_work(session, member)
            await self._lock_member(session, member)
            row = await session.get_one(MemberRow, member)
            if getattr(row, switch) != on:
                setattr(row, switch, on)
                action: AuditAction = "switch_on" if on else "switch_off"
                self._note(session, action, team=row.team, member=member, counts={switch: 1})
            if not on:
                for what in gated_by(switch):
                    await self._take_back(session, member, what)
            consent = consent_of(row, await session.get(TeamSettingRow, row.team))
        if not on:
            await self._database.fold()
        return consent

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
        async with self._database.reading() as session:
            row = await session.get(TeamSettingRow, self._pseudonyms.team(person))
        return TeamSettings(row.escalation_text, row.guidelines) if row else TeamSettings()

    async def save_team_settings(self, person: Person, settings: TeamSettings) -> None:
        """Replace what this person's workspace has set up; see ``Store.save_team_settings``."""
        async with self._database.transaction() as session:
            await self._set_for_team(session, person, asdict(settings))

    async def set_customer_text(self, person: Person, *, on: bool) -> None:
        """Turn the owner's switch; see ``Store.set_customer_text``."""
        team = self._pseudonyms.team(person)
        async with self._database.transaction() as session:
            await self._set_for_team(session, person, {"customer_text": on})
            if not on:
                await self._drop_customers(session, col(TextSampleRow.team) == team)
            # Whoever runs Warmline turns it without a name; in Slack somebody does.
            member = await self._hold_member(session, person) if person.user_id else None
            action: AuditAction = "customer_on" if on else "customer_off"
            self._note(session, action, team=team, member=member)
        if not on:
            await self._database.fold()

    async def _set_for_team(
        self, session: AsyncSession, person: Person, values: dict[str, object]
    ) -> None:
        """Write some of what a workspace has set up and leave the rest as it is."""
        team = self._pseudonyms.team(person)
        ids = {"enterprise_id": person.enterprise_id, "team_id": person.team_id}
        fresh = {
            **values,
            "identity": self._sealer.seal(ids, row=team, column="identity"),
            "updated_at": self._clock(),
        }
        await session.execute(
            self._insert(TeamSettingRow)
            .values(team=team, **fresh)
            .on_conflict_do_update(index_elements=["team"], set_=fresh)
        )
