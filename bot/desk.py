"""What the listeners work with: accept a draft, start its check, cancel it."""

from __future__ import annotations

from collections.abc import Callable

from bot.checks import CheckRunner
from bot.clock import Clock
from bot.homes import Homes
from bot.jobs.candidates import Candidates
from bot.oauth.workspaces import Workspaces
from bot.payload import CHECK, CheckPayload
from bot.profiles import Profiles
from bot.roles import Roles
from bot.store.base import Accepted, Person, Store, WorkItem
from bot.work import WorkPool

__all__ = ["Desk"]


class Desk:
    """Joins store, runner and pool for the listeners.

    Args:
        store: The bot's memory.
        runner: Does the checks.
        pool: Where they run.
        new_id: Makes session ids, at most 100 characters of ``A-Za-z0-9._:+-``.
        clock: The time.
        workspaces: Where the app is installed.
        candidates: Versions of the scorer that wait for their owner.
        install_url: Page that installs the app; empty for the one workspace of the settings.
    """

    def __init__(  # noqa: PLR0913 - the composition root's one call
        self,
        *,
        store: Store,
        runner: CheckRunner,
        pool: WorkPool,
        new_id: Callable[[], str],
        clock: Clock,
        workspaces: Workspaces,
        candidates: Candidates,
        install_url: str = "",
    ) -> None:
        self.store = store
        self.runner = runner
        self.new_id = new_id
        self.clock = clock
        self.workspaces = workspaces
        self.candidates = candidates
        self.install_url = install_url
        self.profiles = Profiles(clock)
        self.roles = Roles(store, self.profiles)
        self.homes = Homes(store, self.roles, clock)
        self._pool = pool

    async def accept(self, event_key: str, payload: CheckPayload, owner: Person) -> Accepted:
        """Persist a draft, once per event. Then acknowledge, then :meth:`start` if it is new."""
        data = payload.model_dump(mode="json", exclude_none=True)
        return await self.store.accept(event_key, CHECK, data, owner)

    async def accept_submission(
        self, event_key: str, payload: CheckPayload, owner: Person
    ) -> Accepted:
        """Persist a submitted draft; one whose earlier check has gone is taken as new.

        A form that is still open can be submitted as it is hours after its first submission.
        """
        accepted = await self.accept(event_key, payload, owner)
        if accepted.item is None:
            return await self.accept(f"{event_key}:again", payload, owner)
        return accepted

    def start(self, item: WorkItem) -> None:
        """Start the check of an accepted draft; a full pool leaves it to the next sweep."""
        self.runner.watch(item)
        if not self._pool.submit(item.id) and not self._pool.holds(item.id):
            self.runner.unwatch(item.id)

    async def cancel(self, check_id: str, owner: Person, *, keep_draft: bool) -> bool:
        """Cancel a check, whichever process has it; False when there is nothing to cancel."""
        cancelled = await self.store.cancel(check_id, owner, keep_draft=keep_draft)
        if cancelled:
            self.runner.interrupt(check_id)
        return cancelled
