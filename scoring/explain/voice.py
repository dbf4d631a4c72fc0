"""How a draft speaks, so that what is added to it speaks alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CONTRACTION = re.compile(
    r"\b\w+(?:n't|'(?:m|re|ve|ll|d))\b|\b(?:that|it|there|here|what|let)'s\b", re.IGNORECASE
)
_LONG = {
    "i'm": "I am",
    "we're": "we are",
    "you're": "you are",
    "you've": "you have",
    "that's": "that is",
    "it's": "it is",
    "you'd": "you would",
    "didn't": "did not",
    "doesn't": "does not",
    "hasn't": "has not",
    "haven't": "have not",
    "won't": "will not",
    "can't": "cannot",
    "isn't": "is not",
    "wasn't": "was not",
    "don't": "do not",
    "couldn't": "could not",
    "weren't": "were not",
    "aren't": "are not",
}
_LONG_PATTERN = re.compile(rf"\b(?:{'|'.join(_LONG)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Voice:
    """Register of a draft.

    Attributes:
        singular: True when the draft says "I" rather than "we".
        formal: True when the draft writes without contractions and opens or closes formally.
        curly: True when the draft uses typographic apostrophes.
    """

    singular: bool = False
    formal: bool = False
    curly: bool = False

    def speak(self, text: str) -> str:
        """Give a text the draft's contractions and apostrophes; ``text`` uses the short forms."""
        if self.formal:
            text = _LONG_PATTERN.sub(_expand, text)
        return text.replace("'", "’") if self.curly else text

    @property
    def sorry(self) -> str:
        """Say sorry as the draft would: "I'm sorry" or "we're sorry"."""
        return "I'm sorry" if self.singular else "we're sorry"


def voice_of(reply: str) -> Voice:
    """Read the register of a draft."""
    plain = reply.replace("’", "'")
    singular = len(re.findall(r"\b(?:I|my|me|I'\w+)\b", plain))
    plural = len(re.findall(r"\b(?:we|our|us|we'\w+)\b", plain, re.IGNORECASE))
    ceremonious = re.search(
        r"\b(?:dear|sincerely|kindly|hereby|pleased to|regret to|yours|we apologi[sz]e|"
        r"please be advised)\b",
        plain,
        re.IGNORECASE,
    )
    return Voice(
        singular=singular > plural,
        formal=ceremonious is not None and _CONTRACTION.search(plain) is None,
        curly="’" in reply,
    )


def capital(text: str) -> str:
    """First letter upper case, the rest as it is."""
    return text[:1].upper() + text[1:]


def _expand(match: re.Match[str]) -> str:
    long = _LONG[match.group().lower()]
    return capital(long) if match.group()[0].isupper() else long
