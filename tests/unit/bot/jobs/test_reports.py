"""Sending the weekly report: once, where its lead wants it, and elsewhere when that is closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError

from bot.blocks.report import report_text
from bot.errors import ReportUndeliveredError, StoreError
from bot.jobs.anchors import AnchorJob, anchors
from bot.jobs.claims import Claims
from bot.jobs.reports import ReportJob
from bot.report.demo import loading_store
from bot.report.publish import Reports
from bot.report.simulate import SimulatedTeam
from bot.report.weeks import Week
from bot.settings import Settings
from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.store.load import LoadingStore
from bot.store.reporting import Draft
from bot.store.schema import upgrade
from tests.doubles.clock import HandClock
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.report.drafts import AT, team

pytestmark = pytest.mark.anyio
TEAM = Person("T1", "")
LEADS = frozenset({"ULEAD", "UOTHER"})


@dataclass
class Recorder:
    """A Slack client that notes what is posted where; some places are closed.

    Attributes:
        closed: Slack's error for a channel, a person's conversation, or ``home:`` and a person.
        posted: Place, text and blocks of every message and Home tab.
    """

    closed: dict[str, str] = field(default_factory=dict)
    posted: list[tuple[str, str, list[dict[str, Any]]]] = field(default_factory=list)

    #: As a Slack client's; none of them repeats anything.
    retry_handlers: tuple[()] = ()

    async def conversations_open(self, *, users: str) -> dict[str, Any]:
        """Open the conversation with a person."""
        return {"channel": {"id": f"D{users}"}}

    async def chat_postMessage(  # noqa: N802 - Slack's name
        self, *, channel: str, text: str, blocks: list[dict[str, Any]], **_: object
    ) -> dict[str, str]:
        """Post, or refuse as a closed place does."""
        self._note(channel, text, blocks)
        return {"ts": f"1.{len(self.posted):06d}"}

    async def conversations_history(self, *, channel: str, **_: object) -> dict[str, Any]:
        """Show an empty conversation."""
        return {"messages": []}

    async def files_upload_v2(self, **_: object) -> None:
        """Refuse: this app asks for no files."""
        raise SlackApiError("refused", {"ok": False, "error": "missing_scope"})

    async def views_publish(self, *, user_id: str, view: dict[str, Any]) -> None:
        """Show a Home tab, or refuse."""
        self._note(f"home:{user_id}", "", view["blocks"])

    def _note(self, place: str, text: str, blocks: list[dict[str, Any]]) -> None:
        if error := self.closed.get(place):
            raise SlackApiError("refused", {"ok": False, "error": error})
        self.posted.append((place, text, blocks))

    @property
    def places(self) -> list[str]:
        """Where something was posted."""
        return [place for place, _, _ in self.posted]


@pytest.fixture
def clock() -> HandClock:
    """Monday morning, before nine."""
    return HandClock(datetime(2026, 11, 30, 8, tzinfo=UTC))


@pytest.fixture
async def store(tmp_path: Path, clock: HandClock) -> AsyncIterator[LoadingStore]:
    """A store with a team of nine that checked in the week before."""
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(""))
    await asyncio.to_thread(upgrade, settings.resolved_database_url)
    store = loading_store(settings, clock)
    await store.load_drafts(TEAM, team(9))
    yield store
    await store.close()


async def set_up(store: LoadingStore, channel: str = "C1", zone: str = "UTC") -> TeamSetup:
    """Set the report up for Mondays at nine."""
    setup = TeamSetup("Care", ReportTime(channel, 0, 9, zone), LEADS)
    await store.save_team(TEAM, TeamSettings(), setup, with_leads=True)
    return setup


def job(store: LoadingStore, clock: HandClock, client: Recorder, worker: str = "w1") -> ReportJob:
    """The job of one process."""

    async def client_for(_team: Person) -> Any:
        return client

    return ReportJob(store, Claims(store, worker), client_for, clock)


async def seen_before(store: LoadingStore, clock: HandClock) -> None:
    """Let a tick see the team before its report is due."""
    await job(store, clock, Recorder()).tick()
    clock.advance(hours=1, minutes=1)


async def test_a_report_is_sent_once_over_two_processes(
    store: LoadingStore, clock: HandClock
) -> None:
    """Both tick at the same time, and again later."""
    await set_up(store)
    await seen_before(store, clock)
    client = Recorder()
    for _ in range(2):
        await asyncio.gather(*(job(store, clock, client, w).tick() for w in ("w1", "w2")))
        clock.advance(hours=1)
    assert client.places == ["C1"]
    assert "9 people checked 27 drafts" in client.posted[0][1]


async def test_a_report_that_was_just_set_up_waits_for_its_next_time(
    store: LoadingStore, clock: HandClock
) -> None:
    """Set up on a Tuesday, it does not send last week's at once."""
    clock.advance(days=1)
    await set_up(store)
    client = Recorder()
    await job(store, clock, client).tick()
    assert client.places == []
    clock.advance(days=7)
    await job(store, clock, client).tick()
    assert client.places == ["C1"]


