"""The words of a weakness: why this draft falls short for this customer, and what would help.

Copy is chosen by what was found in message and draft, most specific first, and never at random:
the first line that fits ``MAX_COPY`` is taken. Nothing scolds; a line speaks of the draft and of
the customer, never of the writer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scoring.explain.copy_faults import (
    edit_advice,
    edit_dismisses,
    edit_self_focus,
    why_advice,
    why_dismisses,
    why_self_focus,
)
from scoring.explain.copy_next import edit_invites, edit_owns, why_invites, why_owns
from scoring.explain.copy_warmth import (
    edit_names_feeling,
    edit_reflects,
    why_names_feeling,
    why_reflects,
)
from scoring.explain.wording import Finding

#: Longest line of copy, in characters.
MAX_COPY = 200


@dataclass(frozen=True, slots=True)
class Copy:
    """One weakness in words, each at most ``MAX_COPY`` characters."""

    why: str
    edit: str


def write(feature: str, finding: Finding) -> Copy:
    """Write the copy of one weakness.

    Args:
        feature: Id of a skill.
        finding: What was found.

    Returns:
        The copy.

    Raises:
        KeyError: There is no copy for this feature.
    """
    why, edit = _WRITERS[feature]
    return Copy(_first(why(finding)), _first(edit(finding)))


def _first(lines: Iterable[str]) -> str:
    return next(line for line in lines if line and len(line) <= MAX_COPY)


_Lines = Callable[[Finding], Iterator[str]]
_WRITERS: dict[str, tuple[_Lines, _Lines]] = {
    "names_feeling": (why_names_feeling, edit_names_feeling),
    "reflects_specifics": (why_reflects, edit_reflects),
    "invites_more": (why_invites, edit_invites),
    "owns_next_step": (why_owns, edit_owns),
    "unasked_advice": (why_advice, edit_advice),
    "self_focus": (why_self_focus, edit_self_focus),
    "dismisses": (why_dismisses, edit_dismisses),
}
