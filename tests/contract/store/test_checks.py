"""Checks: numbers only, once, and only where the person lets them count."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest

from bot.errors import CheckNotFoundError, WorkNotFoundError
from bot.store.base import Consent, NewFeedback, Person
from bot.store.sql import SqlStore
from bot.store.tables import CheckRow, FeedbackRow
from tests.contract.store.values import LEASE, accepted, finished, new_check, rows
from tests.doubles.clock import HandClock


async def test_a_check_is_kept_as_numbers(store: SqlStore, ana: Person, clock: HandClock) -> None:
    """What the scorer said is kept under pseudonyms, timed in UTC to the second."""
    work_id = await finished(store, ana)

    [check] = await rows(store, CheckRow)
    assert check.id == work_id
    assert (check.overall, check.interval_low, check.interval_high) == (63.0, 54.0, 71.0)
    assert (check.band, check.need, check.abstained) == ("okay", 1.4, None)
    assert check.features == {"names_feeling": 0.31, "other": 0.0}
    assert check.flags == ["pii"]
    assert (check.channel_kind, check.session_id, check.ordinal) == ("public", "s1", 1)
    assert (check.model_id, check.model_sha256) == ("2026-11-30.1", "ab" * 32)
    assert check.checked_at == clock.now.replace(microsecond=0)
    assert check.checked_at.tzinfo == UTC
    assert ana.user_id not in check.member
    assert ana.team_id not in check.team


async def test_an_abstention_is_kept_without_a_score(store: SqlStore, ana: Person) -> None:
    """A check that gave no score is kept with its reason."""
    await finished(
        store,
        ana,
        check=new_check(
            overall=None, interval=None, band=None, abstained="too_short", features={}, flags=()
        ),
    )

    [check] = await rows(store, CheckRow)
    assert (check.overall, check.interval_low, check.band) == (None, None, None)
    assert (check.abstained, check.features, check.flags) == ("too_short", {}, [])


async def test_finishing_twice_keeps_one_check(store: SqlStore, ana: Person) -> None:
    """However often a result comes in, there is one check and the first result stays."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    assert await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
    assert not await store.finish(item.id, worker="w1", check=new_check(), result={"n": 2})
    assert len(await rows(store, CheckRow)) == 1
    assert (await store.load(item.id, ana)).result == {"n": 1}


async def test_work_without_a_check_keeps_none(store: SqlStore, ana: Person) -> None:
    """Work that is not a check finishes with a result alone."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)

    assert await store.finish(item.id, worker="w1", check=None, result={"n": 1})
    assert await rows(store, CheckRow) == []


async def test_re_checks_leave_the_first_and_the_last(store: SqlStore, ana: Person) -> None:
    """A draft that is checked four times leaves two checks, not four."""
    ids = [await finished(store, ana, f"Ev{number}") for number in range(4)]
    other = await finished(store, ana, "Ev9", check=new_check(session_id="s2"))

    kept = {check.id: check.ordinal for check in await rows(store, CheckRow)}
    assert kept[other] == 1
    assert kept.keys() == {ids[0], ids[3], other}
    assert kept[ids[0]] < kept[ids[3]]


async def test_a_re_check_that_got_feedback_stays(store: SqlStore, ana: Person) -> None:
    """A rating is not lost because the draft was checked again."""
    ids = [await finished(store, ana, f"Ev{number}") for number in range(2)]
    await store.record_feedback("F1", NewFeedback(check_id=ids[1], thumb="down"), ana)
    ids.append(await finished(store, ana, "Ev2"))

    assert {check.id for check in await rows(store, CheckRow)} == set(ids)
    assert [row.check_id for row in await rows(store, FeedbackRow)] == [ids[1]]


async def test_the_same_session_id_of_two_people_is_two_sessions(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """One person's re-checks never remove another person's check."""
    for number in range(3):
        await finished(store, ana, f"A{number}")
        await finished(store, ben, f"B{number}")

    assert len(await rows(store, CheckRow)) == 4


async def test_feedback_is_kept_once_per_event(store: SqlStore, ana: Person) -> None:
    """A repeated delivery of a click changes nothing."""
    check_id = await finished(store, ana)
    feedback = NewFeedback(
        check_id=check_id,
        thumb="down",
        rating=2,
        reasons=("wrong_score", "missing_context"),
        disputed_feature="names_feeling",
    )

    assert await store.record_feedback("F1", feedback, ana)
    assert not await store.record_feedback("F1", NewFeedback(check_id=check_id, thumb="up"), ana)
    [row] = await rows(store, FeedbackRow)
    assert (row.thumb, row.rating, row.disputed_feature) == ("down", 2, "names_feeling")
    assert row.reasons == ["wrong_score", "missing_context"]


async def test_later_feedback_replaces_what_it_names(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Rating again replaces the rating, leaves the thumb, and can take reasons back."""
    check_id = await finished(store, ana)
    await store.record_feedback(
        "F1", NewFeedback(check_id=check_id, thumb="up", rating=2, reasons=("wrong_score",)), ana
    )
    clock.advance(minutes=1)
    await store.record_feedback("F2", NewFeedback(check_id=check_id, rating=5, reasons=()), ana)

    [row] = await rows(store, FeedbackRow)
    assert (row.thumb, row.rating, row.reasons) == ("up", 5, [])
    assert row.updated_at - row.created_at == timedelta(minutes=1)


