"""Databases for the migration tests."""

from tests.fixtures.databases import (  # noqa: F401
    backend,
    database,
    empty_database,
    postgres_backend,
    postgres_server,
    sqlite_backend,
)
