"""The work of a check: claim it, score it, keep it, show the card. Listeners only start it.

Each step leaves the database in a state from which another worker can go on, so a process that
dies at any point loses nothing and shows nothing twice (see ``bot.store.base``).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

import structlog
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError

from bot.blocks.card import Card
from bot.blocks.state import CardState
from bot.clock import Clock
from bot.delivery import Delivery, DeliveryFactory, error_code, passes
from bot.errors import WarmlineError, WorkNotFoundError, new_error_id
from bot.payload import CheckPayload
from bot.scorer_client import Scorer
from bot.store.base import Consent, NewCheck, Store, WorkItem
from bot.strings import errors as words
from scoring.contract import CheckItem, CheckResult

__all__ = ["CheckLimits", "CheckRunner", "card_of"]

_SHUTDOWN: Final = "shutdown"
#: Seconds until a card is sent again when Slack can't be reached.
_SHORT_PAUSE: Final = 5.0
_LONG_PAUSE: Final = 300.0
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """Times of a check, in seconds.

    Attributes:
        lease: After how long without a sign of life another worker takes over.
        note_after: When a person who still waits is told so, and can cancel.
        settle: Earliest update of a modal after its submission was acknowledged. Slack applies our
            acknowledgement (the *working* view) and an update in the order they arrive on two
            different connections; without this pause a fast result is overwritten by *working*.
        tell_again: After how long a person who could not be told of a given up check is tried
            again.
    """

    lease: float = 60.0
    note_after: float = 2.0
    settle: float = 0.3
    tell_again: float = 20.0


class CheckRunner:
    """Runs checks that the store has accepted.

    Args:
        store: The bot's memory.
        scorer: Scores drafts.
        deliveries: How to reach a check's person.
        worker: This process's name in the store.
        escalation: The words of a crisis, for workspaces without their own.
        clock: The time.
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
        limits: CheckLimits | None = None,
    ) -> None:
        self._store = store
        self._scorer = scorer
        self._deliveries = deliveries
        self._worker = worker
        self._escalation = escalation
        self._clock = clock
        self._limits = limits or CheckLimits()
        self._deliveries_here: dict[str, Delivery] = {}
        self._notes: dict[str, asyncio.Task[None]] = {}
        self._since: dict[str, float] = {}
        self._noting: set[str] = set()
        self._scoring: dict[str, asyncio.Task[CheckResult]] = {}

    def watch(self, item: WorkItem) -> None:
        """From now on tell this item's person if it takes long, even while it waits in line."""
        if item.id in self._deliveries_here:
            return
        delivery = self._delivery(item)
        self._deliveries_here[item.id] = delivery
        self._since[item.id] = asyncio.get_running_loop().time()
        self._notes[item.id] = asyncio.create_task(self._note(item, delivery))

    def unwatch(self, check_id: str) -> None:
        """Forget an item that does not run here after all."""
        if (note := self._notes.pop(check_id, None)) is not None and check_id not in self._noting:
            note.cancel()
        self._noting.discard(check_id)
        self._deliveries_here.pop(check_id, None)
        self._since.pop(check_id, None)
        self._scoring.pop(check_id, None)

    def interrupt(self, check_id: str) -> None:
        """Stop scoring a check; what is being written to the database is finished first."""
        if (scoring := self._scoring.get(check_id)) is not None:
            scoring.cancel()

    async def run(self, check_id: str) -> None:
        """Bring a check to its end, whatever happens. Called by the pool."""
        item = await self._store.claim(
            check_id, worker=self._worker, lease_seconds=self._limits.lease
        )
        if item is None:
            await self._stop_note(check_id)
            self.unwatch(check_id)
            return
        self.watch(item)
        try:
            await self._guarded(item, self._deliveries_here[check_id])
        finally:
            await self._stop_note(check_id)
            self.unwatch(check_id)

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
                await self._tell_given_up(item)
            except Exception as error:  # noqa: BLE001 - the others must be told all the same
                _log.error("check.untold", work_id=item.id, error=type(error).__name__)

    async def card(self, item: WorkItem, state: CardState | None = None) -> Card:
        """Make the card of a finished check, with what was recorded of it.

        It says what is kept if the person had not been told yet when they asked for it: so the
        notice stays on a card that is drawn again, and comes again after a card that nobody saw.
        """
        return await self._card(item, await self._store.consent(item.owner), state)

    async def _card(self, item: WorkItem, consent: Consent, state: CardState | None = None) -> Card:
        settings = await self._store.team_settings(item.owner)
        untold = consent.told_at is None or item.created_at <= consent.told_at
        card = card_of(item, state, escalation=settings.escalation_text or self._escalation)
        return replace(card, first_use=consent.checks_count and untold)

    async def _tell_given_up(self, item: WorkItem) -> None:
        error_id = new_error_id()
        try:
            await self._delivery(item).reach(words.GAVE_UP, error_id, item.id)
        except SlackApiError as error:
            if passes(error):
                raise
            # Slack knows no way to this person: there is nobody to tell.
            _log.error("check.unreachable", work_id=item.id, reason=error_code(error))
        await self._store.fail(item.id, worker=self._worker, error_id=error_id)

    async def _guarded(self, item: WorkItem, delivery: Delivery) -> None:
        """Run, and turn every way of failing into words where the person is looking."""
        try:
            async with self._leased(item.id):
                await self._check_and_show(item, delivery)
        except asyncio.CancelledError:
            await self._interrupted(item.id)
        except WarmlineError as error:
            _log.warning("check.failed", error_id=error.error_id, error=type(error).__name__)
            await self._failed(item, delivery, error.message, error.error_id)
        except Exception as error:  # noqa: BLE001 - the person must hear of it, whatever it is
            await self._broken(item, delivery, error)

    async def _broken(self, item: WorkItem, delivery: Delivery, error: Exception) -> None:
        if passes(error):
            await self._put_back(item, error)
            return
        error_id = new_error_id()
        refused = isinstance(error, SlackApiError)
        reason = error_code(error) if isinstance(error, SlackApiError) else ""
        _log.error("check.broke", error_id=error_id, error=type(error).__name__, reason=reason)
        message = words.SLACK_REFUSED if refused else words.UNEXPECTED
        await self._failed(item, delivery, message, error_id)

    async def _check_and_show(self, item: WorkItem, delivery: Delivery) -> None:
        if item.result is None:
            scored = await self._score(item)
            if scored is None:
                return
            item = replace(item, result=scored)
        await self._stop_note(item.id)
        await self._settled(item)
        # The last look before the card: cancelled or taken over, it is not ours to show.
        if await self._renewed(item.id):
            await self._show(item, delivery)
            await _try(lambda: self._store.delivered(item.id, worker=self._worker))

    async def _show(self, item: WorkItem, delivery: Delivery) -> None:
        """Show the card; who has seen the notice on it counts as told.

        A database that fails after the card is no reason to put an error in the card's place.
        """
        consent = await self._store.consent(item.owner)
        card = await self._card(item, consent)
        if await delivery.card(card) and card.first_use and consent.told_at is None:
            await _try(lambda: self._store.mark_told(item.owner))

    async def _score(self, item: WorkItem) -> Mapping[str, Any] | None:
        """Score and keep; None when the item was cancelled or another worker has taken it over."""
        payload = CheckPayload.model_validate(item.payload)
        asked = CheckItem(id=item.id, context=payload.customer, reply=payload.draft)
        self._scoring[item.id] = asyncio.create_task(self._scorer.check(asked))
        result = await self._scoring[item.id]
        kept = result.model_dump(mode="json")
        check = NewCheck.from_result(
            result, session_id=payload.session_id, channel_kind=payload.channel_kind
        )
        ours = await self._store.finish(item.id, worker=self._worker, check=check, result=kept)
        return kept if ours else None

    async def _settled(self, item: WorkItem) -> None:
        payload = CheckPayload.model_validate(item.payload)
        if payload.place.view_id is None:
            return
        waited = asyncio.get_running_loop().time() - self._since[item.id]
        await asyncio.sleep(max(0.0, self._limits.settle - waited))

    def _delivery(self, item: WorkItem) -> Delivery:
        return self._deliveries(CheckPayload.model_validate(item.payload).place)

    def _age(self, item: WorkItem) -> float:
        """Give the seconds since the item was accepted."""
        return (self._clock() - item.created_at) / timedelta(seconds=1)

    @asynccontextmanager
    async def _leased(self, check_id: str) -> AsyncIterator[None]:
        """Keep the lease while the body runs."""
        ended = asyncio.Event()
        keeper = asyncio.create_task(self._renew(check_id, ended))
        try:
            yield
        finally:
            ended.set()
            await asyncio.wait({keeper})

    async def _renew(self, check_id: str, ended: asyncio.Event) -> None:
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), self._limits.lease / 3)
                return
            await _try(lambda: self._hold(check_id))

    async def _hold(self, check_id: str) -> None:
        """Prolong the lease; stop work on what was cancelled or taken over elsewhere."""
        if not await self._renewed(check_id):
            self.interrupt(check_id)

    async def _renewed(self, check_id: str) -> bool:
        return await self._store.renew(
            check_id, worker=self._worker, lease_seconds=self._limits.lease
        )

    async def _interrupted(self, check_id: str) -> None:
        """Release a check that a shutdown interrupts; a cancelled one is nobody's any more."""
        await _try(
            lambda: self._store.fail(
                check_id, worker=self._worker, error_id=_SHUTDOWN, retry_in=0.0
            )
        )

    async def _put_back(self, item: WorkItem, error: Exception) -> None:
        """Slack can't be reached, so the person can't be told either: try again later.

        The pause grows with the age of the check: half of it, between five seconds and five
        minutes, so that a short outage is over soon and a long one is not made worse.
        """
        error_id = new_error_id()
        _log.warning("check.slack_unreachable", error_id=error_id, error=type(error).__name__)
        pause = min(max(self._age(item) / 2, _SHORT_PAUSE), _LONG_PAUSE)
        await _try(
            lambda: self._store.fail(
                item.id, worker=self._worker, error_id=error_id, retry_in=pause
            )
        )

    async def _failed(
        self, item: WorkItem, delivery: Delivery, message: str, error_id: str
    ) -> None:
        """Tell the person and close the check; if they can't be told yet, put it back."""
        await self._stop_note(item.id)
        await self._settled(item)
        try:
            await delivery.error(message, error_id, item.id)
        except Exception as error:  # noqa: BLE001 - whatever it is, the check must end
            if passes(error):
                await self._put_back(item, error)
                return
            await _try(lambda: delivery.reach(message, error_id, item.id))
        await _try(
            lambda: self._store.fail(item.id, worker=self._worker, error_id=error_id, retry_in=None)
        )

    async def _note(self, item: WorkItem, delivery: Delivery) -> None:
        await asyncio.sleep(self._limits.note_after)
        self._noting.add(item.id)
        await _try(lambda: self._still_working(item, delivery))

    async def _still_working(self, item: WorkItem, delivery: Delivery) -> None:
        """Say that it takes longer, unless it has ended meanwhile, here or in another process."""
        with suppress(WorkNotFoundError):
            current = await self._store.load(item.id, item.owner)
            if current.state in ("queued", "running"):
                await delivery.still_working(item.id)

    async def _stop_note(self, check_id: str) -> None:
        """Make sure that no note arrives after the card: wait for one already on its way."""
        note = self._notes.get(check_id)
        if note is None:
            return
        if check_id in self._noting:
            await asyncio.wait({note})
        else:
            note.cancel()


def card_of(item: WorkItem, state: CardState | None = None, *, escalation: str = "") -> Card:
    """Make the card of a finished item.

    Raises:
        WorkNotFoundError: The item has no result (any more).
    """
    if item.result is None:
        raise WorkNotFoundError
    payload = CheckPayload.model_validate(item.payload)
    return Card(
        result=CheckResult.model_validate(item.result),
        draft=payload.draft,
        customer=payload.customer,
        state=state or CardState(item.id, previous=payload.previous),
        escalation=escalation,
    )


async def _try(attempt: Callable[[], Awaitable[object]]) -> None:
    """Do something that may fail without changing what we do next; the log says that it did."""
    try:
        await attempt()
    except (SlackApiError, ClientError, TimeoutError, OSError, WarmlineError) as error:
        reason = error_code(error) if isinstance(error, SlackApiError) else ""
        _log.error("check.untold", error=type(error).__name__, reason=reason)
