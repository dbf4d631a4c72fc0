"""Open disagreements, and marks that every process sees."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.errors import CheckNotFoundError
from bot.store.base import NewFeedback, Person
from bot.store.sql import SqlStore
from bot.store.tables import AuditRow
from tests.contract.store.test_consent import kept_check
from tests.contract.store.values import rows
from tests.doubles.clock import HandClock

WRONG = {"reasons": ("wrong_score",), "disputed_feature": "names_feeling"}


async def disagree(store: SqlStore, person: Person, event: str = "Ev1") -> str:
    """Check a draft and disagree."""
    check = await kept_check(store, person, event)
    await store.record_feedback(f"f-{event}", NewFeedback(check_id=check, **WRONG), person)
    return check


async def test_open_disagreements_are_listed_for_their_workspace_alone(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """The oldest first, without a name; those that were settled and mere ratings are left out."""
    first = await disagree(store, ana)
    second = await disagree(store, ben, "Ev2")
    rated = await kept_check(store, ana, "Ev3")
    await store.record_feedback("f3", NewFeedback(check_id=rated, thumb="up", reasons=()), ana)

    found = await store.disputes(ana)
    assert [one.check_id for one in found] == [first, second]
    assert (found[0].reasons, found[0].feature) == (("wrong_score",), "names_feeling")
    assert await store.disputes(Person("T0OTHER", ana.user_id)) == []
    await store.set_outcome(first, "stands", ben)
    assert [one.check_id for one in await store.disputes(ana)] == [second]


async def test_another_workspace_settles_nothing(store: SqlStore, ana: Person) -> None:
    """Not even with the check's id; who settled it here is in the audit trail."""
    check = await disagree(store, ana)
    with pytest.raises(CheckNotFoundError):
        await store.set_outcome(check, "upheld", Person("T0OTHER", ana.user_id))
    await store.set_outcome(check, "upheld", ana)
    [entry] = [e for e in await rows(store, AuditRow) if e.action == "outcome_set"]
    assert entry.member is not None


async def test_who_disagrees_anew_is_answered_anew(store: SqlStore, ana: Person) -> None:
    """The answer of before goes with what it answered."""
    check = await disagree(store, ana)
    await store.set_outcome(check, "stands", ana)
    again = NewFeedback(check_id=check, reasons=("missed_something",))
    await store.record_feedback("again", again, ana)
    [open_again] = await store.disputes(ana)
    assert open_again.reasons == ("missed_something",)
    [own] = await store.own_checks(ana, since=open_again.said_at - timedelta(days=1))
    assert own.outcome is None


async def test_a_mark_is_seen_from_its_moment_on(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """By who asks about the time since; a mark set again is a fresh one, of its person alone."""
    began = clock.now
    assert not await store.marked("stop:D1:1", ana, since=began)
    await store.mark("stop:D1:1", ana)
    assert await store.marked("stop:D1:1", ana, since=began)
    clock.advance(seconds=60)
    assert not await store.marked("stop:D1:1", ana, since=clock.now)
    await store.mark("stop:D1:1", ana)
    assert await store.marked("stop:D1:1", ana, since=clock.now)
    assert not await store.marked("stop:D1:1", Person("T0OTHER", ana.user_id), since=began)


async def test_an_event_is_new_once(store: SqlStore, ana: Person) -> None:
    """However often it is asked."""
    assert [await store.first_time("click", ana) for _ in range(3)] == [True, False, False]
