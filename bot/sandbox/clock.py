"""Time and ids of the double, injected so that a test repeats exactly."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from typing import Protocol


class Clock(Protocol):
    """Where the double reads the time from."""

    def now(self) -> float:
        """Seconds since the epoch."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()


@dataclass(slots=True)
class ManualClock:
    """A clock that stands still until it is moved; what a rule with a deadline is tested with.

    Attributes:
        seconds: The time it shows, in seconds since the epoch.
    """

    seconds: float = 1_790_000_000.0

    def now(self) -> float:
        """The time it was last moved to."""
        return self.seconds

    def advance(self, seconds: float) -> None:
        """Move forward."""
        self.seconds += seconds


@dataclass(slots=True)
class Ids:
    """Counts up and dresses the number as Slack dresses its ids (``V0000001``)."""

    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def make(self, prefix: str) -> str:
        """A new id, unique in this double."""
        return f"{prefix}{next(self._numbers):07d}"

    def ts(self, now: float) -> str:
        """A message timestamp: seconds, and a fraction that never repeats."""
        return f"{int(now)}.{next(self._numbers):06d}"
