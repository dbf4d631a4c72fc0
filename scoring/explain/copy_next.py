"""Copy for how a draft goes on: the opening it leaves, the next step it owns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.explain import acknowledge
from scoring.explain.flip import straight
from scoring.explain.markers import (
    PLEASANTRY,
)
from scoring.explain.wording import (
    Finding,
    about,
    contacted,
    examples,
    quoted,
)


def why_invites(f: Finding) -> Iterator[str]:
    """Why the ending leaves the customer no opening."""
    s = f.situation
    if PLEASANTRY.fullmatch(straight(f.quote)):
        yield (
            f"{quoted(f.quote.rstrip(' .!?'))} ends it politely, but asks nothing about {about(s)}."
        )
    if s.contacts:
        yield (
            f"{contacted(s.contacts)}, and may have more to tell than this ending leaves room for."
        )
    if s.feelings:
        yield f"They're {s.feelings[0].word}, and the draft ends without asking what would help."
    if s.topic:
        yield f"It ends on our answer; nothing invites them to say more about {s.topic.noun}."
    yield "The draft ends without an opening for what they haven't said yet."


def edit_invites(f: Finding) -> Iterator[str]:
    """An open question that fits."""
    yield from examples(
        "End with one open question, e.g.", [acknowledge.open_question(f.situation, f.voice)]
    )


_HAND_OFF = re.compile(
    r"\b(?<!not )(?<!n't )(?:contact|call|visit|reach out to|get in touch with|email|write to|"
    r"speak to|ask|refer to|check with) (?:the|your|our|us)\b|"
    r"\byou(?:'ll| will)? (?:need|have) to\b|https?:|\bvia the (?:form|app|website|portal)\b",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly )?(?:look(?:ed|ing)? into|review(?:ed)?|"
    r"investigat(?:ed|ing)|forwarded|escalated|"
    r"passed on|noted|logged|processed|handled|reported|raised|opened|registered|under review)\b",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:can't|cannot|can not|unable|not (?:able|possible|eligible)|won't|no longer)\b",
    re.IGNORECASE,
)


def why_owns(f: Finding) -> Iterator[str]:
    """Why it is unclear who acts next."""
    s, plain = f.situation, straight(f.quote)
    if s.contacts and _HAND_OFF.search(plain):
        yield (
            f"{contacted(s.contacts)}, and this sends them on again instead of saying who has it "
            "now."
        )
    if _NOBODY.search(plain):
        yield f"In {quoted(f.quote)} nobody does anything: they can't tell who acts, or when."
    if _REFUSAL.search(plain):
        yield (
            f"The draft says what can't be done about {about(s) if s.topic else 'it'} and stops "
            "there."
        )
    if _HAND_OFF.search(plain):
        yield "They wrote to us for help, and the next step is theirs alone."
    if s.waited:
        yield f"After {s.waited} they need to know who has this now, and the draft doesn't say."
    if s.topic:
        yield f"It's not clear who does what next about {about(s)}, or by when."
    if s.excerpt:
        yield (
            f"They wrote {quoted(s.excerpt)}; after this they still can't tell who does what "
            f"about it."
        )
    yield "After reading this, they won't know who does what next."


def edit_owns(f: Finding) -> Iterator[str]:
    """How to own the next step without inventing one."""
    plain = straight(f.quote)
    me = "I'm" if f.voice.singular else "We're"
    if _REFUSAL.search(plain):
        yield "After the no, say what you can do, or who could help instead. Only what is certain."
    if _HAND_OFF.search(plain):
        yield (
            "Take the first step yourself if you can, and say so. If you can't, say what happens "
            "once they've done theirs."
        )
    if _NOBODY.search(plain):
        yield (
            f"Name who is on it and when they'll hear, as far as you know: “{me} … and you'll hear "
            "from us by ….”"
        )
    yield (
        f"Close with who does what, and by when if you know it: “{me} … now, and you'll hear from "
        "us by ….”"
    )
