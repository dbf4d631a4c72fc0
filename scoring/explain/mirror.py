"""Sentences that say a customer's own words back and name what it is like, for any message.

Each holds words of the message, so that no two customers get the same one. What is said of it is
mild and true of anyone in that place; nothing is claimed to be felt by us, nothing is promised and
nothing is confirmed as our doing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

from scoring.explain.sayback import SayBack
from scoring.explain.voice import Voice, capital

#: How it is judged, by how much the message calls for care.
_HEAVY = (
    "That is a lot to carry",
    "No wonder this weighs on you",
    "This is a hard place to be",
    "It makes sense that this is hard",
    "That is a great deal to deal with",
    "Anyone would find this hard",
)
_UPSETTING = (
    "No wonder this is upsetting",
    "It makes sense that this is frustrating",
    "This would wear anyone down",
    "It's clear why this is frustrating",
    "That is hard to put up with",
    "This has cost you time and nerves",
)
_ANNOYING = (
    "It makes sense that you're asking",
    "It's clear why you're writing",
    "That is a nuisance",
    "No wonder you're asking",
)
_PLEASED = (
    "What a good thing to read",
    "Good news like this is a pleasure to read",
    "That is lovely to hear",
    "What a kind message",
)
#: What makes a matter personal: a late parcel is no burden to carry, one for a funeral is.
_CLOSE_TO_HEART = re.compile(
    r"\b(?:mum|mom|mother|dad|father|son|daughter|wife|husband|partner|girlfriend|boyfriend|baby|"
    r"kids?|children|nan|grand\w+|funeral|died|passed away|hospital|surgery|cancer|sick|ill|cry|"
    r"cried|crying|alone|afraid|scared|sleep|slept|tired|panic|my job|rent|evicted|homeless|"
    r"funeral|drink\w*|sober|grief|therapy|depress\w*|anxi\w+)\b",
    re.IGNORECASE,
)
_HEAVY_FROM, _UPSETTING_FROM, _NEUTRAL_UNDER = 1.5, 1.0, 0.5
_QUESTIONS = (
    "What would help with {it}?",
    "What would a good outcome look like with {it}?",
    "What else is important to know about {it}?",
    "What would you like to see happen with {it}?",
)
_OPEN = (
    "What would help right now?",
    "How are you managing in the meantime?",
    "What else is important to know?",
    "What would a good outcome look like for you?",
    "What would make this easier for you?",
    "What would you like to see happen next?",
    "How would you like to go on from here?",
    "What is pressing for you just now?",
    "What else does this affect for you?",
    "What would put your mind at rest?",
    "What matters most to you in this?",
    "How does this leave you for now?",
    "What weighs on you most here?",
    "What would take some of the load off you?",
    "How has this been for you so far?",
    "What part of this troubles you most?",
    "What would you want us to know beyond this?",
    "How would you want this to end?",
    "What would be a fair way forward in your eyes?",
    "What does this mean for your plans?",
    "What is the hardest part of it for you?",
)
#: Something of theirs that a question may be about: "your inventory".
_THING = re.compile(
    r"\byour (?!own\b|old\b|new\b|first\b|last\b)(?P<thing>[a-z]{3,}(?: (?:account|order|form|fee|"
    r"card|bill|claim|ticket|letter|report|course|exam))?)(?= (?:is|was|has|had|in|on|at|to|for|by|"
    r"with|and|arrived|that|isn't|hasn't)\b|[,.;]|$)",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:head|mum|mom|dad|mother|father|son|daughter|wife|husband|partner|brother|sister|friend|"
    r"friends|boss|boyfriend|girlfriend|nan|kids|children|dog|cat|baby|hands?|name|mind|life|face|"
    r"way|time|day|place|hair|heart|eyes|family|team|lead|colleague|flatmates|aunt|uncle|age|"
    r"grandson|class|people|cousin|ex|manager|teacher|doctor|sponsor|counsellor|vows)\b",
    re.IGNORECASE,
)


def pick(options: Sequence[str], seed: str) -> str:
    """One of several wordings; the same message always gets the same one."""
    return options[int.from_bytes(sha256(seed.encode()).digest()[:4], "big") % len(options)]


def on_their_words(said: SayBack, voice: Voice, need: float, *, pleased: bool) -> tuple[str, ...]:
    """Say back what they wrote and what it is like, longest first; empty when unsure."""
    if not pleased and (need < _NEUTRAL_UNDER or not said.troubled):
        return ()
    lead = pick(_leads(said, need, pleased=pleased), said.turn)
    lines = [f"{lead}: {told}." for told in _told(said)]
    if not lines and said.quote:
        lines = [f"{lead}: in your words, “{said.quote}”."]
    return tuple(voice.speak(line) for line in lines)


def plainly(said: SayBack, voice: Voice) -> tuple[str, ...]:
    """Say back what they wrote and nothing about it, longest first."""
    lines = [f"You write that {told}." for told in _told(said, " and that ")]
    return tuple(voice.speak(line) for line in lines)


def with_sorry(said: SayBack, voice: Voice) -> tuple[str, ...]:
    """Say it back with a short apology, to stand in for a stock one; longest first."""
    lines = [f"{capital(voice.sorry)} to read that {told}." for told in _told(said)]
    return tuple(voice.speak(line) for line in lines)


def open_question(said: SayBack, voice: Voice) -> str:
    """An open question about something of theirs, or about how they are placed."""
    thing = thing_of(said)
    asked = pick(_QUESTIONS, said.turn).format(it=f"your {thing}") if thing else ""
    return voice.speak(asked or pick(_OPEN, said.turn))


def thing_of(said: SayBack) -> str:
    """Something of theirs that a question may be about; empty when there is none."""
    things = (m["thing"] for c in said.clauses for m in _THING.finditer(c))
    return next((t for t in things if not _NO_THING.search(t)), "")


def _leads(said: SayBack, need: float, *, pleased: bool) -> tuple[str, ...]:
    if pleased:
        return _PLEASED
    if need >= _HEAVY_FROM and _CLOSE_TO_HEART.search(said.turn):
        return _HEAVY
    return _UPSETTING if need >= _UPSETTING_FROM else _ANNOYING


def _told(said: SayBack, joint: str = ", and ") -> list[str]:
    """Both clauses in their order, then each alone, the one that says more first."""
    if len(said.clauses) < 2:
        return list(said.clauses)
    first, second = said.clauses
    alone = [second, first] if said.best == 1 else [first, second]
    return [joint.join(said.clauses), *alone]
