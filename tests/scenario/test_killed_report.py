"""``kill -9`` while the weekly report is posted: after a restart it is there, and there once.

Real processes over one database and the Slack double. Killed between the note and the answer, a
process leaves a message that may be there; where the app may look, one report is what is found.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.jobs.claims import Claims
from bot.jobs.reports import JOB
from bot.report.demo import loading_store
from bot.sandbox.clock import ManualClock
from bot.sandbox.double import Double, running
from bot.sandbox.faults import ApiFault
from bot.sandbox.manifest import read_manifest
from bot.sandbox.model import Channel, Message
from bot.settings import Settings
from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.store.keys import make_key_file
from bot.store.load import LoadingStore
from tests.doubles.clock import HandClock
from tests.fixtures.databases import (  # noqa: F401
    backend,
    database,
    postgres_backend,
    postgres_server,
    sqlite_backend,
)
from tests.unit.bot.report.drafts import later, team

TEAM = Person("T0SANDBOX", "")
PLACE, LEAD = "C0CARE", "U0LEAD"
ROOT = Path(__file__).resolve().parents[2]
POST = "chat.postMessage"
WEEKS = 3


@dataclass
class Mondays:
    """Monday after Monday a report is due.

    Attributes:
        double: Slack; its clock follows.
        clock: The processes' time.
        program: Forks a worker for every moment it is told.
    """

    double: Double
    clock: HandClock
    program: Process

    async def starts(self) -> int:
        """Start a worker, now; returns its id."""
        return await self._says(self.clock().isoformat())

    async def ends(self) -> int:
        """Wait until the worker has ended; returns how."""
        return await self._says("")

    async def dies(self, worker: int) -> None:
        """Kill a worker; nothing of it gets to clean up."""
        os.kill(worker, signal.SIGKILL)
        assert await self.ends() == -signal.SIGKILL

    async def posts(self) -> None:
        """Wait until Slack is asked to post."""
        before = self.double.api.calls.count(POST)
        async with asyncio.timeout(60):
            while self.double.api.calls.count(POST) == before:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.001)

    async def recovers(self) -> None:
        """Let the dead worker's lease pass, and the next one do its work, and another."""
        for _ in range(2):
            self.later(minutes=6)
            await self.starts()
            assert await self.ends() == 0

    def later(self, **time: float) -> None:
        """Move the clocks."""
        self.clock.advance(**time)
        slack = self.double.clock
        assert isinstance(slack, ManualClock)
        slack.advance(self.clock().timestamp() - slack.now())

    def reports(self, channel: str) -> list[Message]:
        """Reports that stand in a place."""
        return [
            m
            for m in self.double.workspace.messages
            if m.channel == channel and m.thread_ts is None
        ]

    @property
    def to_lead(self) -> str:
        """The lead's conversation with the app."""
        return self.double.workspace.direct_channel(LEAD).id

    async def _says(self, line: str) -> int:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.write(f"{line}\n".encode())
        await self.program.stdin.drain()
        return int(await asyncio.wait_for(self.program.stdout.readline(), 120))


@pytest.fixture
def anyio_backend() -> str:
    """The double runs on asyncio alone."""
    return "asyncio"


@asynccontextmanager
async def workers(database: str, keys: Path, slack: str) -> AsyncIterator[Process]:  # noqa: F811
    """Run the program that forks workers."""
    script = str(Path(__file__).with_name("report_process.py"))
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, script, database, str(keys), slack),
        stdin=PIPE,
        stdout=PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        yield program
    finally:
        assert program.stdin is not None
        program.stdin.close()
        await program.wait()


async def fill(store: LoadingStore, channel: str) -> None:
    """A team of nine that checks every week; its report was set up in the week before."""
    for number in range(WEEKS):
        await store.load_drafts(TEAM, later(team(9), number))
    setup = TeamSetup("Care", ReportTime(channel, 0, 9, "UTC"), frozenset({LEAD}))
    await store.save_team(TEAM, TeamSettings(), setup, with_leads=True)
    [known] = await store.report_teams()

    async def nothing() -> None:
        """Only mark the week."""

    await Claims(store, "before").once(f"{JOB}:{known.key}", "2026-W47", nothing)


