"""The sandbox's own workspace with the real app in it; only the model is a double.

A scenario tells what a person does and sees, from the first click to the last word. ``Office`` can
close the app and open it again over the same store, as a restart does.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app import Bot, open_bot
from bot.checks import CheckLimits
from bot.sandbox.driver import Person
from bot.sandbox.model import Message
from bot.sandbox.run import Sandbox, open_sandbox, sandbox_settings
from bot.settings import Settings
from tests.doubles.scorer import DoubleScorer

QUICK = CheckLimits(lease=1.0, note_after=0.3, settle=0.05)


@dataclass(slots=True)
class Office:
    """A support team's afternoon.

    Attributes:
        sandbox: The double with its customers' messages.
        scorer: Stands in for the model.
        folder: Where the app keeps its store.
        changes: Settings that differ from the sandbox's own.
    """

    sandbox: Sandbox
    scorer: DoubleScorer
    folder: Path
    bot: Bot | None = None
    changes: dict[str, object] = field(default_factory=dict)
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)

    @property
    def you(self) -> Person:
        """The person at the desk."""
        return self.sandbox.page.person

    def customer(self, words: str) -> Message:
        """The customer's message with some words in it."""
        (found,) = [m for m in self.sandbox.double.workspace.messages if words in m.text]
        return found

    async def opens(self) -> None:
        """Start the app."""
        settings = sandbox_settings(
            Settings(_env_file=None, **self.changes), self.sandbox.double.base_url, self.folder
        )
        opening = open_bot(settings, scorer=self.scorer, limits=QUICK, grace=0.05)
        self.bot = await self._open.enter_async_context(opening)

    async def closes(self) -> None:
        """Stop the app; running checks are left to the next start."""
        await self._open.aclose()
        self._open = AsyncExitStack()

    async def restarts(self) -> None:
        """Stop the app and start it again over the same store."""
        await self.closes()
        await self.opens()


@pytest.fixture
def anyio_backend() -> str:
    """Bolt and the double run on asyncio alone."""
    return "asyncio"


@pytest.fixture
async def office(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Office]:
    """An open office."""
    async with open_sandbox() as sandbox:
        place = Office(sandbox, DoubleScorer(), tmp_path)
        await place.opens()
        yield place
        await place.closes()
