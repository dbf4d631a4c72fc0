"""Who somebody is in Slack: their rights, their language, their time zone. Asked of Slack itself.

What a person may do is never read from what their client sends: rights are asked for afresh each
time they are used. Language and time zone are remembered for a while.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import Clock
from bot.delivery import error_code
from bot.store.base import Person

__all__ = ["UNKNOWN", "Profile", "Profiles"]

#: People whom Slack does not show to this workspace: they have no rights here.
_HIDDEN: Final = frozenset({"user_not_found", "user_not_visible", "users_not_found"})
_REMEMBERED: Final = timedelta(minutes=15)
_MOST: Final = 5000


@dataclass(frozen=True, slots=True)
class Profile:
    """A person as Slack knows them.

    Attributes:
        admin: Whether they administer or own the workspace.
        owner: Whether they own it.
        guest: Whether they were invited to some channels only.
        bot: Whether it is an app.
        outsider: Whether they belong to another workspace.
        timezone: IANA name.
        locale: Such as ``en-GB``.
    """

    admin: bool = False
    owner: bool = False
    guest: bool = False
    bot: bool = False
    outsider: bool = False
    timezone: str = "UTC"
    locale: str = "en-GB"


UNKNOWN: Final = Profile(outsider=True)


class Profiles:
    """Asks Slack about people.

    Args:
        clock: The time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[Person, tuple[datetime, Profile]] = {}

    async def of(self, client: AsyncWebClient, person: Person) -> Profile:
        """Describe a person, from memory if that is fresh; good for anything but rights."""
        known = self._known.get(person)
        if known is not None and self._clock() - known[0] < _REMEMBERED:
            return known[1]
        return await self.now(client, person)

    async def now(self, client: AsyncWebClient, person: Person) -> Profile:
        """Describe a person as Slack knows them at this moment.

        Raises:
            SlackApiError: Slack refuses for another reason than that the person is not of here.
        """
        try:
            answer = await client.users_info(user=person.user_id, include_locale=True)
        except SlackApiError as error:
            if error_code(error) not in _HIDDEN:
                raise
            return UNKNOWN
        profile = _profile(answer["user"])
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[person] = (self._clock(), profile)
        return profile


def _profile(user: dict[str, Any]) -> Profile:
    owner = bool(user.get("is_owner") or user.get("is_primary_owner"))
    inside = not (user.get("deleted") or user.get("is_stranger"))
    return Profile(
        admin=inside and (owner or bool(user.get("is_admin"))),
        owner=inside and owner,
        guest=bool(user.get("is_restricted") or user.get("is_ultra_restricted")),
        bot=bool(user.get("is_bot")),
        outsider=not inside,
        timezone=str(user.get("tz") or "UTC"),
        locale=str(user.get("locale") or "en-GB"),
    )
