"""Publishes App Home: reads what is a person's own, draws it, shows it to them alone."""

from __future__ import annotations

from datetime import timedelta

from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.home import Home, home_view
from bot.clock import Clock
from bot.errors import OutsiderError
from bot.roles import Roles
from bot.store.base import Person, Store
from bot.trend import WEEKS

__all__ = ["Homes"]


class Homes:
    """Keeps Home tabs up to date.

    Args:
        store: The bot's memory.
        roles: Who may do what.
        clock: The time.
    """

    def __init__(self, store: Store, roles: Roles, clock: Clock) -> None:
        self._store = store
        self._roles = roles
        self._clock = clock

    async def publish(self, client: AsyncWebClient, person: Person) -> None:
        """Show a person their Home tab as things stand now.

        Raises:
            OutsiderError: The person belongs to another workspace.
        """
        view = home_view(await self._read(client, person))
        await client.views_publish(user_id=person.user_id, view=view)

    async def _read(self, client: AsyncWebClient, person: Person) -> Home:
        role, profile = await self._roles.of(client, person)
        if profile.outsider:
            raise OutsiderError
        now = self._clock()
        return Home(
            profile=profile,
            role=role,
            consent=await self._store.consent(person),
            checks=await self._store.own_checks(person, since=now - timedelta(weeks=WEEKS)),
            settings=await self._store.team_settings(person),
            setup=await self._store.team_setup(person),
            now=now,
        )
