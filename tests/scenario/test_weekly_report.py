"""The weekly report on its way into Slack, over the real SDK: once, whatever dies on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs.claims import Claims
from bot.jobs.reports import ReportJob
from bot.report import charts
from bot.report.demo import loading_store
from bot.sandbox.clock import ManualClock
from bot.sandbox.double import Double, running
from bot.sandbox.driver import shown_text
from bot.sandbox.faults import ApiFault
from bot.sandbox.manifest import read_manifest
from bot.sandbox.model import BOT_TOKEN, Channel, Message, Place
from bot.settings import Settings
from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.store.load import LoadingStore
from bot.store.schema import upgrade
from tests.doubles.clock import HandClock
from tests.unit.bot.report.drafts import team

TEAM = Person("T0SANDBOX", "")
PLACE, LEAD = "C0CARE", "U0LEAD"


@dataclass
class Monday:
    """Monday morning at nine: a report is due, and two processes can send it.

    Attributes:
        double: Slack.
        clock: The processes' time; Slack's follows it.
        store: What both share.
        client: The workspace's client.
    """

    double: Double
    clock: HandClock
    store: LoadingStore
    client: AsyncWebClient

    async def ticks(self, worker: str) -> None:
        """Let a process look whether something is due."""

        async def client_for(_team: Person) -> AsyncWebClient:
            return self.client

        job = ReportJob(self.store, Claims(self.store, worker), client_for, self.clock)
        await job.tick()

    async def dies(self, worker: str, in_the_middle_of: str) -> None:
        """Let a process tick and be gone as soon as it gets so far: nothing after it happens."""
        reached, store = asyncio.Event(), self.store

        async def gone(*_: object, **__: object) -> None:
            reached.set()
            await asyncio.Event().wait()

        target = store if hasattr(store, in_the_middle_of) else self.client
        kept = getattr(target, in_the_middle_of)
        object.__setattr__(target, in_the_middle_of, gone)
        dying = asyncio.create_task(self.ticks(worker))
        await asyncio.wait_for(reached.wait(), 10)
        dying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await dying
        object.__setattr__(target, in_the_middle_of, kept)

    def later(self, **time: float) -> None:
        """Move both clocks."""
        self.clock.advance(**time)
        self.double.clock.advance(  # type: ignore[attr-defined]
            self.clock().timestamp() - self.double.clock.now()
        )

    def reports(self, channel: str) -> list[Message]:
        """Reports that stand in a place."""
        return [
            m
            for m in self.double.workspace.messages
            if m.channel == channel and m.thread_ts is None
        ]

    def pictures(self, channel: str) -> list[Message]:
        """Pictures that stand in a place's threads."""
        return [m for m in self.double.workspace.messages if m.channel == channel and m.files]

    @property
    def to_lead(self) -> str:
        """The lead's conversation with the app."""
        return self.double.workspace.direct_channel(LEAD).id


@pytest.fixture
def anyio_backend() -> str:
    """The double runs on asyncio alone."""
    return "asyncio"


@pytest.fixture
async def monday(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Monday]:
    """A team of nine that checked last week; its report comes to its channel at nine."""
    clock = HandClock(datetime(2026, 11, 30, 8, tzinfo=UTC))
    double = Double(read_manifest(), ManualClock(clock().timestamp()))
    double.join(LEAD, "lena", "Lena Lead")
    members = {LEAD, double.workspace.bot.id}
    double.workspace.add_channel(Channel(PLACE, "care", "public", members))
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(""))
    await asyncio.to_thread(upgrade, settings.resolved_database_url)
    store = loading_store(settings, clock)
    await store.load_drafts(TEAM, team(9))
    setup = TeamSetup("Care", ReportTime(PLACE, 0, 9, "UTC"), frozenset({LEAD}))
    await store.save_team(TEAM, TeamSettings(), setup, with_leads=True)
    async with running(double):
        client = AsyncWebClient(token=BOT_TOKEN, base_url=double.base_url)
        found = Monday(double, clock, store, client)
        await found.ticks("first")  # sees the team; its report is not due
        found.later(hours=1, minutes=1)
        yield found
    await store.close()


def may_read(monday: Monday) -> None:
    """Let an admin grant the history of public channels."""
    monday.double.api.scopes |= {"channels:history"}


async def direct(monday: Monday) -> None:
    """Let the report go to the leads."""
    setup = TeamSetup("Care", ReportTime("", 0, 9, "UTC"), frozenset({LEAD}))
    await monday.store.save_team(TEAM, TeamSettings(), setup, with_leads=True)


async def test_report_38_the_charts_come_as_a_picture_that_no_block_waits_for(
    monday: Monday,
) -> None:
    """Shared into the report's thread, with words for those who do not see it."""
    pytest.importorskip("matplotlib")
    await monday.ticks("one")
    [report], [picture] = monday.reports(PLACE), monday.pictures(PLACE)
    assert "9 people checked 27 drafts" in report.text
    assert picture.thread_ts == report.ts
    assert "slack_file" not in str(report.blocks)
    [file] = picture.files
    assert file.content is not None
    assert file.content.startswith(b"\x89PNG")
    assert "9 people checked 27 drafts" in file.alt
    assert file.title == "Care: weekly report, 23–29 November 2026"


