"""The work of a check at the points where a process may die or Slack may be away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError

from bot.blocks.card import Card
from bot.checks import CheckLimits, CheckRunner
from bot.delivery import InOnePiece
from bot.errors import ScorerUnavailableError, StoreError
from bot.payload import CHECK, CheckPayload, Place
from bot.settings import Settings
from bot.store.base import Person, WorkItem
from bot.store.schema import upgrade
from bot.store.sql import SqlStore, open_store
from bot.store.tables import WorkItemRow
from tests.doubles.clock import HandClock
from tests.doubles.scorer import DoubleScorer

pytestmark = pytest.mark.anyio
ANA = Person("T1", "U1")
QUICK = CheckLimits(lease=30.0, note_after=10.0, settle=0.0)


@dataclass
class Shown(InOnePiece):
    """A delivery that notes what is shown, and fails as often as it is told."""

    cards: list[Card] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    away: int = 0
    trouble: Exception = field(default_factory=ClientError)
    left: bool = False
    reached: list[str] = field(default_factory=list)

    async def still_working(self, check_id: str) -> None:
        """Note it."""
        self.notes.append(check_id)

    async def card(self, card: Card) -> bool:
        """Show a card, unless Slack is away or the person has left."""
        self._fail()
        if not self.left:
            self.cards.append(card)
        return not self.left

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """Show an error, unless Slack is away."""
        self._fail()
        self.errors.append(message)
        return True

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """Reach the person somehow, unless Slack is away."""
        self._fail()
        self.reached.append(message)

    def _fail(self) -> None:
        if self.away > 0:
            self.away -= 1
            raise self.trouble


@dataclass
class Desk:
    """A store on disk with a runner in front."""

    store: SqlStore
    scorer: DoubleScorer
    shown: Shown
    clock: HandClock

    def runner(self, worker: str = "w1", limits: CheckLimits = QUICK) -> CheckRunner:
        """Make a process's runner."""
        return CheckRunner(
            store=self.store,
            scorer=self.scorer,
            deliveries=lambda *_: self.shown,
            worker=worker,
            escalation="Call the person on call.",
            clock=self.clock,
            limits=limits,
        )

    async def accepted(self, key: str = "k1") -> WorkItem:
        """Accept a draft."""
        payload = CheckPayload(
            draft="We are on it and will call you today.",
            customer="I want to end my life over this.",
            session_id="s1",
            place=Place(user_id="U1", response_url="http://127.0.0.1:9/x"),
        )
        taken = await self.store.accept(key, CHECK, payload.model_dump(mode="json"), ANA)
        assert taken.item is not None
        return taken.item


@pytest.fixture
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    """A fresh store."""
    settings = Settings(_env_file=None, data_dir=tmp_path)
    upgrade(settings.resolved_database_url)
    clock = HandClock()
    store = open_store(settings, clock=clock)
    yield Desk(store, DoubleScorer(), Shown(), clock)
    await store.close()


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


def refusal(code: str) -> SlackApiError:
    """Make Slack's refusal."""
    return SlackApiError("refused", {"ok": False, "error": code})


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


async def test_a_card_that_slack_refuses_is_said_so(desk: Desk) -> None:
    """Trying again would not help: the person reads it, the check is closed."""
    desk.shown.away, desk.shown.trouble = 1, refusal("invalid_blocks")
    item = await desk.accepted()
    await desk.runner().run(item.id)
    assert "did not accept" in desk.shown.errors[0]
    assert (await desk.store.load(item.id, ANA)).state == "failed"


async def test_an_error_that_slack_refuses_too_goes_another_way(desk: Desk) -> None:
    """When neither card nor error can be shown in place, direct messages are left."""
    desk.shown.away, desk.shown.trouble = 2, refusal("invalid_arguments")
    item = await desk.accepted()
    await desk.runner().run(item.id)
    assert "did not accept" in desk.shown.reached[0]


