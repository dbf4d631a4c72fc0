"""Renewing a token: what others do meanwhile, and what is left when Slack refuses or is away."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from aiohttp import ClientConnectionError
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.oauth.tokens import Credentials, Tokens
from bot.oauth.workspaces import Many
from bot.store.base import Installation, Person
from bot.store.installing import InstallStore
from tests.doubles.clock import HandClock

pytestmark = pytest.mark.anyio
TEAM = Person("T0TEAM", "")
HERE = Installation(
    team_id="T0TEAM",
    enterprise_id="",
    name="Acme",
    bot_id="B0BOT",
    bot_user_id="U0BOT",
    scopes=("commands",),
    token="xoxb-1",
    refresh_token="xoxe-1",
    revision=1,
)


class Kept:
    """One installation, and whether somebody else renews it."""

    def __init__(self, installation: Installation | None, *, taken: bool = False) -> None:
        self.now = installation
        self.taken = taken

    async def installation(self, _: Person) -> Installation | None:
        """Read it."""
        return self.now

    async def claim_refresh(self, _: Installation, *, lease_seconds: float) -> bool:
        """Take its renewal on, for longer than Slack may take."""
        assert lease_seconds > 30
        taken, self.taken = self.taken, True
        return not taken

    async def renew_installation(self, fresh: Installation) -> bool:
        """Keep it if it is still the one."""
        if self.now is None or self.now.revision != fresh.revision:
            return False
        self.now = replace(fresh, revision=fresh.revision + 1)
        return True


class Slack:
    """Answers ``oauth.v2.access`` or fails as it is told."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.asked: list[dict[str, str]] = []
        self.headers: list[dict[str, str]] = []

    async def api_call(
        self, method: str, *, data: dict[str, str], headers: dict[str, str]
    ) -> dict[str, Any]:
        """Take a call."""
        assert method == "oauth.v2.access"
        self.asked.append(data)
        self.headers.append(headers)
        if self.error:
            raise self.error
        return {"access_token": "xoxb-2", "refresh_token": "xoxe-2", "expires_in": 43200}

    async def auth_test(self) -> None:
        """Say whether a token is good."""
        if self.error:
            raise self.error


def refused(code: str, status: int = 200) -> SlackApiError:
    """A refusal in Slack's words."""
    answer = type("Answer", (), {"data": {"ok": False, "error": code}, "status_code": status})
    return SlackApiError("refused", answer())


@pytest.fixture
def clock() -> HandClock:
    """The time."""
    return HandClock()


def ending(clock: HandClock, **left: float) -> Installation:
    """The installation, with so much time left to its token."""
    return replace(HERE, expires_at=clock.now + timedelta(**left))


def tokens(
    kept: Kept,
    slack: Slack,
    clock: HandClock,
    sleep: Any = None,
) -> Tokens:
    """Put them together."""
    store, client = cast("InstallStore", kept), cast("AsyncWebClient", slack)
    return Tokens(store, client, Credentials("id", "secret"), clock, sleep=sleep or _no_sleep)


async def _no_sleep(_: float) -> None:
    pytest.fail("nobody was to wait")


@pytest.mark.parametrize("refresh", ["", "xoxe-1"])
async def test_a_token_with_time_left_is_used_as_it_is(clock: HandClock, refresh: str) -> None:
    """Slack is not asked: neither well before the end nor for tokens that have none."""
    found = replace(ending(clock, hours=3), refresh_token=refresh)
    for one in (found, replace(found, expires_at=None)):
        slack = Slack()
        assert await tokens(Kept(one), slack, clock).of(TEAM) == one
        assert slack.asked == []


async def test_a_token_near_its_end_is_exchanged(clock: HandClock) -> None:
    """With the app's credentials in the header, not in the form; the new end is kept."""
    kept, slack = Kept(ending(clock, hours=1)), Slack()
    found = await tokens(kept, slack, clock).of(TEAM)
    assert found is not None
    assert (found.token, found.refresh_token) == ("xoxb-2", "xoxe-2")
    assert found.expires_at == clock.now + timedelta(hours=12)
    assert slack.asked == [{"grant_type": "refresh_token", "refresh_token": "xoxe-1"}]
    assert slack.headers == [{"Authorization": "Basic aWQ6c2VjcmV0"}]


@pytest.mark.parametrize(
    "error", [refused("invalid_refresh_token"), ClientConnectionError(), TimeoutError()]
)
async def test_a_failed_exchange_leaves_the_token_that_is_there(
    clock: HandClock, error: Exception
) -> None:
    """It may be good for two hours more, and says itself what is wrong when it is not."""
    kept = Kept(ending(clock, hours=1))
    assert await tokens(kept, Slack(error), clock).of(TEAM) == kept.now


async def test_others_go_on_with_the_old_token(clock: HandClock) -> None:
    """While one process exchanges it, nobody waits as long as it is good."""
    kept, slack = Kept(ending(clock, hours=1), taken=True), Slack()
    assert await tokens(kept, slack, clock).of(TEAM) == kept.now
    assert slack.asked == []


async def test_others_wait_when_the_old_token_has_ended(clock: HandClock) -> None:
    """They look again until the new one is there, and do not ask Slack themselves."""
    kept, slack = Kept(ending(clock, hours=-1), taken=True), Slack()
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            kept.now = replace(HERE, token="xoxb-other", revision=2)

    found = await tokens(kept, slack, clock, sleep).of(TEAM)
    assert (found and found.token, slack.asked) == ("xoxb-other", [])


async def test_who_waits_does_not_wait_for_ever(clock: HandClock) -> None:
    """The process that exchanges it has died: after its lease the old token says what is wrong."""
    kept = Kept(ending(clock, hours=-1), taken=True)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    assert await tokens(kept, Slack(), clock, sleep).of(TEAM) == kept.now
    assert 30 < sum(slept) < 60


async def test_what_was_installed_meanwhile_counts(clock: HandClock) -> None:
    """Removed while Slack answered: no token is brought back."""
    kept, slack = Kept(ending(clock, hours=1)), Slack()

    async def renew(_: Installation) -> bool:
        kept.now = None
        return False

    kept.renew_installation = renew  # type: ignore[method-assign]
    assert await tokens(kept, slack, clock).of(TEAM) is None


@pytest.mark.parametrize(
    ("error", "still"),
    [
        (None, True),
        (refused("account_inactive"), False),
        (refused("invalid_auth"), False),
        (refused("internal_error", 500), False),
        (ClientConnectionError(), False),
    ],
)
async def test_a_removal_stands_unless_slack_takes_the_token(
    clock: HandClock, error: Exception | None, still: bool
) -> None:
    """Only a token that works says that the news is an old one; in doubt all is deleted."""
    client = cast("AsyncWebClient", Slack(error))
    many = Many(tokens(Kept(HERE), Slack(), clock), lambda *_: client)
    assert await many.still_in(TEAM) is still
    nobody = Many(tokens(Kept(None), Slack(), clock), lambda *_: client)
    assert not await nobody.still_in(TEAM)
