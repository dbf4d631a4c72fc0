"""Faults that other Slack apps were reported with: this one is driven into each of them.

The numbers are those of ``docs/slack-reports.md``, which names the reports and says which of them
can't touch this app, and why.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from typing import Any

import pytest

from bot.app import open_bot
from bot.errors import ScorerUnavailableError, StoreError
from bot.ids import ActionId, BlockId, FieldId, Shortcut, ViewId
from bot.manifest import read_manifest
from bot.sandbox import payloads
from bot.sandbox.driver import shown_text
from bot.sandbox.faults import ApiFault
from bot.sandbox.model import Channel, Member, Message, View
from bot.sandbox.run import sandbox_settings
from bot.sandbox.socket import Connection
from bot.settings import Settings
from bot.store.base import Person as PersonKey
from tests.scenario.conftest import QUICK, Office
from tests.unit.bot.blocks.results import worst

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."
LONG = "Thank you for waiting. " * 130


def answers(office: Office) -> list[Message]:
    """What the app wrote in the person's own conversation with it."""
    space = office.sandbox.double.workspace
    channel = space.direct_channel(office.you.member.id).id
    return [m for m in space.messages if m.channel == channel and m.author == space.bot.id]


def cards(office: Office) -> int:
    """How many cards the person was shown anywhere."""
    shown = [*office.you.ephemerals(), *answers(office)]
    return sum("of 100" in m.text for m in shown)


async def settled(office: Office) -> None:
    """Wait until all work is done."""
    assert office.bot is not None
    await asyncio.sleep(0.05)
    await office.bot.pool.idle()


async def form(office: Office) -> View:
    """Open the form for a draft."""
    await office.you.global_shortcut(Shortcut.CHECK_GLOBAL)
    return await office.you.sees_view(ViewId.INPUT)


async def submitted(office: Office, draft: str = DRAFT) -> View:
    """Submit a draft in the form."""
    opened = await form(office)
    await office.you.fills(opened, {FieldId.DRAFT: draft}).submits()
    return opened


def event_of(office: Office, post: Message, **more: Any) -> dict[str, Any]:
    """The event of a message, changed as a report tells."""
    space = office.sandbox.double.workspace
    author, channel = space.members[post.author], space.channels[post.channel]
    return {**payloads.message_event(post, author, channel), **more}


def written(office: Office, text: str) -> Message:
    """Put a message of the person's into their conversation with the app, unannounced."""
    space = office.sandbox.double.workspace
    office.you.goes_to(space.direct_channel(office.you.member.id))
    return Message(
        ts=space.ids.ts(space.clock.now()),
        channel=office.you.channel.id,
        author=office.you.member.id,
        text=payloads.escape(text),
    )


