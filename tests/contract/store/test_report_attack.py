"""The attack by subtraction through the store: what is published, in every form it is published in.

Drafts go into a database, reports come out of it in the order in which somebody curious asks, and
each is read back from all its forms. The forms may show nothing that the published report does not,
and from all the published reports together nothing may be worked out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest

from bot.report.model import Report
from bot.report.publish import Reports
from bot.report.weeks import Week
from bot.store.base import Person, ReportTime, TeamSetup
from bot.store.engine import Database
from bot.store.keys import Keys
from bot.store.load import LoadingStore
from bot.store.reporting import Draft
from tests.contract.store.opened import opened
from tests.doubles.clock import HandClock
from tests.unit.bot.report import readers
from tests.unit.bot.report.attack import history, leaks

TEAM = Person("T0TEAM", "")
SETUP = TeamSetup("Care", ReportTime("C1", 0, 9, "UTC"))


@pytest.fixture
async def loading(database: str, clock: HandClock, keys: Keys) -> AsyncIterator[LoadingStore]:
    """A store that takes made-up drafts."""
    store = opened(LoadingStore, Database(database), keys, clock)
    yield store
    await store.close()


def weeks_of_all(drafts: Sequence[Draft]) -> list[Week]:
    """The weeks from the first draft to the last."""
    first, last = (Week.of(drafts[n].at, "UTC") for n in (0, -1))
    return [first.later(n) for n in range((last.monday - first.monday).days // 7 + 1)]


async def published(store: LoadingStore) -> list[Report]:
    """What lies in the database."""
    return [Report.model_validate(document) for document in await store.saved_reports(TEAM)]


def check_forms(report: Report) -> None:
    """No form shows a part that the report withholds, nor another number for it."""
    counts, shares = readers.counts(report), readers.shares(report)
    for read in (*readers.COUNTING, *readers.COUNTING_TOO):
        assert read(report).items() <= counts.items(), read.__name__
    for read in readers.SHARING:
        assert read(report).items() <= shares.items(), read.__name__


@pytest.mark.parametrize("people", [6, 9, 14])
async def test_nothing_can_be_worked_out_from_all_that_was_published(
    loading: LoadingStore, clock: HandClock, people: int
) -> None:
    """Asked for in whatever order, on demand and by the week, over weeks and rolling windows."""
    drafts = history(people, people)
    await loading.load_drafts(TEAM, drafts)
    weeks, reports = weeks_of_all(drafts), Reports(loading, clock)
    for asked in (weeks[len(weeks) // 2], weeks[0], weeks[-1], *weeks):
        clock.now = max(clock.now, asked.later(1).starts("UTC") + timedelta(hours=9))
        await reports.of(TEAM, SETUP, asked)
    stored = await published(loading)
    assert [report.week for report in stored] == [week.name for week in weeks]
    assert sum(bool(report.drafts) for report in stored) > 1
    assert people > 6 or any(report.weeks > 1 for report in stored)
    assert leaks(stored, drafts) == []


async def test_nothing_can_be_worked_out_when_somebody_is_forgotten_between(
    loading: LoadingStore, clock: HandClock
) -> None:
    """What is published stays; what comes later is without them."""
    drafts = history(2, 9)
    await loading.load_drafts(TEAM, drafts)
    weeks, reports = weeks_of_all(drafts), Reports(loading, clock)
    clock.now = max(clock.now, weeks[-1].later(1).starts("UTC"))
    await reports.of(TEAM, SETUP, weeks[5])
    before = await published(loading)
    untold = max(Week.parse(r.week) for r in before if r.drafts).later(1).starts("UTC")
    await loading.forget(Person(TEAM.team_id, "U0DEMO3"))
    left = [d for d in drafts if d.person != 3 or d.at < untold]
    await reports.of(TEAM, SETUP, weeks[-1])
    stored = await published(loading)
    assert stored[: len(before)] == before
    assert len(left) < len(drafts)
    assert leaks(stored, left) == []


async def test_no_form_shows_more_than_was_published(
    loading: LoadingStore, clock: HandClock
) -> None:
    """Slack message, page, CSV, JSON and picture, read back part by part."""
    drafts = history(9, 9)
    await loading.load_drafts(TEAM, drafts)
    weeks = weeks_of_all(drafts)
    clock.now = max(clock.now, weeks[-1].later(1).starts("UTC"))
    await Reports(loading, clock).of(TEAM, SETUP, weeks[-1])
    told = [report for report in await published(loading) if report.drafts]
    hidden = [s for r in told for found in readers.wholes(r).values() for s in found]
    assert any(share.drafts is None for share in hidden)
    assert any(readers.words_of_blocks(report) for report in told)
    assert any(readers.words_of_page(report) for report in told)
    for report in told:
        check_forms(report)


async def test_what_is_shown_is_found_in_every_form(
    loading: LoadingStore, clock: HandClock
) -> None:
    """The readers do read: of a large team each of them finds numbers, and the same."""
    drafts = history(9, 40, weeks=2)
    await loading.load_drafts(TEAM, drafts)
    weeks = weeks_of_all(drafts)
    clock.now = max(clock.now, weeks[-1].later(1).starts("UTC"))
    report = await Reports(loading, clock).of(TEAM, SETUP, weeks[-1])
    for read in (*readers.COUNTING, *readers.COUNTING_TOO, *readers.SHARING):
        assert len(read(report)) > 3, read.__name__
    check_forms(report)