async def test_after_an_outage_one_report_is_sent_and_all_are_published(
    store: LoadingStore, clock: HandClock
) -> None:
    """Three weeks of silence end with the last week's report, once."""
    await set_up(store)
    await seen_before(store, clock)
    clock.advance(weeks=3)
    client = Recorder()
    await job(store, clock, client).tick()
    await job(store, clock, client).tick()
    assert client.places == ["C1"]
    assert "2026-W51" in str(client.posted[0][2])
    weeks = [document["week"] for document in await store.saved_reports(TEAM)]
    assert weeks == ["2026-W48", "2026-W49", "2026-W50", "2026-W51"]


@pytest.mark.parametrize("error", ["is_archived", "channel_not_found", "not_in_channel"])
async def test_where_the_channel_is_closed_the_leads_are_told(
    store: LoadingStore, clock: HandClock, error: str
) -> None:
    """With the reason, and the report itself."""
    await set_up(store)
    await seen_before(store, clock)
    client = Recorder(closed={"C1": error})
    await job(store, clock, client).tick()
    assert client.places == ["DULEAD", "DUOTHER"]
    assert "could not be posted in <#C1>" in str(client.posted[0][2])


async def test_where_messages_are_closed_the_home_tab_shows_it(
    store: LoadingStore, clock: HandClock
) -> None:
    """A lead who takes no messages finds the report in App Home."""
    await set_up(store, channel="")
    await seen_before(store, clock)
    client = Recorder(closed={"DULEAD": "messages_tab_disabled"})
    await job(store, clock, client).tick()
    assert client.places == ["home:ULEAD", "DUOTHER"]


async def test_a_report_that_reached_nobody_is_tried_again(
    store: LoadingStore, clock: HandClock
) -> None:
    """Not at once, and by then somebody may have mended it."""
    await set_up(store)
    await seen_before(store, clock)
    shut = dict.fromkeys(("C1", "DULEAD", "DUOTHER"), "is_archived")
    shut |= {"home:ULEAD": "not_enabled", "home:UOTHER": "not_enabled"}
    client = Recorder(closed=shut)
    with pytest.raises(ReportUndeliveredError):
        await job(store, clock, client).tick()
    client.closed = {}
    await job(store, clock, client).tick()
    assert client.places == []
    clock.advance(minutes=6)
    await job(store, clock, client).tick()
    assert client.places == ["C1"]


async def test_slack_in_trouble_is_no_closed_channel(store: LoadingStore, clock: HandClock) -> None:
    """The leads are not bothered with what passes."""
    await set_up(store)
    await seen_before(store, clock)
    client = Recorder(closed={"C1": "internal_error"})
    with pytest.raises(SlackApiError):
        await job(store, clock, client).tick()
    assert client.places == []


async def test_without_a_report_nothing_is_sent(store: LoadingStore, clock: HandClock) -> None:
    """A team that chose no day has opted out."""
    await store.save_team(TEAM, TeamSettings(), TeamSetup("Care"), with_leads=True)
    await seen_before(store, clock)
    client = Recorder()
    await job(store, clock, client).tick()
    assert client.places == []


async def test_what_is_published_stays_when_somebody_is_forgotten(
    store: LoadingStore, clock: HandClock
) -> None:
    """Made anew without them, two versions could be subtracted."""
    setup = await set_up(store)
    reports, week = Reports(store, clock), Week.parse("2026-W48")
    first = await reports.of(TEAM, setup, week)
    await store.forget(Person("T1", "U0DEMO3"))
    assert await reports.of(TEAM, setup, week) == first
    assert "9 people" in report_text(first)


