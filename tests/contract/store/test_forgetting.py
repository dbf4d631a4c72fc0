"""Forgetting: a person, a workspace, and what has outlived its time. Nothing is left to find."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors import CheckNotFoundError, WorkNotFoundError
from bot.store.base import Forgotten, NewFeedback, Person, Stored, TeamSettings
from bot.store.sql import SqlStore
from bot.store.tables import (
    AnchorScoreRow,
    AuditRow,
    CheckRow,
    EventSeenRow,
    FeedbackRow,
    InstallationRow,
    JobRunRow,
    MemberRow,
    ModelEventRow,
    OfferRow,
    Row,
    TeamSettingRow,
    TextSampleRow,
    TrainingRunRow,
    WeeklyReportRow,
    WithdrawalRow,
    WorkItemRow,
)
from tests.contract.store.kept import full_person, kept_check
from tests.contract.store.test_secrecy import everything
from tests.contract.store.values import LEASE, accepted, new_check, rows
from tests.doubles.clock import HandClock

OWN_TABLES = (CheckRow, FeedbackRow, MemberRow, OfferRow, TextSampleRow, WorkItemRow)


async def test_a_forgotten_person_is_nowhere_in_the_database(
    store: SqlStore, database: str, ana: Person
) -> None:
    """No pseudonym, id, sealed text or number of theirs is in any byte of the database."""
    check_id = await full_person(store, ana)
    await store.examples()
    await store.export(ana)
    [member] = await rows(store, MemberRow)
    [sample], [work] = await rows(store, TextSampleRow), await rows(store, WorkItemRow)
    planted = [member.id.encode(), member.identity, sample.reply, sample.customer, work.payload]
    before = everything(database)
    assert all(part and part in before for part in planted)

    gone = await store.forget(ana)

    assert gone == Forgotten(people=1, checks=1, samples=1, drafts=1, to_rebuild=1)
    left = everything(database)
    secrets = [ana.user_id.encode(), ana.team_id.encode(), b"PLANTED", *planted]
    assert not [part for part in secrets if part and part in left]
    # Of what was handed out for training its id alone stays, so that models can follow.
    assert [one.check_id for one in await rows(store, WithdrawalRow)] == [check_id]


@pytest.mark.parametrize("table", OWN_TABLES)
async def test_forgetting_reaches_every_table_and_nobody_else(
    store: SqlStore, ana: Person, ben: Person, table: type[Row]
) -> None:
    """Each table keeps the colleague's rows, and only these."""
    await full_person(store, ana)
    await full_person(store, ben, "Ev2")
    both = len(await rows(store, table))
    await store.forget(ana)
    assert len(await rows(store, table)) == both / 2 > 0


async def test_every_table_is_spoken_of_here() -> None:
    """A new table makes this test fail until forgetting knows it."""
    of_nobody = {AnchorScoreRow, JobRunRow, ModelEventRow, WeeklyReportRow, TeamSettingRow}
    of_nobody |= {TrainingRunRow}
    handled = {*OWN_TABLES, *of_nobody, AuditRow, EventSeenRow, InstallationRow, WithdrawalRow}
    assert {table.__tablename__ for table in handled} == set(Row.metadata.tables)


async def test_a_late_repeat_after_forgetting_has_no_effect(store: SqlStore, ana: Person) -> None:
    """The event is still known, its work is not, and nobody is brought back."""
    await full_person(store, ana)
    await store.forget(ana)

    again = await store.accept("Ev1", "check", {"reply": "x"}, ana)
    assert (again.first, again.item) == (False, None)
    assert await rows(store, MemberRow) == []
    assert {row.work_id for row in await rows(store, EventSeenRow)} == {None}


