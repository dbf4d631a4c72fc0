"""Values the store's tests share."""

from __future__ import annotations

from typing import Any, TypeVar

from sqlmodel import select

from bot.store.base import NewCheck, Person, WorkItem
from bot.store.sql import SqlStore
from bot.store.tables import Row

RowT = TypeVar("RowT", bound=Row)

LEASE = 60.0
DRAFT = {"reply": "I'm so sorry, Zoë \ud83d\x00 — we'll fix it.", "context": "It broke again!"}


def new_check(**changed: Any) -> NewCheck:
    """A check of the kind the scorer gives."""
    values: dict[str, Any] = {
        "session_id": "s1",
        "channel_kind": "public",
        "overall": 63.0,
        "interval": (54.0, 71.0),
        "band": "okay",
        "need": 1.4,
        "features": {"names_feeling": 0.31, "other": 0.0},
        "flags": ("pii",),
        "model_id": "2026-11-30.1",
        "model_sha256": "ab" * 32,
    }
    return NewCheck(**{**values, **changed})


async def accepted(store: SqlStore, owner: Person, event: str = "Ev1") -> WorkItem:
    """Accept an event that is new."""
    taken = await store.accept(event, "check", DRAFT, owner)
    assert taken.first
    assert taken.item is not None
    return taken.item


async def finished(
    store: SqlStore, owner: Person, event: str = "Ev1", check: NewCheck | None = None
) -> str:
    """Take a draft all the way to its card; returns its id."""
    item = await accepted(store, owner, event)
    assert await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    assert await store.finish(
        item.id, worker="w1", check=check or new_check(), result={"overall": 63.0}
    )
    assert await store.delivered(item.id, worker="w1")
    return item.id


async def rows(store: SqlStore, table: type[RowT]) -> list[RowT]:
    """Read a whole table."""
    async with store._database.transaction() as session:
        return list((await session.scalars(select(table))).all())
