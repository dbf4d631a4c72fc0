"""Reads the expressions of the flags into a small tree, for ``scoring.flags.required``.

Only what these expressions use is known; anything else is an error at import, seen by every test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

_QUANTIFIER = re.compile(r"(?:(?P<sign>[*+?])|\{(?P<least>\d*)(?P<range>,?)(?P<most>\d*)\})[?+]?")
_SET = re.compile(r"\[(?P<negated>\^?)(?P<body>(?:\\.|[^\]\\])+)\]")
_CODE_POINT = re.compile(r"\\U([0-9a-f]{8})")
_CAPITAL = re.compile(r"(?<!\\)[A-Z]")
_OPENING = re.compile(r"\((?:\?(?P<kind>:|=|!|<=|<!))?")
_SEPARATING = re.compile(r"(?:\\[sWn]|[^\w\\])+")


@dataclass(frozen=True, slots=True)
class Letter:
    """One character as it stands."""

    char: str

    @property
    def is_word(self) -> bool:
        """Whether it is part of a word, as ``re`` sees it."""
        return self.char.isalnum() or self.char == "_"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One character of a class.

    Attributes:
        separates: No member is part of a word.
    """

    separates: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """The edge of a word or of the text."""


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives in order."""

    branches: tuple[Sequence, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """What stands ahead or behind without being part of the match."""

    group: Group
    is_ahead: bool
    is_negative: bool


@dataclass(frozen=True, slots=True)
class Repeat:
    """A node that may be missing or come several times."""

    node: Node
    may_miss: bool
    may_recur: bool


Node = Letter | OneOf | Edge | Group | Look | Repeat
Sequence = tuple[Node, ...]


def read_pattern(source: str) -> Group:
    """Read an expression.

    Raises:
        ValueError: It uses a construct that the flags do without.
    """
    if _CAPITAL.search(source):
        raise ValueError(f"Write this pattern in lower case, as texts are matched: {source}")
    reader = _Reader(source)
    group = reader.group()
    if not reader.is_done:
        raise ValueError(f"Close or escape the parenthesis in this pattern: {source}")
    return group


def alternatives(source: str) -> list[str]:
    """Split an expression at its outermost ``|``."""
    reader = _Reader(source)
    reader.group()
    cuts = [-1, *reader.outer_bars, len(source)]
    return [source[left + 1 : right] for left, right in pairwise(cuts)]


class _Reader:
    def __init__(self, source: str) -> None:
        self._source, self._at, self._depth = source, 0, 0
        self.outer_bars: list[int] = []

    @property
    def is_done(self) -> bool:
        return self._at == len(self._source)

    def group(self) -> Group:
        branches = [self._sequence()]
        while self._source.startswith("|", self._at):
            if not self._depth:
                self.outer_bars.append(self._at)
            self._at += 1
            branches.append(self._sequence())
        return Group(tuple(branches))

    def _sequence(self) -> Sequence:
        nodes: list[Node] = []
        while not self.is_done and self._source[self._at] not in "|)":
            nodes.append(self._repeated(self._one()))
        return tuple(nodes)

    def _one(self) -> Node:
        char = self._source[self._at]
        if char == "(":
            return self._enclosed()
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escaped()
        self._at += 1
        if char in "^$":
            return Edge()
        return OneOf(separates=False) if char == "." else Letter(char)

    def _repeated(self, node: Node) -> Node:
        times = _QUANTIFIER.match(self._source, self._at)
        if times is None:
            return node
        self._at = times.end()
        may_miss = times["sign"] in {"*", "?"} or times["least"] in {"", "0"}
        may_recur = times["sign"] in {"*", "+"} or (not times["sign"] and times["most"] != "1")
        return Repeat(node, may_miss, may_recur)

    def _enclosed(self) -> Node:
        opening = _OPENING.match(self._source, self._at)
        if opening is None or self._source.startswith("?", opening.end()):
            raise ValueError(f"Use a plain group or a look at place {self._at}: {self._source}")
        self._at, self._depth = opening.end(), self._depth + 1
        group = self.group()
        if self.is_done:
            raise ValueError(f"Close every group of this pattern: {self._source}")
        self._at, self._depth = self._at + 1, self._depth - 1
        kind = opening["kind"] or ":"
        return group if kind == ":" else Look(group, "<" not in kind, "!" in kind)

    def _class(self) -> Node:
        found = _SET.match(self._source, self._at)
        if found is None:
            raise ValueError(f"Close the class at place {self._at}: {self._source}")
        self._at = found.end()
        return OneOf(not found["negated"] and bool(_SEPARATING.fullmatch(found["body"])))

    def _escaped(self) -> Node:
        code = _CODE_POINT.match(self._source, self._at)
        if code:
            self._at = code.end()
            return Letter(chr(int(code[1], 16)))
        char = self._source[self._at + 1]
        self._at += 2
        if char == "b":
            return Edge()
        if char in "swdSWDn":
            return OneOf(separates=char in "sWn")
        if char.isalnum():
            raise ValueError(f"Do without \\{char}: {self._source}")
        return Letter(char)
