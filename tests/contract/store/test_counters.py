"""The store counts what happens, for whoever watches over the bot."""

from __future__ import annotations

from bot.store.base import NewFeedback, Person
from bot.store.sql import SqlStore
from tests.contract.store.values import DRAFT, LEASE, accepted, finished, new_check
from tests.doubles.clock import HandClock


def counted(store: SqlStore, name: str, **labels: str) -> float:
    """Read one counter."""
    return store._metrics.registry.get_sample_value(f"warmline_{name}", labels) or 0


async def test_events_checks_and_ratings_are_counted(store: SqlStore, ana: Person) -> None:
    """Each outcome is counted once, repeats apart."""
    check_id = await finished(store, ana)
    await store.accept("Ev1", "check", DRAFT, ana)
    for _ in range(2):
        await store.record_feedback("F1", NewFeedback(check_id=check_id, thumb="up"), ana)
    nothing = new_check(overall=None, interval=None, band=None, abstained="no_text", features={})
    await finished(store, ana, "Ev2", check=nothing)

    assert counted(store, "events_total", outcome="accepted") == 2
    assert counted(store, "events_total", outcome="repeat") == 1
    assert counted(store, "checks_total", outcome="scored") == 1
    assert counted(store, "checks_total", outcome="abstained") == 1
    assert counted(store, "feedback_total", outcome="kept") == 1
    assert counted(store, "feedback_total", outcome="repeat") == 1


async def test_failures_are_counted_by_what_follows(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """What is tried again, what is not, and what its person stopped are told apart."""
    one, other = await accepted(store, ana), await accepted(store, ana, "Ev2")
    for retry_in in (0, None):
        await store.claim(one.id, worker="w1", lease_seconds=LEASE)
        await store.fail(one.id, worker="w1", error_id="e1", retry_in=retry_in)
    await store.cancel(other.id, ana, keep_draft=False)

    assert counted(store, "checks_total", outcome="put_back") == 1
    assert counted(store, "checks_total", outcome="failed") == 1
    assert counted(store, "checks_total", outcome="cancelled") == 1


async def test_the_time_to_the_card_and_removals_are_counted(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Seconds run from accepting a draft to its card; a purge counts what it removed."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
    clock.advance(seconds=1.5)
    await store.delivered(item.id, worker="w1")
    clock.advance(hours=25)
    await store.purge(clock.now)

    assert counted(store, "card_seconds_sum") == 1.5
    assert counted(store, "card_seconds_count") == 1
    assert counted(store, "removed_total", what="work_item") == 1
    assert counted(store, "removed_total", what="event") == 1
