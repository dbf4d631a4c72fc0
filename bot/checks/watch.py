"""A check that waits or runs in this process, and the note to its person if that takes long."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.checks.attempt import attempted
from bot.checks.limits import CheckLimits
from bot.delivery import Delivery
from bot.errors import WorkNotFoundError
from bot.payload import CheckPayload
from bot.store.base import Store, WorkItem
from scoring.contract import CheckResult

__all__ = ["Watch"]


class Watch:
    """What this process knows of one check; needs a running loop.

    Args:
        item: The check.
        delivery: How to reach its person.
        store: The bot's memory.
        limits: When the note comes, and how long a modal settles.

    Attributes:
        delivery: As given.
        note: Tells the person that it takes longer, when that time has come.
        scoring: The question to the scorer; None before it is asked.
    """

    def __init__(
        self, item: WorkItem, delivery: Delivery, *, store: Store, limits: CheckLimits
    ) -> None:
        self.delivery = delivery
        self.scoring: asyncio.Task[CheckResult] | None = None
        self._item = item
        self._store = store
        self._limits = limits
        self._since = asyncio.get_running_loop().time()
        self._noting = False
        self.note = asyncio.create_task(self._note())

    def end(self) -> None:
        """Drop a note that is not on its way yet."""
        if not self._noting:
            self.note.cancel()

    def interrupt(self) -> None:
        """Stop scoring; what is being written to the database is finished first."""
        if self.scoring is not None:
            self.scoring.cancel()

    async def stop_note(self) -> None:
        """Make sure that no note arrives after the card: wait for one already on its way."""
        if self._noting:
            await asyncio.wait({self.note})
        else:
            self.note.cancel()

    async def settled(self) -> None:
        """Wait until a modal may be updated (see :class:`CheckLimits`)."""
        if CheckPayload.model_validate(self._item.payload).place.view_id is None:
            return
        waited = asyncio.get_running_loop().time() - self._since
        await asyncio.sleep(max(0.0, self._limits.settle - waited))

    async def _note(self) -> None:
        await asyncio.sleep(self._limits.note_after)
        self._noting = True
        await attempted(self._still_working)

    async def _still_working(self) -> None:
        """Say that it takes longer, unless it has ended meanwhile, here or in another process."""
        with suppress(WorkNotFoundError):
            current = await self._store.load(self._item.id, self._item.owner)
            if current.state in ("queued", "running"):
                await self.delivery.still_working(self._item.id)