async def test_nobody_rates_another_persons_check(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """Feedback on a foreign or unknown check is refused and its event stays open."""
    check_id = await finished(store, ana)
    await accepted(store, ben, "EvB")

    with pytest.raises(CheckNotFoundError):
        await store.record_feedback("F1", NewFeedback(check_id=check_id, thumb="up"), ben)
    with pytest.raises(CheckNotFoundError):
        await store.record_feedback("F1", NewFeedback(check_id="0" * 32, thumb="up"), ana)
    assert await rows(store, FeedbackRow) == []
    assert await store.record_feedback("F1", NewFeedback(check_id=check_id, thumb="up"), ana)


async def test_checks_count_until_switched_off(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """The switch is on at first, and remembers what it is set to."""
    assert await store.consent(ana) == Consent(checks_count=True, told_at=None)
    assert await store.set_switch(ana, "checks_count", on=False) == Consent(False, None)
    assert await store.consent(ana) == Consent(False, None)
    assert await store.set_switch(ana, "checks_count", on=True) == Consent(True, None)


async def test_a_person_is_told_once(store: SqlStore, ana: Person, clock: HandClock) -> None:
    """Only the first caller gets to tell a person what is kept."""
    assert await store.mark_told(ana)
    assert not await store.mark_told(ana)
    assert await store.consent(ana) == Consent(True, clock.now)


async def test_switched_off_nothing_is_kept_after_the_card(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Without consent there is no check, no feedback, and the draft goes within minutes."""
    await store.set_switch(ana, "checks_count", on=False)
    work_id = await finished(store, ana)

    assert await rows(store, CheckRow) == []
    with pytest.raises(CheckNotFoundError):
        await store.record_feedback("F1", NewFeedback(check_id=work_id, thumb="up"), ana)
    assert (await store.load(work_id, ana)).result == {"overall": 63.0}
    clock.advance(minutes=15)
    with pytest.raises(WorkNotFoundError):
        await store.load(work_id, ana)
    assert (await store.purge(clock.now)).work_items == 1


async def test_switching_off_removes_what_was_kept(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """Withdrawal takes the person's checks, feedback and drafts, and nobody else's."""
    mine, theirs = await finished(store, ana), await finished(store, ben, "Ev2")
    for event, check_id, person in (("F1", mine, ana), ("F2", theirs, ben)):
        await store.record_feedback(event, NewFeedback(check_id=check_id, thumb="up"), person)

    await store.set_switch(ana, "checks_count", on=False)

    assert [row.id for row in await rows(store, CheckRow)] == [theirs]
    assert [row.check_id for row in await rows(store, FeedbackRow)] == [theirs]
    clock.advance(minutes=15)
    assert (await store.purge(clock.now)).work_items == 1


async def test_a_failed_draft_of_somebody_who_does_not_count_goes_soon(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A draft that could not be scored is not kept longer than one that could."""
    await store.set_switch(ana, "checks_count", on=False)
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.fail(item.id, worker="w1", error_id="e1")

    assert (await store.load(item.id, ana)).expires_at == clock.now + timedelta(minutes=15)
