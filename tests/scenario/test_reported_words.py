"""Reported faults: what is read as a draft, and what its words turn into.

The numbers are those of ``docs/slack-reports.md``.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.ids import BlockId, FieldId, Shortcut, ViewId
from bot.sandbox.model import Member
from tests.scenario.conftest import Office
from tests.scenario.reported import (
    DRAFT,
    answers,
    cards,
    event_of,
    live_texts,
    replace_author,
    settled,
    submitted,
    written,
)
from tests.unit.bot.blocks.results import worst


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
