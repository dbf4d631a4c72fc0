"""Which client speaks for which workspace: the one token of the settings, or one of many.

``Workspaces`` is what the rest of the bot asks; nobody else knows how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from aiohttp import ClientError
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import REVOKED, error_code, passes
from bot.oauth.tokens import Tokens
from bot.store.base import Person

__all__ = ["Authorize", "Many", "One", "Workspaces"]


class Workspaces(Protocol):
    """Knows the workspaces that the app is installed in."""

    async def client_for(self, team: Person) -> AsyncWebClient | None:
        """Find a workspace's client; None where the app is not installed."""

    async def still_in(self, team: Person) -> bool:
        """Tell whether Slack still lets the app into a workspace that is said to have removed it.

        News of a removal can come late, after the app was installed again.
        """


class One:
    """The one workspace whose token is in the settings.

    Args:
        client: Its client.
    """

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def client_for(self, team: Person) -> AsyncWebClient | None:
        """See :meth:`Workspaces.client_for`."""
        return self._client

    async def still_in(self, team: Person) -> bool:
        """See :meth:`Workspaces.still_in`; what is said of the only one is taken at its word."""
        return False


class Many:
    """All workspaces that installed the app by OAuth.

    Args:
        tokens: Find each workspace's token.
        make: Makes a client from a token and, for a whole organisation's token, the workspace that
            is meant.
    """

    def __init__(self, tokens: Tokens, make: Callable[[str, str], AsyncWebClient]) -> None:
        self._tokens = tokens
        self._make = make

    async def client_for(self, team: Person) -> AsyncWebClient | None:
        """See :meth:`Workspaces.client_for`."""
        found = await self._tokens.of(team)
        if found is None:
            return None
        return self._make(found.token, "" if found.team_id else team.team_id)

    async def still_in(self, team: Person) -> bool:
        """See :meth:`Workspaces.still_in`; when Slack can't be asked, the removal stands."""
        client = await self.client_for(team)
        if client is None:
            return False
        try:
            await client.auth_test()
        except SlackApiError as error:
            return not passes(error) and error_code(error) not in REVOKED
        except (ClientError, TimeoutError, OSError):
            return False
        return True


class Authorize(AsyncAuthorize):
    """Gives each request of Slack the token of its workspace, from the database alone.

    The look-up goes by workspace and never by person, so it can't hold for one colleague and fail
    for the next; and a database that fails is an error, not *not installed*.

    Args:
        tokens: Find the token.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    async def __call__(  # noqa: PLR0913 - Bolt's call
        self,
        *,
        context: AsyncBoltContext,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None,
        actor_enterprise_id: str | None = None,
        actor_team_id: str | None = None,
        actor_user_id: str | None = None,
    ) -> AuthorizeResult | None:
        """Find the installation of the workspace that Slack's request comes from."""
        found = await self._tokens.of(Person(team_id or "", "", enterprise_id or ""))
        if found is None:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            user_id=user_id,
            bot_id=found.bot_id,
            bot_user_id=found.bot_user_id,
            bot_token=found.token,
            bot_scopes=list(found.scopes),
        )