async def test_forgetting_stops_a_check_that_runs(store: SqlStore, ana: Person) -> None:
    """Its worker finds nothing to finish, renew or deliver, and keeps nothing."""
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.forget(ana)

    assert not await store.renew(item.id, worker="w1", lease_seconds=LEASE)
    assert not await store.finish(item.id, worker="w1", check=new_check(), result={"n": 1})
    with pytest.raises(WorkNotFoundError):
        await store.load(item.id, ana)
    assert await rows(store, CheckRow) == []


async def test_the_record_of_forgetting_names_nobody(store: SqlStore, ana: Person) -> None:
    """What was deleted is noted in numbers; earlier entries lose who it was."""
    await full_person(store, ana)
    await store.forget(ana)
    entries = await rows(store, AuditRow)

    assert {entry.member for entry in entries} == {None}
    [forgotten] = [entry for entry in entries if entry.action == "person_forgotten"]
    assert forgotten.counts["checks"] == 1


async def test_who_comes_back_begins_anew(store: SqlStore, ana: Person) -> None:
    """Nothing of the earlier switches, and the first card tells them again."""
    await full_person(store, ana)
    await store.forget(ana)
    await kept_check(store, ana, "Ev7")

    consent = await store.consent(ana)
    assert (consent.told_at, consent.keep_samples, consent.train) == (None, False, False)
    assert (await store.stored_about(ana)).checks == 1


async def test_forgetting_nobody_changes_nothing(store: SqlStore, ana: Person, ben: Person) -> None:
    """Somebody unknown is forgotten without a trace, and twice is as good as once."""
    await full_person(store, ana)
    assert await store.forget(ben) == Forgotten()
    assert (await store.stored_about(ana)).checks == 1


async def test_a_removed_workspace_takes_everybody_with_it(
    store: SqlStore, database: str, ana: Person, ben: Person
) -> None:
    """People, settings and record of the workspace go; another workspace keeps its own."""
    stranger = Person(team_id="T0OTHER", user_id=ana.user_id)
    for number, person in enumerate((ana, ben, stranger)):
        await full_person(store, person, f"Ev{number}")
        await store.save_team_settings(person, TeamSettings("Call first."))
    [team] = {row.team for row in await rows(store, MemberRow)} - {store._pseudonyms.team(stranger)}

    gone = await store.forget_team(team_id=ana.team_id)

    assert (gone.people, gone.checks) == (2, 2)
    assert team.encode() not in everything(database)
    assert (await store.stored_about(stranger)).checks == 1
    assert await store.team_settings(stranger) == TeamSettings("Call first.")


