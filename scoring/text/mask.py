"""Makes who is meant invisible: names, places, dates, amounts and identity words.

The same function runs on training texts and on drafts, so a swap of names or of other identity
words cannot move a score. Dialect and second-language grammar are left exactly as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.text import lexicon as lex
from scoring.text.gazetteer import everyday, is_common, names, places
from scoring.text.mapped import Mapped, Replacement
from scoring.text.mobility import mask_mobility
from scoring.text.numbers import mask_numbers
from scoring.text.spelling import one_spelling
from scoring.text.words import Word, found_names, words_of


def mask(text: str, known: frozenset[str] = frozenset()) -> tuple[str, Sequence[int]]:
    """Mask a cleaned text.

    Args:
        text: The text.
        known: Folded names known from elsewhere, such as from the message it answers.

    Returns:
        The masked text and, for each of its characters, the character of ``text`` it stands for.
    """
    side = Side.of(Mapped.of(text))
    masked = side.masked(known | side.names)
    return masked.text, masked.starts


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair, numbers masked and split into words.

    Attributes:
        mapped: The text with its numbers masked.
        words: Its words.
        names: Folded names found in it by where they stand.
    """

    mapped: Mapped
    words: list[Word]
    names: frozenset[str]

    @classmethod
    def of(cls, mapped: Mapped) -> Side:
        """Read a cleaned text."""
        numbered = mask_numbers(mask_mobility(mapped))
        words = words_of(numbered.text)
        return cls(numbered, words, found_names(numbered.text, words))

    def masked(self, known: frozenset[str]) -> Mapped:
        """Mask the text, given all names known."""
        edits = _Masker(self.mapped.text, self.words, known).edits()
        return one_spelling(self.mapped.replace(_merged(edits, self.mapped.text)))


