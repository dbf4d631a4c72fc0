"""Small facts about events that every process can see: taken already, asked to stop."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlmodel import col

from bot.store.base import Person
from bot.store.parts import StorePart, event_of
from bot.store.tables import EventSeenRow

__all__ = ["MarksPart"]


class MarksPart(StorePart):
    """The methods of ``Store`` that note events; they go with the memory of events."""

    async def first_time(self, event_key: str, owner: Person) -> bool:
        """Note an event; see ``Store.first_time``."""
        async with self._database.transaction() as session:
            return await self._first_time(session, event_of(owner, event_key))

    async def mark(self, key: str, owner: Person) -> None:
        """Set a mark; see ``Store.mark``."""
        now = self._clock()
        insert = self._insert(EventSeenRow).values(key=self._mark(key, owner), seen_at=now)
        again = insert.on_conflict_do_update(index_elements=["key"], set_={"seen_at": now})
        async with self._database.transaction() as session:
            await session.execute(again)

    async def marked(self, key: str, owner: Person, *, since: datetime) -> bool:
        """Look for a mark; see ``Store.marked``."""
        wanted = select(col(EventSeenRow.key)).where(
            col(EventSeenRow.key) == self._mark(key, owner), col(EventSeenRow.seen_at) >= since
        )
        async with self._database.reading() as session:
            return await session.scalar(wanted) is not None

    def _mark(self, key: str, owner: Person) -> str:
        return self._pseudonyms.event(event_of(owner, f"mark:{key}"))
