"""Numbers as the report writes them."""

from __future__ import annotations

from bot.blocks.parts import whole
from bot.strings import report as words

__all__ = ["drafts_of", "percent", "points_of", "signed"]


def percent(share: float) -> str:
    """Write a share in whole per cent."""
    return f"{whole(100 * share)} %"


def signed(number: float, digits: int = 0) -> str:
    """Write a difference with its sign; a minus as long as a plus."""
    rounded = round(number, digits)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return f"{sign}{abs(rounded):.{digits}f}"


def points_of(number: float) -> str:
    """Write points, without a sign."""
    return _count(words.POINTS, whole(abs(number)))


def drafts_of(count: int) -> str:
    """Write how many drafts."""
    return _count(words.DRAFTS, count)


def _count(forms: tuple[str, str], count: int) -> str:
    return forms[count != 1].format(count=count)
