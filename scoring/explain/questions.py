"""One open question: about something of theirs where there is such a thing, else about them.

What is asked of them goes by the message: a burden close to the heart, a practical trouble, or
neither, where "what weighs on you" would put a weight on someone who has none.

Questions for anyone are put together of a head and a tail, so that there are many more of them
than an agent sends in a week, and none becomes the line everyone knows.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Literal

from scoring.explain.choice import pick
from scoring.explain.sayback import SayBack
from scoring.explain.voice import Voice

#: What a message speaks of: a burden close to the heart, a practical trouble, or none.
Tone = Literal["heavy", "practical", "plain"]
_ABOUT = (
    "What would help you most with {it}?",
    "What would you like to see happen with {it}?",
    "What worries you most about {it}?",
    "What else is important to know about {it}?",
    "How do things stand with {it} right now?",
)
#: For a matter close to the heart: heads, and tails that go with each of them.
_HEAVY = (
    (
        "How are you coping",
        "How are you holding up",
        "What is hardest for you",
        "What weighs on you most",
        "What would help you most",
        "What would make it a little easier for you",
        "What would ease things for you",
        "What troubles you most",
    ),
    ("", " right now", " at the moment", " just now", " these days"),
)
#: For a trouble that is a nuisance and no more.
_PRACTICAL = (
    (
        "What would help you most",
        "What is urgent for you",
        "What matters most to you",
        "What would make this easier for you",
        "How are you getting by",
        "What would a good outcome be for you",
        "What would make the biggest difference for you",
        "Where does this leave you",
    ),
    ("", " right now", " at the moment", " just now"),
)
#: For a message without a trouble.
_PLAIN = (
    (
        "What are you hoping for",
        "What is that like for you",
        "What would you like to happen",
        "How is it going for you",
        "What matters to you here",
        "What would you like to know",
    ),
    ("", " right now", " at the moment", " at this point"),
)
_HEADS = {"heavy": _HEAVY, "practical": _PRACTICAL, "plain": _PLAIN}
#: Something of theirs that a question may be about: "your inventory".
_THING = re.compile(
    r"\byour (?!own\b|old\b|new\b|first\b|last\b)(?P<thing>[a-z]{3,}(?: (?:account|order|form|fee|"
    r"card|bill|claim|ticket|letter|report|course|exam))?)(?= (?:is|was|has|had|isn't|hasn't|won't|"
    r"doesn't|keeps|never|arrived|stopped|broke|crashed|expired|failed)\b|[,.;]|$)",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:head|mum|mom|dad|mother|father|son|daughter|wife|husband|partner|brother|sister|friend|"
    r"friends|boss|boyfriend|girlfriend|nan|kids|children|dog|cat|baby|hands?|name|mind|life|face|"
    r"way|time|day|place|hair|heart|eyes|family|team|lead|colleague|flatmates|aunt|uncle|age|"
    r"grandson|class|people|cousin|ex|manager|teacher|doctor|sponsor|counsellor|vows|car|bed|room|"
    r"house|home|body|knees?|job|work|phone|stomach|back|legs?|arms?|neighbours?|neighbors?|roommate|girl|guy|man|"
    r"woman|mates?|software|agents?|messages?|e-?mails?|calls?|rent|number|slides?|company|website|shop|store)\b",
    re.IGNORECASE,
)


def open_question(said: SayBack, voice: Voice, tone: Tone = "practical", turn: int = 0) -> str:
    """An open question about something of theirs, or about how they are placed.

    Args:
        said: What can be said back.
        voice: How the draft speaks.
        tone: What the message speaks of.
        turn: 0 for the first question, 1 for another one, and so on.
    """
    thing = thing_of(said)
    options = [q.format(it=f"your {thing}") for q in _ABOUT] if thing else for_anyone(tone)
    return voice.speak(pick(options, said.seed, turn))


def for_anyone(tone: Tone) -> list[str]:
    """Every question that fits any message of a tone."""
    heads, tails = _HEADS[tone]
    return [f"{head}{tail}?" for head, tail in product(heads, tails)]


def thing_of(said: SayBack) -> str:
    """Something of theirs that a question may be about; empty when there is none."""
    things = (m["thing"] for c in said.clauses for m in _THING.finditer(c))
    return next((t for t in things if not _NO_THING.search(t)), "")
