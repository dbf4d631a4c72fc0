"""What each consent switch gates: the one place that says so, and the one that is asked.

The table in ``docs/privacy.md`` is this module in words; a test compares the two. Whatever keeps
something of a person asks :meth:`Consent.allows`; whatever turns a switch off removes what
:func:`gated_by` names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

__all__ = ["GATES", "SWITCHES", "Consent", "Kept", "Switch", "gated_by"]

#: A person's own switches.
Switch = Literal["checks_count", "keep_samples", "train"]
#: What can be kept of a check, or done with it: its ``numbers`` (score, features, feedback,
#: suggestions and what became of them), a redacted ``sample`` of the reply, the redacted message of
#: the ``customer`` beside that sample, and use of all that is kept for ``training``.
Kept = Literal["numbers", "sample", "customer", "training"]

SWITCHES: Final[tuple[Switch, ...]] = ("checks_count", "keep_samples", "train")
#: The switches that must all be on.
GATES: Final[Mapping[Kept, frozenset[Switch]]] = {
    "numbers": frozenset({"checks_count"}),
    "sample": frozenset({"checks_count", "keep_samples"}),
    "customer": frozenset({"checks_count", "keep_samples"}),
    "training": frozenset({"checks_count", "train"}),
}
#: What the workspace's owner must have switched on besides.
NEEDS_OWNER: Final[frozenset[Kept]] = frozenset({"customer"})


def gated_by(switch: Switch) -> tuple[Kept, ...]:
    """Name what goes when a switch is turned off."""
    return tuple(what for what, needed in GATES.items() if switch in needed)


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person allows.

    Attributes:
        checks_count: Whether their checks are kept as numbers. On until switched off.
        told_at: When they were first told about it; None before.
        keep_samples: Whether redacted samples of their replies are kept for quality work.
        train: Whether their samples and choices are used to train the scorer.
        customer_text: Whether the owner of their workspace lets the customer's redacted message be
            kept beside a sample. Not the person's to set.
    """

    checks_count: bool
    told_at: datetime | None
    keep_samples: bool = False
    train: bool = False
    customer_text: bool = False

    def allows(self, what: Kept) -> bool:
        """Tell whether something may be kept, or done, under these switches."""
        own = all(getattr(self, switch) for switch in GATES[what])
        return own and (self.customer_text or what not in NEEDS_OWNER)
