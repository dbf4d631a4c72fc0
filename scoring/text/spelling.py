"""One spelling for what is written in several: short forms, shorthand, British and mistyped words.

"I have", "I've" and "Ive", "please" and "pls", "apologise" and "apologize", "wait" and "wiat" mean
the same to a customer, so the model sees one of them. Short forms are made and not written out,
since "it's" may stand for "it is" or "it has". Grammar and choice of words are left as they are.

A word is taken for mistyped when it is neither everyday English nor a name or place and one slip
(two letters swapped, one left out, one doubled) away from exactly one everyday word. Slips that put
another letter in are left: they also make product names (Norvig, "How to Write a Spelling
Corrector", 2007, has the kinds).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from scoring.text.gazetteer import everyday, is_common, names, places, word_set
from scoring.text.mapped import Mapped

#: Different words of a text that are looked at; beyond it is noise, or was looked at already.
_MOST_WORDS = 600
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORT = {"is": "'s", "has": "'s", "am": "'m", "are": "'re", "have": "'ve", "will": "'ll"}
_SHORT |= {"would": "'d", "had": "'d"}
_PRONOUN = r"(?:i|you|we|they|he|she|it|that|there|what|who|where|here)"
_FULL = re.compile(
    rf"\b(?P<who>{_PRONOUN}) (?P<verb>{'|'.join(_SHORT)})\b(?=[ ]\w)(?! to\b)", re.IGNORECASE
)
_REST = {"he", "she", "it", "that", "there", "what", "who", "where", "here"}
_FITS = {
    "am": {"i"},
    "are": {"you", "we", "they"},
    "have": {"i", "you", "we", "they"},
    "had": {"i", "you", "we", "they", "he", "she"},
    "would": {"i", "you", "we", "they", "he", "she"},
    "will": {"i", "you", "we", "they", "he", "she", "it", "that", "there"},
}
_NOT = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need) not\b"
    r"|\b(can ?not)\b|\b(will not)\b",
    re.IGNORECASE,
)
#: "That's not" and "that isn't" are both "that is not".
_LATE_NOT = re.compile(r"(?<=\w)'(s|re|ve|ll) not\b", re.IGNORECASE)
_HAVE = {"s": " is not", "re": " are not", "ve": " have not", "ll": " will not"}
_SHORTHAND = {
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "lemme": "let me",
    "gimme": "give me",
    "dunno": "don't know",
    "kinda": "kind of",
    "sorta": "sort of",
    "ain't": "isn't",
    "y'all": "you",
    "yall": "you",
    "ya": "you",
    "u": "you",
    "ur": "your",
    "pls": "please",
    "plz": "please",
    "thx": "thanks",
    "ty": "thank you",
    "tho": "though",
    "cuz": "because",
    "coz": "because",
    "bcs": "because",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "idk": "I don't know",
    "btw": "by the way",
    "fyi": "for your information",
    "its": "it's",
}
_BRITISH = {
    "cancelled": "canceled",
    "cancelling": "canceling",
    "travelling": "traveling",
    "travelled": "traveled",
    "cheque": "check",
    "cheques": "checks",
    "programme": "program",
    "programmes": "programs",
    "mum": "mom",
    "mums": "moms",
    "centre": "center",
    "theatre": "theater",
    "grey": "gray",
    "learnt": "learned",
    "whilst": "while",
    "enquiry": "inquiry",
    "enquiries": "inquiries",
}
_IZE = re.compile(
    r"\b((?:apolog|real|organ|recogn|priorit|final|author|sympath|summar|minim|maxim|special|"
    r"custom|emphas|personal|critic|util|familiar)i)s(e|ed|es|er|ing|ation)\b",
    re.IGNORECASE,
)
_OUR = re.compile(
    r"\b((?:col|fav|hon|behavi|neighb|lab|rum|hum|flav|harb)o)u(r(?:s|ed|ing|ite|ites|able)?)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"(?<![\w'@#/.-])(?!(?-i:U)\b)"
    rf"(?:{'|'.join(sorted(_SHORTHAND | _BRITISH, key=len, reverse=True))})(?![\w'@/]|[.-]\w)",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![\w'@#/.-])[a-z]{4,15}(?![\w'@/]|[.-]\w)")
#: Words that are right and not in the list; "acme" is what companies become.
_KEPT = word_set("acme tech baht pesto hoovered hoovering itll app apps wifi emoji online")
_ENDINGS = ("ed", "ing", "ly", "es")
_PREFIXES = ("re", "un", "pre", "back", "over", "out", "up", "dis", "mis")


def one_spelling(mapped: Mapped) -> Mapped:
    """Bring short forms, shorthand, British and mistyped words to one spelling."""
    mapped = mapped.sub(_OTHER, _other)
    mapped = mapped.sub(_IZE, lambda m: f"{m[1]}z{m[2]}")
    mapped = mapped.sub(_OUR, lambda m: m[1] + m[2])
    mapped = mapped.sub(_LATE_NOT, lambda m: _HAVE[m[1].lower()])
    mapped = mapped.sub(_NOT, _negated)
    mapped = mapped.sub(_FULL, _shortened)
    words = islice(dict.fromkeys(_WORD.findall(mapped.text)), _MOST_WORDS)
    slips = {word: new for word in words if (new := mended(word)) != word}
    if slips:
        return mapped.sub(_WORD, lambda m: slips.get(m[0], m[0]))
    return mapped


def _other(match: re.Match[str]) -> str:
    word = match[0].lower()
    new = _SHORTHAND.get(word) or _BRITISH[word]
    return new[0].upper() + new[1:] if match[0][0].isupper() and len(word) > 1 else new


def _negated(match: re.Match[str]) -> str:
    if match[1]:
        return f"{match[1]}n't"
    return match[0][0] + ("an't" if match[2] else "on't")


def _shortened(match: re.Match[str]) -> str:
    who, verb = match["who"], match["verb"].lower()
    return who + _SHORT[verb] if who.lower() in _FITS.get(verb, _REST) else match[0]


@lru_cache(maxsize=20_000)
def mended(word: str) -> str:
    """Give the everyday word that a mistyped lower-case word stands for, else the word itself."""
    if word in _KEPT or is_common(word) or word in names() or word in places() or _prefixed(word):
        return word
    for slips in (_swapped, _left_out, _doubled):
        made = set(slips(word))
        found = made & everyday() or set(filter(_inflected, made))
        if len(found) == 1:
            return found.pop()
    return word


def _prefixed(word: str) -> bool:
    return any(word.startswith(p) and is_common(word.removeprefix(p)) for p in _PREFIXES)


def _inflected(word: str) -> bool:
    return word.endswith(_ENDINGS) and len(word) > 6 and is_common(word)


def _swapped(word: str) -> Iterator[str]:
    return (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1))


def _left_out(word: str) -> Iterator[str]:
    inside = range(1, len(word)) if len(word) > 4 else ()
    return (word[:i] + c + word[i:] for i in inside for c in _LETTERS)


def _doubled(word: str) -> Iterator[str]:
    inside = range(1, len(word)) if len(word) > 4 else ()
    return (word[:i] + word[i + 1 :] for i in inside if word[i] == word[i - 1])
