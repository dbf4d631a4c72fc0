"""The store's side of reports and scheduled runs, on both databases."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import event, text

from bot.report.weeks import Week
from bot.store.base import NewChoice, NewFeedback, Person, ReportTime, TeamSettings, TeamSetup
from bot.store.reporting import AnchorScore
from bot.store.sql import SqlStore
from bot.store.tables import WeeklyReportRow
from tests.contract.store.conftest import OpenStore
from tests.contract.store.values import finished, new_check, rows
from tests.doubles.clock import HandClock

MARKED = {"weakest": ("names_feeling",), "strengths": ("owns_next_step",)}


def week_of(clock: HandClock) -> tuple[datetime, datetime]:
    """The week that the clock stands in."""
    return Week.of(clock(), "UTC").span("UTC")


async def test_checks_of_one_draft_are_one_draft(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """First score, last score, and what its last card said."""
    await finished(store, ana, "Ev1", new_check(overall=50.0))
    await finished(store, ana, "Ev2", new_check(overall=64.0, **MARKED))

    [draft] = await store.report_drafts(ana, week_of(clock))
    assert (draft.first, draft.overall, draft.checks) == (50.0, 64.0, 2)
    assert (draft.weakest, draft.strengths) == (("names_feeling",), ("owns_next_step",))


async def test_people_are_numbers_and_one_person_is_one_number(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """No pseudonym leaves the store."""
    for number, person in enumerate((ana, ben, ana)):
        await finished(store, person, f"Ev{number}", new_check(session_id=f"s{number}"))
    drafts = await store.report_drafts(ana, week_of(clock))
    assert sorted(draft.person for draft in drafts) in ([0, 0, 1], [0, 1, 1])


async def test_other_teams_and_other_weeks_are_left_out(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A report is about one team and one span."""
    start, end = week_of(clock)
    await finished(store, ana, "Ev1", new_check())
    await finished(store, Person("T0OTHER", "U0X"), "Ev2", new_check())

    assert len(await store.report_drafts(ana, (start, end))) == 1
    assert await store.report_drafts(ana, (end, end + timedelta(weeks=1))) == []


