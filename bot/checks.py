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
from bot.delivery import Delivery, DeliveryFactory, error_code
from bot.errors import WarmlineError, WorkNotFoundError, new_error_id
from bot.metrics import Metrics
from bot.payload import CheckPayload
from bot.scorer_client import Scorer
from bot.store.base import NewCheck, Store, WorkItem
from bot.strings import errors as words
from scoring.contract import CheckItem, CheckResult

__all__ = ["CheckLimits", "CheckRunner", "card_of"]

_CANCELLED: Final = "cancelled"
_SHUTDOWN: Final = "shutdown"
#: Seconds until a card is sent again when Slack can't be reached, times the attempts so far.
_SLACK_PAUSE: Final = 5.0
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """Times of a check, in seconds.

    Attributes:
        lease: After how long without a sign of life another worker takes over.
        note_after: When a person who still waits is told so, and can cancel.
        settle: Earliest update of a modal after its submission was accepted. Slack applies our
            acknowledgement (the *working* view) and an update in the order they arrive on two
            different connections; without this pause a fast result is overwritten by *working*.
    """

    lease: float = 60.0
    note_after: float = 2.0
    settle: float = 0.3


class CheckRunner:
    """Runs checks that the store has accepted.

    Args:
        store: The bot's memory.
        scorer: Scores drafts.
        deliveries: How to reach a check's person.
        worker: This process's name in the store.
        escalation: The words of a crisis, for workspaces without their own.
        clock: The time.
        metrics: Counts what becomes of checks.
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
        metrics: Metrics,
        limits: CheckLimits | None = None,
    ) -> None:
        self._store = store
        self._scorer = scorer
        self._deliveries = deliveries
        self._worker = worker
        self._escalation = escalation
        self._clock = clock
        self._metrics = metrics
        self._limits = limits or CheckLimits()
        self._deliveries_here: dict[str, Delivery] = {}
        self._notes: dict[str, asyncio.Task[None]] = {}
        self._noting: set[str] = set()
        self._scoring: dict[str, asyncio.Task[CheckResult]] = {}
        self._cancelled: set[str] = set()

    def watch(self, item: WorkItem) -> None:
        """From now on tell this item's person if it takes long, even while it waits in line."""
        if item.id in self._deliveries_here:
            return
        delivery = self._deliveries(CheckPayload.model_validate(item.payload).place)
        self._deliveries_here[item.id] = delivery
        self._notes[item.id] = asyncio.create_task(self._note(item.id, delivery))

    def cancel(self, check_id: str) -> bool:
        """Mark a check as cancelled; False when this process does not have it."""
        if check_id not in self._deliveries_here:
            return False
        self._cancelled.add(check_id)
        self.interrupt(check_id)
        return True

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
            self._forget(check_id)
            return
        self.watch(item)
        try:
            await self._guarded(item, self._deliveries_here[check_id])
        finally:
            self._forget(check_id)

    async def show_again(self, item: WorkItem) -> None:
        """Show the card of a finished check once more, as after a repeated submission."""
        if item.result is None:
            return
        delivery = self._deliveries(CheckPayload.model_validate(item.payload).place)
        await asyncio.sleep(self._limits.settle)
        await delivery.card(await self.card(item))

    async def tell_given_up(self, item: WorkItem) -> None:
        """Tell the person of a check that died with its worker every time."""
        self._count("given_up")
        delivery = self._deliveries(CheckPayload.model_validate(item.payload).place)
        await _try(lambda: delivery.error(words.GAVE_UP, new_error_id(), item.id))

    async def card(self, item: WorkItem, state: CardState | None = None) -> Card:
        """Make the card of a finished check, with what was recorded of it."""
        settings = await self._store.team_settings(item.owner)
        return card_of(item, state, escalation=settings.escalation_text or self._escalation)

    async def _guarded(self, item: WorkItem, delivery: Delivery) -> None:
        """Run, and turn every way of failing into words where the person is looking."""
        try:
            async with self._leased(item.id):
                await self._check_and_show(item, delivery)
        except asyncio.CancelledError:
            await self._interrupted(item.id)
        except (ClientError, TimeoutError, OSError) as error:
            await self._put_back(item, error)
        except SlackApiError as error:
            _log.error("check.not_shown", work_id=item.id, reason=error_code(error))
            await self._failed(item, delivery, words.SLACK_REFUSED, new_error_id())
        except WarmlineError as error:
            _log.warning("check.failed", error_id=error.error_id, error=type(error).__name__)
            await self._failed(item, delivery, error.message, error.error_id)
        except Exception as error:  # noqa: BLE001 - the person must hear of it, whatever it is
            error_id = new_error_id()
            _log.error("check.broke", error_id=error_id, error=type(error).__name__)
            await self._failed(item, delivery, words.UNEXPECTED, error_id)

    async def _check_and_show(self, item: WorkItem, delivery: Delivery) -> None:
        if item.id in self._cancelled:
            raise asyncio.CancelledError
        if item.result is None:
            scored = await self._score(item)
            if scored is None:
                return
            item = replace(item, result=scored)
        if item.id in self._cancelled:
            raise asyncio.CancelledError
        await self._stop_note(item.id)
        card = await self.card(item)
        card = replace(card, first_use=await self._store.mark_told(item.owner))
        await self._settled(item)
        await delivery.card(card)
        await self._store.delivered(item.id, worker=self._worker)
        self._metrics.card_seconds.observe(self._age(item))

    async def _score(self, item: WorkItem) -> Mapping[str, Any] | None:
        """Score and keep; None when another worker has taken the item over."""
        payload = CheckPayload.model_validate(item.payload)
        asked = CheckItem(id=item.id, context=payload.customer, reply=payload.draft)
        self._scoring[item.id] = asyncio.create_task(self._scorer.check(asked))
        result = await self._scoring[item.id]
        kept = result.model_dump(mode="json")
        check = NewCheck.from_result(
            result, session_id=payload.session_id, channel_kind=payload.channel_kind
        )
        ours = await self._store.finish(item.id, worker=self._worker, check=check, result=kept)
        if not ours:
            return None
        self._count("abstained" if result.score.abstained else "scored")
        return kept

    async def _settled(self, item: WorkItem) -> None:
        payload = CheckPayload.model_validate(item.payload)
        if payload.place.view_id is None:
            return
        await asyncio.sleep(max(0.0, self._limits.settle - self._age(item)))

    def _age(self, item: WorkItem) -> float:
        """Give the seconds since the item was accepted."""
        return (self._clock() - item.created_at) / timedelta(seconds=1)

    def _count(self, outcome: str) -> None:
        self._metrics.checks.labels(outcome).inc()

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
            await self._store.renew(check_id, worker=self._worker, lease_seconds=self._limits.lease)

    async def _interrupted(self, check_id: str) -> None:
        """Close a check its person cancelled, release one that a shutdown interrupts."""
        by_person = check_id in self._cancelled
        await self._store.fail(
            check_id,
            worker=self._worker,
            error_id=_CANCELLED if by_person else _SHUTDOWN,
            retry_in=None if by_person else 0.0,
        )

    async def _put_back(self, item: WorkItem, error: Exception) -> None:
        """Slack can't be reached, so the person can't be told either: try again later."""
        error_id = new_error_id()
        self._count("put_back")
        _log.warning("check.slack_unreachable", error_id=error_id, error=type(error).__name__)
        await self._store.fail(
            item.id, worker=self._worker, error_id=error_id, retry_in=_SLACK_PAUSE * item.attempts
        )

    async def _failed(
        self, item: WorkItem, delivery: Delivery, message: str, error_id: str
    ) -> None:
        self._count("failed")
        await self._stop_note(item.id)
        await self._settled(item)
        await _try(lambda: delivery.error(message, error_id, item.id))
        await _try(
            lambda: self._store.fail(item.id, worker=self._worker, error_id=error_id, retry_in=None)
        )

    async def _note(self, check_id: str, delivery: Delivery) -> None:
        await asyncio.sleep(self._limits.note_after)
        self._noting.add(check_id)
        await _try(lambda: delivery.still_working(check_id))

    async def _stop_note(self, check_id: str) -> None:
        """Make sure that no note arrives after the card: wait for one already on its way."""
        note = self._notes.get(check_id)
        if note is None:
            return
        if check_id in self._noting:
            await asyncio.wait({note})
        else:
            note.cancel()

    def _forget(self, check_id: str) -> None:
        if (note := self._notes.pop(check_id, None)) is not None and check_id not in self._noting:
            note.cancel()
        self._noting.discard(check_id)
        self._deliveries_here.pop(check_id, None)
        self._scoring.pop(check_id, None)
        self._cancelled.discard(check_id)


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
