"""Retraining by the clock: when, once, and what the owner hears."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.blocks.parts import Block
from bot.errors import TrainingError
from bot.jobs.claims import Claims
from bot.jobs.retrain import Outcome, Plan, RetrainJob
from bot.jobs.retraining import telling
from bot.jobs.trainer import CommandTrainer, Ended
from bot.store.learning import TrainingRun
from tests.doubles.clock import HandClock
from tests.unit.bot.blocks.oracle import all_text

pytestmark = pytest.mark.anyio
GOOD = Outcome("2026-12-01.1", passed=True, reasons=(), promoted=False, page="gate.html")


@pytest.fixture
def anyio_backend() -> str:
    """The bot runs on asyncio."""
    return "asyncio"


@dataclass
class Memory:
    """The part of the store that the job uses."""

    fresh: int = 100
    runs: dict[str, TrainingRun] = field(default_factory=dict)
    slots: dict[str, str] = field(default_factory=dict)
    ended: list[str] = field(default_factory=list)

    async def fresh_ratings(self) -> int:
        """As many as a test says."""
        return self.fresh

    async def save_training_run(self, run: TrainingRun) -> None:
        """Keep the latest state of each."""
        self.runs[run.id] = run

    async def examples(self, *, after: str, limit: int, salt: bytes) -> list[Any]:
        """No examples: the file is empty."""
        return []

    async def last_slot(self, name: str) -> str | None:
        """The last one."""
        return max(self.slots, default=None)

    async def claim_slot(self, name: str, slot: str, *, worker: str, lease_seconds: float) -> bool:
        """The first who asks has it; an open one can be taken over."""
        free = slot not in self.ended
        self.slots[slot] = worker
        return free

    async def beat(self, name: str, slot: str, *, worker: str) -> bool:
        """It goes on."""
        return True

    async def end_slot(self, name: str, slot: str, *, worker: str, error_id: str = "") -> bool:
        """Close it, unless it failed."""
        if not error_id:
            self.ended.append(slot)
        return True


@dataclass
class Hand:
    """A trainer that comes to what a test says."""

    outcome: Outcome | TrainingError = GOOD
    exports: list[Path] = field(default_factory=list)

    async def train(self, export: Path) -> Outcome:
        """Note the export."""
        self.exports.append(export)
        if isinstance(self.outcome, TrainingError):
            raise self.outcome
        return self.outcome


class Bench:
    """A job with everything around it."""

    def __init__(self, folder: Path, memory: Memory, hand: Hand) -> None:
        self.clock = HandClock()
        self.clock.now = datetime(2026, 12, 1, 2, 30, tzinfo=UTC)
        self.told: list[str] = []
        ids = count()
        self.job = RetrainJob(
            memory,  # type: ignore[arg-type]
            Claims(memory, "w1"),  # type: ignore[arg-type]
            hand,
            Plan(100, 1, 5, "UTC", folder),
            self.tell,
            clock=self.clock,
            new_id=lambda: f"run{next(ids)}",
        )

    async def tell(self, text: str, blocks: Sequence[Block] | None) -> None:
        """Note what the owner hears: blocks where there are any, or the text."""
        self.told.append(all_text(blocks) if blocks else text)


async def test_it_runs_once_a_week_with_enough_ratings(tmp_path: Path) -> None:
    """The second look in the same week finds the slot done; the run is kept with who and why."""
    memory, hand = Memory(), Hand()
    bench = Bench(tmp_path, memory, hand)
    await bench.job.tick()
    await bench.job.tick()
    assert len(hand.exports) == 1
    assert hand.exports[0].exists()
    [run] = memory.runs.values()
    assert (run.who, run.version, run.passed, run.promoted) == (
        "schedule",
        "2026-12-01.1",
        True,
        False,
    )
    assert "100 new ratings" in run.why
    assert run.finished_at == bench.clock.now
    assert "2026-12-01.1 passed every check and waits for you." in bench.told[0]
    assert "Promote" in bench.told[0]


@pytest.mark.parametrize(("fresh", "hour"), [(99, 2), (100, 12), (100, 0), (100, 5)], ids=str)
async def test_it_waits_for_ratings_and_quiet_hours(tmp_path: Path, fresh: int, hour: int) -> None:
    """Below the floor or in working hours nothing begins."""
    hand = Hand()
    bench = Bench(tmp_path, Memory(fresh), hand)
    bench.clock.now = bench.clock.now.replace(hour=hour)
    await bench.job.tick()
    assert hand.exports == []


async def test_a_failure_is_told_once_with_its_cause(tmp_path: Path) -> None:
    """The week is closed: nobody is told every ten minutes."""
    memory, hand = Memory(), Hand(TrainingError("The disk is full."))
    bench = Bench(tmp_path, memory, hand)
    await bench.job.tick()
    await bench.job.tick()
    assert len(bench.told) == 1
    assert "The disk is full." in bench.told[0]
    [run] = memory.runs.values()
    assert run.said == "The disk is full."
    assert run.finished_at is not None


async def test_a_run_whose_process_died_is_gone_on_with(tmp_path: Path) -> None:
    """Its ratings are handed out already; the open slot says that there is work."""
    memory, hand = Memory(fresh=0), Hand()
    bench = Bench(tmp_path, memory, hand)
    memory.slots["2026-W49"] = "dead"
    await bench.job.tick()
    assert len(hand.exports) == 1


async def test_a_stopped_version_comes_with_its_reasons(tmp_path: Path) -> None:
    """What the gate held against it, a line each."""
    findings = (
        {"name": "crisis", "status": "fail", "why": "Fewer."},
        {"name": "speed", "status": "missing", "why": "Not *timed*."},
        {"name": "anchors", "status": "pass", "why": "Near."},
    )
    stopped = Outcome("v2", passed=False, reasons=(), promoted=False, page="p", findings=findings)
    bench = Bench(tmp_path, Memory(), Hand(stopped))
    await bench.job.tick()
    assert "• *People in danger*: Fewer.\n• *Speed*: Not *\u200btimed*\u200b." in bench.told[0]
    assert "Anchors" not in bench.told[0]
    assert "Promote" not in bench.told[0]


@pytest.mark.parametrize(
    ("hours", "hour", "quiet"),
    [((22, 5), 23, True), ((22, 5), 4, True), ((22, 5), 12, False), ((1, 5), 5, False)],
)
def test_quiet_hours_may_run_over_midnight(hours: tuple[int, int], hour: int, quiet: bool) -> None:
    """By the plan's own time zone."""
    plan = Plan(1, *hours, "Asia/Tokyo", Path())
    assert plan.is_quiet(datetime(2026, 12, 1, (hour - 9) % 24, tzinfo=UTC)) is quiet


