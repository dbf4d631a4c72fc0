"""Runs of retraining as the store keeps them: values without SQL, and the store's side of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

__all__ = ["RetrainStore", "TrainingRun"]


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


class RetrainStore(Protocol):
    """The part of the store that retraining uses."""

    async def fresh_ratings(self) -> int:
        """Count rated samples that may train and were never handed out."""

    async def save_training_run(self, run: TrainingRun) -> None:
        """Keep a run, or what has become of it."""

    async def training_runs(self, limit: int = 50) -> Sequence[TrainingRun]:
        """Read the latest runs, the last one first."""