class _Masker:
    """Walks the words once and says what each becomes."""

    def __init__(self, text: str, words: list[Word], known: frozenset[str]) -> None:
        self._text = text
        self._words = words
        self._known = known

    def edits(self) -> list[Replacement]:
        edits: list[Replacement] = []
        index = 0
        while index < len(self._words):
            taken, new = self._at(index)
            if new is not None:
                edits += self._article(index, new)
                last = self._words[index + taken - 1]
                edits.append((self._words[index].start, last.end, new))
            index += taken
        return edits

    def _article(self, index: int, new: str) -> list[Replacement]:
        """Fit "a" or "an" to the stand-in: "an English" and "a German" page read the same."""
        before = self._words[index - 1] if index else None
        if before is None or not self._words[index].joined or before.low not in {"a", "an"}:
            return []
        start = self._text[before.start]
        return [(before.start, before.end, f"{start}n" if new[0] in "aeiou" else start)]

    def _at(self, index: int) -> tuple[int, str | None]:
        """Give the number of words taken from here and what they become (None: unchanged)."""
        word = self._words[index]
        people = self._person(index)
        if people:
            return people, lex.PERSON
        if self._two_word_place(index):
            return 2, lex.PLACE
        new = self._plain(word) or self._pronoun(index)
        if new is not None:
            return 1, new
        verb = self._mended_verb(index)
        return 1, verb if verb is not None else self._capitalised(index)

    def _person(self, index: int) -> int:
        """Number of words that name a person here, title included; 0 for none."""
        word = self._words[index]
        if word.low in lex.ADDRESSES and not self._follows_name(index):
            return 1
        count = 0
        titled = word.low in lex.TITLES and word.capital and self._follows_name(index)
        if titled:
            count = 1
        elif not self._is_person(word):
            return 0
        count = max(count, 1)
        while self._goes_on(index + count):
            count += 1
        return count

    def _follows_name(self, index: int) -> bool:
        """Whether a capitalised word that may be a name comes next ("Mr." takes its dot)."""
        if index + 1 >= len(self._words):
            return False
        here, following = self._words[index], self._words[index + 1]
        return following.capital and self._text[here.end : following.start] in {" ", ". "}

    def _goes_on(self, index: int) -> bool:
        """Whether a name that started before goes on with this word."""
        if index >= len(self._words):
            return False
        word, before = self._words[index], self._words[index - 1]
        gap = self._text[before.end : word.start]
        if gap != " " and not (gap == ". " and (before.low in lex.TITLES or len(before.low) == 1)):
            return False
        if word.low in lex.PARTICLES:
            return self._follows_name(index)
        if not word.capital or word.low in lex.NOT_NAMES:
            return False
        after_title = before.low in lex.TITLES
        return after_title or word.low in names() or word.low in lex.BOTH or not is_common(word.low)

    def _is_person(self, word: Word) -> bool:
        low = word.low
        if low in self._known:
            return word.capital or not is_common(low)
        if not word.capital or low in lex.WORDS or low in lex.NATIONS or low in lex.COMPANIES:
            return False
        if low in lex.MONTHS or self._is_acronym(word):
            return False
        if low in lex.BOTH:
            return not word.opens and low not in places()
        return low in names() and low not in places() and not _in_words(low)

    def _is_acronym(self, word: Word) -> bool:
        return word.end - word.start <= 4 and self._text[word.start : word.end].isupper()

    def _two_word_place(self, index: int) -> bool:
        if index + 1 >= len(self._words) or not self._words[index + 1].joined:
            return False
        pair = f"{self._words[index].low} {self._words[index + 1].low}"
        return pair in lex.TWO_WORD_PLACES or (self._words[index].capital and pair in places())

    def _plain(self, word: Word) -> str | None:
        """What a listed word becomes wherever it stands."""
        low = word.low
        if low in lex.WORDS:
            return lex.WORDS[low]
        if low in lex.WEEKDAYS and (len(low) > 5 or word.capital):
            return "monday"
        if low in lex.MONTHS and (word.capital or low not in lex.BOTH):
            return "june"
        if low in lex.NATIONS and (word.capital or low not in lex.NATIONS_CAPITAL_ONLY):
            return lex.NEUTRAL
        if low in lex.COMPANIES and self._company(word):
            return lex.COMPANY
        return "20" if low.partition("-")[0] in lex.TENS else None

    @staticmethod
    def _company(word: Word) -> bool:
        return word.low not in lex.COMPANIES_CAPITAL_ONLY or (word.capital and not word.opens)

    def _pronoun(self, index: int) -> str | None:
        word = self._words[index]
        following = self._words[index + 1] if index + 1 < len(self._words) else None
        joined = following is not None and following.joined
        if word.low == "her":
            owned = joined and following is not None and following.low not in lex.NOT_OWNED
            return "their" if owned else "them"
        if word.low == "his" and not joined:
            return "theirs"
        if (
            word.low in {"he's", "she's"}
            and joined
            and following
            and following.low in lex.HAVE_AFTER
        ):
            return "they've"
        if (
            word.low in {"black", "white", "brown"}
            and joined
            and following
            and following.low in lex.PERSON_NOUNS
        ):
            return lex.NEUTRAL
        return lex.PRONOUNS.get(word.low)

    def _mended_verb(self, index: int) -> str | None:
        """Plural form of a verb after "he" or "she", which reads "they" now."""
        word = self._words[index]
        if not index or not word.joined or self._words[index - 1].low not in {"he", "she"}:
            return None
        if word.low in lex.AFTER_THEY:
            return lex.AFTER_THEY[word.low]
        if (
            len(word.low) < 4
            or not word.low.endswith("s")
            or word.low.endswith(("ss", "us", "is", "always"))
        ):
            return None
        if word.low.endswith("ies"):
            return word.low[:-3] + "y"
        return (
            word.low[:-2] if word.low.endswith(("ches", "shes", "sses", "xes")) else word.low[:-1]
        )

    def _capitalised(self, index: int) -> str | None:
        word = self._words[index]
        raw = self._text[word.start : word.end]
        if word.low in lex.PLACE_INITIALS and raw.isupper():
            return lex.PLACE
        if not word.capital:
            return self._inner_capital(word, raw)
        if word.low in places() and not (word.opens and _in_words(word.low)):
            return lex.PLACE
        if raw.isupper() or word.opens or len(word.low) < 3 or is_common(word.low):
            return None if raw.isupper() else self._inner_capital(word, raw)
        before = self._words[index - 1].low if word.joined else ""
        return lex.PLACE if before in {"in", "near", "from"} else lex.PERSON

    @staticmethod
    def _inner_capital(word: Word, raw: str) -> str | None:
        """Product names such as "iPhone" or "PayPal"."""
        inner = any(c.isupper() for c in raw[1:]) and not raw.isupper() and "'" not in raw
        return lex.COMPANY if inner and len(raw) > 3 and not is_common(word.low) else None


def _in_words(low: str) -> bool:
    return low in lex.BOTH or low in everyday()


def _merged(edits: list[Replacement], text: str) -> list[Replacement]:
    """Join neighbours that became the same stand-in: "Lagos Nigeria" is one place."""
    merged: list[Replacement] = []
    for start, end, new in edits:
        if (
            merged
            and merged[-1][2] == new
            and text[merged[-1][1] : start] == " "
            and new in _JOINABLE
        ):
            merged[-1] = (merged[-1][0], end, new)
        else:
            merged.append((start, end, new))
    return merged


_JOINABLE = frozenset({lex.PERSON, lex.PLACE, lex.COMPANY, lex.NEUTRAL})
