"""One composed illustration for each feature that a card may call weakest. Nobody's draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["ILLUSTRATIONS", "Illustration"]


@dataclass(frozen=True, slots=True)
class Illustration:
    """The same answer without and with what the feature asks for."""

    before: str
    after: str


ILLUSTRATIONS: Final[dict[str, Illustration]] = {
    "names_feeling": Illustration(
        "Your refund was issued on Tuesday.",
        "Being charged twice just before rent day is alarming. Your refund was issued on Tuesday.",
    ),
    "reflects_specifics": Illustration(
        "We are looking into your delivery issue.",
        "The lamp came with its shade cracked, two days before your party. We are looking into it.",
    ),
    "invites_more": Illustration(
        "Your access has been restored.",
        "Your access is back. If anything in it still looks wrong to you, write to me here.",
    ),
    "owns_next_step": Illustration(
        "This will be looked at as soon as possible.",
        "I have asked the depot to search today, and I will write to you by noon tomorrow.",
    ),
    "unasked_advice": Illustration(
        "You should always keep a copy of your invoices. Attached is the one for May.",
        "Attached is the invoice for May.",
    ),
    "self_focus": Illustration(
        "Our team works hard to meet our standards, and we have had a very busy month.",
        "You have waited eleven days, and that is too long. Your parcel leaves us today.",
    ),
    "dismisses": Illustration(
        "It is only a short delay, nothing to worry about.",
        "Four more days matter when the gift is for Saturday. Here is what we can still do.",
    ),
}
