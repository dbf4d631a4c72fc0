"""What somebody with the database alone can read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from cryptography.fernet import Fernet
from sqlalchemy import make_url, text

from bot.errors import KeyMismatchError, StoreError
from bot.store.base import NewFeedback, Person
from bot.store.crypto import Sealer
from bot.store.sql import SqlStore
from bot.store.tables import WorkItemRow
from tests.contract.store.values import LEASE, finished, rows
from tests.doubles.clock import HandClock

PLANTED = ("PLANTEDREPLY", "PLANTEDCONTEXT", "PLANTEDQUOTE", "PLANTEDRESULT", "EvPLANTEDEVENT")


async def plant(store: SqlStore, person: Person) -> None:
    """Take recognisable texts through every door of the store."""
    payload = {"reply": "PLANTEDREPLY", "context": "PLANTEDCONTEXT"}
    item = (await store.accept("EvPLANTEDEVENT", "check", payload, person)).item
    assert item is not None
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.finish(
        item.id, worker="w1", check=None, result={"quote": "PLANTEDQUOTE", "text": "PLANTEDRESULT"}
    )
    check_id = await finished(store, person, "EvPLANTEDEVENT2")
    await store.record_feedback("F1", NewFeedback(check_id=check_id, thumb="up"), person)
    await store.mark_told(person)


def everything(address: str) -> bytes:
    """All bytes of a database: SQLite's files, or a text copy of each PostgreSQL table."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        return b"".join(part.read_bytes() for part in sorted(path.parent.glob(f"{path.name}*")))
    with psycopg.connect(address) as connection, connection.cursor() as cursor:
        tables = cursor.execute(
            "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        # bytea in escape form: text inside it would be seen as text
        cursor.execute("SET bytea_output = 'escape'")
        found = b""
        for (table,) in tables:
            with cursor.copy(f"COPY {table} TO STDOUT") as copy:
                found += b"".join(bytes(part) for part in copy)
        return found


async def test_the_database_holds_no_text_and_no_ids(
    store: SqlStore, database: str, ana: Person
) -> None:
    """No draft, quote, result, event key, user id or team id is anywhere in the database."""
    await plant(store, ana)

    found = everything(database)

    assert b"2026-11-30.1" in found  # the scan does see what is there
    for secret in (*PLANTED, ana.user_id, ana.team_id):
        assert secret.encode() not in found


async def test_an_error_of_the_database_shows_no_values(store: SqlStore, ana: Person) -> None:
    """What the database complains about reaches a log without the row's values."""
    with pytest.raises(StoreError) as caught:
        async with store._database.transaction() as session:
            await session.execute(
                text("SELECT nothing FROM nowhere WHERE x = :x"), {"x": "PLANTED"}
            )

    assert "PLANTED" not in f"{caught.value!r} {caught.value.__cause__!r} {caught.value.__cause__}"


async def test_without_the_key_nothing_opens(
    store: SqlStore,
    open_another: Callable[..., SqlStore],
    ana: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A store with another sealing key says so instead of reading nonsense."""
    item = (await store.accept("Ev1", "check", {"reply": "x"}, ana)).item
    assert item is not None
    stranger = open_another()
    monkeypatch.setattr(stranger, "_sealer", Sealer([Fernet.generate_key().decode()]))

    with pytest.raises(KeyMismatchError):
        await stranger.load(item.id, ana)


async def test_purged_work_leaves_no_trace(
    store: SqlStore, database: str, ana: Person, clock: HandClock
) -> None:
    """After its day not even the sealed draft is left."""
    await plant(store, ana)
    sealed = [row.payload for row in await rows(store, WorkItemRow)]
    assert all(token in everything(database) for token in sealed)

    clock.advance(hours=25)
    await store.purge(clock.now)
    await store.close()  # SQLite folds its write-ahead log into the file

    left = everything(database)
    assert not any(token in left for token in sealed)
