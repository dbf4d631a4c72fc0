"""Weeks that are empty or odd, through the store and the publishing: a sensible report each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.report import tell
from bot.report.demo import loading_store
from bot.report.model import Report
from bot.report.publish import Reports
from bot.report.weeks import Week
from bot.settings import Settings
from bot.store.base import Person, ReportTime, TeamSetup
from bot.store.load import LoadingStore
from bot.store.reporting import Draft
from bot.store.schema import upgrade
from tests.doubles.clock import HandClock
from tests.unit.bot.report.drafts import WEEK, draft, team

pytestmark = pytest.mark.anyio
TEAM = Person("T1", "")
SETUP = TeamSetup("Care", ReportTime("", 0, 9, "Europe/London"))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LoadingStore]:
    """An empty store, on the Monday after the week."""
    clock = HandClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(""))
    await asyncio.to_thread(upgrade, settings.resolved_database_url)
    store = loading_store(settings, clock)
    yield store
    await store.close()


async def told(store: LoadingStore, drafts: Sequence[Draft], week: Week = WEEK) -> Report:
    """The report of a week, some drafts in the store."""
    await store.load_drafts(TEAM, drafts)
    return await Reports(store, store._clock).of(TEAM, SETUP, week)


async def test_no_data_at_all(store: LoadingStore) -> None:
    """Nothing is published, and the sentence says why there is nothing."""
    report = await told(store, [])
    assert report.empty
    assert "nothing to report" in tell.conclusion(report)
    assert await store.saved_reports(TEAM) == []


async def test_one_check(store: LoadingStore) -> None:
    """It would be about one person: withheld, and not even counted."""
    report = await told(store, [draft(1)])
    assert (report.withheld, report.drafts, report.people) == ("few_people", 0, 0)


async def test_one_person_with_almost_all_checks(store: LoadingStore) -> None:
    """Five others do not hide them."""
    report = await told(store, [*team(6, each=1), *[draft(0)] * 9])
    assert (report.withheld, report.drafts) == ("one_person", 0)


async def test_all_abstained(store: LoadingStore) -> None:
    """Counted, without a mean, and no change is claimed."""
    report = await told(store, [draft(person, None) for person in range(9)])
    assert (report.drafts, report.mean, report.change) == (9, None, None)
    assert "none of them could be scored" in tell.conclusion(report)


async def test_all_the_same_score(store: LoadingStore) -> None:
    """A range without width, and no change against weeks of the same."""
    before = [replace(draft(p, 62.0), at=draft(p).at - timedelta(weeks=1)) for p in range(9)]
    report = await told(store, [*before, *(draft(person, 62.0) for person in range(9))])
    assert report.mean is not None
    assert (report.mean.low, report.mean.mean, report.mean.high) == (62.0, 62.0, 62.0)
    assert report.change is not None
    assert (report.change.verdict, report.change.points) == ("noise", 0.0)


async def test_members_who_were_deleted_before_the_report(store: LoadingStore) -> None:
    """Their checks are gone from it; where too few are left it is withheld."""
    await store.load_drafts(TEAM, team(6))
    for number in (0, 1):
        await store.forget(Person("T1", f"U0DEMO{number}"))
    assert (await told(store, [])).withheld == "few_people"


async def test_a_model_that_changed_twice(store: LoadingStore) -> None:
    """All three are named, each change has its day, and the line is cut."""
    for day, model in ((1, "m1"), (24, "m2"), (26, "m3")):
        await store.note_model(model, datetime(2026, 11, day, 9, tzinfo=UTC))
    drafts = [
        replace(draft(person, 60.0, model=model), at=datetime(2026, 11, day, 10, tzinfo=UTC))
        for day, model in ((23, "m1"), (25, "m2"), (27, "m3"))
        for person in range(6)
    ]
    report = await told(store, drafts)
    assert report.models == ("m1", "m2", "m3")
    assert [change.day for change in report.model_changes] == ["2026-11-24", "2026-11-26"]
    assert tell.breaks(report) == ["2026-W48"]
    [fact] = [fact for fact in tell.facts(report) if fact.name == "Model"]
    assert fact.note.startswith("It changed on 24 November and 26 November")


async def test_clocks_that_differ(store: LoadingStore) -> None:
    """A check from a server whose clock is ahead waits for its week, and is in one report only."""
    ahead = [replace(d, at=datetime(2026, 11, 30, 0, 3, tzinfo=UTC)) for d in team(6, each=1)]
    report = await told(store, [*team(9), *ahead])
    assert report.drafts == 27
    store._clock.advance(weeks=1)  # type: ignore[attr-defined]
    assert (await told(store, [], WEEK.later(1))).drafts == 6


async def test_a_week_across_new_year(store: LoadingStore) -> None:
    """Drafts of both years are one week, by the year of its Thursday; the next is week one."""
    for day in (datetime(2026, 12, 31, 10, tzinfo=UTC), datetime(2027, 1, 2, 10, tzinfo=UTC)):
        await store.load_drafts(TEAM, [replace(d, at=day) for d in team(6, each=1)])
    store._clock.advance(weeks=6)  # type: ignore[attr-defined]
    report = await told(store, [], Week.parse("2026-W53"))
    assert (report.drafts, report.days) == (12, "28 December 2026 – 3 January 2027")
    assert (await told(store, [], Week.parse("2027-W01"))).empty
    weeks = [document["week"] for document in await store.saved_reports(TEAM)]
    assert weeks == ["2026-W53", "2027-W01"]
