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
_MARK = r"\s*(?:[:=–—]|-\s)\s*"
_NEVER = r"(?:never|do(?: not|n't)) (?:use|say|write)"
#: Labels that can only mean words; a colon after them is at will.
_AVOID = re.compile(
    rf"^\W*(?:words? (?:we |to )?(?:{_NEVER}|avoid|not to use)|{_NEVER}"
    rf"|(?:avoid|no) the (?:words?|phrases?)|(?:banned|forbidden) (?:words?|phrases?))"
    rf"\b(?:(?: the)? (?:words?|phrases?)\b)?(?:{_MARK}|\s+)(?P<rest>.+)$",
    re.IGNORECASE,
)
#: Labels that also begin an instruction ("Avoid blaming the carrier", "No refunds after 30 days"):
#: words only after a mark or in quotes, or, for "avoid", where what follows is short as words are.
_PERHAPS_AVOID = re.compile(
    rf"^\W*(?:(?P<plain>(?:please )?avoid)|banned|forbidden|no)\b"
    rf"(?:(?P<mark>{_MARK})|\s+)(?P<rest>.+)$",
    re.IGNORECASE,
)
_AS_SHORT_AS_WORDS = 2
_TONE = re.compile(
    rf"^\W*(?:tone(?: of voice)?|voice|style)\b(?:{_MARK}|\s+is\s+)(?P<rest>.+)$", re.IGNORECASE
)
_SIGN_OFF = re.compile(
    rf"^\W*(?:(?:sign[- ]?off|signature|closing)\b{_MARK}"
    rf"|(?:sign(?:[- ]?off| replies)?|close|end) (?:with|as)\b(?:{_MARK}|\s+))(?P<rest>.+)$",
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
        if words := _avoided(line):
            avoid += words
        elif found := _TONE.match(line):
            tone = tone or found["rest"]
        elif found := _SIGN_OFF.match(line):
            sign_off = sign_off or found["rest"].strip("\"“”'")
        elif line:
            rest.append(line)
    return House(tuple(dict.fromkeys(avoid)), tone, sign_off, tuple(rest))


def _avoided(line: str) -> list[str]:
    """The words a line tells to avoid; none if it is an instruction of another kind."""
    if found := _AVOID.match(line):
        return _words(found["rest"])
    perhaps = _PERHAPS_AVOID.match(line)
    if perhaps is None:
        return []
    words = _words(perhaps["rest"])
    if perhaps["mark"] or _QUOTED.search(perhaps["rest"]):
        return words
    short = all(len(word.split()) <= _AS_SHORT_AS_WORDS for word in words)
    return words if perhaps["plain"] and short else []


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
