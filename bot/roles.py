"""Who may set a team up. Decided here alone, from what Slack and the store say."""

from __future__ import annotations

from typing import Literal

from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import NotAllowedError
from bot.profiles import Profile, Profiles
from bot.store.base import Person, Store
from bot.strings import home as admin_words
from bot.strings import retrain as words

__all__ = ["Role", "Roles", "role_of"]

Role = Literal["admin", "lead", "member"]


def role_of(profile: Profile, *, leads: bool) -> Role:
    """Tell a person's role. A guest or somebody from outside leads nothing, whoever named them."""
    if profile.outsider or profile.guest or profile.bot:
        return "member"
    return "admin" if profile.admin else "lead" if leads else "member"


class Roles:
    """Looks roles up.

    Args:
        store: Knows who leads.
        profiles: Know who administers the workspace.
    """

    def __init__(self, store: Store, profiles: Profiles) -> None:
        self._store = store
        self._profiles = profiles

    async def of(self, client: AsyncWebClient, person: Person) -> tuple[Role, Profile]:
        """Tell a person's role at this moment, and who they are."""
        profile = await self._profiles.now(client, person)
        return role_of(profile, leads=await self._store.is_lead(person)), profile

    async def may_set_up(self, client: AsyncWebClient, person: Person) -> tuple[Role, Profile]:
        """Let a lead or an admin pass.

        Raises:
            NotAllowedError: The person is neither.
        """
        role, profile = await self.of(client, person)
        if role == "member":
            raise NotAllowedError
        return role, profile

    async def may_settle(self, client: AsyncWebClient, person: Person) -> None:
        """Let an admin of the workspace pass.

        Raises:
            NotAllowedError: The person is none.
        """
        role, _ = await self.of(client, person)
        if role != "admin":
            raise NotAllowedError(admin_words.ADMINS_ONLY)

    async def may_decide(self, client: AsyncWebClient, person: Person, owner: str) -> None:
        """Let the scorer's owner pass, as long as Slack knows them as a full member.

        Args:
            client: The workspace's client.
            person: Who asks.
            owner: Slack id of the owner; empty: nobody passes.

        Raises:
            NotAllowedError: It is somebody else, or a guest by now.
        """
        if not owner or person.user_id != owner:
            raise NotAllowedError(words.NOT_THE_OWNER)
        profile = await self._profiles.now(client, person)
        if profile.outsider or profile.guest or profile.bot:
            raise NotAllowedError(words.NOT_THE_OWNER)
