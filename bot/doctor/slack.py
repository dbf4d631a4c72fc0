"""Checks of Slack: tokens, what they may do, Socket Mode, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Final

from aiohttp import ClientError
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import Clock
from bot.delivery import error_code
from bot.doctor.findings import Finding, fail, ok, warn
from bot.manifest import bot_scopes
from bot.settings import Settings
from bot.strings import cli as words

_BOT_PREFIXES: Final = ("xoxb-", "xoxe.xoxb-")
_APP_PREFIXES: Final = ("xapp-",)
#: Slack refuses signed requests that are more than five minutes off.
_SKEW_WARN: Final = 60.0
_SKEW_FAIL: Final = 300.0
_UNREACHABLE: Final = (ClientError, TimeoutError, OSError)


async def slack_findings(settings: Settings, clock: Clock) -> list[Finding]:
    """Check both tokens and ask Slack what they may do."""
    bot = _format(
        "WARMLINE_SLACK_BOT_TOKEN", settings.slack_bot_token, _BOT_PREFIXES, words.BOT_ACCESS
    )
    app = _format(
        "WARMLINE_SLACK_APP_TOKEN", settings.slack_app_token, _APP_PREFIXES, words.APP_ACCESS
    )
    client = AsyncWebClient(base_url=settings.slack_api_url, timeout=10)
    found = [finding for finding in (bot, app) if finding is not None]
    if bot is None and settings.slack_bot_token is not None:
        token = settings.slack_bot_token.get_secret_value()
        found += await workspace_findings(client, token, settings, clock)
    if app is None and settings.slack_app_token is not None:
        found.append(await _socket_mode(client, settings.slack_app_token, settings))
    return found


def _format(
    name: str, token: SecretStr | None, prefixes: tuple[str, ...], kind: str
) -> Finding | None:
    """Look at a token's shape; None when it looks right."""
    if token is None or not token.get_secret_value():
        return warn("slack", words.ACCESS_MISSING.format(name=name), words.ACCESS_MISSING_MEND)
    if token.get_secret_value().startswith(prefixes):
        return None
    text = words.ACCESS_MALFORMED.format(name=name, prefix=prefixes[0])
    return fail("slack", text, words.ACCESS_MALFORMED_MEND.format(kind=kind))


async def workspace_findings(
    client: AsyncWebClient, token: str, settings: Settings, clock: Clock, *, name: str = ""
) -> list[Finding]:
    """Ask Slack whose a bot token is, what it may do, and what time it is.

    Args:
        client: Asks.
        token: The token.
        settings: Where Slack is.
        clock: Our time.
        name: The workspace's, if its token is one of many, got by installing from our page.
    """
    try:
        answer = await client.auth_test(token=token)
    except SlackApiError as error:
        text = words.SLACK_REFUSED.format(error=error_code(error))
        if name:
            named = words.MANY_NAMED.format(name=name, text=text)
            return [fail("slack", named, words.MANY_REFUSED_MEND)]
        return [fail("slack", text, words.SLACK_REFUSED_MEND)]
    except _UNREACHABLE as error:
        return [fail("slack", *_unreachable(error, settings))]
    headers = {str(name).lower(): str(value) for name, value in answer.headers.items()}
    who = words.SLACK_OK.format(team=answer.get("team"), user=answer.get("user"))
    return [ok("slack", who), _scopes(headers), _skew(headers, clock)]


def _unreachable(error: Exception, settings: Settings) -> tuple[str, str]:
    """Say that Slack does not answer, and how to mend it."""
    text = words.SLACK_UNREACHABLE.format(error=type(error).__name__)
    return text, words.SLACK_UNREACHABLE_MEND.format(url=settings.slack_api_url)


def _scopes(headers: Mapping[str, str]) -> Finding:
    if "x-oauth-scopes" not in headers:
        return warn("scopes", words.SCOPES_UNKNOWN, words.SCOPES_MEND)
    granted = {scope.strip() for scope in headers["x-oauth-scopes"].split(",")}
    missing = sorted(bot_scopes() - granted)
    if missing:
        text = words.SCOPES_MISSING.format(scopes=", ".join(missing))
        return fail("scopes", text, words.SCOPES_MEND)
    return ok("scopes", words.SCOPES_OK)


def _skew(headers: Mapping[str, str], clock: Clock) -> Finding:
    try:
        theirs = parsedate_to_datetime(headers.get("date", ""))
        seconds = abs((clock() - theirs) / timedelta(seconds=1))
    except (ValueError, TypeError):
        return warn("clock", words.NOT_CHECKED, words.CLOCK_MEND)
    if seconds < _SKEW_WARN:
        return ok("clock", words.CLOCK_OK.format(seconds=seconds))
    verdict = fail if seconds >= _SKEW_FAIL else warn
    return verdict("clock", words.CLOCK_OFF.format(seconds=seconds), words.CLOCK_MEND)


async def _socket_mode(client: AsyncWebClient, token: SecretStr, settings: Settings) -> Finding:
    try:
        await client.apps_connections_open(app_token=token.get_secret_value())
    except SlackApiError as error:
        text = words.SOCKET_REFUSED.format(error=error_code(error))
        return fail("socket mode", text, words.SOCKET_MEND)
    except _UNREACHABLE as error:
        return fail("socket mode", *_unreachable(error, settings))
    return ok("socket mode", words.SOCKET_OK)
