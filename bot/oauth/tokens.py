"""A workspace's token, fresh. Where tokens expire, one process alone exchanges each for the next.

Slack takes a refresh token once: two processes that used the same one would leave the workspace
with tokens that are worth nothing. So who wants to exchange it takes a lease in the database, well
before the token's end; everybody else goes on with the old token, or waits when it has ended.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.clock import Clock
from bot.delivery import error_code
from bot.store.base import Person
from bot.store.installing import Installation, InstallStore

__all__ = ["Credentials", "Tokens", "TurnedToExpiring"]

#: How long before its end a token is exchanged; Slack's live twelve hours.
_BEFORE: Final = timedelta(hours=2)
#: How long one process has for the exchange; longer than Slack may take to answer.
_LEASE: Final = 45.0
_LOOK_AGAIN: Final = 0.2
_UNREACHABLE: Final = (ClientError, TimeoutError, OSError)
#: Reasons of ours for a token that was not exchanged.
BUSY: Final = "another process is at it"
CHANGED: Final = "installed again or removed meanwhile"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What Slack knows the app itself by."""

    client_id: str
    client_secret: str = field(repr=False)

    async def access(self, client: AsyncWebClient, **given: str) -> AsyncSlackResponse:
        """Ask Slack for a token, for a code or a refresh token.

        Not by the SDK's own method: that uses what aiohttp is about to remove.

        Raises:
            SlackApiError: Slack refuses.
        """
        return await self._ask(client, "oauth.v2.access", given)

    async def exchange(self, client: AsyncWebClient, token: str) -> AsyncSlackResponse:
        """Ask Slack for an expiring token in place of one without an end, which ends with it.

        Raises:
            SlackApiError: Slack refuses; tokens of this app don't expire, for one.
        """
        return await self._ask(client, "oauth.v2.exchange", {"token": token})

    async def _ask(
        self, client: AsyncWebClient, method: str, given: dict[str, str]
    ) -> AsyncSlackResponse:
        named = f"{self.client_id}:{self.client_secret}".encode()
        header = {"Authorization": f"Basic {base64.b64encode(named).decode()}"}
        return await client.api_call(method, data=given, headers=header)


@dataclass(frozen=True, slots=True)
class TurnedToExpiring:
    """What became of one workspace's token that had no end.

    Attributes:
        name: The workspace.
        reason: Why it was not exchanged, in Slack's short words or ours; empty: it was.
    """

    name: str
    reason: str = ""


class Tokens:
    """Finds installations, each with a token that is good now.

    Args:
        store: Knows where the app is installed.
        client: Asks Slack, without a token of its own.
        credentials: The app's.
        clock: The time.
        sleep: Waits for another process's exchange.
    """

    def __init__(
        self,
        store: InstallStore,
        client: AsyncWebClient,
        credentials: Credentials,
        clock: Clock,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._client = client
        self._credentials = credentials
        self._clock = clock
        self._sleep = sleep

    async def of(self, team: Person) -> Installation | None:
        """Find the installation that serves a workspace; None where the app is not installed.

        A token that could not be exchanged is returned as it is: Slack says what is wrong with it.
        """
        found = await self._store.installation(team)
        if found is None or not self._is_due(found):
            return found
        if await self._store.claim_refresh(found, lease_seconds=_LEASE):
            return await self._exchange(found)
        return found if self._is_good(found) else await self._others(found)

    async def turn_to_expiring(self) -> list[TurnedToExpiring]:
        """Exchange every token without an end for an expiring one, each by one process alone."""
        endless = [one for one in await self._store.installations() if not one.refresh_token]
        return [TurnedToExpiring(one.name, await self._turn(one)) for one in endless]

    async def _turn(self, found: Installation) -> str:
        """Exchange one; says why not."""
        if not await self._store.claim_refresh(found, lease_seconds=_LEASE):
            return BUSY
        try:
            answer = await self._credentials.exchange(self._client, found.token)
        except SlackApiError as error:
            await self._store.end_refresh(found)
            return error_code(error)
        except _UNREACHABLE as error:
            return type(error).__name__  # whether Slack has exchanged it can't be known
        kept = await self._store.renew_installation(refreshed(found, answer, self._clock))
        return "" if kept else CHANGED

    def _is_due(self, found: Installation) -> bool:
        ends = found.expires_at
        return bool(found.refresh_token) and ends is not None and ends - self._clock() <= _BEFORE

    def _is_good(self, found: Installation) -> bool:
        return found.expires_at is None or found.expires_at > self._clock()

    async def _exchange(self, found: Installation) -> Installation | None:
        try:
            answer = await self._credentials.access(
                self._client, grant_type="refresh_token", refresh_token=found.refresh_token
            )
        except SlackApiError as error:
            _log.warning("token.refresh_refused", reason=error_code(error))
            return found
        except _UNREACHABLE as error:
            _log.warning("token.not_refreshed", error=type(error).__name__)
            return found
        fresh = refreshed(found, answer, self._clock)
        if await self._store.renew_installation(fresh):
            return fresh
        # Installed anew or removed while Slack answered: what came after counts.
        return await self._store.installation(found.home)

    async def _others(self, found: Installation) -> Installation | None:
        """Wait for the token that another process fetches."""
        for _ in range(round(_LEASE / _LOOK_AGAIN)):
            await self._sleep(_LOOK_AGAIN)
            current = await self._store.installation(found.home)
            if current is None or current.revision != found.revision:
                return current
        return found


def refreshed(found: Installation, answer: Any, clock: Clock) -> Installation:  # noqa: ANN401 - Slack's JSON
    """Put a new token and its end in the place of the old ones."""
    return replace(
        found,
        token=str(answer["access_token"]),
        refresh_token=str(answer.get("refresh_token") or ""),
        expires_at=expiry(answer, clock),
    )


def expiry(answer: Any, clock: Clock) -> datetime | None:  # noqa: ANN401 - Slack's JSON
    """Tell when a token ends; None when Slack names no end."""
    seconds = answer.get("expires_in")
    return clock() + timedelta(seconds=int(seconds)) if seconds else None
