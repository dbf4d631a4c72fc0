"""Connections: one address for SQLite and PostgreSQL, sync (migrations) and async (the bot)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

import aiosqlite
import structlog
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from bot.errors import SettingsError, StoreError

__all__ = ["Database", "parse_url", "sync_engine"]

_DRIVERS = {"sqlite": ("sqlite", "sqlite+aiosqlite"), "postgresql": ("postgresql+psycopg",) * 2}
#: How long SQLite waits for a writer of another process, in milliseconds.
_BUSY_MS = 10_000
#: How long it waits for readers when it folds its log: writers wait as long.
_FOLD_MS = 500
_FOLD_TRIES = 4
_log = structlog.get_logger(__name__)


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

    SQLite has one writer at a time. Who waits for it inside SQLite polls, and may be overtaken
    until the wait is over and fails with "database is locked". So writers of this process queue
    here, in the order they came; SQLite's own wait is for other processes. Readers wait for nobody.

    Args:
        address: As in ``WARMLINE_DATABASE_URL``.
        busy_ms: How long SQLite waits for a writer of another process, in milliseconds.
    """

    def __init__(self, address: str, *, busy_ms: int = _BUSY_MS) -> None:
        url = parse_url(address)
        self.dialect = url.get_backend_name()
        self._busy_ms = busy_ms
        # hide_parameters: no value of a row, sealed or not, ends up in an error's text.
        address_of = url.set(drivername=_DRIVERS[self.dialect][1])
        self.engine = create_async_engine(address_of, hide_parameters=True)
        if self.dialect == "sqlite":
            self._turns: _Turns | None = _Turns()
            self.readers = create_async_engine(address_of, hide_parameters=True)
            _prepare_sqlite(self.engine.sync_engine, foreign_keys=True, busy_ms=busy_ms)
            _prepare_readers(self.readers.sync_engine, busy_ms=busy_ms)
        else:
            self._turns = None
            self.readers = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self._reading = async_sessionmaker(self.readers, expire_on_commit=False)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Run the block in one transaction that may write; any error undoes it.

        Raises:
            StoreError: The database failed; the cause is attached.
        """
        async with self._turn():
            with _as_ours():
                async with self._sessions.begin() as session:
                    yield session

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Run the block in one transaction that sees one state and cannot write.

        Raises:
            StoreError: The database failed, or the block wrote; the cause is attached.
        """
        with _as_ours():
            async with self._reading.begin() as session:
                yield session

    async def fold(self) -> None:
        """Empty SQLite's write-ahead log, which still holds rows from before their deletion.

        A reader of the log keeps it: this tries a few times, then says so, and the next purge tries
        again.
        """
        if self.dialect != "sqlite":
            return
        for _ in range(_FOLD_TRIES):
            if await self._folded():
                return
            await asyncio.sleep(_FOLD_MS / 1000)
        _log.warning("store.not_folded")

    async def _folded(self) -> bool:
        async with self._turn(), self.engine.connect() as connection:
            # Past SQLAlchemy, which would begin a transaction first: no log is folded inside one.
            raw = await connection.get_raw_connection()
            driver = cast("aiosqlite.Connection", raw.driver_connection)
            # Waiting for readers it keeps all writers out, of every process: not for long, then.
            await _pragma(driver, f"busy_timeout = {min(_FOLD_MS, self._busy_ms)}")
            try:
                [(busy, _, _)] = await _pragma(driver, "wal_checkpoint(TRUNCATE)")
            finally:
                await _pragma(driver, f"busy_timeout = {self._busy_ms}")
        return not busy

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._turns is None:
            yield
            return
        async with self._turns.mine():
            yield

    async def close(self) -> None:
        """Close all connections; the writers' last, as the last one folds the log."""
        await self.readers.dispose()
        await self.engine.dispose()


class _Turns:
    """One task at a time, in the order they came."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None

    @asynccontextmanager
    async def mine(self) -> AsyncIterator[None]:
        """Wait for a turn and keep it for the block.

        Raises:
            RuntimeError: The task has a turn already, and would wait for itself for ever.
        """
        task = asyncio.current_task()
        if task is self._holder:
            raise RuntimeError("a transaction was begun inside a transaction")
        async with self._lock:
            self._holder = task
            try:
                yield
            finally:
                self._holder = None


@contextmanager
def _as_ours() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreError from error


async def _pragma(driver: aiosqlite.Connection, pragma: str) -> list[Any]:
    async with driver.execute(f"PRAGMA {pragma}") as cursor:
        return list(await cursor.fetchall())


def _make_folder(url: URL) -> None:
    folder = Path(url.database or "").parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SettingsError(
            f"The folder {folder} cannot be made ({error.strerror}); set WARMLINE_DATA_DIR."
        ) from error


def _prepare_sqlite(engine: Engine, *, foreign_keys: bool, busy_ms: int = _BUSY_MS) -> None:
    """Set up every connection: write-ahead log, and transactions that begin as writers.

    Python's driver begins late and cannot roll back DDL; a transaction that reads first and writes
    later fails at once with "database is locked" when another one wrote in between. Beginning with
    ``BEGIN IMMEDIATE`` makes writers queue instead.
    """
    pragmas = (
        f"busy_timeout = {busy_ms}",
        "journal_mode = WAL",
        "secure_delete = ON",  # what is deleted is overwritten, not left in free pages
        f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
    )
    _on_sqlite(engine, pragmas, "BEGIN IMMEDIATE")


def _prepare_readers(engine: Engine, *, busy_ms: int) -> None:
    """Set up connections that read one state, whoever writes meanwhile, and can't write."""
    _on_sqlite(engine, (f"busy_timeout = {busy_ms}", "query_only = ON"), "BEGIN")


def _on_sqlite(engine: Engine, pragmas: tuple[str, ...], begin: str) -> None:
    @event.listens_for(engine, "connect")
    def _connect(connection: DBAPIConnection, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
