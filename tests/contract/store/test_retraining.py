"""What retraining reads and keeps, on both databases."""

from __future__ import annotations

from dataclasses import replace

from bot.store.base import NewFeedback, Person
from bot.store.learning import TrainingRun
from bot.store.sql import SqlStore
from tests.contract.store.kept import full_person
from tests.doubles.clock import HandClock


async def test_only_new_ratings_that_may_train_count(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """A rating with a sample counts until it is handed out or its person says no."""
    mine = await full_person(store, ana)
    assert await store.fresh_ratings() == 0
    await store.record_feedback("Fr", NewFeedback(check_id=mine, rating=4), ana)
    theirs = await full_person(store, ben, "Ev2")
    await store.record_feedback("Fs", NewFeedback(check_id=theirs, rating=2), ben)
    assert await store.fresh_ratings() == 2
    await store.set_switch(ben, "train", on=False)
    assert await store.fresh_ratings() == 1
    await store.examples()
    assert await store.fresh_ratings() == 0


async def test_raters_and_weeks_come_with_a_salted_reading(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """One person has one id in a reading, another in the next, and none without a salt."""
    await full_person(store, ana)
    await full_person(store, ana, "Ev2")
    first = await store.examples(salt=b"one")
    again = await store.examples(salt=b"two")
    assert len({x.rater for x in first}) == 1
    assert first[0].rater != again[0].rater
    assert {x.rater for x in await store.examples()} == {""}
    year, week, _ = clock.now.isocalendar()
    assert first[0].week == f"{year}-W{week:02d}"


async def test_a_run_is_kept_and_brought_up_to_date(store: SqlStore, clock: HandClock) -> None:
    """The latest first; saving again changes it and adds none."""
    run = TrainingRun("a" * 32, clock.now, "schedule", "100 new ratings")
    await store.save_training_run(run)
    ended = replace(run, finished_at=clock.now, version="v2", passed=False, said="crisis: fewer.")
    await store.save_training_run(ended)
    assert await store.training_runs() == [ended]
