"""How long a piece of LLM work may take, and the way to stop it sooner."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoring.errors import LlmStoppedError, LlmTimeoutError

__all__ = ["Budget", "Stop"]


class Stop:
    """Somebody's word that a piece of work is no longer wanted, given from any thread.

    Work that waits is woken, work that computes looks after each token.
    """

    def __init__(self) -> None:
        self._given = False
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], object]] = []

    @property
    def given(self) -> bool:
        """Whether it was said."""
        return self._given

    def give(self) -> None:
        """Say it."""
        with self._lock:
            self._given = True
            wakers = list(self._wakers)
        for wake in wakers:
            wake()

    @contextmanager
    def waking(self, wake: Callable[[], object]) -> Iterator[None]:
        """Have ``wake`` called if it is said inside the block, or was said before."""
        with self._lock:
            self._wakers.append(wake)
            given = self._given
        try:
            if given:
                wake()
            yield
        finally:
            with self._lock:
                self._wakers.remove(wake)


class Budget:
    """A deadline shared by all calls of one piece of work.

    Args:
        seconds: What the work may take.
        clock: Tells the time.
        stop: Ends the work sooner; one of its own if not given.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        stop: Stop | None = None,
    ) -> None:
        self._seconds, self._clock = seconds, clock
        self._end = clock() + seconds
        self._stop = stop or Stop()

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
        if self._stop.given:
            raise LlmStoppedError("The work with the LLM was stopped.")
        left = self._end - self._clock()
        if left <= 0:
            raise LlmTimeoutError(f"The LLM did not answer within {self._seconds:g} seconds.")
        return left

    def cancel(self) -> None:
        """End the work, from any thread."""
        self._stop.give()

    @contextmanager
    def waking(self, wake: Callable[[], object]) -> Iterator[None]:
        """Have ``wake`` called if the work is cancelled inside the block."""
        with self._stop.waking(wake):
            yield
