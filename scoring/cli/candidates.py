"""Reads the replies that ``warmline rank`` compares: lines of JSON, each with a text and a name."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from scoring.cli.lines import MAX_LINE, checked_text
from scoring.errors import InputError
from scoring.judge.ranking import MOST
from scoring.service.parsing import parse_json

__all__ = ["Candidate", "read_candidates"]

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reply of a list.

    Attributes:
        id: Its name; its line's number where it was given none.
        text: The reply.
    """

    id: str
    text: str


def read_candidates(source: Path) -> list[Candidate]:
    """Read a file, or standard input for ``-``.

    Raises:
        InputError: It can't be read, a line can't be used, two have one name, or there are too few
            or too many.
    """
    lines = enumerate(_bytes(source).splitlines(), start=1)
    found = [_parsed(number, line) for number, line in lines if line.strip()]
    if not _FEWEST <= len(found) <= MOST:
        raise InputError(f"Ranking takes {_FEWEST} to {MOST} replies; {len(found)} were given.")
    twice = [name for name, count in Counter(c.id for c in found).items() if count > 1]
    if twice:
        raise InputError("Two candidates have one id: give each its own.")
    return found


def _bytes(source: Path) -> bytes:
    most = MOST * MAX_LINE
    try:
        if str(source) == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with source.open("rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{source} can't be opened: {error.strerror}.") from None
    if len(data) > most:
        raise InputError("The candidates are too long.")
    return data


def _parsed(number: int, line: bytes) -> Candidate:
    try:
        return _candidate(number, parse_json(line))
    except InputError as error:
        raise InputError(f"Line {number} of the candidates: {error}") from None


def _candidate(number: int, value: object) -> Candidate:
    if isinstance(value, str):
        return Candidate(str(number), checked_text("text", value))
    if not isinstance(value, dict) or "text" not in value:
        raise InputError("write {id, text}, or the text alone as a JSON string.")
    return Candidate(str(value.get("id", number)), checked_text("text", value["text"]))
