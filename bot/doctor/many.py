"""Checks of an app for many workspaces: its credentials, its address, each workspace's token."""

from __future__ import annotations

import asyncio
from typing import Final

from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import Clock
from bot.doctor.findings import Finding, fail, ok, skip, warn
from bot.doctor.slack import workspace_findings
from bot.errors import SettingsError, StoreError
from bot.manifest import INSTALL_PATH
from bot.oauth.installing import check_installing
from bot.settings import Settings
from bot.store.installing import Installation
from bot.store.schema import check_schema
from bot.store.sql import open_store
from bot.strings import cli as words

__all__ = ["many_findings", "read_installations"]

#: Workspaces that are asked about; the rest is only counted.
_MOST: Final = 50


async def many_findings(settings: Settings, clock: Clock) -> list[Finding]:
    """Check what is set, then ask Slack about each workspace's token."""
    try:
        check_installing(settings)
    except SettingsError as error:
        return [fail("slack app", error.message, words.MANY_MEND)]
    found = [ok("slack app", words.MANY_OK.format(url=settings.public_url))]
    installed = await read_installations(settings)
    if installed is None:
        return [*found, skip("workspaces", words.MANY_UNREAD)]
    if not installed:
        mend = words.MANY_NONE_MEND.format(url=settings.public_url + INSTALL_PATH)
        return [*found, warn("workspaces", words.MANY_NONE, mend)]
    found.append(ok("workspaces", words.MANY_COUNT.format(count=len(installed))))
    client = AsyncWebClient(base_url=settings.slack_api_url, timeout=10)
    for one in installed[:_MOST]:
        found += await _token(client, one, settings, clock)
    return found


async def read_installations(settings: Settings) -> list[Installation] | None:
    """Read who has installed the app; None when the database or the keys can't be read.

    Nothing is made: without a database or keys there is nothing to read.
    """
    if settings.encryption_keys is None and not settings.resolved_key_file.exists():
        return None
    try:
        await asyncio.to_thread(check_schema, settings.resolved_database_url)
        store = open_store(settings)
        try:
            return list(await store.installations())
        finally:
            await store.close()
    except (StoreError, SettingsError):
        return None  # the checks of database and keys say why


async def _token(
    client: AsyncWebClient, one: Installation, settings: Settings, clock: Clock
) -> list[Finding]:
    ended = one.expires_at is not None and one.expires_at <= clock()
    broken_off = one.refresh_until is not None and one.refresh_until <= clock()
    if ended:
        # Asking Slack about it tells nothing: it is renewed with the next request, if it can be.
        asleep = skip("slack", words.MANY_ASLEEP.format(name=one.name))
        return [_broken_off(one, ended=True)] if broken_off else [asleep]
    found = await workspace_findings(client, one.token, settings, clock, name=one.name)
    good = not any(finding.status == "fail" for finding in found)
    return [*found, _broken_off(one, ended=False)] if broken_off and good else found


def _broken_off(one: Installation, *, ended: bool) -> Finding:
    """Name a workspace whose token a process took on to renew, and did not."""
    text = words.MANY_BROKEN.format(
        name=one.name,
        time=f"{one.refresh_until:%Y-%m-%d %H:%M} UTC",
        state=words.MANY_BROKEN_ENDED if ended else words.MANY_BROKEN_GOOD,
    )
    return (fail if ended else warn)("token", text, words.MANY_BROKEN_MEND)