async def test_without_the_leave_to_upload_the_report_comes_all_the_same(monday: Monday) -> None:
    """An app that was installed before it asked for files."""
    monday.double.api.scopes -= {"files:write"}
    await monday.ticks("one")
    await monday.ticks("two")
    assert len(monday.reports(PLACE)) == 1
    assert monday.pictures(PLACE) == []


async def test_a_trouble_with_the_picture_is_no_trouble_with_the_report(monday: Monday) -> None:
    """Slack fails while it is uploaded; nothing is sent again for it."""
    pytest.importorskip("matplotlib")
    monday.double.faults.on("files.completeUploadExternal", ApiFault("server_error"))
    await monday.ticks("one")
    monday.later(minutes=6)
    await monday.ticks("two")
    assert len(monday.reports(PLACE)) == 1


async def test_without_matplotlib_there_is_no_picture(
    monday: Monday, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is an extra that need not be installed."""
    monkeypatch.setattr(charts, "find_spec", lambda _: None)
    await monday.ticks("one")
    assert len(monday.reports(PLACE)) == 1
    assert "files.getUploadURLExternal" not in monday.double.api.calls


async def test_two_processes_that_tick_at_once_post_one_report(monday: Monday) -> None:
    """The one that lost finds nothing to do, now and later."""
    await asyncio.gather(monday.ticks("one"), monday.ticks("two"))
    monday.later(minutes=6)
    await asyncio.gather(monday.ticks("one"), monday.ticks("two"))
    assert len(monday.reports(PLACE)) == 1


async def test_one_that_dies_after_posting_leaves_one_report_in_a_channel_it_may_read(
    monday: Monday,
) -> None:
    """The next one finds the message, notes it, and adds the picture that is missing."""
    pytest.importorskip("matplotlib")
    may_read(monday)
    await monday.dies("one", in_the_middle_of="end_post")
    assert len(monday.reports(PLACE)) == 1
    monday.later(minutes=6)
    await monday.ticks("two")
    monday.later(minutes=6)
    await monday.ticks("three")
    assert len(monday.reports(PLACE)) == 1
    assert len(monday.pictures(PLACE)) == 1
    assert len(monday.reports(monday.to_lead)) == 0


async def test_one_that_dies_after_posting_leaves_one_report_in_direct_messages(
    monday: Monday,
) -> None:
    """These the app may always read."""
    await direct(monday)
    await monday.dies("one", in_the_middle_of="end_post")
    monday.later(minutes=6)
    await monday.ticks("two")
    assert len(monday.reports(monday.to_lead)) == 1


async def test_where_it_cannot_look_nothing_is_posted_twice_and_the_leads_are_told(
    monday: Monday,
) -> None:
    """As installed, the app reads no channel: the report comes to the leads, once, with why."""
    await monday.dies("one", in_the_middle_of="end_post")
    for worker in ("two", "three"):
        monday.later(minutes=6)
        await monday.ticks(worker)
    assert len(monday.reports(PLACE)) == 1
    [told] = monday.reports(monday.to_lead)
    assert "was interrupted while it posted the weekly report" in shown_text(told)


async def test_where_it_cannot_look_and_there_is_no_lead_the_report_is_not_lost(
    monday: Monday,
) -> None:
    """Twice is better than never."""
    setup = TeamSetup("Care", ReportTime(PLACE, 0, 9, "UTC"), frozenset())
    await monday.store.save_team(TEAM, TeamSettings(), setup, with_leads=True)
    await monday.dies("one", in_the_middle_of="end_post")
    monday.later(minutes=6)
    await monday.ticks("two")
    assert len(monday.reports(PLACE)) == 2


async def test_one_that_dies_before_posting_loses_nothing(monday: Monday) -> None:
    """Noted and never sent: the next one looks, finds nothing, and posts."""
    may_read(monday)
    await monday.dies("one", in_the_middle_of="api_call")
    assert monday.reports(PLACE) == []
    monday.later(minutes=6)
    await monday.ticks("two")
    assert len(monday.reports(PLACE)) == 1


async def test_a_refusal_is_no_doubt(monday: Monday) -> None:
    """Slack was busy and said so: the next try posts in the channel, and asks for no history."""
    monday.double.faults.on("chat.postMessage", ApiFault("rate_limited", 1))
    with pytest.raises(SlackApiError):
        await monday.ticks("one")
    monday.later(minutes=6)
    await monday.ticks("two")
    assert len(monday.reports(PLACE)) == 1
    assert "conversations.history" not in monday.double.api.calls


async def test_an_error_of_slacks_own_is_looked_into(monday: Monday) -> None:
    """It may have posted all the same; here it has not."""
    may_read(monday)
    monday.double.faults.on("chat.postMessage", ApiFault("server_error"))
    with pytest.raises(SlackApiError):
        await monday.ticks("one")
    monday.later(minutes=6)
    await monday.ticks("two")
    assert len(monday.reports(PLACE)) == 1
    assert monday.double.api.calls.count("conversations.history") == 1


async def test_a_message_far_up_a_busy_channel_is_found(monday: Monday) -> None:
    """Page by page, back to when it was tried."""
    may_read(monday)
    await monday.dies("one", in_the_middle_of="end_post")
    for number in range(230):
        monday.double.workspace.post(Place(PLACE), LEAD, f"word {number}")
    monday.later(minutes=6)
    await monday.ticks("two")
    bot = monday.double.workspace.bot.id
    assert len([m for m in monday.reports(PLACE) if m.author == bot]) == 1
