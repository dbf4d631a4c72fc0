"""Word lists: names, places and common English words, loaded once."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

_DATA = Path(__file__).resolve().parent / "data"
_LETTERS = str.maketrans(
    {"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i"}
)
_ENDINGS = ("'s", "s", "es", "ings", "ers", "ed", "d", "ing", "ly", "er", "ness", "r", "y")


def fold(word: str) -> str:
    """Lower-case a word and strip its accents."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFD", word.translate(_LETTERS))
    return "".join(c for c in plain if not unicodedata.combining(c)).lower()


def word_set(text: str) -> frozenset[str]:
    """Make a set of the words of a text: lists read better as text than as quoted literals."""
    return frozenset(text.split())


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset((_DATA / name).read_text(encoding="ascii").split("\n")) - {""}


def names() -> frozenset[str]:
    """First and last names of many cultures, folded."""
    return _words("names.txt")


def places() -> frozenset[str]:
    """Countries and better-known cities, folded; some are two words."""
    return _words("places.txt")


def is_name(word: str) -> bool:
    """Whether a word is in the list of names."""
    return fold(word) in names()


def everyday() -> frozenset[str]:
    """Stems of common English words."""
    return _words("words.txt")


def bases(word: str) -> list[str]:
    """Give the forms an English word may be derived from, itself first."""
    found = [word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            stem = word[: -len(ending)]
            found += [stem, stem + "e"]
            if stem.endswith("i"):
                found.append(stem[:-1] + "y")
            if len(stem) > 3 and stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return found


_SHORTENED = ("n't", "'m", "'ve", "'ll", "'re", "'d", "'s")


@lru_cache(maxsize=20_000)
def is_common(word: str) -> bool:
    """Whether a word, or what it is derived from, is everyday English."""
    folded = fold(word)
    if folded.endswith(_SHORTENED) or len(folded) < 2:
        return True
    if "-" in folded:
        return all(is_common(part) for part in folded.split("-"))
    known = everyday()
    return folded in known or any(base in known for base in bases(folded)[1:])
