"""Runs of retraining as the store keeps them: values without SQL, and the store's side of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from bot.store.values import Person

__all__ = ["Decision", "RetrainStore", "TrainingRun"]

#: What the owner made of a version that passed; ``promoting`` while it is being put to use.
Decision = Literal["promoting", "promoted", "rejected"]


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """One run of retraining. No text and no person is in it.

    Attributes:
        id: Random.
        started_at: When (UTC).
        who: ``schedule``, or who started it by hand.
        why: The reason, such as how many new ratings there were.
        examples: How many lines the export had.
        finished_at: When it ended; None while it runs, or when its process died.
        version: Id of the version it made.
        passed: Whether the gate let it through; None before.
        promoted: Whether it was put to use at once.
        said: The gate's reasons, or the cause of a failure.
        findings: All that the gate judged, as its record has it.
        page: Where the gate's page lies.
        decision: What the owner made of it; None while they have not said.
        decided_at: When.
    """

    id: str
    started_at: datetime
    who: str
    why: str
    examples: int = 0
    finished_at: datetime | None = None
    version: str = ""
    passed: bool | None = None
    promoted: bool = False
    said: str = ""
    findings: tuple[dict[str, Any], ...] = ()
    page: str = ""
    decision: Decision | None = None
    decided_at: datetime | None = None


class RetrainStore(Protocol):
    """The part of the store that retraining uses."""

    async def fresh_ratings(self) -> int:
        """Count rated samples that may train and were never handed out."""

    async def save_training_run(self, run: TrainingRun) -> None:
        """Keep a run, or what has become of it."""

    async def training_runs(self, limit: int = 50) -> Sequence[TrainingRun]:
        """Read the latest runs, the last one first."""

    async def training_run(self, run_id: str) -> TrainingRun:
        """Read one run.

        Raises:
            RunNotFoundError: There is none of that id.
        """

    async def decide(
        self, run_id: str, decision: Decision | None, person: Person, *, before: Decision | None
    ) -> bool:
        """Note what the owner makes of a run, if it still stands as it did before.

        Whether this person may is the caller's to check. What is final goes into the audit too.

        Args:
            run_id: The run.
            decision: What it comes to; None takes a try back that failed.
            person: Who decides.
            before: What the decision was when it was read.

        Returns:
            False when somebody else was quicker: nothing changes.
        """
