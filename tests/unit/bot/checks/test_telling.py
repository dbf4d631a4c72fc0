"""What a person is told of a check that takes long, fails or is given up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import ScorerUnavailableError
from bot.store.base import WorkItem
from tests.unit.bot.checks.desk import ANA, QUICK, Desk, refusal

pytestmark = pytest.mark.anyio


async def test_a_failure_that_cannot_be_told_is_not_the_end_either(desk: Desk) -> None:
    """The scorer fails while Slack is away: the person gets the card or the error, not silence."""
    desk.scorer.error = [ScorerUnavailableError()]
    desk.shown.away = 1
    item = await desk.accepted()
    await desk.runner().run(item.id)
    assert (await desk.store.load(item.id, ANA)).state == "queued"
    desk.clock.advance(seconds=5)
    await desk.runner().run(item.id)
    assert len(desk.shown.cards) == 1


async def test_an_error_that_slack_refuses_too_goes_another_way(desk: Desk) -> None:
    """When neither card nor error can be shown in place, direct messages are left."""
    desk.shown.away, desk.shown.trouble = 2, refusal("invalid_arguments")
    item = await desk.accepted()
    await desk.runner().run(item.id)
    assert "did not accept" in desk.shown.reached[0]


async def test_a_person_is_told_while_the_check_waits_in_line(desk: Desk) -> None:
    """The note does not need a free worker."""
    item = await desk.accepted()
    runner = desk.runner(limits=replace(QUICK, note_after=0.05))
    runner.watch(item)
    await runner._watched[item.id].note
    assert desk.shown.notes == [item.id]
    await runner.run(item.id)
    assert len(desk.shown.cards) == 1


async def test_no_note_covers_a_card_of_another_process(desk: Desk) -> None:
    """A check that another process has finished is not *still checking*."""
    item = await desk.accepted()
    watching = desk.runner("w1", replace(QUICK, note_after=1.5))  # w2 ends before, busy or not
    watching.watch(item)
    await desk.runner("w2").run(item.id)
    await watching._watched[item.id].note
    assert len(desk.shown.cards) == 1
    assert desk.shown.notes == []


async def given_up(desk: Desk) -> WorkItem:
    """Let a check die with its worker as often as it may."""
    item = await desk.accepted()
    for _ in range(3):
        await desk.store.claim(item.id, worker="dead", lease_seconds=0)
    return item


async def test_what_was_given_up_is_told(desk: Desk) -> None:
    """The person reads that it has stopped and what to do, once."""
    item = await given_up(desk)
    await desk.runner().tell_given_up()
    await desk.runner().tell_given_up()
    [said] = desk.shown.reached
    assert "check it again" in said
    assert (await desk.store.load(item.id, ANA)).state == "failed"


async def test_who_cannot_be_told_now_is_told_later(desk: Desk) -> None:
    """Slack being away when a check is given up does not make it silent."""
    item = await given_up(desk)
    desk.shown.away = 1
    await desk.runner().tell_given_up()
    assert desk.shown.reached == []
    desk.clock.advance(seconds=QUICK.tell_again)
    await desk.runner().tell_given_up()
    assert len(desk.shown.reached) == 1
    assert (await desk.store.load(item.id, ANA)).state == "failed"


async def test_an_outage_as_long_as_the_draft_lives_ends_with_a_word(desk: Desk) -> None:
    """Shortly before a check expires its person is told that nothing will come."""
    desk.shown.away = 1
    item = await desk.accepted()
    await desk.runner().run(item.id)
    desk.clock.advance(hours=23, minutes=59)
    await desk.runner().tell_given_up()
    assert len(desk.shown.reached) == 1
    assert (await desk.store.load(item.id, ANA)).state == "failed"


async def test_a_repeat_after_a_failed_check_shows_its_error(desk: Desk) -> None:
    """A form submitted again after an error does not wait for a card that never comes."""
    desk.scorer.error = [ScorerUnavailableError()]
    item = await desk.accepted()
    await desk.runner("w1").run(item.id)
    await desk.runner("w2").answer_repeat(item)
    assert "did not work" in desk.shown.errors[-1]


async def test_a_repeat_of_an_open_check_leaves_the_view_to_its_worker(desk: Desk) -> None:
    """Its card is still to come."""
    await desk.runner().answer_repeat(await desk.accepted())
    assert (desk.shown.cards, desk.shown.errors) == ([], [])
