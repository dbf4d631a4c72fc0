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
from bot.store.tables import CheckRow, WorkItemRow
from tests.contract.store.values import DRAFT, LEASE, accepted, finished, new_check, rows
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

    assert not (await store.accept("Ev1", "check", DRAFT, ana)).first
    assert await store.due() == [first.id]


async def test_a_repeat_finds_the_work_of_its_event_in_any_process(
    store: SqlStore, ana: Person, open_another: Callable[[], SqlStore]
) -> None:
    """Whoever meets the repeat learns what has become of the first delivery."""
    work_id = await finished(store, ana)

    repeat = await open_another().accept("Ev1", "check", DRAFT, ana)
    assert repeat.item is not None
    assert (repeat.first, repeat.item.id, repeat.item.state) == (False, work_id, "done")
    assert repeat.item.result == {"overall": 63.0}


async def test_a_repeat_gives_nobody_anothers_work(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """Not a colleague, and not the owner once it has expired."""
    await accepted(store, ana)

    assert (await store.accept("Ev1", "check", DRAFT, ben)).item is None
    clock.advance(hours=23, minutes=59)
    assert (await store.accept("Ev1", "check", DRAFT, ana)).item is not None
    clock.advance(minutes=1)
    assert (await store.accept("Ev1", "check", DRAFT, ana)).item is None


async def test_a_payload_that_is_not_json_leaves_the_event_open(
    store: SqlStore, ana: Person
) -> None:
    """When the work could not be kept, the event was not used up either."""
    with pytest.raises(TypeError):
        await store.accept("Ev1", "check", {"reply": object()}, ana)

    assert (await store.accept("Ev1", "check", DRAFT, ana)).first


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


async def test_an_attempt_that_ends_in_order_costs_nothing(store: SqlStore, ana: Person) -> None:
    """However often Slack is away or a process is stopped, before and after the score."""
    item = await accepted(store, ana)
    for _ in range(10):
        assert await store.claim(item.id, worker="w1", lease_seconds=LEASE)
        assert await store.fail(item.id, worker="w1", error_id="e1", retry_in=0) == "queued"
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
    for _ in range(10):
        assert await store.fail(item.id, worker="w1", error_id="e1", retry_in=0) == "scored"
        taken = await store.claim(item.id, worker="w1", lease_seconds=LEASE)
        assert taken is not None
        assert taken.attempts == 1
    assert await store.delivered(item.id, worker="w1")


async def test_an_error_without_a_retry_closes_an_item(store: SqlStore, ana: Person) -> None:
    """It is never taken up again, its error can be found, and its draft is still there."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    assert await store.fail(item.id, worker="w1", error_id="e1") == "failed"
    assert await store.claim(item.id, worker="w1", lease_seconds=LEASE) is None
    loaded = await store.load(item.id, ana)
    assert (loaded.payload, loaded.error_id) == (DRAFT, "e1")


async def test_an_item_that_kills_its_workers_is_given_up(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """What died with its worker every time is handed out to tell its owner, then closed."""
    item = await accepted(store, ana)
    other = await accepted(store, ben, "Ev2")
    for _ in range(3):
        assert await store.claim(item.id, worker="w1", lease_seconds=LEASE)
        clock.advance(seconds=LEASE)

    assert await store.due() == [other.id]
    [given_up] = await store.give_up(worker="w2", lease_seconds=LEASE)
    assert (given_up.id, given_up.owner) == (item.id, ana)
    assert await store.give_up(worker="w3", lease_seconds=LEASE) == []
    assert await store.fail(item.id, worker="w2", error_id="e1") == "failed"
    clock.advance(seconds=LEASE)
    assert await store.give_up(worker="w3", lease_seconds=LEASE) == []


async def test_who_could_not_be_told_is_told_later(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A given up item that nobody closes comes round again after the lease."""
    item = await accepted(store, ana)
    for _ in range(3):
        await store.claim(item.id, worker="w1", lease_seconds=0)
    await store.give_up(worker="w1", lease_seconds=LEASE)
    clock.advance(seconds=LEASE)

    assert [again.id for again in await store.give_up(worker="w2", lease_seconds=5)] == [item.id]


async def test_what_was_put_back_is_given_up_before_it_expires(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A pause never reaches past the last two minutes, in which the owner is told."""
    item = await accepted(store, ana)
    fresh = await accepted(store, ana, "Ev2")
    clock.advance(hours=23, minutes=50)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.fail(item.id, worker="w1", error_id="e1", retry_in=3600)
    clock.advance(minutes=8)

    assert set(await store.due()) == {item.id, fresh.id}
    [ending] = await store.give_up(worker="w2", lease_seconds=LEASE)
    assert ending.id == item.id


async def test_a_given_up_item_that_no_key_opens_spares_the_others(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """One unreadable row is closed, and the people of the rest are told."""
    broken, item = await accepted(store, ana), await accepted(store, ben, "Ev2")
    for work_id in (broken.id, item.id):
        for _ in range(3):
            await store.claim(work_id, worker="w1", lease_seconds=0)
    async with store._database.transaction() as session:
        await session.execute(
            text("UPDATE work_item SET payload = :junk WHERE id = :id"),
            {"junk": b"junk", "id": broken.id},
        )

    given_up = await store.give_up(worker="w1", lease_seconds=0)
    assert [given.id for given in given_up] == [item.id]
    assert [again.id for again in await store.give_up(worker="w1", lease_seconds=0)] == [item.id]


@pytest.mark.parametrize("step", ["queued", "running", "scored"])
@pytest.mark.parametrize("keep_draft", [True, False])
async def test_a_cancelled_check_is_nobodys_any_more(
    store: SqlStore,
    ana: Person,
    open_another: Callable[[], SqlStore],
    step: str,
    keep_draft: bool,
) -> None:
    """Another process cancels; the worker may neither keep a result nor show a card."""
    item = await accepted(store, ana)
    if step != "queued":
        await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    if step == "scored":
        await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})

    assert await open_another().cancel(item.id, ana, keep_draft=keep_draft)
    assert not await store.renew(item.id, worker="w1", lease_seconds=LEASE)
    assert not await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
    assert not await store.delivered(item.id, worker="w1")
    assert await store.fail(item.id, worker="w1", error_id="e1", retry_in=0) is None
    assert await store.claim(item.id, worker="w2", lease_seconds=LEASE) is None
    assert await store.due() == []
    assert await rows(store, CheckRow) == []
    assert not await store.cancel(item.id, ana, keep_draft=keep_draft)


async def test_a_cancelled_draft_is_deleted_at_once_or_kept_for_its_form(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Deleted means that no row is left; kept means for a quarter of an hour."""
    deleted, kept = await accepted(store, ana), await accepted(store, ana, "Ev2")
    await store.cancel(deleted.id, ana, keep_draft=False)
    await store.cancel(kept.id, ana, keep_draft=True)

    assert [row.id for row in await rows(store, WorkItemRow)] == [kept.id]
    loaded = await store.load(kept.id, ana)
    assert (loaded.state, loaded.payload, loaded.result) == ("cancelled", DRAFT, None)
    assert loaded.expires_at == clock.now + timedelta(minutes=15)


async def test_only_ones_own_open_check_can_be_cancelled(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """A colleague's click and one after the card change nothing."""
    item, done = await accepted(store, ana), await finished(store, ana, "Ev2")

    assert not await store.cancel(item.id, ben, keep_draft=False)
    assert not await store.cancel(done, ana, keep_draft=False)
    assert [row.id for row in await rows(store, CheckRow)] == [done]
    assert await store.due() == [item.id]


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
    assert not (await store.accept("Ev1", "check", DRAFT, ana)).first


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
