"""What the owner makes of a retrained version: put it to use, or turn it down. Each once.

``promoting`` stands while the version is being put to use: a second click waits for the first, and
one whose process died is taken up again after two minutes. The command itself does nothing to a
version that is in use already, so doing it twice is doing it once.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import structlog

from bot.clock import Clock
from bot.errors import NotAllowedError, TrainingError
from bot.jobs.trainer import Run
from bot.store.base import Person
from bot.store.learning import Decision, RetrainStore, TrainingRun
from bot.strings import retrain as words

__all__ = ["Candidates"]

_STUCK: Final = timedelta(minutes=2)
_log = structlog.get_logger(__name__)


class Candidates:
    """Carries out the owner's word.

    Args:
        store: The runs.
        run: Gives a command, as a person would.
        owner: Slack id of the one person who decides; empty: nobody does it in Slack.
        clock: The time.
    """

    def __init__(self, store: RetrainStore, run: Run, owner: str, clock: Clock) -> None:
        self._store = store
        self._run = run
        self._clock = clock
        self.owner = owner

    async def promote(self, run_id: str, person: Person) -> TrainingRun:
        """Put a version that passed the gate to use.

        Returns:
            The run as it stands now: another decision may have been quicker.

        Raises:
            NotAllowedError: The gate stopped it.
            TrainingError: The command failed; the version in use stays and it can be tried again.
            RunNotFoundError: There is no such run.
        """
        run = await self._passed(run_id)
        if run.decision is None or self._is_stuck(run):
            claimed: Decision = "promoting"
            if await self._store.decide(run_id, claimed, person, before=run.decision):
                await self._put_to_use(run, person)
        return await self._store.training_run(run_id)

    async def reject(self, run_id: str, person: Person) -> TrainingRun:
        """Turn a version down; it stays on the shelf until old versions are removed.

        Returns:
            The run as it stands now: another decision may have been quicker.

        Raises:
            NotAllowedError: The gate stopped it already.
            RunNotFoundError: There is no such run.
        """
        run = await self._passed(run_id)
        if run.decision is None:
            await self._store.decide(run_id, "rejected", person, before=None)
        return await self._store.training_run(run_id)

    async def look(self, run_id: str) -> TrainingRun:
        """Read a run.

        Raises:
            RunNotFoundError: There is no such run.
        """
        return await self._store.training_run(run_id)

    async def _passed(self, run_id: str) -> TrainingRun:
        run = await self._store.training_run(run_id)
        if not run.passed:
            raise NotAllowedError(words.GATE_CLOSED)
        return run

    def _is_stuck(self, run: TrainingRun) -> bool:
        at = run.decided_at
        return run.decision == "promoting" and at is not None and self._clock() - at > _STUCK

    async def _put_to_use(self, run: TrainingRun, person: Person) -> None:
        command = ["models", "promote", run.version, "--why", words.WHY_OWNER]
        ended = await self._run(command)
        if ended.code:
            await self._store.decide(run.id, None, person, before="promoting")
            broke = words.BROKE_OFF.format(
                command="models promote", code=ended.code, last=ended.complaint
            )
            raise TrainingError(broke)
        _log.info("retrain.promoted", version=run.version)
        await self._store.decide(run.id, "promoted", person, before="promoting")
