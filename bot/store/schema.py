"""The tables' version: bring a database up to date, or say that it is not.

Alembic's settings are made here in code, so the migrations work the same from a clone and from an
installed package, and no address with a password is written to a file.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import SchemaError, StoreError
from bot.store.engine import parse_url, sync_engine

__all__ = ["alembic_config", "check_schema", "downgrade", "upgrade"]

# Beside the package, both in a clone and where the wheel puts it. Not found by import: a folder
# named "migrations" in the working directory would win.
_FOLDER = Path(__file__).resolve().parents[2] / "migrations"


def alembic_config(address: str) -> Config:
    """Make Alembic's settings for one database."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["address"] = address
    return config


def upgrade(address: str) -> None:
    """Make the tables or bring them up to date; does nothing if they are.

    Safe to call from several processes at once: the second waits for the first. Blocking; call it
    through ``asyncio.to_thread`` from a running loop.

    Raises:
        SettingsError: The address is unusable.
        StoreError: The database failed; a migration that failed half-way has been undone.
    """
    try:
        command.upgrade(alembic_config(address), "head")
    except SQLAlchemyError as error:
        raise StoreError(
            "The database could not be brought up to date; check WARMLINE_DATABASE_URL and that "
            "the database runs, then call `warmline db upgrade` again."
        ) from error


def downgrade(address: str, revision: str) -> None:
    """Take the tables back to an earlier revision; ``base`` removes them with all data."""
    command.downgrade(alembic_config(address), revision)


def check_schema(address: str) -> None:
    """Make sure that the tables fit this version of Warmline. Blocking.

    Raises:
        SettingsError: The address is unusable.
        SchemaError: They are missing, older or newer; says what to do.
        StoreError: The database cannot be reached.
    """
    heads = set(ScriptDirectory.from_config(alembic_config(address)).get_heads())
    found = _revisions(address)
    if found == heads:
        return
    known = {script.revision for script in ScriptDirectory(str(_FOLDER)).walk_revisions()}
    if found <= known:
        raise SchemaError
    raise SchemaError(
        "The database was made by a newer version of Warmline; install that version, or restore "
        "the backup that was taken before the upgrade."
    )


def _revisions(address: str) -> set[str]:
    url = parse_url(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return set()  # looking would make an empty file
    try:
        with sync_engine(address).connect() as connection:
            return set(MigrationContext.configure(connection).get_current_heads())
    except SQLAlchemyError as error:
        raise StoreError(
            "The database does not answer; check WARMLINE_DATABASE_URL and that it runs."
        ) from error
