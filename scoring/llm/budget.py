"""How long a piece of LLM work may take, and the way to stop it sooner."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoring.errors import LlmStoppedError, LlmTimeoutError

__all__ = ["Budget"]


class Budget:
    """A deadline shared by all calls of one piece of work.

    Safe to cancel from another thread: work that waits is woken, work that computes looks after
    each token.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._end = clock() + seconds
        self._cancelled = False
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], object]] = []

    @property
    def seconds(self) -> float:
        """What it was from the start."""
        return self._seconds

    def left(self) -> float:
        """Seconds left.

        Raises:
            LlmTimeoutError: None are.
            LlmStoppedError: The work was cancelled.
        """
        if self._cancelled:
            raise LlmStoppedError("The work with the LLM was stopped.")
        left = self._end - self._clock()
        if left <= 0:
            raise LlmTimeoutError(f"The LLM did not answer within {self._seconds:g} seconds.")
        return left

    def cancel(self) -> None:
        """End the work, from any thread."""
        with self._lock:
            self._cancelled = True
            wakers = list(self._wakers)
        for wake in wakers:
            wake()

    @contextmanager
    def waking(self, wake: Callable[[], object]) -> Iterator[None]:
        """Have ``wake`` called if the budget is cancelled inside the block."""
        with self._lock:
            self._wakers.append(wake)
            cancelled = self._cancelled
        try:
            if cancelled:
                wake()
            yield
        finally:
            with self._lock:
                self._wakers.remove(wake)
