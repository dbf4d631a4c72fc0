"""What the listeners work with: accept a draft, start its check, cancel it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from bot.checks import CheckRunner
from bot.metrics import Metrics
from bot.payload import CHECK, CheckPayload
from bot.store.base import Person, Store, WorkItem
from bot.work import WorkPool

__all__ = ["Desk"]

#: How many submissions are remembered, to recognise one that Slack delivers twice.
_REMEMBERED: Final = 1000


class Desk:
    """Joins store, runner and pool for the listeners.

    Args:
        store: The bot's memory.
        runner: Does the checks.
        pool: Where they run.
        new_id: Makes session ids, at most 100 characters of ``A-Za-z0-9._:+-``.
        metrics: Counts what comes in.
    """

    def __init__(
        self,
        *,
        store: Store,
        runner: CheckRunner,
        pool: WorkPool,
        new_id: Callable[[], str],
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.runner = runner
        self.new_id = new_id
        self._pool = pool
        self._accepted: OrderedDict[str, str] = OrderedDict()

    async def accept(self, event_key: str, payload: CheckPayload, owner: Person) -> WorkItem | None:
        """Persist a draft, once per event; None when the event came before. Then acknowledge."""
        data = payload.model_dump(mode="json", exclude_none=True)
        item = await self.store.accept(event_key, CHECK, data, owner)
        self.metrics.events.labels("repeat" if item is None else "accepted").inc()
        if item is not None:
            self._accepted[event_key] = item.id
            if len(self._accepted) > _REMEMBERED:
                self._accepted.popitem(last=False)
        return item

    def start(self, item: WorkItem) -> None:
        """Start the check of an accepted draft; a full pool leaves it to the next sweep."""
        self.runner.watch(item)
        self._pool.submit(item.id)

    def cancel(self, check_id: str) -> bool:
        """Cancel a check; False when this process does not have it."""
        return self.runner.cancel(check_id)

    async def repeat(self, event_key: str, owner: Person) -> None:
        """Answer a submission that Slack delivered twice: its card must not stay *working*."""
        check_id = self._accepted.get(event_key)
        if check_id is not None:
            await self.runner.show_again(await self.store.load(check_id, owner))