async def test_shutdowns_do_not_use_a_check_up(desk: Desk) -> None:
    """Ten deployments in a row and the check still ends with its card."""
    desk.scorer.seconds = 5
    item = await desk.accepted()
    for _ in range(10):
        desk.scorer.started.clear()
        runner = desk.runner()
        running = asyncio.create_task(runner.run(item.id))
        await desk.scorer.started.wait()
        runner.interrupt(item.id)
        await running
    desk.scorer.seconds = 0
    await desk.runner().run(item.id)
    assert len(desk.shown.cards) == 1


async def test_two_processes_never_show_one_check_twice(desk: Desk) -> None:
    """Whoever claims it first has it."""
    desk.scorer.seconds = 0.05
    item = await desk.accepted()
    await asyncio.gather(desk.runner("w1").run(item.id), desk.runner("w2").run(item.id))
    assert len(desk.shown.cards) == 1
    assert len(desk.scorer.asked) == 1


async def test_a_check_cancelled_while_it_waits_is_never_scored(desk: Desk) -> None:
    """Cancel works before its turn has come."""
    item = await desk.accepted()
    runner = desk.runner()
    runner.watch(item)
    assert await desk.store.cancel(item.id, ANA, keep_draft=True)
    await runner.run(item.id)
    assert (desk.scorer.asked, desk.shown.cards) == ([], [])


async def test_a_check_cancelled_in_another_process_stops_and_shows_nothing(desk: Desk) -> None:
    """The worker learns it from the database: at its next sign of life it leaves off."""
    desk.scorer.seconds = 30
    item = await desk.accepted()
    running = asyncio.create_task(desk.runner(limits=replace(QUICK, lease=0.3)).run(item.id))
    await desk.scorer.started.wait()
    await desk.store.cancel(item.id, ANA, keep_draft=False)
    async with asyncio.timeout(5):
        await running
    assert desk.scorer.stopped == [item.id]
    assert (desk.shown.cards, desk.shown.errors) == ([], [])


async def test_a_check_cancelled_between_score_and_card_shows_nothing(desk: Desk) -> None:
    """The last look before the card."""
    item = await desk.accepted()
    finish = desk.store.finish

    async def finish_then_cancel(*args: Any, **more: Any) -> bool:
        kept = await finish(*args, **more)
        await desk.store.cancel(item.id, ANA, keep_draft=True)
        return kept

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(desk.store, "finish", finish_then_cancel)
        await desk.runner().run(item.id)
    assert desk.shown.cards == []


async def test_a_person_is_told_while_the_check_waits_in_line(desk: Desk) -> None:
    """The note does not need a free worker."""
    item = await desk.accepted()
    runner = desk.runner(limits=replace(QUICK, note_after=0.05))
    runner.watch(item)
    await runner._watched[item.id].note
    assert desk.shown.notes == [item.id]
    await runner.run(item.id)
    assert len(desk.shown.cards) == 1


async def test_an_interrupted_check_is_due_again_at_once(desk: Desk) -> None:
    """A shutdown releases what it can't finish."""
    desk.scorer.seconds = 5
    item = await desk.accepted()
    runner = desk.runner()
    running = asyncio.create_task(runner.run(item.id))
    await desk.scorer.started.wait()
    runner.interrupt(item.id)
    await running
    assert list(await desk.store.due()) == [item.id]
    assert desk.shown.errors == []


async def test_a_long_check_keeps_its_lease(desk: Desk) -> None:
    """While it is worked on nobody else is offered it, however short the lease."""
    desk.scorer.seconds = 1.0
    item = await desk.accepted()
    limits = replace(QUICK, lease=0.5)
    running = asyncio.create_task(desk.runner("w1", limits).run(item.id))
    await asyncio.sleep(0.8)
    assert list(await desk.store.due()) == []
    await running
    assert len(desk.shown.cards) == 1


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


async def test_no_note_covers_a_card_of_another_process(desk: Desk) -> None:
    """A check that another process has finished is not *still checking*."""
    item = await desk.accepted()
    watching = desk.runner("w1", replace(QUICK, note_after=1.5))  # w2 ends before, busy or not
    watching.watch(item)
    await desk.runner("w2").run(item.id)
    await watching._watched[item.id].note
    assert len(desk.shown.cards) == 1
    assert desk.shown.notes == []


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
