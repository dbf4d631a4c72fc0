"""Where the app is installed: what the rest of the bot knows of an installation and its store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from bot.store.values import Person

__all__ = ["InstallStore", "Installation"]


@dataclass(frozen=True, slots=True)
class Installation:
    """The app in one workspace, or in a whole organisation. Who installed it is not kept.

    Attributes:
        team_id: The workspace; empty when a whole organisation installed the app.
        enterprise_id: The organisation, on Enterprise Grid.
        name: What the workspace or organisation is called.
        bot_id: Slack's id of the app as a bot there.
        bot_user_id: Its id as somebody who writes there.
        scopes: What its token may do.
        token: The bot token.
        refresh_token: Exchanged for the next token; empty when tokens don't expire.
        expires_at: When the token expires; None: never.
        revision: Grows with each change; the store's.
        refresh_until: Until when a process has the exchange of the token to itself; one in the past
            was begun and came to no end. The store's.
    """

    team_id: str = field(repr=False)
    enterprise_id: str = field(repr=False)
    name: str
    bot_id: str
    bot_user_id: str
    scopes: tuple[str, ...]
    token: str = field(repr=False)
    refresh_token: str = field(default="", repr=False)
    expires_at: datetime | None = None
    revision: int = 0
    refresh_until: datetime | None = None

    @property
    def home(self) -> Person:
        """The workspace or organisation, without anybody in it."""
        return Person(self.team_id, "", self.enterprise_id)


class InstallStore(Protocol):
    """The part of the store that knows where the app is installed; one transaction each."""

    async def save_installation(self, installation: Installation) -> None:
        """Keep an installation, in place of an earlier one of the same workspace."""

    async def installation(self, team: Person) -> Installation | None:
        """Find the installation that serves a workspace: its own, or its organisation's."""

    async def installations(self) -> Sequence[Installation]:
        """List all installations, the oldest first."""

    async def claim_refresh(self, installation: Installation, *, lease_seconds: float) -> bool:
        """Take on the exchange of a token: True for one caller over all processes.

        Again for another one when the lease has ended without a new token.
        """

    async def end_refresh(self, installation: Installation) -> None:
        """Give an exchange up that Slack has answered with a refusal: nothing is in the balance."""

    async def renew_installation(self, installation: Installation) -> bool:
        """Keep a refreshed token; False when it was installed anew or removed meanwhile."""

    async def issue_state(self) -> str:
        """Make the state that goes along on the way through Slack's consent page."""

    async def use_state(self, state: str) -> bool:
        """Take a state back: True once, within ten minutes, and only for one that was issued."""
