"""Words of a text with what masking needs to know of each, and names told by where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.text import lexicon as lex
from scoring.text.gazetteer import fold, is_common, names, word_set

_WORD = re.compile(r"[^\W\d_]++(?:['-][^\W\d_]++)*+")
_OPENING = " \"'(["
_STOPS = frozenset(".!?:")
_PERSON_AFTER = word_set("here speaking again")
_NAMES_ITSELF = re.compile(
    r"(?:\bmy name is|\bname's|\bi'm|\bi am|\bthis is|\bit's|\bcall me) $", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text.

    Attributes:
        start: Where it starts.
        end: Where it ends, without a possessive "'s".
        low: Lower-cased, without accents and possessive.
        capital: Whether it starts with a capital.
        opens: Whether it opens a sentence.
        joined: Whether only a space stands between it and the word before.
    """

    start: int
    end: int
    low: str
    capital: bool
    opens: bool
    joined: bool


def words_of(text: str) -> list[Word]:
    """Split a text into words with what masking needs to know of each."""
    words: list[Word] = []
    before = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        raw = match[0]
        if raw.endswith(("'s", "'S")) and fold(raw[:-2]) not in _KEEPS_S:
            end -= 2
            raw = raw[:-2]
        between = text[before:start]
        opens = not words or (between != " " and between.rstrip(_OPENING)[-1:] in _STOPS)
        words.append(Word(start, end, fold(raw), raw[0].isupper(), opens, between == " "))
        before = match.end()
    return words


_KEEPS_S = word_set("he she it that what there here who let where how")


def found_names(text: str, words: list[Word]) -> frozenset[str]:
    """Find names by where they stand: after a greeting or title, in "my name is", "... here"."""
    found: set[str] = set()
    for index, word in enumerate(words):
        if _named_by_place(text, words, index):
            found.add(word.low)
    return frozenset(found)


def _named_by_place(text: str, words: list[Word], index: int) -> bool:
    word = words[index]
    before = words[index - 1] if index else None
    if word.low in lex.NOT_NAMES or len(word.low) < 2:
        return False
    if before and word.joined and before.low in lex.TITLES and before.capital and word.capital:
        return True
    if before and before.low in lex.GREETINGS and text[before.end : word.start] in {" ", ", "}:
        return _greeted(text, word)
    after = words[index + 1] if index + 1 < len(words) else None
    if word.capital and after and after.joined and after.low in _PERSON_AFTER and word.opens:
        return not is_common(word.low) or word.low in lex.BOTH
    introduced = word.capital and _NAMES_ITSELF.search(text[max(0, word.start - 14) : word.start])
    shouted = text[word.start : word.end].isupper()
    return (
        bool(introduced) and not shouted and not is_common(word.low) and word.low not in lex.NATIONS
    )


def _greeted(text: str, word: Word) -> bool:
    if word.low in names() or word.low in lex.BOTH:
        return True
    closed = text[word.end : word.end + 1] in {",", ".", "!", ":", "", "-"}
    return not is_common(word.low) and (word.capital or closed)
