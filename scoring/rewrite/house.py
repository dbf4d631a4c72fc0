"""House guidelines: words to avoid, tone, sign-off, and whatever else a team tells its writers.

They come as a team lead typed them, one thing a line. Three kinds of line are understood by their
label (``Avoid: unfortunately, kindly``, ``Tone: ...``, ``Sign-off: ...``); words to avoid and the
sign-off bind every suggestion, whoever made it. All other lines only reach a language model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.contract import Span
from scoring.explain.flip import straight

__all__ = ["House", "read_house"]

#: Longest word or phrase to avoid, in code points; a longer line is an instruction, not a word.
_LONGEST = 60
#: Most places in one draft that are worth pointing at.
_MOST_FOUND = 5
_AVOID = re.compile(
    r"^\W*(?:words? (?:we |to )?(?:never (?:use|say|write)|avoid|not to use)|(?:please )?avoid|"
    r"do(?: not|n't) (?:use|say|write)|never (?:use|say|write)|no|banned(?: words?)?|"
    r"forbidden(?: words?)?)"
    r"(?:(?: the)? (?:words?|phrases?))?\s*(?:[:=–—]|-\s)?\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_TONE = re.compile(
    r"^\W*(?:tone(?: of voice)?|voice|style)\s*(?:[:=–—]|-\s|is)\s*(?P<rest>.+)$", re.IGNORECASE
)
_SIGN_OFF = re.compile(
    r"^\W*(?:sign[- ]?off|signature|sign(?: replies)? with|close with|end with|closing)"
    r"\s*(?:[:=–—]|-\s)?\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“'‘](?P<word>[^\"”“]{1,60}?)[\"”'’](?=\s*(?:[,;/]|and\b|or\b|\.|$))")
_SPLIT = re.compile(r"\s*(?:[,;/]|\bor\b|\band\b)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class House:
    """What a team asks of its replies.

    Attributes:
        avoid: Words and phrases nobody should write, in lower case.
        tone: How replies should sound, in the team's own words.
        sign_off: How replies end.
        rest: Every other line.
    """

    avoid: tuple[str, ...] = ()
    tone: str = ""
    sign_off: str = ""
    rest: tuple[str, ...] = ()

    def allows(self, draft: str, candidate: str) -> bool:
        """Whether a candidate holds no more words to avoid than the draft, and keeps its sign-off.

        What the writer chose to say themselves stays theirs: a light edit of one sentence need not
        mend another. Only nothing is added.
        """
        before, after = _flat(draft), _flat(candidate)
        if any(_count(word, after) > _count(word, before) for word in self.avoid):
            return False
        signed = _flat(self.sign_off)
        return not (signed and signed in before and signed not in after)

    def found_in(self, draft: str) -> list[Span]:
        """Where a draft holds words to avoid, in its own order and at most a few."""
        text = straight(draft)
        spans = [m.span() for word in self.avoid for m in _spaced(word).finditer(text)]
        return sorted(spans)[:_MOST_FOUND]

    def lines(self) -> list[str]:
        """The guidelines as instructions to a writer."""
        said = []
        if self.avoid:
            said.append(f"Never use: {', '.join(self.avoid)}")
        if self.tone:
            said.append(f"Tone: {self.tone}")
        if self.sign_off:
            said.append(f"Sign-off, where the draft has one: {self.sign_off}")
        return [*said, *self.rest]


def read_house(text: str) -> House:
    """Read guidelines as they were typed; anything is read, nothing raises."""
    avoid: list[str] = []
    rest: list[str] = []
    tone = sign_off = ""
    for line in (" ".join(raw.split()) for raw in text.splitlines()):
        if found := _AVOID.match(line):
            avoid += _words(found["rest"])
        elif found := _TONE.match(line):
            tone = tone or found["rest"]
        elif found := _SIGN_OFF.match(line):
            sign_off = sign_off or found["rest"].strip("\"“”'")
        elif line:
            rest.append(line)
    return House(tuple(dict.fromkeys(avoid)), tone, sign_off, tuple(rest))


def _words(rest: str) -> list[str]:
    """The words of a line: what is quoted in it, else what commas part."""
    quoted = [m["word"] for m in _QUOTED.finditer(rest)]
    found = (_flat(w).strip(" .!\"'“”") for w in quoted or _SPLIT.split(rest))
    return [w for w in found if 1 < len(w) <= _LONGEST]


def _flat(text: str) -> str:
    return " ".join(straight(text).lower().split())


def _spaced(word: str) -> re.Pattern[str]:
    """A word or phrase as people type it: any case, any space between its parts."""
    parts = r"\s+".join(re.escape(part) for part in word.split())
    return re.compile(rf"(?<!\w){parts}(?!\w)", re.IGNORECASE)


def _count(word: str, text: str) -> int:
    return len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text))
