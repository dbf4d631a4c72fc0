"""Feelings a customer names, or that plainly show in how the message is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.explain.flip import straight


@dataclass(frozen=True, slots=True)
class Feeling:
    """One feeling.

    Attributes:
        word: An adjective that fits "you're ...".
        said: True when the customer uses the word; False when it is read from the wording.
        about: What it is about, in second person, such as "about your rent"; empty when unclear.
    """

    word: str
    said: bool
    about: str = ""


_SAID = (
    "worried",
    "anxious",
    "scared",
    "frightened",
    "terrified",
    "nervous",
    "frustrated",
    "annoyed",
    "angry",
    "furious",
    "upset",
    "disappointed",
    "confused",
    "stressed",
    "exhausted",
    "embarrassed",
    "overwhelmed",
    "desperate",
    "stuck",
    "helpless",
    "heartbroken",
    "devastated",
    "gutted",
    "fed up",
    "let down",
    "panicking",
    "lonely",
    "tired",
    "mortified",
    "humiliated",
    "shaken",
)
_SAID_PATTERN = re.compile(
    r"\b(?:i'm|im|i am|i feel|i felt|i was|we're|we are|we feel|i've been|i have been|feeling|left|"
    r"makes me|made me|has me|leaves me|starting to get|getting|left me)\s+"
    r"(?P<not>not\s+)?(?:(?:so|really|very|just|quite|pretty|a bit|rather|absolutely|extremely|"
    r"completely|totally|now|beyond|also|still|feeling|even|more)\s+)*"
    rf"(?P<word>{'|'.join(_SAID)})\b"
    r"(?:\s+about\s+(?P<about>(?:my|our|the)\s+[a-z]+(?=\s*(?:[.,!;]|$|and\b|because\b|"
    r"since\b))))?",
    re.IGNORECASE,
)
#: Words a customer says of themselves that an agent should not hand back unchanged.
_GENTLER = {
    "furious": "angry",
    "pissed off": "angry",
    "terrified": "scared",
    "mortified": "embarrassed",
    "humiliated": "embarrassed",
    "gutted": "let down",
    "panicking": "worried",
    "desperate": "stuck",
    "tired": "worn out",
    "exhausted": "worn out",
}
_SHOWN: tuple[tuple[str, str], ...] = (
    ("scared", r"my hands are shaking|can't sleep|cannot sleep|so scary|i'm scared to"),
    (
        "stuck",
        r"don't know what (?:else )?to do|no idea what (?:else )?to do|at a loss|nowhere to turn|"
        r"going (?:round|around) in circles|no way to|please help me|how am i supposed to",
    ),
    (
        "let down",
        r"i trusted|i expected better|loyal customer|you promised|was promised|we were promised|"
        r"broken promise|last time i|never again",
    ),
    ("ignored", r"ignor(?:ed|ing) me|nobody (?:answers|replies|calls|cares)|no one (?:answers|"
                r"replies|"
                r"calls|cares)|no (?:reply|response|answer)|never (?:called|replied|wrote) back|"
                r"talking to a wall|haven't heard|robots?\b"),
    (
        "angry",
        r"unacceptable|ridiculous|disgrace(?:ful)?|outrageous|disgust(?:ing|ed)|a joke|joke of|"
        r"how dare|worst|shame on|sick of|robbery|had enough|appalling|useless|pathetic|!!",
    ),
)  # fmt: skip
_SHOWN_PATTERNS = tuple(
    (word, re.compile(rf"(?:\b|(?=!))(?:{p})", re.IGNORECASE)) for word, p in _SHOWN
)
_JOY = re.compile(
    r"\b(?:thank you so much|thanks so much|just wanted to say|love (?:it|this|the|your)|loved|"
    r"amazing|wonderful|brilliant|delighted|over the moon|so happy|so pleased|lovely|fantastic|"
    r"made my (?:day|week)|please (?:thank|tell) (?:him|her|them|the)|well done|we got married|"
    r"it's a (?:boy|girl)|i passed|we won|we launched|(?:i'm|i am|im|so) proud|"
    r"(?:can't|cant|cannot) wait|(?:i'm|i am|im|so) excited|got (?:promoted|engaged)|"
    r"such a relief|got the job)\b",
    re.IGNORECASE,
)


def feelings(context: str) -> tuple[Feeling, ...]:
    """Feelings in order of certainty: first those said, then those shown; at most two."""
    text = straight(context)
    found = [f for m in _SAID_PATTERN.finditer(text) if (f := _said(m))]
    found += [Feeling(word, said=False) for word, p in _SHOWN_PATTERNS if p.search(text)]
    unique = {f.word: f for f in reversed(found)}
    return tuple(f for f in found if unique.get(f.word) is f)[:2]


def is_joyful(context: str) -> bool:
    """Whether the message is praise, thanks or good news."""
    return _JOY.search(straight(context)) is not None


def _said(match: re.Match[str]) -> Feeling | None:
    if match["not"]:
        return None
    word = match["word"].lower()
    about = (match["about"] or "").lower()
    about = re.sub(r"^(?:my|our)\b", "your", about)
    return Feeling(_GENTLER.get(word, word), said=True, about=f"about {about}" if about else "")
