"""The team of a workspace: its name, its report's time and place, its leads."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.base import Person, TeamSettings
from bot.store.people import PeoplePart
from bot.store.tables import MemberRow, TeamSettingRow
from bot.store.teams import ReportTime, TeamSetup

__all__ = ["SetupPart", "setup_of"]

#: Columns whose change is noted by name.
_AUDITED: Final = (
    "name",
    "report_channel",
    "report_weekday",
    "report_hour",
    "report_timezone",
    "guidelines",
    "escalation_text",
)


class SetupPart(PeoplePart):
    """The methods of ``Store`` that deal with a team and its leads.

    That somebody leads a team is a mark on their own row: who is forgotten leads nothing, and no
    list of ids lies anywhere else.
    """

    async def team_setup(self, person: Person) -> TeamSetup:
        """Read what was set up for this person's team; see ``Store.team_setup``."""
        team = self._pseudonyms.team(person)
        leading = select(MemberRow).where(col(MemberRow.team) == team, col(MemberRow.lead))
        async with self._database.reading() as session:
            row = await session.get(TeamSettingRow, team)
            leads = (await session.scalars(leading)).all()
        setup = setup_of(row) if row else TeamSetup()
        return replace(setup, leads=frozenset(self._user_id(lead) for lead in leads))

    async def is_lead(self, person: Person) -> bool:
        """Tell whether a person leads a team; see ``Store.is_lead``."""
        async with self._database.reading() as session:
            row = await session.get(MemberRow, self._pseudonyms.member(person))
        return row is not None and row.lead

    async def save_team(
        self, person: Person, settings: TeamSettings, setup: TeamSetup, *, with_leads: bool
    ) -> None:
        """Replace what was set up for a team; see ``Store.save_team``."""
        report = setup.report
        values = {
            **asdict(settings),
            "name": setup.name or None,
            "report_channel": report and report.channel_id,
            "report_weekday": report and report.weekday,
            "report_hour": report and report.hour,
            "report_timezone": report and report.timezone,
        }
        async with self._database.transaction() as session:
            before = await self._team_row(session, person)
            changed = {name: 1 for name, was in before.items() if was != values[name]}
            await self._set_for_team(session, person, values)
            if with_leads and (leads := await self._set_leads(session, person, setup.leads)):
                changed["leads"] = leads
            await self._note_setup(session, person, changed)

    async def _team_row(self, session: AsyncSession, person: Person) -> dict[str, Any]:
        """Read what stands, and let nobody else change it meanwhile."""
        team = self._pseudonyms.team(person)
        row = await session.get(TeamSettingRow, team, with_for_update=True)
        return {name: getattr(row, name, None) for name in _AUDITED}

    async def _note_setup(
        self, session: AsyncSession, person: Person, changed: dict[str, int]
    ) -> None:
        """Note who changed which fields; what was written in them is not the audit's business."""
        if not changed:
            return
        member = await self._hold_member(session, person)
        team = self._pseudonyms.team(person)
        self._note(session, "setup_changed", team=team, member=member, counts=changed)

    async def _set_leads(self, session: AsyncSession, person: Person, leads: frozenset[str]) -> int:
        """Mark the leads; returns how many were added or taken away."""
        people = [replace(person, user_id=user_id) for user_id in sorted(leads)]
        chosen = [await self._ensure_member(session, lead) for lead in people]
        team = self._pseudonyms.team(person)
        leading = select(col(MemberRow.id)).where(col(MemberRow.team) == team, col(MemberRow.lead))
        before = set((await session.scalars(leading)).all())
        await session.execute(
            update(MemberRow)
            .where(col(MemberRow.team) == team)
            .values(lead=col(MemberRow.id).in_(chosen))
            .execution_options(synchronize_session=False)
        )
        return len(before ^ set(chosen))

    def _user_id(self, row: MemberRow) -> str:
        opened = self._sealer.open(row.identity, row=row.id, column="identity")
        return str(opened["user_id"])


def setup_of(row: TeamSettingRow) -> TeamSetup:
    """Read what a row says of a team, its leads left out."""
    report = None
    if row.report_weekday is not None and row.report_hour is not None:
        report = ReportTime(
            channel_id=row.report_channel or "",
            weekday=row.report_weekday,
            hour=row.report_hour,
            timezone=row.report_timezone or "UTC",
        )
    return TeamSetup(name=row.name or "", report=report)
