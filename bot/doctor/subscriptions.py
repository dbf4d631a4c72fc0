"""Compares the app's settings at Slack with the manifest of this version.

Slack shows an app's settings only to an app configuration token, which people make for themselves
and which lives twelve hours; without one this is not checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aiohttp import ClientError
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import error_code
from bot.doctor.findings import Finding, fail, ok, skip, warn
from bot.doctor.many import read_installations
from bot.manifest import http_manifest, read_manifest
from bot.settings import Settings
from bot.strings import cli as words

__all__ = ["differences", "subscription_findings"]

_UNREACHABLE: Final = (ClientError, TimeoutError, OSError)
_SWITCHES: Final = ("socket_mode_enabled", "org_deploy_enabled", "token_rotation_enabled")


async def subscription_findings(settings: Settings) -> list[Finding]:
    """Read the app's settings at Slack and name what the manifest has and they lack."""
    token = settings.slack_config_token
    if token is None:
        return [skip("subscriptions", words.SUBSCRIPTIONS_UNREAD)]
    client = AsyncWebClient(base_url=settings.slack_api_url, timeout=10)
    try:
        app_id = await _app_id(client, settings)
        if not app_id:
            return [skip("subscriptions", words.SUBSCRIPTIONS_NO_APP)]
        answer = await client.apps_manifest_export(app_id=app_id, token=token.get_secret_value())
    except SlackApiError as error:
        text = words.SUBSCRIPTIONS_REFUSED.format(error=error_code(error))
        return [warn("subscriptions", text, words.SUBSCRIPTIONS_REFUSED_MEND)]
    except _UNREACHABLE as error:
        text = words.SLACK_UNREACHABLE.format(error=type(error).__name__)
        mend = words.SLACK_UNREACHABLE_MEND.format(url=settings.slack_api_url)
        return [warn("subscriptions", text, mend)]
    return [_compared(settings, answer["manifest"])]


async def _app_id(client: AsyncWebClient, settings: Settings) -> str:
    """Ask Slack which app a bot token belongs to."""
    for token in await _bot_tokens(settings):
        who = await client.auth_test(token=token)
        answer = await client.bots_info(bot=who["bot_id"], token=token)
        return str(answer["bot"]["app_id"])
    return ""


async def _bot_tokens(settings: Settings) -> list[str]:
    if isinstance(settings.slack_bot_token, SecretStr):
        return [settings.slack_bot_token.get_secret_value()]
    return [one.token for one in await read_installations(settings) or ()]


def _compared(settings: Settings, theirs: Mapping[str, Any]) -> Finding:
    many = bool(settings.slack_client_id)
    ours = http_manifest(settings.public_url) if many else read_manifest()
    found = differences(ours, theirs)
    if not found:
        return ok("subscriptions", words.SUBSCRIPTIONS_OK)
    text = words.SUBSCRIPTIONS_OFF.format(what="; ".join(found))
    command = f"warmline manifest --http {settings.public_url}" if many else "warmline manifest"
    return fail("subscriptions", text, words.SUBSCRIPTIONS_MEND.format(command=command))


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """Name what our manifest asks for and the app at Slack lacks, or has set otherwise."""
    mine, held = _parts(ours), _parts(theirs)
    lacking = [
        f"{kind}: {', '.join(sorted(mine[kind] - held[kind]))}"
        for kind in mine
        if mine[kind] - held[kind]
    ]
    set_here, set_there = ours["settings"], theirs.get("settings", {})
    wrong = [name for name in _SWITCHES if bool(set_there.get(name)) != bool(set_here.get(name))]
    return [*lacking, *(f"{name} should be {set_here[name]}".lower() for name in wrong)]


def _parts(manifest: Mapping[str, Any]) -> dict[str, set[str]]:
    """Collect the names of everything that Slack has to know of the app."""
    features, settings = manifest.get("features", {}), manifest.get("settings", {})
    oauth, events = manifest.get("oauth_config", {}), settings.get("event_subscriptions", {})
    addresses = {
        events.get("request_url"),
        settings.get("interactivity", {}).get("request_url"),
        *oauth.get("redirect_urls", ()),
        *(one.get("url") for one in features.get("slash_commands", ())),
    }
    return {
        "events": set(events.get("bot_events", ())),
        "scopes": set(oauth.get("scopes", {}).get("bot", ())),
        "commands": {one["command"] for one in features.get("slash_commands", ())},
        "shortcuts": {one["callback_id"] for one in features.get("shortcuts", ())},
        "steps": set(manifest.get("functions", {})),
        "addresses": {one for one in addresses if one},
    }
