"""Key rotation: every look-up and every sealed text, rewritten under the new keys.

Each person, workspace and row is one transaction, and what is rewritten already is recognised, so
that a rotation that was broken off is simply run again. No other process may write meanwhile: it
would go on with the old keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.base import Person
from bot.store.parts import StorePart
from bot.store.tables import (
    AuditRow,
    CheckRow,
    InstallationRow,
    MemberRow,
    TeamSettingRow,
    TextSampleRow,
    WeeklyReportRow,
    WorkItemRow,
)

__all__ = ["Rotated", "Rotation"]

#: Where else a person's or a workspace's pseudonym stands.
_OF_MEMBER = (WorkItemRow, CheckRow, TextSampleRow, AuditRow)
_OF_TEAM = (CheckRow, TextSampleRow, AuditRow, WeeklyReportRow, MemberRow)
#: Sealed columns, by table and its key.
_SEALED = (
    (WorkItemRow, "id", ("payload", "result")),
    (TextSampleRow, "check_id", ("reply", "customer")),
)


@dataclass(frozen=True, slots=True)
class Rotated:
    """What a rotation rewrote this time, and what it could not.

    Attributes:
        people: People under a new pseudonym.
        teams: Workspaces' settings under a new pseudonym.
        sealed: Texts sealed again.
        left: Workspaces' settings whose workspace nobody can name any more.
        installations: Tokens of workspaces sealed again.
    """

    people: int
    teams: int
    sealed: int
    left: int
    installations: int = 0


class Rotation(StorePart):
    """Rewrites a database under the keys it is opened with."""

    async def rotate(self) -> Rotated:
        """Rewrite everything that is not under the newest keys yet; safe to run again."""
        people, teams, sealed, left = 0, 0, 0, 0
        for team in await self._ids(TeamSettingRow, "team"):
            moved = await self._move_team(team)
            teams, left = teams + (moved is True), left + (moved is None)
        for member in await self._ids(MemberRow, "id"):
            people += await self._move_member(member)
        installs = [await self._move_install(t) for t in await self._ids(InstallationRow, "team")]
        for table, key, columns in _SEALED:
            for row_id in await self._ids(table, key):
                sealed += await self._reseal(table, row_id, columns)
        async with self._database.transaction() as session:
            self._note(session, "keys_rotated", counts={"people": people, "sealed": sealed})
        await self._database.fold()
        return Rotated(people, teams, sealed, left, sum(installs))

    async def _ids(self, table: type[Any], key: str) -> Sequence[str]:
        async with self._database.reading() as session:
            return (await session.scalars(select(col(getattr(table, key))))).all()

    async def _move_team(self, team: str) -> bool | None:
        """Move a workspace's settings; None when nobody can say whose they are."""
        async with self._database.transaction() as session:
            row = await session.get_one(TeamSettingRow, team)
            ids = await self._ids_of_team(session, row)
            if ids is None:
                return None
            new = self._pseudonyms.team(Person(ids["team_id"], "", ids["enterprise_id"]))
            await self._put(
                session, TeamSettingRow, "team", team, new, self._seal_identity(ids, new)
            )
            if new != team:
                await self._repoint(session, _OF_TEAM, "team", team, new)
        return new != team

    async def _move_install(self, team: str) -> bool:
        """Seal an installation again, under its new pseudonym; False if it is so already."""
        async with self._database.transaction() as session:
            row = await session.get_one(InstallationRow, team, with_for_update=True)
            ids = self._sealer.open(row.identity, row=team, column="identity")
            new = self._pseudonyms.team(Person(ids["team_id"], "", ids["enterprise_id"]))
            if new == team and self._sealer.renewed(row.access) is None:
                return False
            access = self._sealer.open(row.access, row=team, column="access")
            values = {name: getattr(row, name) for name in InstallationRow.model_fields}
            values |= {
                "team": new,
                "identity": self._seal_identity(ids, new),
                "access": self._sealer.seal(access, row=new, column="access"),
            }
            await session.delete(row)
            await session.flush()
            session.add(InstallationRow(**values))
        return True

    async def _ids_of_team(
        self, session: AsyncSession, row: TeamSettingRow
    ) -> dict[str, Any] | None:
        """Read a workspace's ids from its own row, or from the row of somebody in it."""
        if row.identity is not None:
            return self._sealer.open(row.identity, row=row.team, column="identity")
        member = await session.scalar(select(MemberRow).where(col(MemberRow.team) == row.team))
        if member is None:
            return None
        identity = self._sealer.open(member.identity, row=member.id, column="identity")
        return {name: identity[name] for name in ("enterprise_id", "team_id")}

    async def _move_member(self, member: str) -> bool:
        async with self._database.transaction() as session:
            row = await session.get_one(MemberRow, member)
            ids = self._sealer.open(row.identity, row=member, column="identity")
            person = Person(**ids)
            new, team = self._pseudonyms.member(person), self._pseudonyms.team(person)
            if team != row.team:
                # Of a workspace without settings; the others moved with theirs.
                await self._repoint(session, _OF_TEAM, "team", row.team, team)
            await self._put(session, MemberRow, "id", member, new, self._seal_identity(ids, new))
            if new != member:
                await self._repoint(session, _OF_MEMBER, "member", member, new)
                await session.delete(row)
        return new != member

    def _seal_identity(self, ids: dict[str, Any], row: str) -> bytes:
        return self._sealer.seal(ids, row=row, column="identity")

    async def _put(  # noqa: PLR0913, PLR0917 - one row moved from one key to another
        self,
        session: AsyncSession,
        table: type[Any],
        key: str,
        old: str,
        new: str,
        identity: bytes,
    ) -> None:
        """Write a row under its new key; what points to the old one can then be moved."""
        row = await session.get_one(table, old)
        if new == old:
            row.identity = identity
            return
        await session.refresh(row)
        values = {name: getattr(row, name) for name in table.model_fields}
        fresh = table(**{**values, key: new, "identity": identity})
        session.add(fresh)
        await session.flush()
        if table is TeamSettingRow:
            await session.delete(row)

    async def _repoint(
        self, session: AsyncSession, tables: Sequence[type[Any]], name: str, old: str, new: str
    ) -> None:
        for table in tables:
            column = col(getattr(table, name))
            await session.execute(
                update(table)
                .where(column == old)
                .values({name: new})
                .execution_options(synchronize_session=False)
            )

    async def _reseal(self, table: type[Any], row_id: str, columns: Sequence[str]) -> int:
        """Seal a row's texts again; the row may have gone meanwhile."""
        count = 0
        async with self._database.transaction() as session:
            row = await session.get(table, row_id, with_for_update=True)
            for column in columns:
                sealed = getattr(row, column, None)
                if sealed is not None and (renewed := self._sealer.renewed(sealed)):
                    setattr(row, column, renewed)
                    count += 1
        return count
