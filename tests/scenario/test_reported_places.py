"""Reported faults: places and permissions that the app lacks, and other workspaces.

The numbers are those of ``docs/slack-reports.md``.
"""

from __future__ import annotations

import pytest

from bot.errors import ScorerUnavailableError
from bot.manifest import read_manifest
from bot.sandbox import payloads
from bot.sandbox.driver import shown_text
from bot.sandbox.model import Channel
from bot.store.base import Person as PersonKey
from tests.scenario.conftest import Office
from tests.scenario.reported import DRAFT, answers, event_of, settled, written


async def test_report_11_no_status_stays_when_the_answer_is_an_error(office: Office) -> None:
    """The person is told, and the line that says what the app does is gone."""
    office.scorer.error = [ScorerUnavailableError()]
    post = await office.you.dms(DRAFT)
    await office.you.sees("The scorer does not answer")
    agent = office.sandbox.double.workspace.agent(office.you.channel.id)
    assert post.ts not in agent.status


async def test_report_28_a_private_channel_without_the_app_is_served(office: Office) -> None:
    """The app is no member and can't post there; the card comes through the command's answer."""
    space = office.sandbox.double.workspace
    secret = Channel("G0SECRET", "secret", "private", {office.you.member.id})
    office.you.goes_to(space.add_channel(secret))
    await office.you.types(f"/empathy {DRAFT}")
    card = await office.you.sees("of 100")
    assert (card.channel, card.shown_to) == ("G0SECRET", office.you.member.id)


async def test_report_29_direct_messages_are_open(office: Office) -> None:
    """An answer whose address has been used up goes to the person's messages with the app."""
    home = read_manifest()["features"]["app_home"]
    assert home["messages_tab_enabled"]
    assert not home["messages_tab_read_only_enabled"]
    office.scorer.seconds = 0.2
    await office.you.types(f"/empathy {DRAFT}")
    for place in office.sandbox.double.workspace.response_urls.values():
        place.uses = 5
    await office.you.sees("of 100")
    assert len(answers(office)) == 1


async def test_report_30_a_missing_permission_is_named_with_the_way_out(office: Office) -> None:
    """An app that was updated and not installed again says which scope, and where to install."""
    api = office.sandbox.double.api
    api.scopes -= {"users:read"}
    await office.you.opens_home()
    home = await office.you.sees_home("users:read")
    assert "https://api.slack.com/apps/A0WARMLINE/install-on-team" in str(home.blocks)
    assert "Reference:" in shown_text(home)


async def test_report_34_a_whole_organisation_without_a_team_is_served(office: Office) -> None:
    """Payloads of an installation on a Grid name no team; they are answered all the same."""
    double = office.sandbox.double
    place = double.workspace.new_response_url(office.you.member.id, office.you.channel.id)
    scene = payloads.Scene(
        member=office.you.member,
        channel=office.you.channel,
        trigger=double.workspace.new_trigger(office.you.member.id),
        response_url=f"{double.base}/response/{place.token}",
        ts=double.workspace.ids.ts(double.workspace.clock.now()),
    )
    command = payloads.command(scene, "/empathy", DRAFT)
    grid = {"team_id": None, "enterprise_id": "E0ORG", "is_enterprise_install": "true"}
    await double.hub.deliver("slash_commands", {**command, **grid})
    await office.you.sees("of 100")


async def test_report_37_a_shared_channel_keeps_both_companies_apart(office: Office) -> None:
    """The envelope names the other company; the person's check is filed under their own."""
    assert office.bot is not None
    double = office.sandbox.double
    post = written(office, f"<@{double.workspace.bot.id}> {DRAFT}")
    post.text = f"<@{double.workspace.bot.id}> {DRAFT}"
    inner = {**event_of(office, post), "channel": "C0INBOX", "type": "app_mention"}
    envelope = payloads.event(
        inner, event_id="Ev0SHARED", now=0, bot=double.workspace.bot, shared=True
    )
    office.you.goes_to(double.workspace.channels["C0INBOX"])
    await double.hub.deliver_event({**envelope, "team_id": "T0OTHER"})
    await office.you.sees("of 100")
    await settled(office)
    since = office.bot.desk.homes._clock().replace(year=2000)
    own = [
        await office.bot.store.own_checks(PersonKey(team, office.you.member.id), since=since)
        for team in ("T0SANDBOX", "T0OTHER")
    ]
    assert [len(checks) for checks in own] == [1, 0]


async def test_report_39_nothing_is_streamed_that_is_ready_at_once(office: Office) -> None:
    """A card is one message: no stream is opened that could be left open."""
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    calls = office.sandbox.double.api.calls
    assert calls.count("chat.postMessage") == 1
    assert not [name for name in calls if "Stream" in name]


@pytest.mark.parametrize("before", [True, False])
async def test_a_removed_app_says_so_where_it_still_can(office: Office, before: bool) -> None:
    """Slack takes no call any more; a command is still answered, whatever came before it."""
    if before:
        await office.you.types("/empathy help")
    office.sandbox.double.faults.revoked = True
    await office.you.types("/empathy")
    note = await office.you.sees("Slack no longer lets Warmline in")
    assert "warmline doctor" in shown_text(note)
