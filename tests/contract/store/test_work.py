"""Work items: accepted once, held by one worker, finished once, gone when they expire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.errors import WorkNotFoundError
from bot.store.base import Person
from bot.store.sql import SqlStore
from tests.contract.store.values import DRAFT, LEASE, accepted, finished, new_check
from tests.doubles.clock import HandClock


async def test_accept_returns_what_was_given(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """An accepted item carries its payload and owner unharmed, and lives for a day."""
    item = await accepted(store, ana)

    assert item.payload == DRAFT
    assert item.owner == ana
    assert (item.kind, item.state, item.attempts, item.result) == ("check", "queued", 0, None)
    assert item.created_at == clock.now
    assert item.expires_at == clock.now + timedelta(hours=24)


async def test_repeat_of_an_event_is_not_accepted(store: SqlStore, ana: Person) -> None:
    """Slack's second delivery of an event makes no second item."""
    first = await accepted(store, ana)

    assert await store.accept("Ev1", "check", DRAFT, ana) is None
    assert await store.due() == [first.id]


async def test_a_payload_that_is_not_json_leaves_the_event_open(
    store: SqlStore, ana: Person
) -> None:
    """When the work could not be kept, the event was not used up either."""
    with pytest.raises(TypeError):
        await store.accept("Ev1", "check", {"reply": object()}, ana)

    assert await store.accept("Ev1", "check", DRAFT, ana) is not None


async def test_only_one_worker_gets_an_item(store: SqlStore, ana: Person) -> None:
    """While one worker's lease lasts, nobody else can claim the item and it is not due."""
    item = await accepted(store, ana)

    mine = await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    theirs = await store.claim(item.id, worker="w2", lease_seconds=LEASE)

    assert mine is not None
    assert (mine.state, mine.attempts, mine.payload) == ("running", 1, DRAFT)
    assert theirs is None
    assert await store.due() == []


