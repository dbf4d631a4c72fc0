"""Cancelled, interrupted, or wanted by two processes at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tests.unit.bot.checks.desk import ANA, QUICK, Desk

pytestmark = pytest.mark.anyio


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
