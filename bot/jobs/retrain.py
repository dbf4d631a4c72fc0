"""Retraining by the clock: once a week, in the quiet hours, when there is enough to learn.

The job writes an export and hands it to a trainer; it never sees a model. A run that fails is told
once, with the cause, and closed: the next week brings the next one. A run whose process died is
taken over by another, and the trainer goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol
from zoneinfo import ZoneInfo

import structlog

from bot.blocks.parts import Block
from bot.blocks.retrain import verdict_blocks, verdict_text
from bot.clock import Clock
from bot.errors import TrainingError
from bot.exports import write_examples
from bot.jobs.claims import Claims
from bot.report.weeks import Week
from bot.store.base import Store
from bot.store.learning import TrainingRun
from bot.strings import retrain as words

__all__ = ["JOB", "Outcome", "Plan", "RetrainJob", "Tell", "Trainer"]

JOB: Final = "retrain"
#: Tells the owner something, in Slack where that is set up.
Tell = Callable[[str, Sequence[Block] | None], Awaitable[None]]
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
    """When to retrain.

    Attributes:
        floor: Fewer new ratings than this are not worth it.
        begins: First quiet hour, 0-23.
        ends: First hour that is not quiet any more.
        timezone: Whose hours.
        exports: Folder of exports.
    """

    floor: int
    begins: int
    ends: int
    timezone: str
    exports: Path

    def is_quiet(self, now: datetime) -> bool:
        """Tell whether training disturbs nobody now; the hours may run over midnight."""
        hour = now.astimezone(ZoneInfo(self.timezone)).hour
        if self.begins <= self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a training came to.

    Attributes:
        version: Id of the new version.
        passed: Whether the gate let it through.
        reasons: What stood against it.
        promoted: Whether it is in use already.
        page: Where the gate's page lies.
        findings: All that the gate judged, as its record has it.
    """

    version: str
    passed: bool
    reasons: tuple[str, ...]
    promoted: bool
    page: str
    findings: tuple[dict[str, Any], ...] = ()


class Trainer(Protocol):
    """Trains a version on an export and holds it against the one in use."""

    async def train(self, export: Path) -> Outcome:
        """Do it; may take hours.

        Raises:
            TrainingError: It failed; the message is the cause.
        """


class RetrainJob:
    """Looks every few minutes whether it is time.

    Args:
        store: Examples, runs.
        claims: Let one process do it.
        trainer: Does the work.
        plan: When.
        tell: Tells the owner how it ended.
        clock: The time.
        new_id: Makes ids of runs.
    """

    def __init__(  # noqa: PLR0913 - its collaborators
        self,
        store: Store,
        claims: Claims,
        trainer: Trainer,
        plan: Plan,
        tell: Tell,
        *,
        clock: Clock,
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._claims = claims
        self._trainer = trainer
        self._plan = plan
        self._tell = tell
        self._clock = clock
        self._new_id = new_id

    async def tick(self) -> None:
        """Retrain if it is time and nobody has this week."""
        now = self._clock()
        week = Week.of(now, self._plan.timezone).name
        if not self._plan.is_quiet(now):
            return
        fresh = await self._store.fresh_ratings()
        last = await self._store.last_slot(JOB)
        # A run that died has handed its ratings out: its slot alone says that it is to go on.
        if fresh >= self._plan.floor or last == week:
            await self._claims.once(JOB, week, lambda: self._run(fresh))

    async def _run(self, fresh: int) -> None:
        started = TrainingRun(
            id=self._new_id(),
            started_at=self._clock(),
            who="schedule",
            why=words.WHY_SCHEDULE.format(fresh=fresh, floor=self._plan.floor),
        )
        await self._store.save_training_run(started)
        path, count = await write_examples(self._store, self._plan.exports, self._clock())
        running = replace(started, examples=count)
        try:
            outcome = await self._trainer.train(path)
        except TrainingError as error:
            _log.error("retrain.failed", error_id=error.error_id)
            await self._close(running, said=error.message)
            await self._tell(words.FAILED.format(why=error.message, id=error.error_id), None)
            return
        _log.info("retrain.done", version=outcome.version, passed=outcome.passed)
        ended = await self._close(running, outcome, said=" ".join(outcome.reasons))
        await self._tell(verdict_text(ended), verdict_blocks(ended))

    async def _close(
        self, run: TrainingRun, outcome: Outcome | None = None, said: str = ""
    ) -> TrainingRun:
        ended = replace(run, finished_at=self._clock(), said=said)
        if outcome is not None:
            ended = replace(
                ended,
                version=outcome.version,
                passed=outcome.passed,
                promoted=outcome.promoted,
                page=outcome.page,
                findings=outcome.findings,
            )
        await self._store.save_training_run(ended)
        return ended
