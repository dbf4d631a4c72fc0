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
    submitted: asyncio.Event = field(default_factory=asyncio.Event)

    async def due(self, limit: int = 100) -> list[str]:
        """Name what is left, unless the database is away."""
        if self.away > 0:
            self.away -= 1
            raise StoreError
        return self.due_ids

    async def give_up(self, limit: int = 100) -> list[str]:
        """Give each dead item once."""
        dead, self.dead = self.dead, []
        return dead

    def submit(self, key: str) -> bool:
        """Take a key."""
        self.taken.append(key)
        self.submitted.set()
        return True

    async def tell_given_up(self, item: str) -> None:
        """Note who was told."""
        self.told.append(item)


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


async def test_a_database_that_is_away_is_tried_again() -> None:
    """The sweep outlives errors of the store."""
    left = Left(due_ids=["a"], away=2)
    stopped = asyncio.Event()
    sweeping = asyncio.create_task(sweeper(left).run(stopped))
    async with asyncio.timeout(2):
        await left.submitted.wait()
    stopped.set()
    await sweeping
    assert left.taken[0] == "a"
