"""Steps of a check that may fail without changing what comes next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError

from bot.delivery import error_code
from bot.errors import WarmlineError

__all__ = ["attempted"]

_log = structlog.get_logger(__name__)


async def attempted(attempt: Callable[[], Awaitable[object]]) -> None:
    """Do something that may fail without changing what we do next; the log says that it did."""
    try:
        await attempt()
    except (SlackApiError, ClientError, TimeoutError, OSError, WarmlineError) as error:
        reason = error_code(error) if isinstance(error, SlackApiError) else ""
        _log.error("check.untold", error=type(error).__name__, reason=reason)
