"""Redacted text, as a type of its own: what keeps text takes this and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Redacted", "Redactor"]


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without what could name somebody; made by a :class:`Redactor`.

    Attributes:
        text: The text, with a stand-in such as ``[email]`` for each thing removed.
        removed: How many things of each kind were removed.
        redactor: Name and version of what removed them.
    """

    text: str = field(repr=False)
    removed: Mapping[str, int]
    redactor: str


class Redactor(Protocol):
    """Takes out of a text what could name somebody."""

    def __call__(self, text: str) -> Redacted:
        """Redact a text; the same text always gives the same result."""
