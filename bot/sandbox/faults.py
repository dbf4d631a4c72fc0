"""What goes wrong in a real workspace, to be asked for in a test.

Each fault is used up by the calls it is meant for, so a test says exactly what happens when.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class ApiFault:
    """A Web API call that goes wrong.

    Attributes:
        kind: ``rate_limited`` answers 429, ``server_error`` answers 500, ``slow`` does its work
            late, ``lost`` does nothing and never answers, ``unanswered`` does its work and never
            answers.
        seconds: ``Retry-After``, or how late it is.
    """

    kind: Literal["rate_limited", "server_error", "slow", "lost", "unanswered"]
    seconds: float = 1.0


@dataclass(slots=True)
class Faults:
    """Faults that are still to come.

    Attributes:
        duplicates: So many of the next envelopes are delivered twice.
        dropped_acks: So many of the next acknowledgements are lost on the way to Slack.
        revoked: The app was removed from the workspace: its tokens are worth nothing.
    """

    duplicates: int = 0
    dropped_acks: int = 0
    revoked: bool = False
    _api: dict[str, list[ApiFault]] = field(default_factory=dict)

    def on(self, method: str, *faults: ApiFault) -> None:
        """Let the next calls of a Web API method go wrong, one fault a call."""
        self._api.setdefault(method, []).extend(faults)

    def take_api(self, method: str) -> ApiFault | None:
        """The fault of this call, if it has one."""
        waiting = self._api.get(method)
        return waiting.pop(0) if waiting else None

    def take_duplicate(self) -> bool:
        """Whether this envelope is delivered twice."""
        taken, self.duplicates = self.duplicates > 0, max(0, self.duplicates - 1)
        return taken

    def take_dropped_ack(self) -> bool:
        """Whether this acknowledgement is lost."""
        taken, self.dropped_acks = self.dropped_acks > 0, max(0, self.dropped_acks - 1)
        return taken
