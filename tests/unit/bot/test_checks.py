"""The work of a check at the points where a process may die or Slack may be away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from aiohttp import ClientError

from bot.blocks.card import Card
from bot.checks import CheckLimits, CheckRunner
from bot.clock import utc_now
from bot.metrics import make_metrics
from bot.payload import CHECK, CheckPayload, Place
from bot.settings import Settings
from bot.store.base import Person, WorkItem
from bot.store.schema import upgrade
from bot.store.sql import SqlStore, open_store
from tests.doubles.scorer import DoubleScorer

pytestmark = pytest.mark.anyio
ANA = Person("T1", "U1")
QUICK = CheckLimits(lease=30.0, note_after=10.0, settle=0.0)


@dataclass
class Shown:
    """A delivery that notes what is shown, and fails as often as it is told."""

    cards: list[Card] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    away: int = 0

    async def still_working(self, check_id: str) -> None:
        """Note it."""
        self.notes.append(check_id)

    async def card(self, card: Card) -> None:
        """Show a card, unless Slack is away."""
        if self.away > 0:
            self.away -= 1
            raise ClientError
        self.cards.append(card)

    async def error(self, message: str, error_id: str, check_id: str) -> None:
        """Show an error."""
        self.errors.append(message)


@dataclass
class Desk:
    """A store on disk with a runner in front."""

    store: SqlStore
    scorer: DoubleScorer
    shown: Shown

    def runner(self, worker: str = "w1", limits: CheckLimits = QUICK) -> CheckRunner:
        """Make a process's runner."""
        return CheckRunner(
            store=self.store,
            scorer=self.scorer,
            deliveries=lambda _: self.shown,
            worker=worker,
            escalation="Call the person on call.",
            clock=utc_now,
            metrics=make_metrics(),
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
        item = await self.store.accept(key, CHECK, payload.model_dump(mode="json"), ANA)
        assert item is not None
        return item


@pytest.fixture
async def desk(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Desk]:
    """A fresh store."""
    settings = Settings(_env_file=None, data_dir=tmp_path)
    upgrade(settings.resolved_database_url)
    store = open_store(settings)
    yield Desk(store, DoubleScorer(), Shown())
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
    await _until_due(desk, item.id)
    await desk.runner("w2").run(item.id)
    assert len(desk.shown.cards) == 1
    assert len(desk.scorer.asked) == 1


async def _until_due(desk: Desk, work_id: str) -> None:
    """Wait for the pause after Slack was away to pass."""
    for _ in range(200):
        if work_id in await desk.store.due():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("never due again")


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
    assert runner.cancel(item.id)
    await runner.run(item.id)
    assert desk.scorer.asked == []
    assert desk.shown.cards == []
    assert (await desk.store.load(item.id, ANA)).state == "failed"


async def test_a_check_of_another_process_is_not_cancelled_here(desk: Desk) -> None:
    """What this process does not have it can't cancel."""
    item = await desk.accepted()
    assert not desk.runner().cancel(item.id)


async def test_a_person_is_told_while_the_check_waits_in_line(desk: Desk) -> None:
    """The note does not need a free worker."""
    item = await desk.accepted()
    runner = desk.runner(limits=replace(QUICK, note_after=0.05))
    runner.watch(item)
    await asyncio.sleep(0.3)
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


async def test_what_was_given_up_is_told(desk: Desk) -> None:
    """The person reads that it has stopped and what to do."""
    item = await desk.accepted()
    await desk.runner().tell_given_up(item)
    assert "check it again" in desk.shown.errors[0]
