"""The bot's way to Slack: its clients, the tokens it needs, and the Socket Mode connection."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack
from typing import Final

import aiohttp
import structlog
from pydantic import SecretStr
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import Clock
from bot.delivery import error_code, passes
from bot.errors import SettingsError
from bot.http import Address
from bot.listeners.running import RunningListeners
from bot.oauth.installing import Installing, check_installing, make_installing
from bot.settings import Settings
from bot.store.installing import InstallStore
from bot.strings import errors as words

__all__ = [
    "connect",
    "installing_over",
    "ready_to_connect",
    "slack_client",
    "slack_session",
    "web_client",
]

#: Longest wait for one answer of Slack, in seconds.
SLACK_SECONDS: Final = 30.0
_log = structlog.get_logger(__name__)


def slack_session() -> aiohttp.ClientSession:
    """Open the connections that all clients of a process share."""
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SLACK_SECONDS))


def slack_client(
    settings: Settings, session: aiohttp.ClientSession | None = None
) -> AsyncWebClient:
    """Make the Web API client of the one workspace in the settings.

    Raises:
        SettingsError: There is no bot token.
    """
    token = _needed(settings.slack_bot_token, "WARMLINE_SLACK_BOT_TOKEN")
    return web_client(settings, session, token)


def web_client(
    settings: Settings,
    session: aiohttp.ClientSession | None = None,
    token: str | None = None,
    team_id: str = "",
) -> AsyncWebClient:
    """Make a Web API client; it waits when Slack asks it to.

    Args:
        settings: Where Slack is.
        session: Connections that it shares.
        token: Whose client it is; None: it has no token of its own.
        team_id: The workspace meant, with the token of a whole organisation.
    """
    return AsyncWebClient(
        token=token,
        team_id=team_id or None,
        base_url=settings.slack_api_url,
        session=session,
        logger=_quiet_logger(),
        retry_handlers=[
            AsyncConnectionErrorRetryHandler(),
            AsyncRateLimitErrorRetryHandler(max_retry_count=2),
            AsyncServerErrorRetryHandler(max_retry_count=1),
        ],
    )


def installing_over(
    settings: Settings, store: InstallStore, clock: Clock, session: aiohttp.ClientSession
) -> Installing:
    """Put together what many workspaces need, over the same connections."""

    def make(token: str | None, team_id: str) -> AsyncWebClient:
        return web_client(settings, session, token, team_id)

    return make_installing(settings, store, clock, make)


def ready_to_connect(settings: Settings, http: Address | None) -> None:
    """See that what a connection to Slack needs is there, before anything is opened.

    Raises:
        SettingsError: Something is missing; it is named.
    """
    if http is None:
        _app_token(settings)
        _needed(settings.slack_bot_token, "WARMLINE_SLACK_BOT_TOKEN")
    else:
        check_installing(settings)


async def connect(
    stack: AsyncExitStack,
    app: AsyncApp,
    client: AsyncWebClient,
    listeners: RunningListeners,
    settings: Settings,
) -> None:
    """Connect by Socket Mode until the stack is left.

    Raises:
        SettingsError: Slack refuses a token.
    """
    app_token = _app_token(settings)
    await _ask_slack(client, app_token)
    handler = AsyncSocketModeHandler(app, app_token, logger=_quiet_logger())
    # Before the handler, so that no request gets past unnoted.
    handler.client.socket_mode_request_listeners.insert(0, listeners.heard)
    stack.push_async_callback(handler.client.close)
    await handler.client.connect()  # type: ignore[no-untyped-call]  # the SDK leaves it so
    _log.info("bot.connected")


async def _ask_slack(client: AsyncWebClient, app_token: str) -> None:
    """End at once when Slack refuses a token: the SDK would try to connect for ever.

    When Slack can't be reached, trying for ever is right, and is left to the SDK.

    Raises:
        SettingsError: Slack refuses a token.
    """
    try:
        await client.auth_test()
        await client.apps_connections_open(app_token=app_token)
    except SlackApiError as error:
        if not passes(error):
            code = error_code(error)
            raise SettingsError(words.SLACK_ACCESS_REFUSED.format(code=code)) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        _log.warning("bot.slack_unreachable", error=type(error).__name__)


def _app_token(settings: Settings) -> str:
    return _needed(settings.slack_app_token, "WARMLINE_SLACK_APP_TOKEN")


def _needed(token: SecretStr | None, name: str) -> str:
    if token is None or not token.get_secret_value():
        raise SettingsError(words.NO_SLACK_ACCESS.format(name=name))
    return token.get_secret_value()


def _quiet_logger() -> logging.Logger:
    """The SDK's logger: warnings only, as its debug lines hold whole requests."""
    logger = logging.getLogger("slack_sdk")
    logger.setLevel(logging.WARNING)
    return logger
