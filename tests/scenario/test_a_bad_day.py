"""What goes wrong between Slack and an app, and what a person still gets."""

from __future__ import annotations

from bot.ids import ActionId, FieldId, Shortcut, ViewId
from bot.sandbox.deliver import TROUBLE
from bot.sandbox.faults import ApiFault
from bot.sandbox.limits import ACK_SECONDS
from tests.scenario.conftest import Office

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."


async def cards(office: Office) -> int:
    """How many cards the person has once all work is done."""
    assert office.bot is not None
    await office.bot.pool.idle()
    return sum("of 100" in m.text for m in office.you.ephemerals())


async def opened(office: Office) -> None:
    """Open the form and submit a draft."""
    await office.you.global_shortcut(Shortcut.CHECK_GLOBAL)
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()


async def test_a_command_delivered_twice_gives_one_card(office: Office) -> None:
    """The second delivery finds its work done."""
    office.sandbox.double.faults.duplicates = 1
    await office.you.types(f"/empathy {DRAFT}")
    await office.you.sees("of 100")
    assert await cards(office) == 1
    assert len(office.scorer.asked) == 1


async def test_a_click_delivered_twice_is_one_opinion(office: Office) -> None:
    """The card says it once."""
    await office.you.types(f"/empathy {DRAFT}")
    await office.you.sees("of 100")
    office.sandbox.double.faults.duplicates = 1
    await office.you.clicks(ActionId.THUMBS_DOWN)
    await office.you.sees("Recorded: not helpful")
    assert await cards(office) == 1


async def test_a_lost_acknowledgement_still_brings_the_card(office: Office) -> None:
    """Slack says that the command failed; the card comes all the same."""
    office.sandbox.double.faults.dropped_acks = 1
    await office.you.types(f"/empathy {DRAFT}")
    await office.you.sees("of 100")
    assert office.you.notices() == ['/empathy failed with the error "operation_timeout"']
    assert await cards(office) == 1


async def test_a_lost_acknowledgement_of_a_modal_still_brings_the_result(office: Office) -> None:
    """Slack has trouble connecting for a moment; the result takes the modal over."""
    office.scorer.seconds = ACK_SECONDS + 0.5
    await office.you.global_shortcut(Shortcut.CHECK_GLOBAL)
    form = await office.you.sees_view(ViewId.INPUT)
    office.sandbox.double.faults.dropped_acks = 1
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()
    assert form.trouble == TROUBLE
    result = await office.you.sees_view(ViewId.RESULT)
    assert result.id == form.id
    assert result.trouble is None


async def test_a_closed_modal_stays_closed(office: Office) -> None:
    """Who left is not followed: no modal, no message."""
    office.scorer.seconds = 0.2
    await opened(office)
    await office.you.closes()
    assert await cards(office) == 0
    assert office.you.view() is None


async def test_a_restart_in_the_middle_finishes_the_check(office: Office) -> None:
    """The draft was accepted, so the next process shows the result in the same modal."""
    office.scorer.seconds = 30.0
    await opened(office)
    await office.you.sees_view(ViewId.WORKING)
    await office.closes()
    assert office.scorer.stopped
    office.scorer.seconds = 0.0
    await office.opens()
    await office.you.sees_view(ViewId.RESULT, timeout=10.0)
    assert office.scorer.asked[-1].reply == DRAFT


async def test_slack_asks_for_patience_and_gets_it(office: Office) -> None:
    """A rate limit on the update delays the result and does not lose it."""
    office.sandbox.double.faults.on("views.update", ApiFault("rate_limited", 1))
    await opened(office)
    await office.you.sees_view(ViewId.RESULT, timeout=8.0)


async def test_a_failing_slack_is_tried_again(office: Office) -> None:
    """One server error on the way to the result is not the end of it."""
    office.sandbox.double.faults.on("views.update", ApiFault("server_error"))
    await opened(office)
    await office.you.sees_view(ViewId.RESULT, timeout=8.0)


async def test_a_refreshed_connection_loses_nothing(office: Office) -> None:
    """Slack asks the app to reconnect while a check runs; clicks and result arrive."""
    office.scorer.seconds = 0.3
    await opened(office)
    before = list(office.sandbox.double.hub.connections)
    await office.sandbox.double.hub.refresh()
    await office.you.sees_view(ViewId.RESULT)

    def reconnected() -> bool | None:
        now = office.sandbox.double.hub.connections
        return True if now and now != before else None

    await office.you.waits_for(reconnected, "a new connection")
    await office.you.clicks(ActionId.WHY)
    await office.you.sees_view(ViewId.WHY)
