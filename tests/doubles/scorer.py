"""A ``Scorer`` without HTTP or model: answers like ``DoubleChecker``, late or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.scorer_client import ScorerHealth
from scoring.contract import CheckItem, CheckResult
from tests.doubles.checker import DoubleChecker

__all__ = ["DoubleScorer"]


@dataclass
class DoubleScorer:
    """Scores drafts by hash.

    Attributes:
        seconds: How long each check takes.
        error: Raised in place of a result, once per entry.
        result: Given in place of the hash's result.
        asked: Every item it was asked about.
        stopped: Ids of items whose check was interrupted.
        checker: Makes the results.
        started: Set as soon as it has been asked.
        writes: Whether it says that a language model writes; then only suggestions take time.
        early_seconds: How long the score alone takes then.
        late_error: Raised each time suggestions are asked for, while the score alone is given.
    """

    seconds: float = 0.0
    error: list[Exception] = field(default_factory=list)
    result: CheckResult | None = None
    asked: list[CheckItem] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    checker: DoubleChecker = field(default_factory=DoubleChecker)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    writes: bool = False
    early_seconds: float = 0.0
    late_error: Exception | None = None

    async def check(self, item: CheckItem, *, rewrites: bool = True) -> CheckResult:
        """Answer, after a while."""
        self.asked.append(item)
        self.started.set()
        try:
            await asyncio.sleep(self.seconds if rewrites or not self.writes else self.early_seconds)
        except asyncio.CancelledError:
            self.stopped.append(item.id)
            raise
        if rewrites and self.late_error is not None:
            raise self.late_error
        if self.error:
            raise self.error.pop(0)
        if self.result is not None:
            return self.result.model_copy(update={"id": item.id})
        return self.checker.check([item], rewrites=rewrites)[0]

    async def health(self) -> ScorerHealth:
        """Be ready."""
        return ScorerHealth(ready=True, detail={"model": "double", "writes": self.writes})
