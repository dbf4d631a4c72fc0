"""Runs only those of many patterns that can match a text, as one big alternation would match.

An alternation of hundreds of patterns is tried at every character. Here the words of a text rule
out most of them first (``scoring.flags.required``), and the few that are left are searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.flags.pattern import alternatives
from scoring.flags.required import WHOLE, required

_WORD = re.compile(r"\w+")
#: No word that a pattern asks for is longer.
_LONGEST = 24


def beginnings(text: str) -> frozenset[str]:
    """Give the beginnings of all words of a text, and the words themselves with a space behind."""
    words = set(_WORD.findall(text))
    heads = {w[:n] for w in words for n in range(1, min(len(w), _LONGEST) + 1)}
    return frozenset(heads.union(w + WHOLE for w in words if len(w) <= _LONGEST))


class Sieve:
    """Patterns in order of preference, matched as ``"|".join(patterns)`` matches.

    Args:
        patterns: Expressions in lower case; none matches an empty text.

    Raises:
        ValueError: A pattern uses a construct that ``scoring.flags.pattern`` does not know.
    """

    def __init__(self, *patterns: str) -> None:
        parts = [part for pattern in patterns for part in alternatives(pattern)]
        needs = [required(part) for part in parts]
        numbers = {clause: n for n, clause in enumerate({c: 0 for need in needs for c in need})}
        bits = [sum(1 << numbers[clause] for clause in need) for need in needs]
        self._patterns = list(zip(map(re.compile, parts), bits, strict=True))
        self._all = (1 << len(numbers)) - 1
        self._meets: dict[str, int] = {}
        for clause, number in numbers.items():
            for word in clause:
                self._meets[word] = self._meets.get(word, 0) | 1 << number
        self._asked = frozenset(self._meets)

    def able(self, words: frozenset[str]) -> list[re.Pattern[str]]:
        """Give the patterns that can match a text with these word beginnings."""
        missing = self._all
        for word in self._asked & words:
            missing &= ~self._meets[word]
        return [pattern for pattern, need in self._patterns if not need & missing]

    def finditer(self, text: str, words: frozenset[str]) -> Iterator[re.Match[str]]:
        """Find all matches from left to right.

        Args:
            text: In lower case.
            words: Its word beginnings, or those of a text it is a part of.
        """
        found = [m for pattern in self.able(words) if (m := pattern.search(text))]
        while found:
            first = min(found, key=re.Match.start)
            yield first
            found = [m for old in found if (m := _from(old, first.end()))]

    def search(self, text: str, words: frozenset[str]) -> re.Match[str] | None:
        """Find the first match, or None."""
        return next(self.finditer(text, words), None)


def _from(match: re.Match[str], place: int) -> re.Match[str] | None:
    return match if match.start() >= place else match.re.search(match.string, place)
