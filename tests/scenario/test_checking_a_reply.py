"""What a support agent does on a good day."""

from __future__ import annotations

from bot.ids import ActionId, FieldId, Shortcut, ViewId
from bot.sandbox.driver import shown_text
from tests.scenario.conftest import Office

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."


async def test_a_draft_after_the_command_gets_a_private_card(office: Office) -> None:
    """One line typed, one card read, and nobody else in the channel sees either."""
    await office.you.types(f"/empathy {DRAFT}")
    card = await office.you.sees("of 100")
    assert card.shown_to == office.you.member.id
    others = [m for m in office.sandbox.double.workspace.messages if m.shown_to is None]
    assert not [m for m in others if m.author == office.sandbox.double.workspace.bot.id]


async def test_the_command_alone_leads_through_the_modal(office: Office) -> None:
    """Form, then *working*, then the result, all in one modal."""
    office.scorer.seconds = 0.2
    await office.you.types("/empathy")
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()
    await office.you.sees_view(ViewId.WORKING)
    result = await office.you.sees_view(ViewId.RESULT, "of 100")
    assert result.id == form.id
    assert office.scorer.asked[0].reply == DRAFT


async def test_a_customers_message_comes_along(office: Office) -> None:
    """The message shortcut fills the customer's words in, and the scorer is given them."""
    message = office.customer("third time")
    await office.you.shortcut(message, Shortcut.CHECK_MESSAGE)
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()
    await office.you.sees_view(ViewId.RESULT)
    assert office.scorer.asked[0].context == message.text


async def test_a_message_inside_a_thread_comes_along(office: Office) -> None:
    """The reply in the thread is the context, not the message the thread began with."""
    message = office.customer("It was not. I was at home")
    assert message.thread_ts is not None
    await office.you.shortcut(message, Shortcut.CHECK_MESSAGE)
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()
    await office.you.sees_view(ViewId.RESULT)
    assert office.scorer.asked[0].context == message.text


async def test_from_anywhere_with_a_pasted_message(office: Office) -> None:
    """The global shortcut knows no message; what is pasted counts."""
    await office.you.global_shortcut(Shortcut.CHECK_GLOBAL)
    form = await office.you.sees_view(ViewId.INPUT)
    answers: dict[str, object] = {FieldId.CONTEXT: "Where is it?", FieldId.DRAFT: DRAFT}
    await office.you.fills(form, answers).submits()
    await office.you.sees_view(ViewId.RESULT)
    assert office.scorer.asked[0].context == "Where is it?"


async def test_saying_what_one_thinks_in_three_ways(office: Office) -> None:
    """Thumb, own rating and a reason all stand on the card afterwards."""
    await office.you.types(f"/empathy {DRAFT}")
    await office.you.sees("of 100")
    await office.you.clicks(ActionId.THUMBS_UP)
    await office.you.sees("Recorded: helpful")
    await office.you.selects(ActionId.OWN_RATING, "4")
    await office.you.sees("your rating 4 of 5")
    await office.you.clicks(ActionId.DISAGREE)
    form = await office.you.sees_view(ViewId.DISAGREE)
    await office.you.fills(form, {FieldId.REASON: "missed_something"}).submits()
    card = await office.you.sees("it missed something")
    assert "helpful" in shown_text(card)
    assert "your rating 4 of 5" in shown_text(card)


async def test_editing_goes_round_and_tells_the_difference(office: Office) -> None:
    """A better draft in the same modal: the new result says what changed."""
    await office.you.shortcut(office.customer("My dad"), Shortcut.CHECK_MESSAGE)
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()
    await office.you.sees_view(ViewId.RESULT)
    await office.you.clicks(ActionId.EDIT)
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: f"I am sorry. {DRAFT}"}).submits()
    await office.you.sees_view(ViewId.RESULT, "since your last check")
    assert [item.context for item in office.scorer.asked] == [office.customer("My dad").text] * 2
