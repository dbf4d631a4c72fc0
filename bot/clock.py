"""The clock as an argument: everything that asks for the time takes a :data:`Clock`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Returns the present moment, always with a UTC offset.
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the present moment in UTC: the clock of every running process."""
    return datetime.now(UTC)
