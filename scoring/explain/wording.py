"""What a line of copy may speak of, and the small pieces lines are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.explain.flip import straight
from scoring.explain.situation import Situation
from scoring.explain.voice import Voice

#: Longest piece of the draft quoted inside a line, in characters.
_MAX_QUOTED = 60
#: Under this need a message is a plain question.
LOW_NEED = 0.5


@dataclass(frozen=True, slots=True)
class Finding:
    """What a line of copy may speak of.

    Attributes:
        quote: The sentence of the draft the weakness points at.
        draft: The whole draft.
        situation: What was read of the customer's message.
        voice: How the draft speaks.
        need: 0-2.
    """

    quote: str
    draft: str
    situation: Situation
    voice: Voice
    need: float


def quoted(text: str) -> str:
    """The text in quotation marks, cut at a word when long."""
    text = " ".join(text.split())
    if len(text) > _MAX_QUOTED:
        text = text[:_MAX_QUOTED].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    return f"“{text.replace('“', '‘').replace('”', '’').replace(chr(34), chr(39))}”"


_OPENINGS: tuple[tuple[str, str], ...] = (
    (r"^\W*(?:please )?(?:send|fill|provide|reply|call|contact|visit|go to|log|click|try|restart|"
     r"reset|check|follow|use)\b|"
     r"\b(?:you (?:need|have|must|should)|could you|can you|please)\b", "what they should do"),
    (r"\b(?:can't|cannot|unable|declined|denied|rejected|not possible|not able|no refund)\b",
     "the no"),
    (r"polic(?:y|ies)|terms\b|rules?\b", "the rules"),
    (r"refund|credit(?:ed)?\b|reimburs", "the refund"),
    (r"https?:|\blink\b", "a link"),
    (r"\?\s*$", "a question"),
    (r"deliver|ship|parcel|package|courier|tracking", "the delivery"),
    (r"\bcase\b|ticket|reference|logged|forwarded|escalat", "the case"),
    (r"\bfee\b|charge|payment|invoice|bill\b", "the payment"),
    (r"\bfix\b|bug|update|version|patch|setting", "the fix"),
)  # fmt: skip
_OPENING_PATTERNS = tuple((re.compile(p, re.IGNORECASE), name) for p, name in _OPENINGS)


def goes_to(finding: Finding) -> str:
    """What the quoted sentence turns to, as a noun: "the refund", "a link"."""
    plain = straight(finding.quote)
    return next((name for p, name in _OPENING_PATTERNS if p.search(plain)), "the practical side")


def examples(lead: str, sentences: Iterable[str]) -> Iterator[str]:
    """Lines that give one of the sentences as an example; none for no sentence."""
    for sentence in sentences:
        if sentence:
            yield f"{lead} “{sentence}”"


def theirs(text: str) -> str:
    """Second person as third, for lines that speak of the customer to the agent."""
    return re.sub(r"\byour\b", "their", text)


def about(s: Situation) -> str:
    """The trouble as a noun, or "them" when it is unknown."""
    return s.topic.noun if s.topic else "them"


def contacted(contacts: str) -> str:
    """How often they have been in touch, as the start of a sentence about them."""
    if match := re.fullmatch(r"a (\w+) time", contacts):
        return f"They are in touch for the {match[1]} time"
    if re.fullmatch(r"\w+|.* times|again and again", contacts):
        return f"They have been in touch {contacts}"
    return f"They have been through {contacts}"
