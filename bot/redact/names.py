"""Names of people, where they can be told: by what stands around them, and by a list.

A name is found by a greeting (*Hi Robin*), a sign-off, an introduction (*my name is*), a title, or
because it is in the list of names and written with a capital. Once found, it is removed wherever
else it stands in the text. ``docs/privacy.md`` says how many are found; a name that is also a
common word (*Grace*, *Will*) is found by its surroundings alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from bot.redact.words import NOT_NAMES

__all__ = ["remove_names"]

_DATA: Final = Path(__file__).resolve().parent / "data"
_CAP: Final = r"[^\W\d_a-zß-öø-ÿ][\w'’-]*[^\W_]"
_PARTICLE: Final = r"(?:de|da|do|dos|del|della|di|du|van|von|der|den|la|le|bin|ibn|al|el|O'|Mc)"
_FULL: Final = rf"{_CAP}(?:[ ]+(?:{_PARTICLE}[ ]+){{0,2}}(?:{_CAP}|[A-Z]\.))*"
_TITLE: Final = (
    r"(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|herr|frau|señor|señora|sr|sra|mme|monsieur"
    r"|madame)\b\.?"
)
_CUES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        # Greetings; a name in small letters too, if it is in the list.
        rf"(?i:\b(?:hi|hey|hello|hiya|dear|morning|afternoon|evening|greetings|welcome back)\b)"
        rf"(?:\s+again)?,?[ ]+(?:(?i:{_TITLE})\s+)?(?P<it>{_FULL})(?=\s*[,.!?:;\n–—-]|\s*$|\s)",
        rf"(?i:\b(?:thanks|thank you|cheers|sorry|apologies|bye|congratulations|welcome)\b)"
        rf"(?:\s+(?:again|so much|very much|a lot))?,?[ ]+(?P<it>{_FULL})(?=\s*[,.!?:;\n]|\s*$)",
        rf"(?i:\b{_TITLE})\s+(?P<it>{_FULL})",
        # Introductions.
        rf"(?i:\b(?:my name is|my name's|name is|name’s|i am called|named|called|ask for|speak to"
        rf"|speak with|spoke to|spoke with|talked to|signed by|on behalf of|attention of|attn:?"
        rf"|care of|name:|contact:|agent:|customer:|from:|to:|cc:)\s+)(?P<it>{_FULL})",
        rf"(?i:\b(?:i am|i'm|i’m|this is|it's|it’s)\s+)(?P<it>{_FULL})"
        rf"(?=\s+(?i:from|at|with|here|and i|your|in|of)\b|\s*[,.!\n]|\s*$)",
        rf"(?m:^|(?<=[.!?]\s))(?P<it>{_CAP})(?=\s+here\b)",
        # Relations: "my husband Tom".
        rf"(?i:\b(?:my|our|her|his|their|your)\s+(?:husband|wife|partner|son|daughter|mother|father"
        rf"|mum|mom|dad|brother|sister|friend|colleague|manager|boss|teammate|neighbou?r|uncle|aunt"
        rf"|grandson|granddaughter|assistant|agent),?\s+)(?P<it>{_FULL})",
        # Sign-offs.
        rf"(?im:^[^\n]{{0,40}}\b(?:regards|best|wishes|sincerely|cheers|thanks|thank you|yours"
        rf"|love|truly|faithfully|respectfully|warmly)\b[^\n\w]*\n+\s*)[-–—~*]*\s*(?P<it>{_FULL})",
        rf"(?i:\b(?:regards|sincerely|cheers|best wishes|yours truly)),?\s+(?P<it>{_FULL})"
        rf"(?=\s*[,.!\n|]|\s*$)",
        rf"(?m:[-–—~^]\s?(?P<it>{_CAP}(?:\s{_CAP})?)\s*$)",
        r"(?m:\^(?P<it>[A-Z]{2,3})\s*$)",
    )
)
_SMALL_CUE: Final = re.compile(
    r"(?i:\b(?:hi|hey|hello|dear|thanks|thank you|my name is|i'm|i am|this is|ask for|mr|mrs|ms)\b)"
    r",?\s+"
    r"(?P<it>[a-zà-ÿ]{3,})\b"
)
#: A word; not one in brackets, where a rule before has put its stand-in.
_WORD: Final = re.compile(r"(?<!\[)\b[^\W\d_](?:[\w'’-]*[^\W_])?(?![\w]*\])")
#: What stands before the first word of a sentence, or of something quoted or listed.
_OPENERS: Final = frozenset('.!?:;"“(*•-')
#: "I'm here", "We're here".
_SHORTENED: Final = re.compile(r"(?:n['’]t|['’](?:m|re|ve|ll|d))$", re.IGNORECASE)
_WHOLE: Final = re.compile(
    rf"(?:\b(?P<first>{_CAP})[ -])?(?P<name>\[name\])"
    rf"(?P<rest>(?:[ -](?:[A-Z]\.[ ])?(?:{_PARTICLE}[ ]){{0,2}}(?:{_CAP}|\[name\]))*)"
)
#: Capitals alone, at most so long, are an abbreviation: IBAN, USA.
_ACRONYM: Final = 4
#: First names that are words too, and that people write small after a greeting.
_SHORT_FIRST_NAMES: Final = frozenset(
    {"bob", "jack", "james", "maria", "mark", "mary", "mike", "nick", "peter", "robin", "tony"}
)


@cache
def listed(file: str = "names.txt") -> frozenset[str]:
    """First and last names of many cultures, folded: ``words.txt`` has those that are words too."""
    return frozenset((_DATA / file).read_text(encoding="ascii").split())


def remove_names(text: str, found: Callable[[str], None]) -> str:
    """Put ``[name]`` for every name that can be told, and report each."""
    known = {_fold(word) for name in _cued(text) for word in _parts(name)}

    def stand_in(match: re.Match[str]) -> str:
        word = match[0].removesuffix("'s").removesuffix("’s")
        if not _is_name(word, known, opens=_opens(text, match.start())):
            return match[0]
        found("name")
        return "[name]" + match[0][len(word) :]

    return _WHOLE.sub(_whole_name, _WORD.sub(stand_in, text))


def _whole_name(match: re.Match[str]) -> str:
    """Take the capitalised words beside a name for the rest of it."""
    first, kept = match["first"], ""
    if first and not _is_first(first, opens=_opens(match.string, match.start())):
        kept = match[0][: match.start("name") - match.start()]
    rest = _WORD.findall(match["rest"])
    if any(_fold(word) in NOT_NAMES or _SHORTENED.search(word) for word in rest):
        return f"{kept}[name]{match['rest']}"
    return f"{kept}[name]"


def _is_first(word: str, *, opens: bool) -> bool:
    """Tell whether a word before a name belongs to it: "Will Harper", not "Because Harper"."""
    common, a_word_too = _fold(word) in NOT_NAMES, _fold(word) in listed("words.txt")
    if _SHORTENED.search(word):
        return False
    return a_word_too and not common if opens else a_word_too or not common


def _opens(text: str, at: int) -> bool:
    """Tell whether a word stands where any word is written with a capital."""
    before = text[:at].rstrip()
    return not before or before[-1] in _OPENERS or "\n" in text[len(before) : at]


def _is_name(word: str, known: set[str], *, opens: bool) -> bool:
    folded = _fold(word)
    if folded in known:
        return word[0].isupper() or folded in listed() or folded in listed("words.txt")
    if not word[0].isupper() or len(folded) < 3 or folded in NOT_NAMES:
        return False
    if len(word) <= _ACRONYM and word.isupper():
        return False
    if not opens and folded in listed("words.txt"):
        return True
    halves = re.split(r"[-'’]", folded)
    return folded in listed() or any(len(half) > 2 and half in listed() for half in halves)


def _cued(text: str) -> Iterator[str]:
    for cue in _CUES:
        for match in cue.finditer(text):
            yield match["it"]
    for match in _SMALL_CUE.finditer(text):
        if _fold(match["it"]) in listed() or match["it"] in _SHORT_FIRST_NAMES:
            yield match["it"]


def _parts(name: str) -> Iterator[str]:
    """Give the words of a name, up to the first that cannot be part of one."""
    for word in _WORD.findall(name):
        bare = word.removesuffix("'s").removesuffix("’s")
        if re.fullmatch(_PARTICLE, bare):
            continue
        if _fold(bare) in NOT_NAMES or len(bare) < 2 or _SHORTENED.search(bare):
            return
        yield bare


def _fold(word: str) -> str:
    plain = unicodedata.normalize("NFD", word.replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()