async def test_report_01_a_slow_check_is_answered_once(office: Office) -> None:
    """The check takes longer than Slack waits for an acknowledgement; nothing comes again."""
    office.sandbox.double.hub.retry_seconds = (0.0, 0.1)
    office.scorer.seconds = 1.4
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_02_a_repeated_socket_event_has_effect_once(office: Office) -> None:
    """The acknowledgement is lost, Slack delivers again, and the first delivery's work stands."""
    office.sandbox.double.hub.retry_seconds = (0.0, 0.1)
    office.sandbox.double.faults.dropped_acks = 1
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    await asyncio.sleep(0.3)
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_03_an_error_is_told_once_and_not_repeated(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener that fails acknowledges all the same: no retry repeats the failure."""
    assert office.bot is not None
    calls: list[str] = []

    async def broken(*_: object) -> None:
        calls.append("accept")
        raise StoreError

    monkeypatch.setattr(office.bot.desk.store, "accept", broken)
    office.sandbox.double.hub.retry_seconds = (0.0, 0.1)
    await office.you.dms(DRAFT)
    await office.you.sees("could not reach its database")
    await asyncio.sleep(0.3)
    assert (len(calls), len(answers(office))) == (1, 1)


async def test_report_04_a_mention_delivered_twice_is_answered_once(office: Office) -> None:
    """Two deliveries of a mention while the scorer is slow: one card."""
    office.sandbox.double.faults.duplicates = 1
    office.scorer.seconds = 0.3
    await office.you.types(f"@{office.sandbox.double.workspace.bot.name} {DRAFT}")
    await office.you.sees("of 100")
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_05_what_slack_repeats_to_a_late_app_is_answered_once(
    office: Office,
) -> None:
    """Written while the app was down: every retry arrives, one card follows."""
    office.sandbox.double.hub.retry_seconds = (0.1, 1.5, 0.1)
    await office.closes()
    await office.you.dms(DRAFT)
    await office.opens()
    await office.you.sees("of 100", timeout=10.0)
    await asyncio.sleep(0.3)
    await settled(office)
    assert cards(office) == 1


async def test_report_06_a_command_never_times_out_on_a_slow_scorer(office: Office) -> None:
    """Slack hears within its time; the card comes later."""
    office.scorer.seconds = 1.4
    await office.you.types(f"/empathy {DRAFT}")
    assert office.you.notices() == []
    await office.you.sees("of 100")


async def test_report_07_what_precedes_the_listener_does_not_delay_the_answer(
    office: Office,
) -> None:
    """The draft is kept in a middleware; Slack hears before the slow listener has ended."""
    fault = ApiFault("slow", 1.5)
    office.sandbox.double.faults.on("assistant.threads.setStatus", fault)
    began = time.monotonic()
    await office.you.dms(DRAFT)  # returns with the acknowledgement
    assert time.monotonic() - began < 0.9
    await office.you.sees("of 100")


async def test_report_08_a_slow_look_up_does_not_cost_the_trigger(office: Office) -> None:
    """The form of the team needs to know who asks; the window opens before that is known."""
    await office.you.opens_home()
    await office.you.sees_home("Your team")
    office.sandbox.double.faults.on("users.info", ApiFault("slow", 3.4))
    await office.you.clicks_home(ActionId.HOME_SETUP)
    await office.you.sees_view(ViewId.LOADING)
    await office.you.sees_view(ViewId.SETUP, timeout=8.0)


async def test_report_09_no_text_is_too_long_for_its_block(office: Office) -> None:
    """The longest draft and the longest result: Slack takes the card."""
    office.scorer.result = worst(LONG[:3000])
    await submitted(office, LONG[:2990])
    await office.you.sees_view(ViewId.RESULT)


async def test_report_10_the_largest_card_is_far_from_a_messages_ceiling(office: Office) -> None:
    """All blocks of the largest card together hold half of what fails in Slack."""
    office.scorer.result = worst(LONG[:3000])
    await office.you.dms(LONG[:2990])
    await office.you.sees("Edit and re-check")
    assert len(shown_text(answers(office)[0])) < 8000


async def test_report_11_no_status_stays_when_the_answer_is_an_error(office: Office) -> None:
    """The person is told, and the line that says what the app does is gone."""
    office.scorer.error = [ScorerUnavailableError()]
    post = await office.you.dms(DRAFT)
    await office.you.sees("The scorer does not answer")
    agent = office.sandbox.double.workspace.agent(office.you.channel.id)
    assert post.ts not in agent.status


async def test_report_12_a_long_answer_keeps_its_feedback(office: Office) -> None:
    """The largest card still takes a thumb and an opinion."""
    office.scorer.result = worst(LONG[:3000])
    await office.you.dms(LONG[:2990])
    await office.you.sees("Edit and re-check")
    await office.you.clicks(ActionId.THUMBS_DOWN)
    await office.you.sees("Recorded: not helpful")
    await office.you.clicks(ActionId.DISAGREE)
    await office.you.sees_view(ViewId.DISAGREE)


async def test_report_13_a_long_message_opens_its_form(office: Office) -> None:
    """A message of 12,000 characters goes into the form, cut in sight, not into hidden data."""
    post = office.customer("third time")
    post.text = "I have waited for weeks now. " * 420
    await office.you.shortcut(post, Shortcut.CHECK_MESSAGE)
    opened = await office.you.sees_view(ViewId.INPUT, "its first 3000 characters")
    assert len(str(opened.body["private_metadata"])) < 500


async def test_report_14_what_acknowledges_a_form_is_tiny(office: Office) -> None:
    """The view inside the acknowledgement does not grow with the draft."""
    office.scorer.seconds = 0.4
    opened = await submitted(office, LONG[:2990])
    assert opened.trouble is None
    working = await office.you.sees_view(ViewId.WORKING)
    assert len(json.dumps(working.body)) < 1000


async def test_report_15_a_window_that_was_closed_is_left_alone(office: Office) -> None:
    """The result finds nobody: nothing is opened, nothing is sent, nothing fails."""
    office.scorer.seconds = 0.3
    await submitted(office)
    await office.you.closes()
    await settled(office)
    assert office.you.view() is None
    assert cards(office) == 0


async def test_report_16_a_result_does_not_overwrite_what_came_after(office: Office) -> None:
    """Cancelled while it was scored: the draft is back in its form and stays there."""
    office.scorer.seconds = 0.9
    await submitted(office)
    await office.you.sees_view(ViewId.WORKING, "Still checking")
    await office.you.clicks(ActionId.CANCEL)
    await office.you.sees_view(ViewId.INPUT)
    await settled(office)
    await asyncio.sleep(0.3)
    assert (await office.you.sees_view()).body["callback_id"] == ViewId.INPUT


async def test_report_17_nothing_hangs_on_hearing_that_a_window_was_closed(
    office: Office,
) -> None:
    """No view asks for the news; a check whose window was closed is kept like any other."""
    assert office.bot is not None
    office.scorer.seconds = 0.3
    opened = await submitted(office)
    assert not opened.body.get("notify_on_close")
    await office.you.closes()
    await settled(office)
    await office.you.opens_home()
    home = await office.you.sees_home("Your last checks")
    assert "None yet." not in shown_text(home)


async def test_report_18_every_title_fits(office: Office) -> None:
    """All windows behind a card open; Slack refuses titles over 24 characters."""
    await submitted(office)
    await office.you.sees_view(ViewId.RESULT)
    for action, view in (
        (ActionId.ALL_FEATURES, ViewId.FEATURES),
        (ActionId.WHY, ViewId.WHY),
        (ActionId.USE, ViewId.USE),
        (ActionId.DISAGREE, ViewId.DISAGREE),
    ):
        await office.you.clicks(action)
        shown = await office.you.sees_view(view)
        title: Any = shown.body["title"]
        assert len(title["text"]) <= 24
        await office.you.closes()


async def test_report_19_every_choice_fits(office: Office) -> None:
    """The longest list of choices, all features by name, opens and can be chosen from."""
    await submitted(office)
    await office.you.sees_view(ViewId.RESULT)
    await office.you.clicks(ActionId.DISAGREE)
    opened = await office.you.sees_view(ViewId.DISAGREE)
    said: dict[str, object] = {
        FieldId.REASON: "wrong_score",
        FieldId.FEATURE: "acknowledgment_of_experience",
    }
    await office.you.fills(opened, said).submits()
    await office.you.sees_view(ViewId.RESULT, "you disagree")


async def test_report_20_an_edit_is_no_new_question(office: Office) -> None:
    """Changing a message, or Slack adding a preview to it, starts nothing."""
    post = await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    for text in (f"{DRAFT} Sorry.", f"{DRAFT} So sorry."):
        await office.you.edits(post, text)
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_21_no_app_is_answered(office: Office) -> None:
    """Another app that mentions this one, and this one's own words, start nothing."""
    space = office.sandbox.double.workspace
    for author in (space.add_member(Member("U0APP", "app", "App", bot_id="B0APP")), space.bot):
        post = replace_author(written(office, f"<@{space.bot.id}> {DRAFT}"), author)
        await office.sandbox.double.delivery.event(event_of(office, post))
        await office.sandbox.double.delivery.event(event_of(office, post, type="app_mention"))
    await settled(office)
    assert office.scorer.asked == []
    assert answers(office) == []


def replace_author(post: Message, author: Member) -> Message:
    """The same message, written by somebody else."""
    return replace(post, author=author.id)


async def test_report_22_a_reply_sent_to_the_channel_too_is_read(office: Office) -> None:
    """Slack marks it with a kind of its own; it is a person's message all the same."""
    post = written(office, DRAFT)
    event = event_of(office, post, subtype="thread_broadcast", thread_ts=post.ts)
    await office.sandbox.double.delivery.event(event)
    await office.you.sees("of 100")


async def test_report_23_a_message_with_a_file_is_read(office: Office) -> None:
    """Its words are checked; one without words is told that words are needed."""
    shared = {"subtype": "file_share", "files": [{"id": "F1", "mimetype": "image/png"}]}
    for text in (DRAFT, ""):
        await office.sandbox.double.delivery.event(
            event_of(office, written(office, text), **shared)
        )
    await office.you.sees("of 100")
    await office.you.sees("I can only check words")
    assert [item.reply for item in office.scorer.asked] == [DRAFT]


async def test_report_24_text_is_decoded_once(office: Office) -> None:
    """Brackets and ampersands arrive as typed, also those that look encoded already."""
    typed = 'Use <b>bold</b> & "quotes": &lt;tag&gt; &amp;amp; stay as they are, thank you.'
    await office.you.types(f"/empathy {typed}")
    await office.you.sees("of 100")
    await office.you.dms(typed)
    await settled(office)
    assert [item.reply for item in office.scorer.asked] == [typed, typed]


async def test_report_25_nobody_is_pinged_by_a_draft(office: Office) -> None:
    """Mentions and broadcasts in a draft are letters: in modal, command, conversation, mention."""
    draft = "Hello <!channel> and <@U0BEN>, see <#C0INBOX>: <!here> it is, thank you for waiting."
    office.scorer.result = worst(draft)
    await submitted(office, draft)
    result = await office.you.sees_view(ViewId.RESULT)
    await office.you.closes()
    await office.you.types(f"/empathy {draft}")
    await office.you.sees("Edit and re-check")
    await office.you.dms(draft)
    await settled(office)
    shown = [result.blocks, *([m.text, m.blocks] for m in [*office.you.ephemerals()])]
    for text in live_texts([*shown, *([m.text, m.blocks] for m in answers(office))]):
        assert not any(token in text for token in ("<!channel", "<!here", "<@U0BEN", "<#C0"))


def live_texts(value: object) -> list[str]:
    """Texts in which Slack brings mentions to life: mrkdwn, and the text of a message."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for part in value for text in live_texts(part)]
    if isinstance(value, dict):
        own = [str(value["text"])] if value.get("type") == "mrkdwn" else []
        nested = [part for part in value.values() if isinstance(part, list | dict)]
        return own + [text for part in nested for text in live_texts(part)]
    return []


async def test_report_26_the_scorer_reads_words_not_tokens(office: Office) -> None:
    """Neither the app's own name nor ids of people and channels reach the scorer as tokens."""
    bot = office.sandbox.double.workspace.bot
    post = written(office, "")
    post.text = f"<@{bot.id}> Hi <@U0BEN|ben>, see <https://x.example/a|our page>. It ships today."
    office.you.goes_to(office.sandbox.double.workspace.channels["C0INBOX"])
    event = {**event_of(office, post), "channel": "C0INBOX", "type": "app_mention"}
    await office.sandbox.double.delivery.event(event)
    await office.you.sees("of 100")
    assert office.scorer.asked[0].reply == (
        "Hi @ben, see our page (https://x.example/a). It ships today."
    )


async def test_report_27_curly_quotes_are_words_like_any_other(office: Office) -> None:
    """What a phone makes of quotes breaks neither a draft nor the command's own words."""
    typed = "“We’re on it” – that’s what I’d say, and it’ll ship today."
    await office.you.types(f"/empathy {typed}")
    await office.you.sees("of 100")
    await office.you.types("/empathy “help”")
    await office.you.sees("before you send it")
    assert [item.reply for item in office.scorer.asked] == [typed]


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


async def test_report_31_a_slack_that_stays_busy_gets_the_card_later(office: Office) -> None:
    """Refused three times over: the card waits in the database and is sent once."""
    busy = ApiFault("rate_limited", 1)
    office.sandbox.double.faults.on("chat.postMessage", busy, busy, busy)
    await office.you.dms(DRAFT)
    await office.you.sees("of 100", timeout=20.0)
    await settled(office)
    assert (cards(office), len(office.scorer.asked)) == (1, 1)


async def test_report_32_a_connection_that_breaks_is_made_again(office: Office) -> None:
    """No goodbye, the line is simply dead: the app is back by itself, and answers."""
    hub = office.sandbox.double.hub
    for connection in list(hub.connections):
        assert connection._req is not None
        assert connection._req.transport is not None
        connection._req.transport.abort()
    await office.you.waits_for(lambda: None if hub.connections else True, "the broken line")
    await office.you.waits_for(lambda: hub.connections or None, "a new connection", timeout=25.0)
    await office.you.types(f"/empathy {DRAFT}")
    await office.you.sees("of 100")


async def test_report_33_two_replicas_share_one_memory(office: Office) -> None:
    """Every payload goes to the other process than the one before: one card, one opinion."""
    double = office.sandbox.double
    settings = sandbox_settings(Settings(_env_file=None), double.base_url, office.folder)
    turns = iter(range(1000))

    def other(connections: Any) -> Connection:
        found: Connection = connections[next(turns) % len(connections)]
        return found

    async with open_bot(settings, scorer=office.scorer, limits=QUICK, grace=0.05) as second:
        await office.you.waits_for(lambda: len(double.hub.connections) == 2 or None, "both")
        double.hub.choose = other
        double.faults.duplicates = 1
        await office.you.types(f"/empathy {DRAFT}")
        await office.you.sees("of 100")
        await second.pool.idle()
        await settled(office)
        assert (cards(office), len(office.scorer.asked)) == (1, 1)
        double.faults.duplicates = 1
        await office.you.clicks(ActionId.THUMBS_UP)
        await office.you.sees("Recorded: helpful")
        await office.you.clicks(ActionId.EDIT)
        opened = await office.you.sees_view(ViewId.INPUT)
        await office.you.fills(opened, {FieldId.DRAFT: f"Sorry. {DRAFT}"}).submits()
        await office.you.sees_view(ViewId.RESULT, "since your last check")


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


@pytest.mark.parametrize("shape", ["text", "blocks", "attachment", "both"])
async def test_a_helpdesk_post_of_any_shape_brings_the_customers_words(
    office: Office, shape: str
) -> None:
    """Words in blocks or attachments are found; a short text for notifications is not enough."""
    words = "My second parcel never came and your courier does not pick up the phone."
    post = office.customer("third time")
    section = {"type": "section", "text": {"type": "mrkdwn", "text": words}}
    attachment = {"fallback": "New ticket", "title": "Ticket 48213", "text": words}
    post.text = words if shape == "text" else "New ticket"
    post.blocks = [section] if shape in ("blocks", "both") else []
    post.attachments = [attachment] if shape in ("attachment", "both") else []
    await office.you.shortcut(post, Shortcut.CHECK_MESSAGE)
    opened = await office.you.sees_view(ViewId.INPUT)
    held: Any = opened.values[BlockId.CONTEXT][FieldId.CONTEXT]
    assert words in held["value"]
