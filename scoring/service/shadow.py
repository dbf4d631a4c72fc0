"""A candidate that scores beside the version in use: counted, never shown, never waited for.

It gets a share of the drafts that were checked, in a thread of its own, and only while it is idle:
under load it sees fewer drafts, and nobody waits for it. What is kept are counters.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING

import structlog

from scoring.contract import CheckItem, CheckResult
from scoring.service.logs import frames_of
from scoring.service.metrics import Metrics

if TYPE_CHECKING:
    from scoring.engine import Checker

__all__ = ["Shadow"]

_log = structlog.get_logger(__name__)


class Shadow:
    """Runs a candidate.

    Args:
        checker: The candidate.
        share: Part of the drafts it is to see, 0-1.
        metrics: Told of differences and failures.
        executor: Where it runs; a thread of its own if not given.
        draw: Gives numbers of 0-1 to choose drafts by.
    """

    def __init__(
        self,
        checker: Checker,
        share: float,
        metrics: Metrics,
        executor: Executor | None = None,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self.checker = checker
        self._share = share
        self._metrics = metrics
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="shadow")
        self._draw = draw
        self._busy = False

    def see(self, items: Sequence[CheckItem], results: Sequence[CheckResult]) -> None:
        """Take a share of checked drafts, or none while the last ones are being scored."""
        chosen = [
            (item, result.score.overall)
            for item, result in zip(items, results, strict=True)
            if result.score.overall is not None and self._draw() < self._share
        ]
        if not chosen or self._busy:
            self._metrics.shadow_skipped.inc(len(chosen))
            return
        self._busy = True
        self._executor.submit(self._score, chosen)

    def close(self) -> None:
        """Take no more; what runs may end."""
        self._share = 0.0
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _score(self, chosen: Sequence[tuple[CheckItem, float]]) -> None:
        try:
            results = self.checker.check([item for item, _ in chosen], rewrites=False)
            for (_, shown), result in zip(chosen, results, strict=True):
                self._count(shown, result.score.overall)
        except Exception as error:  # noqa: BLE001 - a candidate may fail in any way; nobody waits
            self._metrics.shadow_failures.inc()
            _log.warning("shadow_failed", error=type(error).__name__, at=frames_of(error))
        finally:
            self._busy = False

    def _count(self, shown: float, other: float | None) -> None:
        self._metrics.shadow_drafts.inc()
        if other is not None:
            self._metrics.shadow_difference.observe(other - shown)
