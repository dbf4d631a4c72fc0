"""Connections: one address for SQLite and PostgreSQL, sync (migrations) and async (the bot)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from bot.errors import SettingsError, StoreError

__all__ = ["Database", "parse_url", "sync_engine"]

_DRIVERS = {"sqlite": ("sqlite", "sqlite+aiosqlite"), "postgresql": ("postgresql+psycopg",) * 2}
#: How long SQLite waits for another writer, in milliseconds.
_BUSY_MS = 10_000


def parse_url(address: str) -> URL:
    """Read a database address, with or without a driver in it.

    Raises:
        SettingsError: It is no address, is neither SQLite nor PostgreSQL, or names no file.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        # The address may hold a password: it is not repeated.
        raise SettingsError("WARMLINE_DATABASE_URL is not a database address.") from None
    if url.get_backend_name() not in _DRIVERS:
        raise SettingsError("WARMLINE_DATABASE_URL must begin with sqlite: or postgresql:.")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise SettingsError("WARMLINE_DATABASE_URL must name a file, as in sqlite:////data/w.db.")
    return url


def sync_engine(address: str) -> Engine:
    """Make an engine for migrations and checks; it keeps no connections."""
    url = parse_url(address)
    sqlite = url.get_backend_name() == "sqlite"
    engine = create_engine(
        url.set(drivername=_DRIVERS[url.get_backend_name()][0]),
        poolclass=NullPool,
        hide_parameters=True,
    )
    if sqlite:
        _make_folder(url)
        # Rebuilding a table drops the old one; enforced foreign keys would empty its children.
        _prepare_sqlite(engine, foreign_keys=False)
    return engine


class Database:
    """The bot's connections.

    Args:
        address: As in ``WARMLINE_DATABASE_URL``.
    """

    def __init__(self, address: str) -> None:
        url = parse_url(address)
        self.dialect = url.get_backend_name()
        # hide_parameters: no value of a row, sealed or not, ends up in an error's text.
        self.engine = create_async_engine(
            url.set(drivername=_DRIVERS[self.dialect][1]), hide_parameters=True
        )
        if self.dialect == "sqlite":
            _prepare_sqlite(self.engine.sync_engine, foreign_keys=True)
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Run the block in one transaction; any error undoes it.

        Raises:
            StoreError: The database failed; the cause is attached.
        """
        try:
            async with self._sessions.begin() as session:
                yield session
        except SQLAlchemyError as error:
            raise StoreError from error

    async def fold(self) -> None:
        """Empty SQLite's write-ahead log, which still holds rows from before their deletion.

        While another process reads, this does nothing; the next purge tries again.
        """
        if self.dialect != "sqlite":
            return
        async with self.engine.connect() as connection:
            # Past SQLAlchemy, which would begin a transaction first: no log is folded inside one.
            raw = await connection.get_raw_connection()
            driver = cast("aiosqlite.Connection", raw.driver_connection)
            async with driver.execute("PRAGMA wal_checkpoint(TRUNCATE)") as cursor:
                await cursor.fetchall()

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _make_folder(url: URL) -> None:
    folder = Path(url.database or "").parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SettingsError(
            f"The folder {folder} cannot be made ({error.strerror}); set WARMLINE_DATA_DIR."
        ) from error


def _prepare_sqlite(engine: Engine, *, foreign_keys: bool) -> None:
    """Set up every connection: write-ahead log, and transactions that begin as writers.

    Python's driver begins late and cannot roll back DDL; a transaction that reads first and writes
    later fails at once with "database is locked" when another one wrote in between. Beginning with
    ``BEGIN IMMEDIATE`` makes writers queue instead.
    """
    pragmas = (
        f"busy_timeout = {_BUSY_MS}",
        "journal_mode = WAL",
        "secure_delete = ON",  # what is deleted is overwritten, not left in free pages
        f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: DBAPIConnection, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
