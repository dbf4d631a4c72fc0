"""Installing by OAuth: Slack's consent page there and back, and what its visitor reads.

Bolt walks the way; state, installation and pages are ours. What Slack sends back in the address
(the code, the state) is never logged.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import structlog
from aiohttp import ClientError
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.error import BoltError
from slack_bolt.oauth.async_callback_options import (
    AsyncCallbackOptions,
    AsyncFailureArgs,
    AsyncSuccessArgs,
)
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store import Installation as SdkInstallation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import Clock
from bot.delivery import error_code
from bot.errors import StoreError
from bot.manifest import INSTALL_PATH, REDIRECT_PATH, bot_scopes
from bot.oauth.tokens import Credentials, expiry
from bot.store.installing import Installation, InstallStore
from bot.strings import installing as words

__all__ = ["Flow", "make_flow"]

_HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_TEAM: Final = re.compile(r"[TE][A-Z0-9]{1,20}")
_log = structlog.get_logger(__name__)


class States(AsyncOAuthStateStore):
    """Bolt's view of the states that our store issues and takes back."""

    def __init__(self, store: InstallStore) -> None:
        self._store = store

    async def async_issue(self, *_: Any, **__: Any) -> str:  # noqa: ANN401 - Bolt's signature
        """Make a state."""
        return await self._store.issue_state()

    async def async_consume(self, state: str) -> bool:
        """Take one back, once."""
        return await self._store.use_state(state)


class Flow(AsyncOAuthFlow):
    """Bolt's flow with our store behind it.

    Args:
        store: Keeps installations and states.
        clock: The time.
        credentials: The app's.
        client: Asks Slack, without a token of its own.
        settings: See :func:`make_flow`.
    """

    def __init__(
        self,
        store: InstallStore,
        clock: Clock,
        credentials: Credentials,
        *,
        client: AsyncWebClient,
        settings: AsyncOAuthSettings,
    ) -> None:
        super().__init__(client=client, settings=settings)
        self._store = store
        self._clock = clock
        self._credentials = credentials

    async def build_authorize_url(self, state: str, request: AsyncBoltRequest) -> str:
        """Name Slack's consent page, with the workspace that the visitor's address names, if any.

        What does not look like a workspace's id is dropped: it would stand in a header of ours.
        """
        [named, *_] = request.query.get("team") or [""]
        team = named if _TEAM.fullmatch(named) else None
        return self.settings.authorize_url_generator.generate(state=state, team=team)

    async def run_installation(self, code: str) -> SdkInstallation | None:
        """Exchange the code of Slack's answer for the workspace's token; None if refused."""
        try:
            answer = await self._credentials.access(
                self.client, code=code, redirect_uri=self.settings.redirect_uri or ""
            )
            who = await self.client.auth_test(token=answer["access_token"])
        except SlackApiError as error:
            _log.warning("install.refused", reason=error_code(error))
            return None
        except (ClientError, TimeoutError, OSError) as error:
            _log.warning("install.slack_unreachable", error=type(error).__name__)
            return None
        return _from_slack(answer, who, self._clock)

    async def store_installation(
        self, request: AsyncBoltRequest, installation: SdkInstallation
    ) -> None:
        """Keep the installation.

        Raises:
            BoltError: The database failed; Bolt then shows the page for that.
        """
        try:
            await self._store.save_installation(_to_keep(installation))
        except StoreError as error:
            _log.error("install.not_kept", error_id=error.error_id)
            raise BoltError(error.message) from error
        _log.info("install.done", organisation=installation.is_enterprise_install)


def _from_slack(answer: Any, who: Any, clock: Clock) -> SdkInstallation:  # noqa: ANN401 - Slack's JSON
    """Read an installation from Slack's two answers; who installed it is left out."""
    team, enterprise = answer.get("team") or {}, answer.get("enterprise") or {}
    return SdkInstallation(
        enterprise_id=enterprise.get("id"),
        enterprise_name=enterprise.get("name"),
        team_id=team.get("id"),
        team_name=team.get("name"),
        bot_token=answer["access_token"],
        bot_id=who.get("bot_id"),
        bot_user_id=answer.get("bot_user_id"),
        bot_scopes=answer.get("scope") or "",
        bot_refresh_token=answer.get("refresh_token"),
        bot_token_expires_at=expiry(answer, clock),
        user_id="",
        is_enterprise_install=answer.get("is_enterprise_install"),
    )


def _to_keep(given: SdkInstallation) -> Installation:
    """Take of Bolt's installation what is kept."""
    whole, ends = given.is_enterprise_install, given.bot_token_expires_at
    return Installation(
        team_id="" if whole else given.team_id or "",
        enterprise_id=given.enterprise_id or "",
        name=_name(given),
        bot_id=given.bot_id or "",
        bot_user_id=given.bot_user_id or "",
        scopes=tuple(sorted(given.bot_scopes or ())),
        token=given.bot_token or "",
        refresh_token=given.bot_refresh_token or "",
        expires_at=datetime.fromtimestamp(ends, UTC) if ends else None,
    )


def _name(given: SdkInstallation) -> str:
    return (given.enterprise_name if given.is_enterprise_install else given.team_name) or ""


def make_flow(  # noqa: PLR0913, PLR0917 - the one call of make_installing
    store: InstallStore,
    clock: Clock,
    client: AsyncWebClient,
    credentials: Credentials,
    public_url: str,
    authorize: AsyncAuthorize,
) -> Flow:
    """Make the flow.

    Args:
        store: Keeps installations and states.
        clock: The time.
        client: Asks Slack, without a token of its own.
        credentials: The app's.
        public_url: Where people and Slack reach this process.
        authorize: Finds the token of each request's workspace.
    """
    settings = AsyncOAuthSettings(
        client_id=credentials.client_id,
        client_secret=credentials.client_secret,
        scopes=sorted(bot_scopes()),
        user_scopes=[],
        redirect_uri=public_url + REDIRECT_PATH,
        install_path=INSTALL_PATH,
        redirect_uri_path=REDIRECT_PATH,
        install_page_rendering_enabled=False,
        # Bolt's default would write tokens into files; this one refuses to be used.
        installation_store=AsyncInstallationStore(),
        state_store=States(store),
        callback_options=AsyncCallbackOptions(success=_succeeded, failure=_failed_for(public_url)),
    )
    settings.authorize = authorize
    return Flow(store, clock, credentials, client=client, settings=settings)


async def _succeeded(given: AsyncSuccessArgs) -> BoltResponse:
    name = _name(given.installation) or words.YOUR_WORKSPACE
    return page(200, words.INSTALLED_TITLE, words.INSTALLED.format(name=name))


def _failed_for(public_url: str) -> Callable[[AsyncFailureArgs], Any]:
    async def failed(given: AsyncFailureArgs) -> BoltResponse:
        # A reason that we don't know comes from the address, from anybody: it is not logged.
        reason = given.reason if given.reason in words.FAILURES else "other"
        _log.warning("install.failed", reason=reason)
        said = words.FAILURES.get(given.reason, words.FAILED)
        link = public_url + INSTALL_PATH
        return page(given.suggested_status_code, words.FAILED_TITLE, said, link)

    return failed


def page(status: int, title: str, said: str, link: str = "") -> BoltResponse:
    """Write a page of one title and one sentence, with the way back if there is one."""
    again = f'<p><a href="{html.escape(link)}">{words.AGAIN}</a></p>' if link else ""
    body = words.PAGE.format(title=html.escape(title), said=html.escape(said), again=again)
    return BoltResponse(status=status, body=body, headers=dict(_HEADERS))