@dataclass
class Commands:
    """Answers commands as ``warmline`` would."""

    passed: bool = True
    code: int = 0
    given: list[Sequence[str]] = field(default_factory=list)

    async def __call__(self, arguments: Sequence[str]) -> Ended:
        """Note and answer."""
        self.given.append(arguments)
        if arguments[1] == "prune":
            return Ended(0, "Nothing to delete.", "")
        if arguments[0] == "train":
            made = {"version": "v9", "folder": "/models/v9"}
            return Ended(self.code, json.dumps(made), "out of memory")
        findings = [{"name": "crisis", "status": "fail", "why": "Fewer."}]
        verdict = {"passed": self.passed, "findings": [] if self.passed else findings}
        return Ended(0 if self.passed else 1, json.dumps(verdict), "")


@pytest.mark.parametrize("promote", [True, False])
async def test_the_trainer_gives_the_commands_a_person_would(tmp_path: Path, promote: bool) -> None:
    """Train, gate, and promote only where that is set."""
    commands = Commands()
    trainer = CommandTrainer(
        tmp_path, Path("c.jsonl"), promote=promote, labels="soft", run=commands
    )
    outcome = await trainer.train(Path("f.jsonl"))
    assert [" ".join(c[:2]) for c in commands.given] == [
        "models prune",
        "train --from-feedback",
        "models gate",
        *(["models promote"] if promote else []),
    ]
    assert outcome.promoted is promote
    assert "c.jsonl" in commands.given[2]
    assert commands.given[1][3:5] == ["--labels", "soft"]


async def test_a_closed_gate_is_no_failure_and_never_promotes(tmp_path: Path) -> None:
    """Exit code 1 of the gate carries a verdict."""
    commands = Commands(passed=False)
    outcome = await CommandTrainer(tmp_path, None, promote=True, run=commands).train(Path("f"))
    assert (outcome.passed, outcome.promoted, outcome.reasons) == (
        False,
        False,
        ("crisis: Fewer.",),
    )


async def test_a_command_that_breaks_off_is_told_with_its_last_line(tmp_path: Path) -> None:
    """The cause, not a traceback."""
    with pytest.raises(TrainingError, match=r"ended with 1\. out of memory"):
        await CommandTrainer(tmp_path, None, promote=False, run=Commands(code=1)).train(Path("f"))


async def test_without_an_owner_nobody_is_told() -> None:
    """The log says so."""
    assert await telling(None, "U1")("done") is None
