"""Who waits for whom on SQLite, and for how long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.errors import StoreError
from bot.store.engine import Database, parse_url, sync_engine

INSERT = text("INSERT INTO line VALUES (:number)")
SELECT = text("SELECT number FROM line ORDER BY rowid")


@pytest.fixture
def anyio_backend() -> str:
    """The store runs on asyncio."""
    return "asyncio"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A file with one table."""
    address = f"sqlite:///{tmp_path}/warmline.db"
    with sync_engine(address).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE line (number INTEGER)")
    return address


@pytest.fixture
async def database(anyio_backend: str, address: str) -> AsyncIterator[Database]:
    """Connections that wait a fifth of a second for another process."""
    opened = Database(address, busy_ms=200)
    yield opened
    await opened.close()


async def write(database: Database, number: int, *, seconds: float = 0.0) -> None:
    async with database.transaction() as session:
        await session.execute(INSERT, {"number": number})
        await asyncio.sleep(seconds)


def size_of(file: Path) -> int:
    return file.stat().st_size


async def written(database: Database) -> list[int]:
    async with database.reading() as session:
        return list((await session.scalars(SELECT)).all())


async def test_a_line_longer_than_sqlites_patience_loses_nobody(database: Database) -> None:
    """Twenty writers of 40 ms each: the last waits four times as long as SQLite would."""
    await asyncio.gather(*(write(database, number, seconds=0.04) for number in range(20)))
    assert await written(database) == list(range(20))


async def test_whoever_leaves_the_line_holds_nobody_up(database: Database) -> None:
    """A cancelled writer, waiting or at work, undoes its own and lets the next one through."""
    writers = [asyncio.create_task(write(database, n, seconds=0.05)) for n in range(4)]
    await asyncio.sleep(0.02)
    writers[0].cancel()
    writers[2].cancel()
    await asyncio.wait(writers)
    assert await written(database) == [1, 3]


async def test_a_reader_does_not_wait_for_a_writer(database: Database) -> None:
    """It sees what was there before."""
    async with database.transaction() as session:
        await session.execute(INSERT, {"number": 1})
        assert await written(database) == []
    assert await written(database) == [1]


async def test_a_reader_cannot_write(database: Database) -> None:
    """Or it would write without a turn, and fail under load alone."""
    with pytest.raises(StoreError):
        async with database.reading() as session:
            await session.execute(INSERT, {"number": 1})
    assert await written(database) == []


async def test_a_transaction_inside_a_transaction_is_refused(database: Database) -> None:
    """It would wait for itself for ever."""
    async with database.transaction():
        with pytest.raises(RuntimeError, match="inside a transaction"):
            await write(database, 1)


async def test_folding_beside_a_reader_keeps_no_writer_out(address: str) -> None:
    """SQLite lets nobody write while it waits for readers: it may not wait long."""
    patient, other = Database(address, busy_ms=5_000), Database(address, busy_ms=1_500)
    await write(patient, 1)
    async with other.reading() as session:
        await session.execute(SELECT)
        await write(patient, 2)
        folding = asyncio.create_task(patient.fold())
        await asyncio.sleep(0.05)
        begun = time.monotonic()
        await write(other, 3)
        assert time.monotonic() - begun < 1.5
        await folding
    assert await written(patient) == [1, 2, 3]
    await patient.close()
    await other.close()


async def test_a_fold_beside_a_short_reader_tries_again_until_the_log_is_empty(
    address: str,
) -> None:
    """Else what was deleted would stay in the log although its deletion was told."""
    database = Database(address, busy_ms=5_000)
    await write(database, 1)
    log = Path(f"{parse_url(address).database}-wal")
    async with database.reading() as session:
        await session.execute(SELECT)
        await write(database, 2)
        folding = asyncio.create_task(database.fold())
        await asyncio.sleep(0.7)
        assert size_of(log) > 0
    await folding
    assert size_of(log) == 0
    await database.close()
