"""Scores a draft; while a language model writes, what is certain already is shown meanwhile.

Only in a person's own conversation, where a message can grow. Its Stop button leaves the card
without suggestions. The click can reach any process, so it is a mark in the database that whoever
waits for the model looks for.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from bot.checks.attempt import attempted
from bot.checks.watch import Watch
from bot.errors import ScorerError
from bot.payload import CheckPayload, stop_mark
from bot.scorer_client import Scorer
from bot.store.base import Store, WorkItem
from scoring.contract import CheckItem, CheckResult

__all__ = ["Writing"]

#: How often whoever waits for a language model looks whether its person wants it to stop.
_LOOK_SECONDS: Final = 0.5
_log = structlog.get_logger(__name__)


class Writing:
    """Asks the scorer for one check.

    Args:
        store: Knows who wants to stop.
        scorer: Scores drafts.
    """

    def __init__(self, store: Store, scorer: Scorer) -> None:
        self._store = store
        self._scorer = scorer

    async def result(self, asked: CheckItem, item: WorkItem, watch: Watch) -> CheckResult:
        """Score a draft, and show it growing where that is possible and worth it."""
        early = await self._shown(asked, watch)
        watch.scoring = asyncio.create_task(self._scorer.check(asked))
        if early is None:
            return await watch.scoring
        await watch.stop_note()  # the answer itself says that more is to come
        try:
            return await self._unless_stopped(item, watch.scoring, early)
        except asyncio.CancelledError:
            await attempted(watch.delivery.leave)
            raise

    async def _shown(self, asked: CheckItem, watch: Watch) -> CheckResult | None:
        """Show the score at once if a language model is to write; None where nothing is shown."""
        if not await watch.delivery.grows() or not await self._writes():
            return None
        watch.scoring = asyncio.create_task(self._scorer.check(asked, rewrites=False))
        early = await watch.scoring
        return early if early.score.weakest and await watch.delivery.begin(early) else None

    async def _writes(self) -> bool:
        try:
            return (await self._scorer.health()).writes
        except ScorerError:
            return False  # the check itself says what is wrong

    async def _unless_stopped(
        self, item: WorkItem, writing: asyncio.Task[CheckResult], early: CheckResult
    ) -> CheckResult:
        stopping = asyncio.create_task(self._stopped(item))
        try:
            await asyncio.wait({writing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
        if not writing.done():
            writing.cancel()
            await asyncio.wait({writing})
            _log.info("check.writing_stopped", work_id=item.id)
            return early
        try:
            return writing.result()
        except ScorerError as error:
            _log.warning("check.not_written", error_id=error.error_id, error=type(error).__name__)
            return early

    async def _stopped(self, item: WorkItem) -> None:
        """Return once the person has pressed Stop."""
        mark = stop_mark(CheckPayload.model_validate(item.payload).place)
        while not await self._store.marked(mark, item.owner, since=item.created_at):  # noqa: ASYNC110 - set in any process
            await asyncio.sleep(_LOOK_SECONDS)
