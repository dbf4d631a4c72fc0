"""Runs migrations on a database that ``bot.store.schema`` (or a test) hands over.

One process at a time: PostgreSQL by an advisory lock, SQLite by beginning as a writer. Every
migration is one transaction, on SQLite too, so that a failed one leaves nothing behind.
"""

from alembic import context
from sqlalchemy import Connection

from bot.store.engine import sync_engine
from bot.store.tables import Row

#: Any number, the same in every version of Warmline.
ADVISORY_LOCK = 7_283_519_046
WAIT_FOR_OTHER_UPGRADE = "120s"
#: A migration that waits longer than this for a busy table gives up before the bot suffers.
LOCK_TIMEOUT = "4s"
STATEMENT_TIMEOUT = "60s"


def take_turns(connection: Connection) -> None:
    """Wait for another process's upgrade, then set limits; both end with the transaction."""
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT_FOR_OTHER_UPGRADE}'")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
    connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'")


def migrate(connection: Connection) -> None:
    """Run what is asked for on this connection."""
    context.configure(
        connection=connection,
        target_metadata=Row.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            take_turns(connection)
        context.run_migrations()


def main() -> None:
    """Use the connection that was handed over, or open one."""
    given = context.config.attributes.get("connection")
    if isinstance(given, Connection):
        migrate(given)
        return
    with sync_engine(context.config.attributes["address"]).connect() as connection:
        migrate(connection)


main()
