"""The app was removed from a workspace: so is all that was kept for it."""

from __future__ import annotations

from typing import Any

import structlog
from slack_bolt.app.async_app import AsyncApp

from bot.desk import Desk
from bot.listeners.incoming import person_of
from bot.store.base import Person

_log = structlog.get_logger(__name__)


class UninstallListener:
    """Handles the two events by which Slack says that the app is no longer installed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.event("app_uninstalled")(self.uninstalled)
        app.event("tokens_revoked")(self.revoked)

    async def uninstalled(self, body: dict[str, Any]) -> None:
        """Delete the workspace, or every workspace of an organisation that removed the app."""
        home = person_of(body)
        grants = body.get("authorizations") or []
        whole = bool(home.enterprise_id) and any(one.get("is_enterprise_install") for one in grants)
        removed = Person("" if whole else home.team_id, "", home.enterprise_id)
        gone = await self._desk.store.forget_team(
            team_id=removed.team_id,
            enterprise_id=removed.enterprise_id,
            # News of a removal can be late: an app that was installed again keeps its token.
            still_installed=await self._desk.workspaces.still_in(removed),
        )
        _log.info("workspace.forgotten", people=gone.people, checks=gone.checks)

    async def revoked(self, body: dict[str, Any]) -> None:
        """Delete the workspace when its bot token is gone; a person's own token is not ours.

        An earlier token that is revoked while a newer one works takes nothing along.
        """
        bots = body["event"].get("tokens", {}).get("bot")
        if bots and not await self._desk.workspaces.still_in(person_of(body)):
            await self.uninstalled(body)