async def test_a_dead_workers_item_is_taken_over_after_its_lease(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """When a worker falls silent, its item becomes due and another worker can claim it."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    clock.advance(seconds=LEASE)

    assert await store.due() == [item.id]
    taken = await store.claim(item.id, worker="w2", lease_seconds=LEASE)
    assert taken is not None
    assert taken.attempts == 2


async def test_a_worker_that_was_overtaken_cannot_finish(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A worker that comes back after a takeover may change nothing and shows no card."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    clock.advance(seconds=LEASE)
    await store.claim(item.id, worker="w2", lease_seconds=LEASE)

    assert not await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
    assert not await store.renew(item.id, worker="w1", lease_seconds=LEASE)
    assert await store.fail(item.id, worker="w1", error_id="e1") is None
    assert await store.finish(item.id, worker="w2", check=new_check(), result={"n": 2})
    assert (await store.load(item.id, ana)).result == {"n": 2}


async def test_renew_prolongs_the_lease(store: SqlStore, ana: Person, clock: HandClock) -> None:
    """A renewed lease counts from the renewal."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    clock.advance(seconds=LEASE - 1)

    assert await store.renew(item.id, worker="w1", lease_seconds=LEASE)
    clock.advance(seconds=LEASE - 1)
    assert await store.claim(item.id, worker="w2", lease_seconds=LEASE) is None


async def test_a_scored_item_is_delivered_and_not_scored_again(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A worker that died between score and card leaves the result to whoever claims it next."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.finish(item.id, worker="w1", check=new_check(), result={"overall": 63.0})
    clock.advance(seconds=LEASE)

    taken = await store.claim(item.id, worker="w2", lease_seconds=LEASE)
    assert taken is not None
    assert (taken.state, taken.result) == ("scored", {"overall": 63.0})
    assert not await store.finish(item.id, worker="w2", check=new_check(), result={"n": 2})
    assert await store.delivered(item.id, worker="w2")
    assert await store.due() == []
    assert (await store.load(item.id, ana)).state == "done"


async def test_a_failed_item_is_tried_again_later(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """An item put back with a delay is due only when the delay is over."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    assert await store.fail(item.id, worker="w1", error_id="e1", retry_in=5) == "queued"
    assert await store.due() == []
    clock.advance(seconds=5)
    assert await store.due() == [item.id]


async def test_the_last_attempt_closes_an_item(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """After three attempts an item fails for good, and its draft is still there to try again."""
    item = await accepted(store, ana)
    states = []
    for _ in range(3):
        assert await store.claim(item.id, worker="w1", lease_seconds=LEASE)
        states.append(await store.fail(item.id, worker="w1", error_id="e1", retry_in=0))

    assert states == ["queued", "queued", "failed"]
    assert await store.claim(item.id, worker="w1", lease_seconds=LEASE) is None
    assert (await store.load(item.id, ana)).payload == DRAFT


async def test_an_item_that_kills_its_workers_is_given_up_once(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """What died with its worker every time is closed and handed out once, to tell its owner."""
    item = await accepted(store, ana)
    other = await accepted(store, ben, "Ev2")
    for _ in range(3):
        assert await store.claim(item.id, worker="w1", lease_seconds=LEASE)
        clock.advance(seconds=LEASE)

    assert await store.due() == [other.id]
    [given_up] = await store.give_up()
    assert (given_up.id, given_up.state, given_up.owner) == (item.id, "failed", ana)
    assert await store.give_up() == []


async def test_another_persons_item_is_not_found(store: SqlStore, ana: Person, ben: Person) -> None:
    """An id alone opens nothing: not for a colleague, not for the same user id elsewhere."""
    item = await accepted(store, ana)

    for stranger in (ben, replace(ana, team_id="T0OTHER"), replace(ana, enterprise_id="E0")):
        with pytest.raises(WorkNotFoundError):
            await store.load(item.id, stranger)
    assert (await store.load(item.id, ana)).payload == DRAFT


async def test_an_expired_item_is_gone_and_purged(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """After a day a draft can be neither read nor worked on, and the purge removes its row."""
    item = await accepted(store, ana)
    clock.advance(hours=24)

    assert await store.due() == []
    assert await store.claim(item.id, worker="w1", lease_seconds=LEASE) is None
    with pytest.raises(WorkNotFoundError):
        await store.load(item.id, ana)
    assert (await store.purge(clock.now)).work_items == 1
    assert (await store.purge(clock.now)).work_items == 0


async def test_a_purge_leaves_what_is_still_needed(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Before its time a purge takes neither a draft nor the memory of an event."""
    item = await accepted(store, ana)
    clock.advance(hours=23)
    purged = await store.purge(clock.now)

    assert (purged.work_items, purged.events) == (0, 0)
    assert (await store.load(item.id, ana)).payload == DRAFT
    assert await store.accept("Ev1", "check", DRAFT, ana) is None


async def test_event_keys_are_forgotten_after_a_day(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """The memory of events does not grow for ever."""
    await accepted(store, ana)
    clock.advance(hours=24)

    assert (await store.purge(clock.now)).events == 1


async def test_work_is_due_in_the_order_it_came(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """After a restart the oldest draft comes first, and the limit holds."""
    ids = []
    for number in range(3):
        ids.append((await accepted(store, ana, f"Ev{number}")).id)
        clock.advance(seconds=1)

    assert await store.due() == ids
    assert await store.due(limit=2) == ids[:2]


async def test_sealed_work_moved_to_another_row_does_not_open(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """Whoever can write to the database still cannot pass one person's draft to another."""
    item, other = await accepted(store, ana), await accepted(store, ben, "Ev2")
    async with store._database.transaction() as session:
        await session.execute(
            text(
                "UPDATE work_item SET payload = "
                "(SELECT payload FROM work_item WHERE id = :a) WHERE id = :b"
            ),
            {"a": item.id, "b": other.id},
        )

    with pytest.raises(Exception, match="not where it belongs"):
        await store.load(other.id, ben)


async def test_finishing_shows_in_every_process(
    store: SqlStore, ana: Person, open_another: Callable[[], SqlStore]
) -> None:
    """Another replica can answer a click on a card that this one made."""
    work_id = await finished(store, ana)

    assert (await open_another().load(work_id, ana)).result == {"overall": 63.0}
