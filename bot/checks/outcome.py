"""How a check ends without its card: failed, put back, interrupted or given up."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import structlog
from slack_sdk.errors import SlackApiError

from bot.checks.attempt import attempted
from bot.checks.watch import Watch
from bot.clock import Clock
from bot.delivery import Delivery, error_code, passes
from bot.errors import new_error_id
from bot.store.base import Store, WorkItem
from bot.strings import errors as words

__all__ = ["Outcome"]

_SHUTDOWN: Final = "shutdown"
#: Seconds until a card is sent again when Slack can't be reached.
_SHORT_PAUSE: Final = 5.0
_LONG_PAUSE: Final = 300.0
_log = structlog.get_logger(__name__)


class Outcome:
    """Tells the person and writes it down; what can't be told yet is put back.

    Args:
        store: The bot's memory.
        worker: This process's name in the store.
        clock: The time.
    """

    def __init__(self, store: Store, *, worker: str, clock: Clock) -> None:
        self._store = store
        self._worker = worker
        self._clock = clock

    async def failed(self, item: WorkItem, watch: Watch, message: str, error_id: str) -> None:
        """Tell the person and close the check; if they can't be told yet, put it back."""
        await watch.stop_note()
        await watch.settled()
        try:
            await watch.delivery.error(message, error_id, item.id)
        except Exception as error:  # noqa: BLE001 - whatever it is, the check must end
            if passes(error):
                await self._put_back(item, error)
                return
            await attempted(lambda: watch.delivery.reach(message, error_id, item.id))
        await attempted(
            lambda: self._store.fail(item.id, worker=self._worker, error_id=error_id, retry_in=None)
        )

    async def broken(self, item: WorkItem, watch: Watch, error: Exception) -> None:
        """End a check at an error that was not foreseen, or put it back if Slack is away."""
        if passes(error):
            await self._put_back(item, error)
            return
        error_id = new_error_id()
        refused = isinstance(error, SlackApiError)
        reason = error_code(error) if isinstance(error, SlackApiError) else ""
        _log.error("check.broke", error_id=error_id, error=type(error).__name__, reason=reason)
        message = words.SLACK_REFUSED if refused else words.UNEXPECTED
        await self.failed(item, watch, message, error_id)

    async def interrupted(self, check_id: str) -> None:
        """Release a check that a shutdown interrupts; a cancelled one is nobody's any more."""
        await attempted(
            lambda: self._store.fail(
                check_id, worker=self._worker, error_id=_SHUTDOWN, retry_in=0.0
            )
        )

    async def given_up(self, item: WorkItem, delivery: Delivery) -> None:
        """Tell the person of a check that is not tried again, and close it.

        Raises:
            SlackApiError: Slack is in trouble; the person is to be told later.
            ClientError: Slack can't be reached; the same.
        """
        error_id = new_error_id()
        try:
            await delivery.reach(words.GAVE_UP, error_id, item.id)
        except SlackApiError as error:
            if passes(error):
                raise
            # Slack knows no way to this person: there is nobody to tell.
            _log.error("check.unreachable", work_id=item.id, reason=error_code(error))
        await self._store.fail(item.id, worker=self._worker, error_id=error_id)

    async def _put_back(self, item: WorkItem, error: Exception) -> None:
        """Slack can't be reached, so the person can't be told either: try again later.

        The pause grows with the age of the check: half of it, between five seconds and five
        minutes, so that a short outage is over soon and a long one is not made worse.
        """
        error_id = new_error_id()
        _log.warning("check.slack_unreachable", error_id=error_id, error=type(error).__name__)
        pause = min(max(self._age(item) / 2, _SHORT_PAUSE), _LONG_PAUSE)
        await attempted(
            lambda: self._store.fail(
                item.id, worker=self._worker, error_id=error_id, retry_in=pause
            )
        )

    def _age(self, item: WorkItem) -> float:
        """Give the seconds since the item was accepted."""
        return (self._clock() - item.created_at) / timedelta(seconds=1)
