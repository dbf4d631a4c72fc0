"""Stores for the contract suite: the same tests on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import QueuePool

from bot.store.base import Person
from bot.store.engine import Database
from bot.store.keys import Keys
from bot.store.sql import SqlStore
from tests.contract.store.opened import opened
from tests.doubles.clock import HandClock
from tests.fixtures.databases import (  # noqa: F401
    backend,
    database,
    empty_database,
    postgres_backend,
    postgres_server,
    sqlite_backend,
)

OpenStore = Callable[[], SqlStore]


@pytest.fixture
def anyio_backend() -> str:
    """The bot runs on asyncio."""
    return "asyncio"


@pytest.fixture
def clock() -> HandClock:
    """The store's clock."""
    return HandClock()


@pytest.fixture
def keys() -> Keys:
    """Fresh keys."""
    return Keys((Fernet.generate_key().decode(),), b"a pseudonym key of enough length")


@pytest.fixture
async def open_another(
    database: str,  # noqa: F811
    clock: HandClock,
    keys: Keys,
) -> AsyncIterator[OpenStore]:
    """Open stores with connections of their own, as another process would."""
    async with AsyncExitStack() as stack:

        def open_another() -> SqlStore:
            connections = Database(database)
            stack.push_async_callback(connections.close)
            stack.callback(_all_given_back, connections)
            return opened(SqlStore, connections, keys, clock)

        yield open_another


@pytest.fixture
def store(open_another: OpenStore) -> SqlStore:
    """A store on a fresh database."""
    return open_another()


@pytest.fixture
def ana() -> Person:
    """A person."""
    return Person(team_id="T0TEAM", user_id="U0ANALONGID")


@pytest.fixture
def ben() -> Person:
    """A colleague of hers."""
    return Person(team_id="T0TEAM", user_id="U0BENLONGID")


def _all_given_back(connections: Database) -> None:
    for engine in (connections.engine, connections.readers):
        pool = engine.sync_engine.pool
        assert isinstance(pool, QueuePool)
        assert pool.checkedout() == 0
