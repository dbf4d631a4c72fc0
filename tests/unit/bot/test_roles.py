"""Who may set a team up: decided from what Slack says now, never from what a client sends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import NotAllowedError
from bot.profiles import Profile, Profiles
from bot.roles import Role, Roles, role_of
from bot.sandbox.model import BOT_TOKEN
from bot.store.base import Person
from tests.doubles.clock import HandClock
from tests.unit.bot.listeners.conftest import workspace

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("profile", "leads", "role"),
    [
        (Profile(admin=True), False, "admin"),
        (Profile(), True, "lead"),
        (Profile(), False, "member"),
        (Profile(guest=True), True, "member"),
        (Profile(admin=True, outsider=True), True, "member"),
        (Profile(bot=True), True, "member"),
    ],
)
def test_a_role_needs_rights_of_today(profile: Profile, leads: bool, role: Role) -> None:
    """An admin, or who was named; never a guest, an app or somebody from outside."""
    assert role_of(profile, leads=leads) == role


async def test_language_is_remembered_and_rights_are_not() -> None:
    """A look-up for a time zone asks Slack once in a while; one for rights asks each time."""
    clock = HandClock()
    async with workspace() as double:
        client = AsyncWebClient(token=BOT_TOKEN, base_url=double.base_url)
        profiles, ana = Profiles(clock), Person("T0SANDBOX", "U1")
        assert (await profiles.of(client, ana)).timezone == "Europe/London"
        await profiles.of(client, ana)
        assert double.api.calls.count("users.info") == 1
        await profiles.now(client, ana)
        assert double.api.calls.count("users.info") == 2
        clock.advance(hours=1)
        await profiles.of(client, ana)
        assert double.api.calls.count("users.info") == 3


async def test_a_person_slack_does_not_know_here_has_no_rights() -> None:
    """No error: they are simply from outside."""
    async with workspace() as double:
        client = AsyncWebClient(token=BOT_TOKEN, base_url=double.base_url)
        found = await Profiles(HandClock()).now(client, Person("T0SANDBOX", "U404"))
        assert found.outsider
        assert role_of(found, leads=True) == "member"


@pytest.mark.parametrize(
    ("user", "owner", "guest"), [("U2", "U1", False), ("U1", "", False), ("U1", "U1", True)]
)
async def test_only_the_owner_decides_about_the_scorer(user: str, owner: str, guest: bool) -> None:
    """Nobody else, nobody where no owner is named, and no owner who has become a guest."""
    async with workspace() as double:
        members = double.workspace.members
        ana = members["U1"]
        members["U1"] = replace(ana, guest=guest)
        client = AsyncWebClient(token=BOT_TOKEN, base_url=double.base_url)
        roles = Roles(None, Profiles(HandClock()))  # type: ignore[arg-type]
        with pytest.raises(NotAllowedError, match="named as the scorer's owner"):
            await roles.may_decide(client, Person("T0SANDBOX", user), owner)
        members["U1"] = ana
        await roles.may_decide(client, Person("T0SANDBOX", "U1"), "U1")