async def test_a_removed_organisation_takes_all_its_workspaces(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """On Enterprise Grid every workspace of the organisation goes, and no other."""
    one, two = (replace(p, enterprise_id="E0GRID") for p in (ana, replace(ben, team_id="T0TWO")))
    for number, person in enumerate((one, two, ana)):
        await full_person(store, person, f"Ev{number}")

    assert (await store.forget_team(team_id="", enterprise_id="E0GRID")).people == 2
    assert (await store.stored_about(ana)).checks == 1


async def test_nothing_is_removed_for_an_unnamed_workspace(store: SqlStore, ana: Person) -> None:
    """An event that names neither workspace nor organisation deletes nobody."""
    await full_person(store, ana)
    assert (await store.forget_team(team_id="")).people == 0
    assert (await store.stored_about(ana)).checks == 1


async def test_samples_and_checks_go_when_their_time_is_up(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A sample after half a year, the numbers later; a model that knows them is then due."""
    check_id = await full_person(store, ana)
    await store.examples()

    clock.advance(days=181)
    purged = await store.purge(clock.now)
    assert (purged.samples, purged.checks) == (1, 0)
    assert await store.withdrawals() == []

    clock.advance(days=220)
    purged = await store.purge(clock.now)
    assert (purged.samples, purged.checks) == (0, 1)
    [due] = await store.withdrawals()
    assert due.id == check_id
    assert due.due_at - due.withdrawn_at == timedelta(days=30)
    assert await rows(store, FeedbackRow) == []

    clock.advance(days=60)
    assert (await store.purge(clock.now)).records >= 1
    assert await store.withdrawals() == []


async def test_what_is_stored_is_counted(store: SqlStore, ana: Person, clock: HandClock) -> None:
    """Every number a person is shown is what the tables hold."""
    await full_person(store, ana)
    await kept_check(store, ana, "Ev2")
    await store.examples(limit=1)
    stored = await store.stored_about(ana)

    now = clock.now
    assert (stored.checks, stored.ratings, stored.suggestions) == (2, 1, 4)
    assert dict(stored.choices) == {"used": 1}
    assert (stored.samples, stored.customer_messages, stored.drafts) == (2, 2, 2)
    assert stored.used_in_training == 1
    assert stored.samples_until == now + timedelta(days=180)
    assert stored.drafts_until == now + timedelta(hours=24)
    assert stored.first_check == stored.last_check == now.replace(microsecond=0)


async def test_an_export_holds_everything_of_one_person(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """All tables, opened, as plain JSON; nothing of a colleague's."""
    check_id = await full_person(store, ana)
    other = await full_person(store, ben, "Ev2")
    found = await store.export(ana)

    text = json.dumps(found)
    assert found["person"]["user_id"] == ana.user_id
    assert [one["id"] for one in found["checks"]] == [check_id]
    assert found["checks"][0]["features"] == {"names_feeling": 0.31, "other": 0.0}
    assert found["feedback"][0]["reasons"] == ["wrong_score"]
    assert len(found["suggestions"]) == 2
    assert found["drafts"][0]["payload"]["context"] == "It broke again!"
    assert [entry["action"] for entry in found["audit"]].count("switch_on") == 2
    assert other not in text
    assert ben.user_id not in text


async def test_nobody_reads_or_changes_what_is_anothers(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """Every way in, tried by a colleague, from another workspace and by a nobody, gives nothing."""
    check_id = await full_person(store, ana)
    since = clock.now - timedelta(days=1)
    others = (ben, replace(ana, team_id="T0OTHER"), replace(ana, enterprise_id="E1"))
    for other in (*others, Person("", "")):
        assert (await store.stored_about(other)).since is None
        assert await store.export(other) == {"stored": False}
        assert await store.own_checks(other, since=since) == []
        assert await store.forget(other) == Forgotten()
        assert not await store.cancel(check_id, other, keep_draft=False)
        with pytest.raises(WorkNotFoundError):
            await store.load(check_id, other)
        with pytest.raises(CheckNotFoundError):
            await store.record_feedback("F9", NewFeedback(check_id=check_id, rating=1), other)
    [mine] = await store.own_checks(ana, since=since)
    assert (mine.id, mine.overall, mine.rating) == (check_id, 63.0, None)
    assert (await store.stored_about(ana)).ratings == 1


async def test_nobody_unknown_is_written_down_by_looking(store: SqlStore, ana: Person) -> None:
    """Reading what is stored of somebody stores nothing."""
    consent = await store.consent(ana)
    assert await store.stored_about(ana) == Stored(consent)
    assert await store.export(ana) == {"stored": False}
    assert await rows(store, MemberRow) == []


async def test_withdrawn_examples_are_handed_out_no_more(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """Batches go by id, and a switch turned back on does not bring back what was withdrawn."""
    ids = sorted([await full_person(store, ana), await full_person(store, ben, "Ev2")])
    [first] = await store.examples(limit=1)
    [second] = await store.examples(after=first.id)
    assert [first.id, second.id] == ids
    assert first.numbers["feedback"]["thumb"] == "down"
    assert [one["choice"] for one in first.numbers["suggestions"]] == ["used", None]
    assert "member" not in first.numbers

    await store.set_switch(ana, "train", on=False)
    await store.set_switch(ana, "train", on=True)
    assert len(await store.examples()) == 1
    assert len(await store.withdrawals()) == 1
