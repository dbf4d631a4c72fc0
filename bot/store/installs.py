"""Installations of the app in workspaces, and the states of installations under way."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import or_, select, update
from sqlmodel import col

from bot.errors import StoreError
from bot.store.base import Person
from bot.store.installing import Installation
from bot.store.parts import StorePart
from bot.store.removal import run
from bot.store.tables import InstallationRow

__all__ = ["InstallsPart"]

_STATE_LIFE: Final = timedelta(minutes=10)
_STATE: Final = {"row": "installation", "column": "state"}
_IDS: Final = ("team_id", "enterprise_id")


class InstallsPart(StorePart):
    """The methods of ``Store`` that deal with installations."""

    async def save_installation(self, installation: Installation) -> None:
        """Keep an installation; see ``InstallStore.save_installation``."""
        values = self._installation_values(installation) | {"refresh_until": None}
        statement = self._insert(InstallationRow).values(
            team=self._pseudonyms.team(installation.home),
            revision=1,
            installed_at=self._clock(),
            **values,
        )
        later = values | {"revision": col(InstallationRow.revision) + 1}
        later["installed_at"] = self._clock()
        async with self._database.transaction() as session:
            await session.execute(
                statement.on_conflict_do_update(index_elements=["team"], set_=later)
            )

    async def installation(self, team: Person) -> Installation | None:
        """Find a workspace's installation; see ``InstallStore.installation``."""
        homes = [team, Person("", "", team.enterprise_id)] if team.enterprise_id else [team]
        async with self._database.reading() as session:
            for home in homes:
                row = await session.get(InstallationRow, self._pseudonyms.team(home))
                if row is not None:
                    return self._installation_of(row)
        return None

    async def installations(self) -> Sequence[Installation]:
        """List all installations; see ``InstallStore.installations``."""
        listed = select(InstallationRow).order_by(col(InstallationRow.installed_at))
        async with self._database.reading() as session:
            return [self._installation_of(row) for row in await session.scalars(listed)]

    async def claim_refresh(self, installation: Installation, *, lease_seconds: float) -> bool:
        """Take on a token's exchange; see ``InstallStore.claim_refresh``."""
        now, until = self._clock(), col(InstallationRow.refresh_until)
        claim = (
            update(InstallationRow)
            .where(*self._unchanged(installation), or_(until.is_(None), until <= now))
            .values(refresh_until=now + timedelta(seconds=lease_seconds))
        )
        async with self._database.transaction() as session:
            return await run(session, claim) == 1

    async def end_refresh(self, installation: Installation) -> None:
        """Give an exchange up; see ``InstallStore.end_refresh``."""
        end = update(InstallationRow).where(*self._unchanged(installation))
        async with self._database.transaction() as session:
            await run(session, end.values(refresh_until=None))

    async def renew_installation(self, installation: Installation) -> bool:
        """Keep a refreshed token; see ``InstallStore.renew_installation``."""
        values = self._installation_values(installation) | {"refresh_until": None}
        values["revision"] = installation.revision + 1
        renewal = update(InstallationRow).where(*self._unchanged(installation)).values(**values)
        async with self._database.transaction() as session:
            return await run(session, renewal) == 1

    async def issue_state(self) -> str:
        """Make a state; see ``InstallStore.issue_state``.

        It is sealed and holds its own end, so that a flood of visitors writes nothing down.
        """
        ends = (self._clock() + _STATE_LIFE).isoformat()
        sealed = self._sealer.seal({"nonce": secrets.token_hex(16), "ends": ends}, **_STATE)
        # Without padding: a cookie's value with "=" in it would come back in quotes.
        return sealed.decode("ascii").rstrip("=")

    async def use_state(self, state: str) -> bool:
        """Take a state back; see ``InstallStore.use_state``."""
        padded = state + "=" * (-len(state) % 4)
        try:
            opened = self._sealer.open(padded.encode(), **_STATE)
        except StoreError:
            return False  # forged, or sealed for something else
        if datetime.fromisoformat(opened["ends"]) <= self._clock():
            return False
        async with self._database.transaction() as session:
            return await self._first_time(session, f"state:{opened['nonce']}")

    def _unchanged(self, installation: Installation) -> tuple[Any, ...]:
        """Ask for the row as it was read: not removed, renewed or installed anew since."""
        return (
            col(InstallationRow.team) == self._pseudonyms.team(installation.home),
            col(InstallationRow.revision) == installation.revision,
        )

    def _installation_values(self, installation: Installation) -> dict[str, Any]:
        team = self._pseudonyms.team(installation.home)
        values = asdict(replace(installation, revision=0))
        del values["refresh_until"]
        ids = {name: values.pop(name) for name in _IDS}
        ends = installation.expires_at
        values["expires_at"] = ends and ends.isoformat()
        return {
            "identity": self._sealer.seal(ids, row=team, column="identity"),
            "access": self._sealer.seal(values, row=team, column="access"),
        }

    def _installation_of(self, row: InstallationRow) -> Installation:
        ids = self._sealer.open(row.identity, row=row.team, column="identity")
        values = self._sealer.open(row.access, row=row.team, column="access")
        ends = values.pop("expires_at")
        values |= {
            "scopes": tuple(values["scopes"]),
            "revision": row.revision,
            "refresh_until": row.refresh_until,
            "expires_at": ends and datetime.fromisoformat(ends),
        }
        return Installation(**ids, **values)
