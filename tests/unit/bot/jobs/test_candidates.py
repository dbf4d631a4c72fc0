"""Promote and reject: once, by the gate's leave, and never half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from bot.errors import NotAllowedError, TrainingError
from bot.jobs.candidates import Candidates
from bot.jobs.trainer import Ended
from bot.store.base import Person
from bot.store.learning import Decision, TrainingRun
from tests.doubles.clock import HandClock

pytestmark = pytest.mark.anyio
ANA = Person("T1", "U1")


@pytest.fixture
def anyio_backend() -> str:
    """The bot runs on asyncio."""
    return "asyncio"


@dataclass
class Memory:
    """One run, and what is decided of it."""

    clock: HandClock
    run: TrainingRun

    async def training_run(self, run_id: str) -> TrainingRun:
        """Read it."""
        assert run_id == self.run.id
        return self.run

    async def decide(
        self, run_id: str, decision: Decision | None, person: Person, *, before: Decision | None
    ) -> bool:
        """Change it if it stands as before."""
        if self.run.decision != before:
            return False
        self.run = replace(self.run, decision=decision, decided_at=self.clock.now)
        return True


@dataclass
class Commands:
    """Answers each command alike."""

    code: int = 0
    given: list[str] = field(default_factory=list)

    async def __call__(self, arguments: Sequence[str]) -> Ended:
        """Note and answer."""
        self.given.append(" ".join(arguments[:3]))
        return Ended(self.code, "", "The disk is full." if self.code else "")


class Table:
    """A run that passed, and its owner."""

    def __init__(self, *, passed: bool = True, code: int = 0) -> None:
        self.clock = HandClock()
        run = TrainingRun("r1", self.clock.now, "schedule", "", version="v2", passed=passed)
        self.memory = Memory(self.clock, run)
        self.commands = Commands(code)
        self.candidates = Candidates(
            self.memory,  # type: ignore[arg-type]
            self.commands,
            "U1",
            self.clock,
        )


async def test_promoting_twice_gives_the_command_once() -> None:
    """The second click finds it done."""
    table = Table()
    assert (await table.candidates.promote("r1", ANA)).decision == "promoted"
    assert (await table.candidates.promote("r1", ANA)).decision == "promoted"
    assert table.commands.given == ["models promote v2"]


async def test_what_was_rejected_is_not_promoted_afterwards() -> None:
    """The first word stands, whichever it was."""
    table = Table()
    assert (await table.candidates.reject("r1", ANA)).decision == "rejected"
    assert (await table.candidates.promote("r1", ANA)).decision == "rejected"
    assert table.commands.given == []


async def test_what_was_promoted_is_not_rejected_afterwards() -> None:
    """The button of an old message changes nothing."""
    table = Table()
    await table.candidates.promote("r1", ANA)
    assert (await table.candidates.reject("r1", ANA)).decision == "promoted"


@pytest.mark.parametrize("word", ["promote", "reject"])
async def test_a_version_that_the_gate_stopped_is_nobodys_to_decide(word: str) -> None:
    """A made-up click does not open the gate."""
    table = Table(passed=False)
    with pytest.raises(NotAllowedError, match="The gate stopped this version"):
        await getattr(table.candidates, word)("r1", ANA)
    assert (table.memory.run.decision, table.commands.given) == (None, [])


async def test_a_failed_command_is_told_and_can_be_tried_again() -> None:
    """The cause is the command's last line, and the run waits as before."""
    table = Table(code=2)
    with pytest.raises(TrainingError, match=r"ended with 2\. The disk is full\."):
        await table.candidates.promote("r1", ANA)
    assert table.memory.run.decision is None
    table.commands.code = 0
    assert (await table.candidates.promote("r1", ANA)).decision == "promoted"


async def test_a_click_meanwhile_waits_and_one_after_a_crash_does_it_again() -> None:
    """Two minutes tell one from the other."""
    table = Table()
    await table.memory.decide("r1", "promoting", ANA, before=None)
    assert (await table.candidates.promote("r1", ANA)).decision == "promoting"
    assert table.commands.given == []
    table.clock.now += timedelta(minutes=3)
    assert (await table.candidates.promote("r1", ANA)).decision == "promoted"
    assert table.commands.given == ["models promote v2"]
