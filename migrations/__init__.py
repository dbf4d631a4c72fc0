"""Alembic migrations; run by ``warmline db upgrade``. See ``versions/README.md``."""
