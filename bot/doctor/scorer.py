"""Checks of the scorer: does it answer, with which model, and does a draft stay in the house."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any, Final
from urllib.parse import urlsplit

from bot.doctor.findings import Finding, fail, ok, warn
from bot.errors import SettingsError, WarmlineError
from bot.scorer_client import ScorerHealth, open_scorer
from bot.settings import Settings
from bot.store.engine import parse_url
from bot.strings import cli as words

_SHA_SHOWN: Final = 12


async def scorer_findings(settings: Settings) -> list[Finding]:
    """Ask the scorer; an embedded one is loaded for it, which takes a few seconds."""
    where = settings.scorer_url or words.SCORER_EMBEDDED
    mend = words.SCORER_MEND if settings.scorer_url else words.SCORER_EMBEDDED_MEND
    try:
        async with open_scorer(settings) as scorer:
            health = await scorer.health()
    except WarmlineError as error:
        return [fail("scorer", error.message, mend)]
    return [_ready(where, health, mend), *await _language_model(health)]


async def _language_model(health: ScorerHealth) -> list[Finding]:
    """Say where the drafts go that a language model reads; nothing where the scorer has none."""
    address = str(health.detail.get("language_model") or "")
    return [await _address("language model", address, words.LLM_MENDS)] if address else []


def _ready(where: str, health: ScorerHealth, mend: str) -> Finding:
    if not health.ready:
        why = health.detail.get("detail", "")
        return fail("scorer", words.SCORER_NOT_READY.format(where=where, why=why), mend)
    model: dict[str, Any] = health.detail.get("model") or {}
    sha = str(model.get("sha256", ""))[:_SHA_SHOWN]
    return ok("scorer", words.SCORER_OK.format(where=where, model=model.get("id"), sha=sha))


async def address_findings(settings: Settings) -> list[Finding]:
    """Warn of every address outside the house to which drafts or what is kept would go."""
    return [
        *await _scorer_address(settings),
        *await _database_address(settings),
        *_slack_address(settings),
    ]


def _slack_address(settings: Settings) -> list[Finding]:
    host = urlsplit(settings.slack_api_url).hostname or ""
    if host == "slack.com" or host.endswith(".slack.com"):
        return [ok("slack address", words.SLACK_ADDRESS_OK.format(host=host))]
    text = words.SLACK_ADDRESS_OTHER.format(host=host)
    return [warn("slack address", text, words.SLACK_ADDRESS_MEND)]


async def _database_address(settings: Settings) -> list[Finding]:
    try:
        host = parse_url(settings.resolved_database_url).host
    except SettingsError:
        return []  # the check of the database says why
    if not host:
        return [ok("database address", words.DATABASE_LOCAL)]
    addresses = await _resolve(host)
    if not addresses:
        text = words.ADDRESS_UNKNOWN.format(host=host)
        return [fail("database address", text, words.DATABASE_UNKNOWN_MEND)]
    if not all(address.is_private for address in addresses):
        text = words.DATABASE_PUBLIC.format(host=host)
        return [warn("database address", text, words.DATABASE_PUBLIC_MEND)]
    return [ok("database address", words.ADDRESS_PRIVATE.format(host=host))]


async def _scorer_address(settings: Settings) -> list[Finding]:
    if not settings.scorer_url:
        return [ok("scorer address", words.ADDRESS_EMBEDDED)]
    return [await _address("scorer address", settings.scorer_url, words.SCORER_MENDS)]


async def _address(name: str, url: str, mends: words.AddressMends) -> Finding:
    """Whether drafts sent to an address stay in the house, and cannot be read on the way."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    addresses = await _resolve(host)
    if not addresses:
        return fail(name, words.ADDRESS_UNKNOWN.format(host=host), mends.unknown)
    if not all(address.is_private for address in addresses):
        return warn(name, words.ADDRESS_PUBLIC.format(host=host), mends.public)
    if parts.scheme == "http" and not all(address.is_loopback for address in addresses):
        return warn(name, words.ADDRESS_PLAIN.format(host=host), mends.plain)
    return ok(name, words.ADDRESS_PRIVATE.format(host=host))


async def _resolve(host: str) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