@pytest.fixture
async def mondays(
    anyio_backend: str,
    database: str,  # noqa: F811
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> AsyncIterator[Mondays]:
    """The first Monday at one minute past nine; the test's parameter is where reports go."""
    clock = HandClock(datetime(2026, 11, 30, 9, 1, tzinfo=UTC))
    double = Double(read_manifest(), ManualClock(clock().timestamp()))
    double.join(LEAD, "lena", "Lena Lead")
    members = {LEAD, double.workspace.bot.id}
    double.workspace.add_channel(Channel(PLACE, "care", "public", members))
    keys = tmp_path / "keys.json"
    make_key_file(keys)
    settings = Settings(_env_file=None, database_url=SecretStr(database), key_file=keys)
    store = loading_store(settings, clock)
    await fill(store, getattr(request, "param", PLACE))
    await store.close()
    async with running(double), workers(database, keys, double.base_url) as program:
        yield Mondays(double, clock, program)


def may_read(mondays: Mondays) -> None:
    """Let an admin grant the history of public channels."""
    mondays.double.api.scopes |= {"channels:history"}


async def test_killed_after_slack_has_posted_and_before_it_is_recorded(mondays: Mondays) -> None:
    """The message is there and nobody knows: the next process finds it and posts no second."""
    may_read(mondays)
    mondays.double.faults.on(POST, ApiFault("unanswered"))
    worker = await mondays.starts()
    await mondays.posts()
    assert len(mondays.reports(PLACE)) == 1
    await mondays.dies(worker)
    await mondays.recovers()
    assert len(mondays.reports(PLACE)) == 1
    assert mondays.reports(mondays.to_lead) == []


async def test_killed_before_slack_has_posted(mondays: Mondays) -> None:
    """The posting is noted and the message is not there: the next process posts it, once."""
    may_read(mondays)
    mondays.double.faults.on(POST, ApiFault("lost"))
    worker = await mondays.starts()
    await mondays.posts()
    await mondays.dies(worker)
    assert mondays.reports(PLACE) == []
    await mondays.recovers()
    assert len(mondays.reports(PLACE)) == 1


@pytest.mark.parametrize("mondays", [""], indirect=True)
async def test_killed_while_it_writes_to_the_lead(mondays: Mondays) -> None:
    """Direct messages can be read as installed, so there is one whatever was granted."""
    mondays.double.faults.on(POST, ApiFault("unanswered"))
    worker = await mondays.starts()
    await mondays.posts()
    await mondays.dies(worker)
    await mondays.recovers()
    assert len(mondays.reports(mondays.to_lead)) == 1


async def test_killed_where_it_cannot_look_afterwards(mondays: Mondays) -> None:
    """As installed, no channel can be read: one report in it, and one to the lead with why."""
    mondays.double.faults.on(POST, ApiFault("unanswered"))
    worker = await mondays.starts()
    await mondays.posts()
    await mondays.dies(worker)
    await mondays.recovers()
    assert len(mondays.reports(PLACE)) == 1
    assert len(mondays.reports(mondays.to_lead)) == 1


@pytest.mark.timeout(240)
async def test_killed_at_any_moment_each_week_has_one_report(mondays: Mondays) -> None:
    """Monday after Monday a process is killed on its way to Slack or back; another is started."""
    may_read(mondays)
    chance, posted = random.Random(6), 0
    for number in range(WEEKS):
        start = mondays.clock()
        worker = await mondays.starts()
        if number % 2:
            await mondays.posts()
        await asyncio.sleep(chance.uniform(0.0, 0.04))
        os.kill(worker, signal.SIGKILL)
        await mondays.ends()  # it may have been faster than the signal
        here = len(mondays.reports(PLACE)) - number
        assert here in {0, 1}
        posted += here
        await mondays.recovers()
        assert len(mondays.reports(PLACE)) == number + 1
        mondays.later(seconds=(start - mondays.clock()).total_seconds(), days=7)
    assert mondays.reports(mondays.to_lead) == []
    assert posted > 0
