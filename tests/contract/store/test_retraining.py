"""What retraining reads and keeps, on both databases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import RunNotFoundError
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


async def test_a_decision_is_taken_once_and_audited(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Of two that read the same state the first counts; what is final leaves an audit entry."""
    findings = ({"name": "crisis", "status": "pass", "why": "None is lost."},)
    run = TrainingRun(
        "b" * 32,
        clock.now,
        "schedule",
        "",
        finished_at=clock.now,
        version="v2",
        passed=True,
        findings=findings,
        page="gate.html",
    )
    await store.save_training_run(run)
    await store.mark_told(ana)
    assert await store.decide(run.id, "promoting", ana, before=None)
    assert not await store.decide(run.id, "rejected", ana, before=None)
    assert await store.decide(run.id, "promoted", ana, before="promoting")
    kept = await store.training_run(run.id)
    assert kept == replace(run, decision="promoted", decided_at=clock.now)
    actions = [entry["action"] for entry in (await store.export(ana))["audit"]]
    assert actions.count("model_promoted") == 1


async def test_a_try_that_failed_can_be_taken_back(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """The run stands as before, with no time of a decision."""
    run = TrainingRun("c" * 32, clock.now, "schedule", "", version="v2", passed=True)
    await store.save_training_run(run)
    await store.decide(run.id, "promoting", ana, before=None)
    assert await store.decide(run.id, None, ana, before="promoting")
    assert await store.training_run(run.id) == run


async def test_a_run_that_is_not_there_is_an_error(store: SqlStore) -> None:
    """A made-up id gives a sentence, not a crash."""
    with pytest.raises(RunNotFoundError, match="no longer in the list"):
        await store.training_run("made up")
