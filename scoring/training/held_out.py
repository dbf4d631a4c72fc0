"""Which feedback is never learned from: a fifth of the drafts, by the hash of the first text.

The same in every export, whatever a draft became later and whether the customer's message is there.
All checks of one draft go together, so that a draft and what its person made of it, which are
judged as a pair, lie on the same side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from scoring.training.feedback import Line

__all__ = ["apart", "is_held_out", "text_key"]

_SHARE = 0.2


def text_key(*texts: str | None) -> str:
    """Hash texts; case and spacing make no other text."""
    joined = "\0".join(" ".join((text or "").lower().split()) for text in texts)
    return sha256(joined.encode("utf-8", "replace")).hexdigest()


def is_held_out(reply: str | None) -> bool:
    """Tell whether a draft that begins with this text belongs to the fifth."""
    return int(text_key(reply)[:8], 16) / 0xFFFFFFFF < _SHARE


def apart(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Divide an export into what may be learned from and what is held out.

    A text of a held-out draft that somebody else wrote too is on neither side.
    """
    held = {first.draft for first in _firsts(lines) if is_held_out(first.reply)}
    kept = [line for line in lines if line.draft in held]
    known = {text_key(line.reply) for line in kept}
    learned = [x for x in lines if x.draft not in held and text_key(x.reply) not in known]
    return learned, kept


def _firsts(lines: Iterable[Line]) -> Iterable[Line]:
    first: dict[str, Line] = {}
    for line in lines:
        if line.draft not in first or line.step < first[line.draft].step:
            first[line.draft] = line
    return first.values()
