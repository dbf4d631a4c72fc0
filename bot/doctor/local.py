"""Checks of this machine: settings, database, keys."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from bot.doctor.findings import Finding, fail, ok, warn
from bot.errors import SchemaError, SettingsError, StoreError
from bot.scorer_client import trusted
from bot.settings import Settings, unknown_variables
from bot.store.engine import parse_url
from bot.store.keys import read_key_file
from bot.store.schema import check_schema
from bot.strings import cli as words

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def settings_findings() -> list[Finding]:
    """Find misspelt variables."""
    unknown = unknown_variables()
    if not unknown:
        return [ok("settings", words.SETTINGS_OK)]
    return [warn("settings", sentence, words.SETTINGS_UNKNOWN) for sentence in unknown]


def database_findings(settings: Settings) -> list[Finding]:
    """See that the database answers and fits this version. Blocking."""
    address = settings.resolved_database_url
    try:
        kind = parse_url(address).get_backend_name()
        check_schema(address)
    except SchemaError as error:
        return [fail("database", error.message, words.DATABASE_MEND)]
    except (StoreError, SettingsError) as error:
        return [fail("database", error.message, words.DATABASE_MEND)]
    return [ok("database", words.DATABASE_OK.format(kind=kind))]


def key_findings(settings: Settings) -> list[Finding]:
    """See that the keys can be used and that nobody else can read them; makes none."""
    if settings.encryption_keys is not None and settings.pseudonym_key is not None:
        return [ok("keys", words.KEYS_FROM_ENVIRONMENT)]
    path = settings.resolved_key_file
    if not path.exists():
        return [ok("keys", words.KEYS_ABSENT.format(path=path))]
    try:
        read_key_file(path)
    except SettingsError as error:
        return [fail("keys", error.message, words.KEYS_MEND.format(path=path))]
    return [_mode_finding("keys", path), *_beside(settings, path)]


def file_findings(settings: Settings) -> list[Finding]:
    """See that the scorer's files, where there are any, can be used."""
    return [*_token_findings(settings), *_ca_findings(settings)]


def _token_findings(settings: Settings) -> list[Finding]:
    """See that the token file is readable by this user alone."""
    path = settings.scorer_token_file
    if path is None:
        return []
    if not path.is_file():
        mend = words.KEYS_MEND.format(path=path)
        return [fail("scorer token", words.ACCESS_MISSING.format(name=path), mend)]
    return [_mode_finding("scorer token", path)]


def _ca_findings(settings: Settings) -> list[Finding]:
    """See that the file with the scorer's certificate holds one."""
    if settings.scorer_ca_file is None:
        return []
    try:
        trusted(settings)
    except SettingsError as error:
        return [fail("scorer certificate", error.message, words.CA_MEND)]
    return [ok("scorer certificate", words.CA_OK.format(path=settings.scorer_ca_file))]


def _mode_finding(name: str, path: Path) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & _OTHERS:
        text = words.KEYS_OPEN.format(path=path, mode=f"{mode:04o}")
        return fail(name, text, words.KEYS_MEND.format(path=path))
    return ok(name, words.KEYS_OK.format(path=path, mode=f"{mode:04o}"))


def _beside(settings: Settings, path: Path) -> list[Finding]:
    """Warn of keys in the database's own folder: a backup of it would hold both."""
    url = parse_url(settings.resolved_database_url)
    if url.get_backend_name() != "sqlite" or url.database is None:
        return []
    if Path(url.database).resolve().parent != path.resolve().parent:
        return []
    return [warn("keys", words.KEYS_BESIDE.format(path=path), words.KEYS_BESIDE_MEND)]
