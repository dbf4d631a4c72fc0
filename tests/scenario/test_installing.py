"""Many workspaces over HTTP: installed, kept apart, renewed, removed; and who knocks without leave.

Reports 35 and 36 of ``docs/slack-reports.md`` are driven here, where there are many tokens.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.ids import ActionId
from bot.oauth.tokens import BUSY, CHANGED, Credentials, Tokens
from bot.sandbox.driver import shown_text
from bot.sandbox.oauth import Tenant
from bot.sandbox.requests import FORM, JSON, Signed, sign
from bot.store.base import Person as PersonKey
from tests.scenario.street import PUBLIC, SIGNING, Street, open_street, person

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."
BEN = "U0BEN"


@pytest.fixture
async def street(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Street]:
    """Two companies, one app, nothing installed."""
    async with open_street(tmp_path) as opened:
        yield opened


async def checked(street: Street, tenant: Tenant, user: str = "U0YOU") -> str:
    """Let somebody check a draft by command; gives the card's words."""
    there = person(tenant, user)
    await there.types(f"/empathy {DRAFT}")
    card = await there.sees("of 100")
    await street.settled()
    return shown_text(card)


async def checks_of(street: Street, tenant: Tenant, user: str = "U0YOU") -> int:
    """Count what is kept of somebody."""
    return (await street.bots[0].store.stored_about(street.key(tenant, user))).checks


async def test_a_workspace_installs_the_app_and_uses_it(street: Street) -> None:
    """From the install page over Slack's consent to the first card."""
    await street.installs(street.acme)
    await checked(street, street.acme)
    assert await checks_of(street, street.acme) == 1


async def test_two_workspaces_see_nothing_of_each_other(street: Street) -> None:
    """The same ids in both: card, numbers, Home and tokens stay where they belong."""
    for tenant in (street.acme, street.brook):
        await street.installs(tenant)
    await checked(street, street.acme)

    assert [await checks_of(street, one) for one in (street.acme, street.brook)] == [1, 0]
    assert not [m for m in person(street.brook).ephemerals() if "of 100" in m.text]
    home = person(street.brook)
    await home.opens_home()
    assert "63" not in shown_text(await home.sees_home("first"))
    assert "views.publish" not in street.acme.double.api.calls


async def test_a_click_on_the_other_workspaces_card_does_nothing(street: Street) -> None:
    """Somebody of Brook sends Acme's card along with a click: no rating, no text, a sentence."""
    for tenant in (street.acme, street.brook):
        await street.installs(tenant)
    await checked(street, street.acme)
    [card] = [m for m in person(street.acme).ephemerals() if "of 100" in m.text]
    stolen, thief = card, person(street.brook)
    space = street.brook.double.workspace
    space.members.setdefault(stolen.author, street.acme.double.workspace.members[stolen.author])
    for action in (ActionId.THUMBS_UP, ActionId.EDIT):
        await thief.acts(stolen, action, "")
        await thief.waits_for(
            lambda: thief.view() or next(iter(thief.ephemerals()), None), "an answer"
        )
    await street.settled()
    assert DRAFT not in "".join(shown_text(m) for m in thief.ephemerals())
    assert thief.view() is None or DRAFT not in shown_text(thief.view())
    assert (await street.bots[0].store.stored_about(street.key(street.acme))).ratings == 0


async def test_a_message_in_passing_goes_out_with_the_right_token(street: Street) -> None:
    """What no request brings along, such as the weekly report, finds its own workspace."""
    for tenant in (street.acme, street.brook):
        await street.installs(tenant)
    workspaces = street.bots[0].desk.workspaces
    client = await workspaces.client_for(PersonKey("T0BROOK", ""))
    assert client is not None
    await client.chat_postMessage(channel="C0INBOX", text="The week at Brook")

    assert [m.text for m in person(street.brook).messages()][-1] == "The week at Brook"
    assert "The week at Brook" not in [m.text for m in person(street.acme).messages()]
    assert await workspaces.client_for(PersonKey("T0ELSE", "")) is None


async def test_an_app_that_is_not_installed_says_where_it_can_be(street: Street) -> None:
    """A workspace without a token is told so, in one sentence with the address."""
    await street.installs(street.acme)
    there = person(street.brook)
    await there.types(f"/empathy {DRAFT}")
    note = await there.sees("is not installed in this workspace")
    assert f"{PUBLIC}/slack/install" in shown_text(note)
    assert await checks_of(street, street.brook) == 0


