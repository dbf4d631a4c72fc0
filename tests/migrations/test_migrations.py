"""Migrations: up, down, up again on both databases; one process at a time; all or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from bot.errors import SchemaError, StoreError
from bot.store.engine import sync_engine
from bot.store.schema import alembic_config, check_schema, downgrade, upgrade
from bot.store.tables import Row
from tests.fixtures.databases import PostgresBackend

ROOT = Path(__file__).resolve().parents[2]
TABLES = set(Row.metadata.tables)


def tables_of(address: str) -> set[str]:
    """Names of a database's tables, without Alembic's own."""
    with sync_engine(address).connect() as connection:
        return set(inspect(connection).get_table_names()) - {"alembic_version"}


def run(address: str, statement: str) -> None:
    """Run one statement."""
    with sync_engine(address).begin() as connection:
        connection.execute(text(statement))


def test_up_down_and_up_again(empty_database: str) -> None:
    """A downgrade leaves nothing that would stop the next upgrade."""
    upgrade(empty_database)
    assert tables_of(empty_database) == TABLES

    downgrade(empty_database, "base")
    assert tables_of(empty_database) == set()

    upgrade(empty_database)
    assert tables_of(empty_database) == TABLES


def test_migrations_make_what_the_code_expects(database: str) -> None:
    """The tables in the code and those the migrations make are the same."""
    command.check(alembic_config(database))


def test_upgrading_again_changes_nothing(database: str) -> None:
    """What is in an up-to-date database stays."""
    run(
        database,
        "INSERT INTO team_setting (team, escalation_text, updated_at) "
        "VALUES ('t', 'Call first.', '2026-11-30 09:00:00')",
    )
    upgrade(database)

    with sync_engine(database).connect() as connection:
        kept = connection.scalar(text("SELECT escalation_text FROM team_setting"))
    assert kept == "Call first."


def test_a_migration_that_fails_is_undone(empty_database: str) -> None:
    """When the last table cannot be made, the ones before it are not left behind."""
    run(empty_database, "CREATE TABLE team_setting (team INTEGER)")

    with pytest.raises(StoreError, match="warmline db upgrade"):
        upgrade(empty_database)
    assert tables_of(empty_database) == {"team_setting"}


def test_processes_that_upgrade_together_take_turns(empty_database: str) -> None:
    """Two replicas that start at once both end with the tables in place."""
    program = "import sys; from bot.store.schema import upgrade; upgrade(sys.argv[1])"
    started = [
        subprocess.Popen(  # noqa: S603  (our own program)
            [sys.executable, "-c", program, empty_database],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    ended = [process.communicate(timeout=60)[1] for process in started]

    assert [process.returncode for process in started] == [0, 0], ended
    check_schema(empty_database)


@pytest.mark.postgres
def test_an_upgrade_waits_for_the_advisory_lock(postgres_backend: PostgresBackend) -> None:
    """On PostgreSQL an upgrade does nothing while another one holds the lock."""
    address = postgres_backend.create(migrated=False)
    lock = _advisory_lock()
    upgrading = threading.Thread(target=upgrade, args=(address,), daemon=True)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", (lock,))
        upgrading.start()
        _wait_until_blocked(other)
        assert tables_of(address) == set()
        other.execute("SELECT pg_advisory_unlock(%s)", (lock,))
        upgrading.join(30)

    assert tables_of(address) == TABLES
    postgres_backend.drop(address)


def test_there_is_one_head() -> None:
    """No two migrations claim to be the latest."""
    scripts = ScriptDirectory.from_config(alembic_config("sqlite:///unused.db"))
    assert len(scripts.get_heads()) == 1


def test_an_up_to_date_database_fits(database: str) -> None:
    """Nothing is raised when there is nothing to say."""
    check_schema(database)


def test_missing_tables_say_how_to_make_them(empty_database: str) -> None:
    """A database without tables is answered with the command that makes them."""
    with pytest.raises(SchemaError, match="warmline db upgrade"):
        check_schema(empty_database)


def test_a_newer_database_is_not_touched(database: str) -> None:
    """A database from a later version is answered with what to do instead."""
    run(database, "UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(SchemaError, match="newer version"):
        check_schema(database)


def test_looking_makes_no_file(tmp_path: Path) -> None:
    """Asking about an SQLite file that is not there does not make one."""
    with pytest.raises(SchemaError):
        check_schema(f"sqlite:///{tmp_path / 'none.sqlite3'}")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_for_a_new_database_is_private(tmp_path: Path) -> None:
    """The folder that an upgrade makes for its file is closed to other users."""
    folder = tmp_path / "data"
    upgrade(f"sqlite:///{folder / 'warmline.sqlite3'}")
    assert folder.stat().st_mode & 0o077 == 0


def test_a_database_that_does_not_answer_says_so() -> None:
    """A server that is not there is a plain sentence, without the password."""
    address = "postgresql://warmline:hidden-word@127.0.0.1:1/warmline"
    for call in (check_schema, upgrade):
        with pytest.raises(StoreError) as caught:
            call(address)
        assert "WARMLINE_DATABASE_URL" in caught.value.message
        assert "hidden-word" not in f"{caught.value!r}{caught.value.__cause__!r}"


def _advisory_lock() -> int:
    source = (ROOT / "migrations" / "env.py").read_text(encoding="utf-8")
    [line] = [line for line in source.splitlines() if line.startswith("ADVISORY_LOCK")]
    return int(line.split("=")[1])


def _wait_until_blocked(connection: psycopg.Connection) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    deadline = time.monotonic() + 20
    while connection.execute(waiting).fetchone() == (0,):
        assert time.monotonic() < deadline, "the upgrade never asked for the lock"
        time.sleep(0.02)
