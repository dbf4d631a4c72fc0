"""Lines ``{id, context, reply}`` read one by one; a bad one is named and the rest go on.

Bounded: a line is never held beyond the cap, so a binary file without line ends is no danger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from scoring.contract import MAX_CHANNEL, MAX_GUIDELINES, MAX_TEXT, CheckItem
from scoring.errors import InputError
from scoring.service.parsing import parse_json

__all__ = ["BadLine", "Line", "checked_text", "parse", "read"]

#: Two texts of the longest length, every code point escaped as a surrogate pair, and some room.
MAX_LINE = 2 * 12 * MAX_TEXT + 4096
_KNOWN = frozenset({"id", "context", "reply", "locale", "guidelines", "channel"})


@dataclass(frozen=True, slots=True)
class Line:
    """A line that can be checked.

    Attributes:
        number: Counted from 1.
        id: The line's own id as given (its number when it has none).
        item: What to check.
        unknown: Keys that were ignored.
    """

    number: int
    id: object
    item: CheckItem
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that can't be checked, and why."""

    number: int
    why: str


def read(stream: IO[bytes]) -> Iterator[Line | BadLine]:
    """Read all lines; blank ones are passed over."""
    number = 0
    while raw := stream.readline(MAX_LINE + 1):
        number += 1
        if len(raw) > MAX_LINE:
            _skip_rest(stream, raw)
            yield BadLine(number, f"longer than {MAX_LINE} bytes.")
        elif raw.strip():
            yield _parsed(number, raw)


def _skip_rest(stream: IO[bytes], raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(MAX_LINE)


def _parsed(number: int, raw: bytes) -> Line | BadLine:
    try:
        return parse(number, raw)
    except InputError as error:
        return BadLine(number, str(error))


def parse(number: int, raw: bytes) -> Line:
    """Parse one line.

    Raises:
        InputError: It is not JSON, no object, or lacks a usable reply.
    """
    value = parse_json(raw)
    if not isinstance(value, dict):
        raise InputError("Not a JSON object: write {id, context, reply}.")
    reply, context = value.get("reply"), value.get("context")
    if reply is None:
        raise InputError("No reply: give the draft under the key 'reply'.")
    item = CheckItem(
        id=str(number),
        reply=checked_text("reply", reply),
        context=checked_text("context", "" if context is None else context),
        locale=value["locale"] if isinstance(value.get("locale"), str) else "en",
        guidelines=checked_text("guidelines", value.get("guidelines") or "", MAX_GUIDELINES),
        channel=checked_text("channel", value.get("channel") or "", MAX_CHANNEL),
    )
    unknown = tuple(key for key in value if key not in _KNOWN)
    return Line(number, value.get("id", number), item, unknown)


def checked_text(name: str, value: object, longest: int = MAX_TEXT) -> str:
    """Check that a value is a text the scorer takes.

    Raises:
        InputError: It is no string, or too long.
    """
    if not isinstance(value, str):
        raise InputError(f"The {name} is not a string.")
    if len(value) > longest:
        message = f"The {name} has {len(value):,} characters; at most {longest:,} can be checked."
        raise InputError(message)
    return value