async def test_removed_and_installed_again_it_begins_anew(street: Street) -> None:
    """Token and people go with the app; afterwards it works, and the other one all along."""
    for tenant in (street.acme, street.brook):
        await street.installs(tenant)
        await checked(street, tenant)
    await street.removes(street.acme)
    await _until_gone(street, street.acme)
    assert [one.name for one in await street.bots[0].store.installations()] == ["Brook"]

    await person(street.acme).types("/empathy help")
    await person(street.acme).sees("is not installed in this workspace")
    await street.installs(street.acme)
    await checked(street, street.acme, BEN)
    assert await checks_of(street, street.acme, BEN) == 1
    assert await checks_of(street, street.acme) == 0
    assert await checks_of(street, street.brook) == 1


async def test_news_of_a_removal_that_comes_late_leaves_the_new_installation(
    street: Street,
) -> None:
    """Slack delivers it after the app is back: the people of before go, the token stays."""
    await street.installs(street.acme)
    await checked(street, street.acme)
    await street.removes(street.acme, told=False)
    await street.installs(street.acme)
    await street.acme.double.delivery.event({"type": "app_uninstalled"})
    await _until_gone(street, street.acme)
    await checked(street, street.acme, BEN)


async def _until_gone(street: Street, tenant: Tenant) -> None:
    for _ in range(500):
        if not await checks_of(street, tenant):
            return
        await asyncio.sleep(0.02)
    pytest.fail("it is still there")


async def test_a_forged_or_replayed_state_installs_nothing(street: Street) -> None:
    """A made-up state, one of another browser, and one that was used: each is turned away."""
    browser = street.browser()
    code, state = street.directory.consents(street.acme, await browser.begins())
    stranger = street.browser()
    await stranger.begins()
    assert (await stranger.returns(code, state))[0] == 400

    forger = street.browser()
    forger.cookies["slack-app-oauth-state"] = "forged"
    assert (await forger.returns(code, "forged"))[0] == 401

    kept = dict(browser.cookies)
    assert (await browser.returns(code, state))[0] == 200
    browser.cookies = kept
    status, text = await browser.returns(code, state)
    assert (status, "completed already" in text) == (401, True)
    assert len(await street.bots[0].store.installations()) == 1


async def test_a_state_from_yesterday_installs_nothing(street: Street) -> None:
    """Begun, and come back to after ten minutes."""
    browser = street.browser()
    code, state = street.directory.consents(street.acme, await browser.begins())
    street.ahead = timedelta(minutes=11)
    assert (await browser.returns(code, state))[0] == 401
    assert await street.bots[0].store.installations() == []


async def test_a_made_up_code_and_a_cancelled_installation_install_nothing(
    street: Street,
) -> None:
    """Slack knows no such code; who says no on the consent page is told that all is as before."""
    browser = street.browser()
    _, state = street.directory.consents(street.acme, await browser.begins())
    assert (await browser.returns("made-up", state))[0] == 401
    status, text, _ = await browser.opens("/slack/oauth_redirect?error=access_denied")
    assert (status, "You cancelled" in text) == (200, True)
    status, text, _ = await browser.opens("/slack/oauth_redirect?error=<script>alert(1)</script>")
    assert "<script>" not in text
    assert await street.bots[0].store.installations() == []


async def test_only_a_workspaces_id_is_passed_on_to_slack(street: Street) -> None:
    """What stands in the address of the install page can't put anything into our headers."""
    for given, there in (("T0ACME", True), ("T1%0d%0aX-Evil:1", False), ("%26scope=admin", False)):
        status, _, consent = await street.browser().opens(f"/slack/install?team={given}")
        assert (status, "team=T0ACME" in consent) == (302, there)
        assert "Evil" not in consent
        assert consent.count("scope=") == 2  # bot scopes, and no scopes of a person


async def post(street: Street, request: Signed) -> tuple[int, str]:
    """Send something to the app as anybody could."""
    address = street.acme.hub.address
    async with (
        aiohttp.ClientSession() as session,
        session.post(address, data=request.body, headers=request.headers) as answer,
    ):
        return answer.status, await answer.text()


async def test_only_slacks_own_and_fresh_requests_are_heard(street: Street) -> None:
    """Refused: a wrong secret, a changed body, a time that is off, no signature at all."""
    now = street.acme.double.clock.now()
    body = json.dumps({"type": "url_verification", "challenge": "c0ffee"})
    right = sign(SIGNING, body, now, JSON)
    assert (
        await post(street, right) == (200, "c0ffee") or "c0ffee" in (await post(street, right))[1]
    )
    wrong = [
        sign("another secret", body, now, JSON),
        Signed(body.replace("c0ffee", "d0ffee"), right.headers),
        sign(SIGNING, body, now - 301, JSON),
        sign(SIGNING, body, now + 301, JSON),
        Signed(body, {"Content-Type": JSON}),
    ]
    for request in wrong:
        status, text = await post(street, request)
        assert (status, "ffee" in text) == (401, False)


