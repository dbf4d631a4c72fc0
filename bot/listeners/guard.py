"""The door: people of other workspaces, in shared channels, are politely refused.

Their drafts would be read by a company that is not theirs, and what is kept of a person is kept for
the workspace they belong to.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.app.async_app import AsyncApp

from bot.errors import OutsiderError
from bot.listeners.incoming import is_outsider
from bot.listeners.talk import is_written

Next = Callable[[], Awaitable[None]]


class Guard:
    """Stands before every listener."""

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.use(self.admit)

    async def admit(self, body: dict[str, Any], next: Next) -> None:  # noqa: A002 - Bolt's name
        """Let people of the workspace pass.

        Raises:
            OutsiderError: The person belongs to another one.
        """
        noticed = "event" not in body or is_written(body["event"])
        if noticed and is_outsider(body):
            raise OutsiderError
        await next()
