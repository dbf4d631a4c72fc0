"""Takes a check from claim to card, and everything that fails on the way to its words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog

from bot.blocks.card import Card
from bot.blocks.state import CardState
from bot.checks.attempt import attempted
from bot.checks.cards import Cards
from bot.checks.lease import Lease
from bot.checks.limits import CheckLimits
from bot.checks.outcome import Outcome
from bot.checks.watch import Watch
from bot.checks.writing import Writing
from bot.clock import Clock
from bot.delivery import Delivery, DeliveryFactory
from bot.errors import WarmlineError, new_error_id
from bot.payload import CheckPayload
from bot.redact import Redactor
from bot.redact import redact as redact_by_rules
from bot.scorer_client import Scorer
from bot.store.base import NewCheck, NewSample, Store, WorkItem
from bot.strings import errors as words
from scoring.contract import MAX_GUIDELINES, CheckItem

__all__ = ["CheckRunner"]

_log = structlog.get_logger(__name__)


class CheckRunner:
    """Runs checks that the store has accepted.

    Args:
        store: The bot's memory.
        scorer: Scores drafts.
        deliveries: How to reach a check's person.
        worker: This process's name in the store.
        escalation: The words of a crisis, for workspaces without their own.
        clock: The time.
        redact: Takes out of a sample what could name somebody.
        limits: See :class:`CheckLimits`.
    """

    def __init__(  # noqa: PLR0913 - its collaborators, given by the composition root
        self,
        *,
        store: Store,
        scorer: Scorer,
        deliveries: DeliveryFactory,
        worker: str,
        escalation: str,
        clock: Clock,
        redact: Redactor = redact_by_rules,
        limits: CheckLimits | None = None,
    ) -> None:
        self._store = store
        self._writing = Writing(store, scorer)
        self._redact = redact
        self._deliveries = deliveries
        self._worker = worker
        self._limits = limits or CheckLimits()
        self._cards = Cards(store, escalation)
        self._outcome = Outcome(store, worker=worker, clock=clock)
        self._lease = Lease(
            store, worker=worker, seconds=self._limits.lease, interrupt=self.interrupt
        )
        self._watched: dict[str, Watch] = {}

    def watch(self, item: WorkItem) -> None:
        """From now on tell this item's person if it takes long, even while it waits in line."""
        if item.id in self._watched:
            return
        self._watched[item.id] = Watch(
            item, self._delivery(item), store=self._store, limits=self._limits
        )

    def unwatch(self, check_id: str) -> None:
        """Forget an item that does not run here after all."""
        if (watch := self._watched.pop(check_id, None)) is not None:
            watch.end()

    def interrupt(self, check_id: str) -> None:
        """Stop scoring a check; what is being written to the database is finished first."""
        if (watch := self._watched.get(check_id)) is not None:
            watch.interrupt()

    async def run(self, check_id: str) -> None:
        """Bring a check to its end, whatever happens. Called by the pool."""
        item = await self._lease.claim(check_id)
        if item is None:
            await self._leave(check_id)
            return
        self.watch(item)
        try:
            await self._guarded(item, self._watched[check_id])
        finally:
            await self._leave(check_id)

    async def answer_repeat(self, item: WorkItem) -> None:
        """Answer a modal that was submitted again: its view must not stay *working*.

        An open item needs nothing: whoever works on it updates the view.
        """
        await asyncio.sleep(self._limits.settle)
        item = await self._store.load(item.id, item.owner)
        if item.state == "done":
            await self._show(item, self._delivery(item))
        elif item.state in ("failed", "cancelled"):
            message = words.FAILED_BEFORE if item.state == "failed" else words.CANCELLED_BEFORE
            error_id = item.error_id or new_error_id()
            await self._delivery(item).error(message, error_id, item.id)

    async def tell_given_up(self) -> None:
        """Tell the people of checks that are not tried again, and close what they were told of.

        Who can't be told now is told at a later turn: the lease runs out, and the item comes back.
        """
        for item in await self._store.give_up(
            worker=self._worker, lease_seconds=self._limits.tell_again
        ):
            try:
                await self._outcome.given_up(item, self._delivery(item))
            except Exception as error:  # noqa: BLE001 - the others must be told all the same
                _log.error("check.untold", work_id=item.id, error=type(error).__name__)

    async def card(self, item: WorkItem, state: CardState | None = None) -> Card:
        """Make the card of a finished check, with what was recorded of it (see :class:`Cards`)."""
        return await self._cards.make(item, await self._store.consent(item.owner), state)

    async def _guarded(self, item: WorkItem, watch: Watch) -> None:
        """Run, and turn every way of failing into words where the person is looking."""
        try:
            async with self._lease.kept(item.id):
                await self._check_and_show(item, watch)
        except asyncio.CancelledError:
            await self._outcome.interrupted(item.id)
        except WarmlineError as error:
            _log.warning("check.failed", error_id=error.error_id, error=type(error).__name__)
            await self._outcome.failed(item, watch, error.message, error.error_id)
        except Exception as error:  # noqa: BLE001 - the person must hear of it, whatever it is
            await self._outcome.broken(item, watch, error)

    async def _check_and_show(self, item: WorkItem, watch: Watch) -> None:
        if item.result is None:
            scored = await self._score(item, watch)
            if scored is None:
                return
            item = replace(item, result=scored)
        await watch.stop_note()
        await watch.settled()
        # The last look before the card: cancelled or taken over, it is not ours to show.
        if await self._lease.renewed(item.id):
            await self._show(item, watch.delivery)
            await attempted(lambda: self._store.delivered(item.id, worker=self._worker))

    async def _score(self, item: WorkItem, watch: Watch) -> Mapping[str, Any] | None:
        """Score and keep; None when the item was cancelled or another worker has taken it over."""
        payload = CheckPayload.model_validate(item.payload)
        house = (await self._store.team_settings(item.owner)).guidelines or ""
        asked = CheckItem(
            id=item.id,
            context=payload.customer,
            reply=payload.draft,
            guidelines=house[:MAX_GUIDELINES],
        )
        result = await self._writing.result(asked, item, watch)
        kept = result.model_dump(mode="json")
        check = None
        if payload.place.step_id is None:  # a workflow's step is nobody's: nothing is kept of it
            check = NewCheck.from_result(
                result, session_id=payload.session_id, channel_kind=payload.channel_kind
            )
        ours = await self._store.finish(
            item.id,
            worker=self._worker,
            check=check,
            result=kept,
            sample=await self._sample(item, payload) if check else None,
        )
        return kept if ours else None

    async def _sample(self, item: WorkItem, payload: CheckPayload) -> NewSample | None:
        """Redact the texts of people who let samples be kept; the store asks them again."""
        consent = await self._store.consent(item.owner)
        if not consent.allows("sample"):
            return None
        wanted = consent.allows("customer") and bool(payload.customer)
        return NewSample(
            reply=await asyncio.to_thread(self._redact, payload.draft),
            customer=await asyncio.to_thread(self._redact, payload.customer) if wanted else None,
        )

    async def _show(self, item: WorkItem, delivery: Delivery) -> None:
        """Show the card; who has seen the notice on it counts as told.

        A database that fails after the card is no reason to put an error in the card's place.
        """
        consent = await self._store.consent(item.owner)
        card = await self._cards.make(item, consent)
        if await delivery.card(card) and card.first_use and consent.told_at is None:
            await attempted(lambda: self._store.mark_told(item.owner))

    async def _leave(self, check_id: str) -> None:
        if (watch := self._watched.get(check_id)) is not None:
            await watch.stop_note()
        self.unwatch(check_id)

    def _delivery(self, item: WorkItem) -> Delivery:
        place = CheckPayload.model_validate(item.payload).place
        return self._deliveries(place, item.owner)