@pytest.mark.parametrize("kind", [JSON, FORM])
async def test_garbage_is_refused_and_heard_no_further(street: Street, kind: str) -> None:
    """What is neither JSON nor text ends as a refusal, not as an error of the app."""
    status, _ = await post(street, Signed("{broken", {"Content-Type": kind}))
    assert status in (400, 401)


async def test_a_whole_organisation_is_served_by_one_installation(
    anyio_backend: str, tmp_path: Path
) -> None:
    """Installed for all of a Grid: a command in one of its workspaces is answered, and a click."""
    async with open_street(tmp_path, organisation="E0GRID") as street:
        await street.installs(street.acme)
        await checked(street, street.acme)
        await person(street.acme).clicks(ActionId.THUMBS_UP)
        await person(street.acme).sees("Recorded: helpful")
        [found] = await street.bots[0].store.installations()
        assert (found.team_id, found.enterprise_id) == ("", "E0GRID")
        assert await checks_of(street, street.acme) == 1


async def test_report_35_nobody_is_told_to_install_what_a_colleague_uses(street: Street) -> None:
    """The look-up goes by workspace: somebody who never installed anything is answered the same."""
    await street.installs(street.acme)
    for user in ("U0YOU", BEN):
        await checked(street, street.acme, user)
        await person(street.acme, user).dms(DRAFT)
    await street.settled()
    notes = [m.text for m in street.acme.double.workspace.messages]
    assert not [text for text in notes if "not installed" in text]


@pytest.mark.parametrize("hours", [11, 13])
async def test_report_36_one_of_many_workers_renews_a_token(
    anyio_backend: str, tmp_path: Path, hours: int
) -> None:
    """Two processes, a token near its end or past it: one exchange, and everybody is answered."""
    async with open_street(tmp_path, rotates=True) as street:
        await street.installs(street.acme)
        second = await street.opens()
        first = street.bots[0]
        street.ahead = timedelta(hours=hours)
        asked = []
        for number in range(6):
            street.reach((first, second)[number % 2])
            there = person(street.acme, ("U0YOU", BEN)[number % 2])
            asked.append(asyncio.create_task(there.types(f"/empathy {DRAFT} Number {number}.")))
            await asyncio.sleep(0)
        await asyncio.gather(*asked)
        for user in ("U0YOU", BEN):
            there = person(street.acme, user)
            await there.waits_for(
                lambda there=there: (
                    sum("of 100" in m.text for m in there.ephemerals()) == 3 or None
                ),
                "three cards",
            )
        assert street.directory.exchanges == 1
        [found] = await first.store.installations()
        assert found.expires_at == pytest.approx(
            street.now() + timedelta(hours=12), abs=timedelta(minutes=1)
        )


async def test_a_token_without_an_end_is_exchanged_for_an_expiring_one(street: Street) -> None:
    """Rotation switched on at Slack later: each workspace once, and the next check just works."""
    for tenant in (street.acme, street.brook):
        await street.installs(tenant)
    endless = set(street.acme.tokens)
    street.directory.rotates = True
    store = street.bots[0].store
    tokens = tokens_of(street)
    done = await tokens.turn_to_expiring()
    assert sorted((one.name, one.reason) for one in done) == [("Acme", ""), ("Brook", "")]
    assert not endless & street.acme.tokens
    for found in await store.installations():
        assert found.refresh_token
        assert found.expires_at is not None
        assert found.refresh_until is None
    assert await tokens.turn_to_expiring() == []
    await checked(street, street.acme)
    street.ahead = timedelta(hours=11)
    await checked(street, street.acme)
    assert street.directory.exchanges == 1


async def test_without_rotation_at_slack_the_endless_token_stays(street: Street) -> None:
    """Slack's reason is told, and nothing is left half done."""
    await street.installs(street.acme)
    [one] = await tokens_of(street).turn_to_expiring()
    assert one.reason == "token_rotation_not_enabled"
    [found] = await street.bots[0].store.installations()
    assert (found.refresh_token, found.refresh_until) == ("", None)
    await checked(street, street.acme)


async def test_two_that_exchange_tokens_at_once_exchange_each_once(street: Street) -> None:
    """The second finds the first at it and leaves the token alone."""
    await street.installs(street.acme)
    street.directory.rotates = True
    runs = await asyncio.gather(*(tokens_of(street).turn_to_expiring() for _ in range(2)))
    reasons = sorted(one.reason for done in runs for one in done)
    assert reasons in ([""], ["", BUSY], ["", CHANGED])
    await checked(street, street.acme)


def tokens_of(street: Street) -> Tokens:
    """What the command has: the same store and credentials, in a process of its own."""
    client = AsyncWebClient(base_url=street.settings.slack_api_url)
    credentials = Credentials(street.directory.client_id, street.directory.client_secret)
    return Tokens(street.bots[0].store, client, credentials, street.now)
