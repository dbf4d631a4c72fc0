"""Reported faults: texts, blocks and windows that are too large for Slack.

The numbers are those of ``docs/slack-reports.md``.
"""

from __future__ import annotations

import json
from typing import Any

from bot.ids import ActionId, FieldId, Shortcut, ViewId
from bot.sandbox.driver import shown_text
from tests.scenario.conftest import Office
from tests.scenario.reported import LONG, answers, submitted
from tests.unit.bot.blocks.results import worst


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
