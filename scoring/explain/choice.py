"""Picks among wordings: the same message always gets the same one, others get others."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def pick(options: Sequence[str], seed: str, turn: int = 0) -> str:
    """One of several wordings.

    Args:
        options: The wordings.
        seed: What picks, a message or a draft; its spaces and line ends don't count.
        turn: 0 for the first choice, 1 for the one to fall back on, and so on.
    """
    text = " ".join(seed.split())
    start = int.from_bytes(sha256(text.encode("utf-8", "replace")).digest()[:4], "big")
    return options[(start + turn * _STEP) % len(options)]


#: Far enough that a second choice shares no head with the first; coprime to the lists' lengths.
_STEP = 7
