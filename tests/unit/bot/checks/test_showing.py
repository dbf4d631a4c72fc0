"""A check from its claim to its card, whatever Slack and the database do meanwhile."""

from __future__ import annotations

import pytest
from aiohttp import ClientError

from bot.errors import StoreError
from bot.store.tables import WorkItemRow
from tests.unit.bot.checks.desk import ANA, Desk, refusal

pytestmark = pytest.mark.anyio


async def test_a_check_is_scored_shown_and_closed(desk: Desk) -> None:
    """The plain way, with the escalation text of a crisis on the card."""
    item = await desk.accepted()
    await desk.runner().run(item.id)
    [card] = desk.shown.cards
    assert card.escalation == "Call the person on call."
    assert card.result.score.flags[0].name == "crisis"
    assert (await desk.store.load(item.id, ANA)).state == "done"
    assert desk.shown.notes == []


async def test_a_result_that_was_not_shown_is_shown_without_scoring_again(desk: Desk) -> None:
    """A process that died between keeping and showing costs no second score."""
    desk.shown.away = 1
    item = await desk.accepted()
    first = desk.runner("w1")
    await first.run(item.id)
    assert desk.shown.cards == []
    assert (await desk.store.load(item.id, ANA)).result is not None
    assert list(await desk.store.due()) == []
    desk.clock.advance(seconds=5)
    await desk.runner("w2").run(item.id)
    assert len(desk.shown.cards) == 1
    assert len(desk.scorer.asked) == 1


async def pause(desk: Desk, work_id: str) -> float:
    """Move on to when an item is due again; returns the seconds until then."""
    async with desk.store._database.transaction() as session:
        due = (await session.get_one(WorkItemRow, work_id)).lease_until
    assert due is not None
    seconds = (due - desk.clock.now).total_seconds()
    desk.clock.now = due
    return seconds


@pytest.mark.parametrize("trouble", [ClientError(), refusal("internal_error")], ids=["net", "code"])
async def test_an_outage_of_any_length_costs_neither_card_nor_second_score(
    desk: Desk, trouble: Exception
) -> None:
    """Ten attempts to show a card are not too many, and the pauses between them grow."""
    desk.shown.away, desk.shown.trouble = 10, trouble
    item = await desk.accepted()
    pauses = []
    for number in range(10):
        await desk.runner(f"w{number}").run(item.id)
        pauses.append(await pause(desk, item.id))
    await desk.runner().run(item.id)
    assert (len(desk.shown.cards), len(desk.scorer.asked), desk.shown.errors) == (1, 1, [])
    assert (await desk.store.load(item.id, ANA)).state == "done"
    assert pauses[0] == 5
    assert sorted(pauses) == pauses
    assert 60 < pauses[-1] <= 300


async def test_a_card_that_slack_refuses_is_said_so(desk: Desk) -> None:
    """Trying again would not help: the person reads it, the check is closed."""
    desk.shown.away, desk.shown.trouble = 1, refusal("invalid_blocks")
    item = await desk.accepted()
    await desk.runner().run(item.id)
    assert "did not accept" in desk.shown.errors[0]
    assert (await desk.store.load(item.id, ANA)).state == "failed"


@pytest.mark.parametrize("lost", ["left", "away", "died"])
async def test_the_notice_comes_again_until_it_was_seen(desk: Desk, lost: str) -> None:
    """A modal closed early, a failing Slack or a crash does not use the notice up."""
    item = await desk.accepted()
    desk.shown.left, desk.shown.away = lost == "left", int(lost == "away")
    if lost == "died":
        await desk.store.claim(item.id, worker="dead", lease_seconds=0)
    else:
        await desk.runner().run(item.id)
    assert (await desk.store.consent(ANA)).told_at is None
    desk.shown.left = False
    desk.clock.advance(seconds=5)
    await desk.runner().run((await desk.accepted("k2")).id)
    assert desk.shown.cards[-1].first_use
    assert (await desk.store.consent(ANA)).told_at == desk.clock.now


async def test_the_notice_stays_on_its_card_and_comes_on_no_later_one(desk: Desk) -> None:
    """Drawn again, the first card still has it; the next check's card has not."""
    item = await desk.accepted()
    await desk.runner().run(item.id)
    desk.clock.advance(seconds=5)
    assert (await desk.runner().card(await desk.store.load(item.id, ANA))).first_use
    await desk.runner().answer_repeat(item)
    assert [card.first_use for card in desk.shown.cards] == [True, True]
    await desk.runner().run((await desk.accepted("k2")).id)
    assert not desk.shown.cards[-1].first_use


async def test_a_card_stays_when_the_database_fails_after_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the person sees already is not replaced by an error."""

    async def away(*_: object, **__: object) -> bool:
        raise StoreError

    monkeypatch.setattr(desk.store, "mark_told", away)
    monkeypatch.setattr(desk.store, "delivered", away)
    await desk.runner().run((await desk.accepted()).id)
    assert (len(desk.shown.cards), desk.shown.errors) == (1, [])
