"""What a card remembers: carried in its block ids, so that any replica can redraw it.

An ephemeral message is not returned with a click and the database keeps feedback apart from the
card, so each interactive block's id says which check it belongs to and what was recorded so far:
``feedback|<check>|<thumb>|<rating>|<reason>|<feature>|<previous score>``. At most 255 characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self, cast, get_args

from bot.store.base import Reason, Thumb

_SEPARATOR: Final = "|"
_FIELDS: Final = 6


@dataclass(frozen=True, slots=True)
class CardState:
    """A card's check and what its reader has said of it.

    Attributes:
        check_id: The check, which is also its work item.
        thumb: Recorded thumb.
        rating: Recorded own rating, 1-5.
        reason: Recorded reason for disagreeing.
        feature: The feature that reason is about.
        previous: Overall score (0-100) of the check before this one in its session.
    """

    check_id: str
    thumb: Thumb | None = None
    rating: int | None = None
    reason: Reason | None = None
    feature: str | None = None
    previous: float | None = None

    def block_id(self, name: str) -> str:
        """Write the state into the id of the block ``name``."""
        kept = (self.thumb, self.rating, self.reason, self.feature, self.previous)
        cells = ("" if cell is None else str(cell) for cell in kept)
        return _SEPARATOR.join((name, self.check_id, *cells))

    @classmethod
    def parse(cls, block_id: str) -> Self | None:
        """Read the state back; None when the id is not one of ours or was tampered with."""
        _, *cells = block_id.split(_SEPARATOR)
        if len(cells) != _FIELDS or not cells[0]:
            return None
        check_id, thumb, rating, reason, feature, previous = cells
        try:
            return cls(
                check_id=check_id,
                thumb=cast("Thumb", thumb) if thumb in get_args(Thumb) else None,
                rating=int(rating) if rating else None,
                reason=cast("Reason", reason) if reason in get_args(Reason) else None,
                feature=feature or None,
                previous=float(previous) if previous else None,
            )
        except ValueError:
            return None


def block_name(block_id: str) -> str:
    """Give the name a block was built with, without the state."""
    return block_id.split(_SEPARATOR, maxsplit=1)[0]
