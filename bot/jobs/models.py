"""Which model scores: looked at every few minutes, so that a report knows the day it changed.

A version takes over when its owner promotes one, when a training passes its gate, or with an update
of the program. All of them show at the scorer, and nowhere else at once.
"""

from __future__ import annotations

from typing import Final

import structlog

from bot.clock import Clock
from bot.errors import ScorerUnavailableError
from bot.scorer_client import Scorer, ScorerHealth
from bot.store.reporting import ReportStore

__all__ = ["JOB", "ModelJob"]

JOB: Final = "model"
_log = structlog.get_logger(__name__)


class ModelJob:
    """Notes a change of the model.

    It writes only what this process has not seen before: while an update replaces one process
    after the other, two versions do not overwrite each other every few minutes.

    Args:
        store: Keeps the changes.
        scorer: Says which model it has.
        clock: The time.
    """

    def __init__(self, store: ReportStore, scorer: Scorer, clock: Clock) -> None:
        self._store = store
        self._scorer = scorer
        self._clock = clock
        self._seen = ""

    async def tick(self) -> None:
        """Ask the scorer, and note its model if it is a new one."""
        try:
            model = _model_of(await self._scorer.health())
        except ScorerUnavailableError as error:  # checks tell of it; the next tick may find it
            _log.info("model.not_seen", error_id=error.error_id)
            return
        if model and model != self._seen:
            await self._store.note_model(model, self._clock())
            self._seen = model


def _model_of(health: ScorerHealth) -> str:
    model = health.detail.get("model") if health.ready else None
    return str(model.get("id") or "") if isinstance(model, dict) else ""
