"""What the parts of the store share: connections, keys, clock, and two statements they all need."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.anonymise import Pseudonyms
from bot.clock import Clock
from bot.metrics import Metrics
from bot.store.base import AuditAction, Consent, Person
from bot.store.crypto import Sealer
from bot.store.engine import Database
from bot.store.keys import Keys
from bot.store.tables import AuditRow, EventSeenRow, MemberRow, Row, TeamSettingRow

__all__ = ["Limits", "StorePart", "consent_of", "event_of", "random_id"]


def random_id() -> str:
    """Make the id of a work item: 128 random bits, 32 hexadecimal digits."""
    return secrets.token_hex(16)


def event_of(owner: Person, key: str) -> str:
    """Name an event in its workspace: ids of people and channels are unique in one alone."""
    return f"{owner.enterprise_id}:{owner.team_id}:{key}"


def consent_of(row: MemberRow | None, team: TeamSettingRow | None) -> Consent:
    """Read the switches from a person's row and their workspace's."""
    customer_text = team is not None and team.customer_text
    if row is None:
        return Consent(checks_count=True, told_at=None, customer_text=customer_text)
    return Consent(row.checks_count, row.told_at, row.keep_samples, row.train, customer_text)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how often.

    Attributes:
        work_ttl: Life of a work item, at most 24 hours.
        uncounted_ttl: Its life after the card for people whose checks don't count.
        event_memory: How long an event's key is remembered, at least an hour.
        max_attempts: How often an item may die with its worker.
        last_call: How long before its expiry an item that was put back is given up.
        sample_ttl: Life of a redacted sample.
        check_ttl: Life of a check's numbers and of all that hangs on them.
        audit_ttl: Life of an audit entry.
        rebuild_within: How soon a model that knows a withdrawn example is rebuilt or retired.
    """

    work_ttl: timedelta = timedelta(hours=24)
    uncounted_ttl: timedelta = timedelta(minutes=15)
    event_memory: timedelta = timedelta(hours=24)
    max_attempts: int = 3
    last_call: timedelta = timedelta(minutes=2)
    sample_ttl: timedelta = timedelta(days=180)
    check_ttl: timedelta = timedelta(days=400)
    audit_ttl: timedelta = timedelta(days=400)
    rebuild_within: timedelta = timedelta(days=30)

    def __post_init__(self) -> None:
        if not timedelta(0) < self.work_ttl <= timedelta(hours=24):
            raise ValueError("work_ttl must be above 0 and at most 24 hours")
        if self.event_memory < timedelta(hours=1):
            raise ValueError("event_memory must be at least an hour")


class StorePart:
    """Collaborators of every part of the store.

    Args:
        database: Connections; the part does not close them.
        keys: Seal drafts, results and identities, and turn Slack ids into pseudonyms.
        clock: Tells the time.
        limits: How long and how often.
        new_id: Makes the id of a work item.
        metrics: Counts what happens.
    """

    def __init__(  # noqa: PLR0913  (the composition root's one call)
        self,
        database: Database,
        keys: Keys,
        *,
        clock: Clock,
        limits: Limits,
        new_id: Callable[[], str],
        metrics: Metrics,
    ) -> None:
        self._database = database
        self._sealer = Sealer(keys.encryption)
        self._pseudonyms = Pseudonyms(keys.pseudonym, keys.earlier)
        self._clock = clock
        self._limits = limits
        self._new_id = new_id
        self._metrics = metrics

    def _insert(self, row: type[Row]) -> postgresql.Insert:
        """Begin an INSERT that knows ON CONFLICT."""
        if self._database.dialect == "sqlite":
            # Another class with the same methods: the two databases spell the clause alike.
            return cast("postgresql.Insert", sqlite.insert(row))
        return postgresql.insert(row)

    async def _lock_member(self, session: AsyncSession, member: str) -> MemberRow | None:
        """Lock a person's row: what changes or relies on their consent goes one after another."""
        return await session.get(MemberRow, member, with_for_update=True)

    async def _consent_of(self, session: AsyncSession, person: Person) -> Consent:
        """Read a person's switches; of somebody new, those everybody begins with."""
        row = await session.get(MemberRow, self._pseudonyms.member(person))
        team = await session.get(TeamSettingRow, self._pseudonyms.team(person))
        return consent_of(row, team)

    def _note(
        self,
        session: AsyncSession,
        action: AuditAction,
        *,
        team: str | None = None,
        member: str | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> None:
        """Add an audit entry; it is kept if, and only if, the transaction is.

        Args:
            session: The transaction.
            action: What was done.
            team: Pseudonym of the workspace it was done in.
            member: Pseudonym of the person; left out where the entry outlives them.
            counts: How much of what.
        """
        entry = AuditRow(
            id=random_id(),
            at=self._clock(),
            team=team,
            member=member,
            action=action,
            counts=dict(counts or {}),
        )
        session.add(entry)

    async def _first_time(
        self, session: AsyncSession, event_key: str, work_id: str | None = None
    ) -> bool:
        """Note an event, with the work it makes; False when it was noted before, by any process."""
        for earlier in self._pseudonyms.earlier_events(event_key):
            if await session.get(EventSeenRow, earlier) is not None:
                return False
        key = self._pseudonyms.event(event_key)
        insert = (
            self._insert(EventSeenRow)
            .values(key=key, seen_at=self._clock(), work_id=work_id)
            .on_conflict_do_nothing()
            .returning(col(EventSeenRow.key))
        )
        return (await session.execute(insert)).first() is not None

    async def _hold_member(self, session: AsyncSession, person: Person) -> str:
        """Write a person's row if there is none, and keep it from being forgotten meanwhile."""
        member = await self._ensure_member(session, person)
        share = {"read": True, "key_share": True}
        if await session.get(MemberRow, member, with_for_update=share) is None:
            await self._ensure_member(session, person)  # forgotten between the two statements
        return member

    async def _ensure_member(self, session: AsyncSession, person: Person) -> str:
        """Write a person's row if there is none; returns their pseudonym."""
        member = self._pseudonyms.member(person)
        identity = self._sealer.seal(
            {
                "enterprise_id": person.enterprise_id,
                "team_id": person.team_id,
                "user_id": person.user_id,
            },
            row=member,
            column="identity",
        )
        insert = (
            self._insert(MemberRow)
            .values(
                id=member,
                team=self._pseudonyms.team(person),
                identity=identity,
                checks_count=True,
                created_at=self._clock(),
            )
            .on_conflict_do_nothing()
        )
        await session.execute(insert)
        return member
