"""How long the steps of a check may take."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CheckLimits"]


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """Times of a check, in seconds.

    Attributes:
        lease: After how long without a sign of life another worker takes over.
        note_after: When a person who still waits is told so, and can cancel.
        settle: Earliest update of a modal after its submission was acknowledged. Slack applies our
            acknowledgement (the *working* view) and an update in the order they arrive on two
            different connections; without this pause a fast result is overwritten by *working*.
        tell_again: After how long a person who could not be told of a given up check is tried
            again.
    """

    lease: float = 60.0
    note_after: float = 2.0
    settle: float = 0.3
    tell_again: float = 20.0