async def test_a_draft_belongs_to_the_week_of_its_first_check(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Checked again after the week, it is not counted a second time."""
    begun = week_of(clock)
    await finished(store, ana, "Ev1", new_check(overall=50.0))
    clock.advance(weeks=1)
    await finished(store, ana, "Ev2", new_check(overall=70.0))

    [draft] = await store.report_drafts(ana, begun)
    assert (draft.overall, draft.checks) == (50.0, 1)
    assert await store.report_drafts(ana, week_of(clock)) == []


async def test_what_was_said_and_chosen_comes_along(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """Rating, reasons, outcome, and the best that was done with a suggestion."""
    offers = [
        {"kind": kind, "source": "edits", "overall": 70.0, "delta": 7.0}
        for kind in ("light", "warmer")
    ]
    check = await finished(store, ana, "Ev1", new_check(offers=offers))
    said = NewFeedback(check_id=check, rating=4, reasons=("wrong_score",))
    await store.record_feedback("f1", said, ana)
    await store.record_choice("c1", NewChoice(check_id=check, position=0, choice="refused"), ana)
    await store.record_choice("c2", NewChoice(check_id=check, position=1, choice="edited"), ana)
    await store.set_outcome(check, "upheld", ana)

    [draft] = await store.report_drafts(ana, week_of(clock))
    assert (draft.rating, draft.rated, draft.reasons) == (4, 63.0, ("wrong_score",))
    assert (draft.outcome, draft.suggested, draft.choice) == ("upheld", True, "edited")


async def test_a_week_is_found_by_the_index(store: SqlStore, ana: Person, clock: HandClock) -> None:
    """No statement of a report reads a table from end to end."""
    await finished(store, ana, "Ev1", new_check())
    engine = store._database.readers
    asked: list[tuple[str, object]] = []
    heard = lambda *a: asked.append((a[2], a[3]))  # noqa: E731
    event.listen(engine.sync_engine, "before_cursor_execute", heard)
    await store.report_drafts(ana, week_of(clock))
    event.remove(engine.sync_engine, "before_cursor_execute", heard)
    read = [(sql, values) for sql, values in asked if sql.lstrip().startswith("SELECT")]
    assert len(read) == 3
    explain = "EXPLAIN QUERY PLAN " if store._database.dialect == "sqlite" else "EXPLAIN "
    async with engine.connect() as connection:
        if store._database.dialect != "sqlite":
            # So few rows are read faster from end to end; asked not to, it shows that it can.
            await connection.execute(text("SET enable_seqscan = off"))
        for sql, values in read:
            plan = str((await connection.exec_driver_sql(explain + sql, values)).all())
            assert "Seq Scan" not in plan
            assert "SCAN" not in plan


async def test_a_report_is_published_once(store: SqlStore, ana: Person) -> None:
    """Whoever comes second is given what the first one published."""
    assert await store.saved_report(ana, "2026-W48") is None
    assert await store.save_report(ana, "2026-W48", {"drafts": 1}) == {"drafts": 1}
    assert await store.save_report(ana, "2026-W48", {"drafts": 2}) == {"drafts": 1}
    await store.save_report(ana, "2026-W47", {"drafts": 0})
    assert await store.saved_reports(ana) == [{"drafts": 0}, {"drafts": 1}]


async def test_reports_go_with_their_team_and_with_time(
    store: SqlStore, ana: Person, clock: HandClock
) -> None:
    """A workspace that is forgotten leaves none; old ones are removed."""
    await store.save_report(ana, "2026-W48", {})
    await store.forget_team(team_id=ana.team_id)
    assert await rows(store, WeeklyReportRow) == []
    await store.save_report(ana, "2026-W48", {})
    await store.claim_slot("job", "slot", worker="w1", lease_seconds=60)
    clock.advance(days=401)
    # The report, the run, and the audit entry of the workspace that was forgotten.
    assert (await store.purge(clock())).records == 3
    assert await rows(store, WeeklyReportRow) == []


async def test_teams_with_a_report_are_listed_with_their_leads(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """A team without a report is not."""
    setup = TeamSetup("Care", ReportTime("C1", 0, 9, "Europe/London"), frozenset({ben.user_id}))
    await store.save_team(ana, TeamSettings(), setup, with_leads=True)
    await store.save_team(Person("T2", "U2"), TeamSettings(), TeamSetup("No"), with_leads=True)

    [found] = await store.report_teams()
    assert found.team == Person(ana.team_id, "")
    assert found.setup == setup


async def test_the_oldest_check_is_told(store: SqlStore, ana: Person, clock: HandClock) -> None:
    """Reports begin there."""
    assert await store.first_check(ana) is None
    at = clock().replace(microsecond=0)
    await finished(store, ana, "Ev1", new_check())
    clock.advance(days=9)
    await finished(store, ana, "Ev2", new_check(session_id="s2"))
    assert await store.first_check(ana) == at


async def test_anchors_are_kept_once_a_week_and_tell_of_a_new_model(
    store: SqlStore, clock: HandClock
) -> None:
    """The second run of a week changes nothing; another model is noted with the one before."""
    for week, model, overall in (
        ("2026-W47", "m1", 50.0),
        ("2026-W47", "m1", 51.0),
        ("2026-W48", "m2", 55.0),
    ):
        clock.advance(days=1)
        await store.save_anchors([AnchorScore(week, "a", overall, model)], clock())

    assert [score.overall for score in await store.anchors()] == [50.0, 55.0]
    assert [score.week for score in await store.anchors("2026-W48")] == ["2026-W48"]
    always = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))
    changes = await store.model_events(always)
    assert [(change.model, change.before) for change in changes] == [("m1", ""), ("m2", "m1")]


async def test_a_slot_is_taken_by_one_worker(open_another: OpenStore) -> None:
    """Two processes ask; one has it, and after it has ended nobody has it again."""
    one, two = open_another(), open_another()
    assert await one.claim_slot("job", "W48", worker="w1", lease_seconds=60)
    assert not await two.claim_slot("job", "W48", worker="w2", lease_seconds=60)
    assert not await two.end_slot("job", "W48", worker="w2")
    assert await one.end_slot("job", "W48", worker="w1")
    assert not await two.claim_slot("job", "W48", worker="w2", lease_seconds=60)
    assert await two.last_slot("job") == "W48"
    assert await two.last_slot("other") is None


async def test_a_silent_worker_loses_its_slot(open_another: OpenStore, clock: HandClock) -> None:
    """Beats keep it; silence gives it to the next one, and the first one is told."""
    one, two = open_another(), open_another()
    await one.claim_slot("job", "W48", worker="w1", lease_seconds=60)
    clock.advance(seconds=50)
    assert await one.beat("job", "W48", worker="w1")
    clock.advance(seconds=50)
    assert not await two.claim_slot("job", "W48", worker="w2", lease_seconds=60)
    clock.advance(seconds=50)
    assert await two.claim_slot("job", "W48", worker="w2", lease_seconds=60)
    assert not await one.beat("job", "W48", worker="w1")
    assert not await one.end_slot("job", "W48", worker="w1")


async def test_a_failed_run_is_taken_up_again_after_a_while(
    store: SqlStore, clock: HandClock
) -> None:
    """Not at once: what failed a second ago fails again."""
    await store.claim_slot("job", "W48", worker="w1", lease_seconds=60)
    assert await store.end_slot("job", "W48", worker="w1", error_id="e1")
    assert not await store.claim_slot("job", "W48", worker="w1", lease_seconds=60)
    clock.advance(seconds=61)
    assert await store.claim_slot("job", "W48", worker="w1", lease_seconds=60)


async def test_a_posting_is_new_once_then_open_then_done(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock
) -> None:
    """Whoever comes after knows that somebody has tried, since when, and how it ended."""
    first = await store.begin_post(ana, "2026-W48", "C1")
    assert first.state == "new"
    clock.advance(minutes=6)
    again = await store.begin_post(ben, "2026-W48", "C1")
    assert (again.key, again.state, again.began) == (first.key, "open", first.began)
    await store.end_post(again, there=True)
    assert (await store.begin_post(ana, "2026-W48", "C1")).state == "done"


async def test_a_refused_posting_is_forgotten(store: SqlStore, ana: Person) -> None:
    """It is as if nobody had tried."""
    refused = await store.begin_post(ana, "2026-W48", "C1")
    await store.end_post(refused, there=False)
    assert (await store.begin_post(ana, "2026-W48", "C1")).state == "new"


async def test_each_week_place_and_team_has_a_posting_of_its_own(
    store: SqlStore, ana: Person
) -> None:
    """And its key names none of them."""
    asked = [(ana, "2026-W48", "C1"), (ana, "2026-W49", "C1"), (ana, "2026-W48", ana.user_id)]
    asked.append((Person("T0OTHER", ""), "2026-W48", "C1"))
    postings = [await store.begin_post(*one) for one in asked]
    assert [posting.state for posting in postings] == ["new"] * 4
    assert len({posting.key for posting in postings}) == 4
    assert not any(ana.user_id in posting.key for posting in postings)


async def test_two_processes_that_begin_one_posting_are_told_apart(
    open_another: OpenStore, ana: Person
) -> None:
    """One of them is first."""
    one, two = open_another(), open_another()
    begun = await asyncio.gather(*(s.begin_post(ana, "2026-W48", "C1") for s in (one, two)))
    assert sorted(posting.state for posting in begun) == ["new", "open"]
