"""A clock that moves only when told to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass
class HandClock:
    """Called like ``bot.clock.utc_now``."""

    now: datetime = datetime(2026, 11, 30, 9, 0, 0, 123456, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Tell the time."""
        return self.now

    def advance(self, **duration: float) -> None:
        """Move on, as in ``clock.advance(hours=1)``."""
        self.now += timedelta(**duration)
