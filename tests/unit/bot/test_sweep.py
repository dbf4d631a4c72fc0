"""The sweep: what was left behind is taken up, and a database that is away does not end it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from bot.errors import StoreError
from bot.sweep import Sweeper

pytestmark = pytest.mark.anyio


@dataclass
class Left:
    """Stands for store, pool and runner: notes what the sweep asks of each."""

    due_ids: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    away: int = 0
    trouble: Exception = field(default_factory=StoreError)
    broken: Exception | None = None
    submitted: asyncio.Event = field(default_factory=asyncio.Event)

    async def due(self, limit: int = 100) -> list[str]:
        """Name what is left, unless the database is away."""
        if self.away > 0:
            self.away -= 1
            raise self.trouble
        return self.due_ids

    def submit(self, key: str) -> bool:
        """Take a key."""
        self.taken.append(key)
        self.submitted.set()
        return True

    async def tell_given_up(self) -> None:
        """Tell each of the dead once, or fail as told."""
        if self.broken is not None:
            raise self.broken
        self.told += self.dead
        self.dead = []


def sweeper(left: Left) -> Sweeper:
    """Make a sweeper of which everything is the same double."""
    part = cast("Any", left)
    return Sweeper(store=part, pool=part, runner=part, every=0.001)


async def test_what_is_due_goes_to_the_pool_and_the_dead_are_told() -> None:
    """Each item left behind is submitted; each given up has its person told, once."""
    left = Left(due_ids=["a", "b"], dead=["c"])
    sweeping = sweeper(left)
    await sweeping.sweep()
    await sweeping.sweep()
    assert left.taken == ["a", "b", "a", "b"]
    assert left.told == ["c"]


async def test_who_cannot_be_told_does_not_keep_work_waiting() -> None:
    """The two steps of a sweep do not depend on each other."""
    left = Left(due_ids=["a"], broken=KeyError("secret words"))
    await sweeper(left).sweep()
    assert left.taken == ["a"]


@pytest.mark.parametrize("trouble", [StoreError(), OSError(), KeyError("secret words")], ids=repr)
async def test_whatever_fails_is_tried_again(
    trouble: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sweeper outlives any error, and the log has its id and type but not its text."""
    left = Left(due_ids=["a"], away=2, trouble=trouble)
    stopped = asyncio.Event()
    sweeping = asyncio.create_task(sweeper(left).run(stopped))
    async with asyncio.timeout(2):
        await left.submitted.wait()
    stopped.set()
    await sweeping
    assert left.taken[0] == "a"
    logged = capsys.readouterr()
    assert type(trouble).__name__ in logged.out + logged.err
    assert "error_id" in logged.out + logged.err
    assert "secret words" not in logged.out + logged.err