async def test_a_move_to_another_time_zone_counts_no_draft_twice(
    store: LoadingStore, clock: HandClock
) -> None:
    """Drafts of Sunday night in London are Monday's in Auckland."""
    edge = datetime(2026, 11, 29, 12, tzinfo=UTC)
    night = [Draft(**{**_fields(d), "at": edge}) for d in team(9)]
    await store.load_drafts(TEAM, night)
    reports = Reports(store, clock)
    london = await reports.of(
        TEAM, await set_up(store, zone="Europe/London"), Week.parse("2026-W48")
    )
    assert london.drafts == 54
    clock.advance(weeks=1)
    moved = await set_up(store, zone="Pacific/Auckland")
    assert (await reports.of(TEAM, moved, Week.parse("2026-W49"))).drafts == 0


async def test_a_small_team_gets_weeks_together_and_never_one_twice(
    store: LoadingStore, clock: HandClock
) -> None:
    """Three people one week, three others the next: one report about both."""
    small = Person("T2", "")
    for weeks, people in ((0, (0, 1, 2)), (1, (3, 4, 5)), (2, (0, 1, 2)), (3, (3, 4, 5))):
        drafts = [d for d in team(6) if d.person in people]
        at = AT - timedelta(weeks=3 - weeks)
        await store.load_drafts(small, [Draft(**{**_fields(d), "at": at}) for d in drafts])
    reports, setup = Reports(store, clock), TeamSetup("Two")
    await reports.of(small, setup, Week.parse("2026-W48"))
    found = [(d["week"], d["weeks"], d["drafts"]) for d in await store.saved_reports(small)]
    assert found == [
        ("2026-W45", 1, 0),
        ("2026-W46", 2, 18),
        ("2026-W47", 1, 0),
        ("2026-W48", 2, 18),
    ]


async def test_the_same_seed_makes_the_same_team() -> None:
    """Demonstrations and benchmarks can be made again."""
    model, week = SimulatedTeam(people=4), Week.parse("2026-W48")
    first = list(model.quarter(week, "UTC", seed=3, weeks=2))
    assert first == list(model.quarter(week, "UTC", seed=3, weeks=2))
    assert first != list(model.quarter(week, "UTC", seed=4, weeks=2))


async def test_a_run_that_lasts_keeps_its_slot(store: LoadingStore) -> None:
    """Its beats hold off everybody else for as long as it takes."""
    store._clock = lambda: datetime.now(UTC)
    one, two = Claims(store, "w1", lease=0.6), Claims(store, "w2", lease=0.6)
    ran: list[str] = []

    async def slow() -> None:
        ran.append("slow")
        await asyncio.sleep(1.5)

    async def other() -> None:
        ran.append("other")

    running = asyncio.create_task(one.once("job", "W48", slow))
    await asyncio.sleep(1.0)
    assert not await two.once("job", "W48", other)
    assert await running
    assert ran == ["slow"]


async def test_a_run_that_fails_is_told_and_left_open(
    store: LoadingStore, clock: HandClock
) -> None:
    """The error goes on to whoever counts it."""

    async def broken() -> None:
        raise StoreError

    claims = Claims(store, "w1", lease=60)
    with pytest.raises(StoreError):
        await claims.once("job", "W48", broken)
    clock.advance(seconds=61)

    async def mended() -> None:
        """Do nothing, successfully."""

    assert await claims.once("job", "W48", mended)


async def test_the_anchors_are_scored_once_a_week(store: LoadingStore, clock: HandClock) -> None:
    """Fifty replies through the same door as everybody's drafts, by one process."""
    scorer = DoubleScorer()
    for worker in ("w1", "w2"):
        await AnchorJob(store, Claims(store, worker), scorer, clock).tick()
    assert len(scorer.asked) == 50
    assert len(await store.anchors("2026-W49")) == 50
    clock.advance(weeks=1)
    await AnchorJob(store, Claims(store, "w1"), scorer, clock).tick()
    assert len(scorer.asked) == 100


def test_the_anchors_are_fifty_different_replies() -> None:
    """Composed, named once each, with and without a customer's message."""
    found = anchors()
    assert len(found) == len({a.id for a in found}) == len({a.reply for a in found}) == 50


def _fields(draft: Draft) -> dict[str, Any]:
    return {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
