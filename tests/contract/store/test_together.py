"""Many at once: replicas, workers and clicks that race each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import delete

from bot.errors import StoreError
from bot.store.base import NewFeedback, Person
from bot.store.checks import keep_check
from bot.store.sql import SqlStore
from bot.store.tables import CheckRow, FeedbackRow, WorkItemRow
from tests.contract.store.values import DRAFT, LEASE, accepted, finished, new_check, rows
from tests.doubles.clock import HandClock

OpenStore = Callable[[], SqlStore]


async def test_twenty_deliveries_to_two_replicas_make_one_item(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """However an event's repeats are spread over replicas, it is worked on once."""
    replicas = (store, open_another())

    items = await asyncio.gather(
        *(replicas[n % 2].accept("Ev1", "check", DRAFT, ana) for n in range(20))
    )

    assert sum(item.first for item in items) == 1
    [row] = await rows(store, WorkItemRow)
    assert {item.item.id for item in items if item.item} == {row.id}
    assert all(item.item for item in items)


async def test_first_events_of_one_person_at_once_are_all_accepted(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """Two events that both meet a new person do not trip over the person's row."""
    replicas = (store, open_another())

    items = await asyncio.gather(
        *(replicas[n % 2].accept(f"Ev{n}", "check", DRAFT, ana) for n in range(10))
    )

    assert len({item.item.id for item in items if item.item}) == 10


async def test_many_workers_claim_and_one_gets_it(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """An item goes to exactly one of the workers that reach for it."""
    replicas = (store, open_another())
    item = await accepted(store, ana)

    claims = await asyncio.gather(
        *(replicas[n % 2].claim(item.id, worker=f"w{n}", lease_seconds=LEASE) for n in range(10))
    )

    assert sum(claim is not None for claim in claims) == 1


async def test_finishing_at_once_keeps_one_check(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """A result that comes in twice at the same moment is kept once."""
    replicas = (store, open_another())
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    kept = await asyncio.gather(
        *(
            replicas[n % 2].finish(item.id, worker="w1", check=new_check(), result={"n": n})
            for n in range(6)
        )
    )

    assert sum(kept) == 1
    assert len(await rows(store, CheckRow)) == 1


async def test_clicks_at_once_make_one_feedback(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """Thumb, rating and reasons that arrive together end up in one row."""
    replicas = (store, open_another())
    check_id = await finished(store, ana)
    said = (
        NewFeedback(check_id=check_id, thumb="down"),
        NewFeedback(check_id=check_id, rating=2),
        NewFeedback(check_id=check_id, reasons=("missed_something",)),
        NewFeedback(check_id=check_id, disputed_feature="affirm"),
    )

    kept = await asyncio.gather(
        *(
            replicas[n % 2].record_feedback(f"F{n}", feedback, ana)
            for n, feedback in enumerate(said)
        )
    )

    assert kept == [True] * 4
    [row] = await rows(store, FeedbackRow)
    assert (row.thumb, row.rating, row.disputed_feature) == ("down", 2, "affirm")
    assert row.reasons == ["missed_something"]


async def test_switching_off_while_checks_finish_leaves_none(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """Whichever comes first, no check outlives a withdrawal."""
    other = open_another()
    items = [await accepted(store, ana, f"Ev{n}") for n in range(6)]
    for item in items:
        await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    await asyncio.gather(
        *(
            store.finish(item.id, worker="w1", check=new_check(session_id=f"s{n}"), result={"n": n})
            for n, item in enumerate(items)
        ),
        other.set_switch(ana, "checks_count", on=False),
    )

    assert await rows(store, CheckRow) == []


async def test_a_switch_off_waits_for_a_check_that_is_being_kept(
    store: SqlStore, open_another: OpenStore, ana: Person, clock: HandClock
) -> None:
    """A withdrawal in the middle of a finish comes after it and removes its check too."""
    item, other = await accepted(store, ana), open_another()
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    async with store._database.transaction() as session:
        row = await store._change(session, item.id, "w1", ("running",))
        assert row is not None
        member = await store._settle(session, row)
        switching = asyncio.create_task(other.set_switch(ana, "checks_count", on=False))
        await asyncio.sleep(0.3)
        assert not switching.done()
        await keep_check(session, new_check(), item.id, member, clock())

    assert not (await switching).checks_count
    assert await rows(store, CheckRow) == []


async def test_a_re_check_waits_for_a_rating_that_is_being_kept(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """A check that is being rated at this moment is not thinned out."""
    other = open_another()
    ids = [await finished(store, ana, f"Ev{n}") for n in range(2)]
    item = await accepted(store, ana, "Ev2")
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    async with store._database.transaction() as session:
        await store._find_own(session, ids[1], ana)
        finishing = asyncio.create_task(
            other.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
        )
        await asyncio.sleep(0.3)
        assert not finishing.done()
        await session.execute(store._upsert(NewFeedback(check_id=ids[1], thumb="up")))

    assert await finishing
    assert {check.id for check in await rows(store, CheckRow)} == {*ids, item.id}
    assert [row.check_id for row in await rows(store, FeedbackRow)] == [ids[1]]


async def test_what_is_given_up_is_given_up_by_one(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """Two replicas that sweep at the same moment tell each person once."""
    replicas = (store, open_another())
    for n in range(4):
        item = await accepted(store, ana, f"Ev{n}")
        for _ in range(3):
            await store.claim(item.id, worker="w1", lease_seconds=0)

    swept = await asyncio.gather(
        *(r.give_up(worker=f"s{n}", lease_seconds=LEASE) for n, r in enumerate(replicas))
    )

    assert len([item.id for batch in swept for item in batch]) == 4


async def test_a_cancel_and_a_finish_at_once_leave_no_card(
    store: SqlStore, open_another: OpenStore, ana: Person
) -> None:
    """Whichever comes first, the worker may not show the card and no number is kept."""
    other = open_another()
    items = [await accepted(store, ana, f"Ev{n}") for n in range(6)]
    for item in items:
        await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    await asyncio.gather(
        *(
            store.finish(item.id, worker="w1", check=new_check(session_id=f"s{n}"), result={"n": n})
            for n, item in enumerate(items)
        ),
        *(other.cancel(item.id, ana, keep_draft=n % 2 == 0) for n, item in enumerate(items)),
    )

    for item in items:
        assert not await store.renew(item.id, worker="w1", lease_seconds=LEASE)
        assert not await store.delivered(item.id, worker="w1")
    assert await rows(store, CheckRow) == []


async def test_purges_at_once_do_no_harm(
    store: SqlStore, open_another: OpenStore, ana: Person, clock: HandClock
) -> None:
    """Every replica may purge: each expired row is removed once."""
    replicas = (store, open_another())
    for n in range(5):
        await accepted(store, ana, f"Ev{n}")
    clock.advance(hours=24)

    purged = await asyncio.gather(*(r.purge(clock()) for r in replicas * 2))

    assert sum(p.work_items for p in purged) == 5
    assert await rows(store, WorkItemRow) == []


async def test_what_was_begun_to_read_cannot_write(store: SqlStore, ana: Person) -> None:
    """It has no turn among the writers."""
    await accepted(store, ana, "Ev1")
    with pytest.raises(StoreError):
        async with store._database.reading() as session:
            await session.execute(delete(WorkItemRow))
    assert len(await rows(store, WorkItemRow)) == 1
