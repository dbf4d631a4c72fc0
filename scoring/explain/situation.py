"""Reads a customer's message: what is wrong, how they feel, what they ask, what they have done.

Everything here is deterministic and errs towards silence: an empty field means "not sure".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.explain.clauses import problem_clause, sentences
from scoring.explain.feelings import Feeling, feelings, is_joyful
from scoring.explain.flip import MAX_WORDS, straight, to_second_person
from scoring.explain.topics import Stake, Topic, stake_of, topic_of


@dataclass(frozen=True, slots=True)
class Situation:
    """What could be read with confidence; empty or None where it could not.

    Attributes:
        excerpt: The clause that says what is wrong, in their own words (at most 12).
        problem: The same clause in second person, "your parcel never arrived".
        feelings: Feelings they name or show, surest first.
        topic: The kind of trouble.
        stake: What hangs on it.
        waited: Time they say they have waited, "three weeks".
        contacts: How often they have been in touch, "a third time", "five calls".
        tried: What they say they have tried, in second person, "restarting the router".
        ask: Their question in their own words (at most 12), with its mark.
        bereaved_of: Who died, in second person, "your mother".
        brief: True when the message is so short that what is said anywhere is about one thing.
        grave: True when the matter is too heavy for anything but plain, short words.
        danger: True where a life or someone's safety may be at stake: nothing is quoted back.
        joyful: True for praise, thanks or good news without a trouble.
    """

    excerpt: str = ""
    problem: str = ""
    feelings: tuple[Feeling, ...] = ()
    topic: Topic | None = None
    stake: Stake | None = None
    waited: str = ""
    contacts: str = ""
    tried: str = ""
    ask: str = ""
    bereaved_of: str = ""
    grave: bool = False
    danger: bool = False
    brief: bool = True
    joyful: bool = False

    @property
    def known(self) -> bool:
        """Whether anything of the trouble could be read."""
        return bool(self.problem or self.topic or self.feelings or self.bereaved_of)


#: What good news does not speak of.
_SAD = re.compile(
    r"\b(?:pain|hurt\w*|depress\w*|alone|lonely|sad|cry|cried|crying|hate|worthless|scared|afraid|"
    r"nervous|worried|hopeless|suffer\w*)\b",
    re.IGNORECASE,
)
_NUMBER = (
    r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|a few|"
    r"over a|almost a|nearly a|a whole|a couple of)"
)
_TIME = rf"{_NUMBER}\s+(?:whole |full |long |more )?(?:minutes?|hours?|days?|weeks?|months?)"
_WAITED = re.compile(
    rf"(?:waited|waiting|wait|for|since|been|over|past|nearly|almost|after|down|taken)\s+(?:already\s+)?(?P<time>{_TIME})"
    rf"|(?P<ago>{_TIME})\s+(?:of waiting|without|on hold|in the queue|and (?:still|nothing|no))",
    re.IGNORECASE,
)
_WAITING = re.compile(
    r"\b(?:wait\w*|on hold|still (?:no|not|nothing|waiting)|nothing|no (?:reply|answer|response|"
    r"internet|heating|update|word|"
    r"refund)|chasing|"
    r"(?:hasn't|haven't) (?:heard|arrived|received|come|had)|in the queue|(?:been|is|was) down|"
    r"without|"
    r"stranded|locked out|stuck)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:will|trial|paid for|in advance|warranty|every|per|next|old|sold|paid|customer|member|"
    r"worked|lived|early|"
    r"ago i ordered)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b(?P<n>second|third|fourth|fifth|sixth|seventh|tenth|2nd|3rd|4th|5th|6th)\s+"
    r"(?:time (?:i|we|i'm|i've|we've|writing|asking|calling)|(?:e-?mail|message|call|ticket|"
    r"attempt))\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:after|sent|made|through|to|had|written|wrote|this many)\s+(?P<n>two|three|four|five|"
    r"six|seven|eight|nine|ten|"
    r"[2-9]|1\d)\s+(?P<what>calls|e-?mails|"
    r"messages|tickets|chats|agents)\b",
    re.IGNORECASE,
)
_REPEATED = re.compile(
    r"\b(?:called|phoned|rang|e-?mailed|written|wrote|contacted|messaged|asked|chased|"
    r"reported)\b(?! (?:me|us)\b)[^.!?,]{0,25}?"
    r"\b(?P<n>twice|(?:two|three|four|five|six|seven|\d{1,2}|several|many|multiple|"
    r"countless) times|again and again|repeatedly)\b",
    re.IGNORECASE,
)
_TRIED = re.compile(
    r"\b(?:i|we)(?:'ve| have)?(?: already| also)? tried (?P<what>(?:[a-z]+ing\b)[a-z ',-]{0,50}?)"
    r"(?=\s*(?:[.!?;\n]|,? (?:but|and (?:it|i|still|nothing)|so|because|several|again|today|"
    r"yesterday)\b|$))",
    re.IGNORECASE,
)
_DEATH = re.compile(
    r"\b(?:my|our) (?:late )?(?P<who>mother|mum|mom|father|dad|husband|wife|partner|son|daughter|"
    r"brother|sister|grandmother|"
    r"grandfather|grandma|grandpa|nan|uncle|aunt|friend|dog|cat)\b[^.!?,;]{0,25}?\b(?:died|"
    r"passed away|has died|passed on|passed)\b",
    re.IGNORECASE,
)
#: Where nothing of the message is quoted back: a wrong word does harm.
_CRISIS = re.compile(
    r"\b(?:suicid\w*|kill (?:myself|himself|herself)|end my life|self[- ]harm|"
    r"i'm (?:not )?cutting|cut(?:ting)? myself|abus(?:ed|ive)|"
    r"assault\w*|rape\w*|domestic violence|stalk\w*|bull(?:y|ied|ying))\b",
    re.IGNORECASE,
)
_GRAVE = re.compile(
    r"\b(?:(?:he|she|husband|wife|mother|father|mum|mom|dad|son|daughter|brother|sister|"
    r"partner) (?:has |had )?died|"
    r"passed away|death|deceased|funeral|miscarriage|stillb\w+|lost (?:the|our|"
    r"my) baby|cancer|chemo\w*|tumou?r|"
    r"diagnosed|hospice|intensive care|suicid\w*|kill myself|abus(?:ed|ive)|assault\w*|"
    r"domestic violence|evicted|homeless|"
    r"stroke|heart attack|ambulance|scammed|insulin|dementia|bull(?:y|ied|ying)|stalk\w*|"
    r"threaten\w*|self[- ]harm|i'm (?:not )?cutting|stopped eating|my real name|"
    r"knows where i|which school|i'm 1\d|autis\w+|disab\w+|probation)\b",
    re.IGNORECASE,
)  # fmt: skip


#: Longest message, in words, that is taken to be about one thing.
_BRIEF = 50
_IN_WORDS = {
    str(n): word
    for n, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2
    )
}


def read(context: str) -> Situation:
    """Read one message.

    Args:
        context: The customer's message; empty gives an empty situation.

    Returns:
        What could be read with confidence.
    """
    text = straight(context)
    parts = sentences(text)
    excerpt = "" if _CRISIS.search(text) else problem_clause(text) or ""
    brief = len(text.split()) <= _BRIEF
    topic = _topic(text, parts, excerpt)
    return Situation(
        excerpt=excerpt,
        problem=_problem(excerpt),
        feelings=feelings(text),
        topic=topic,
        stake=stake_of(parts) if brief else None,
        waited=_waited(parts),
        contacts=_contacts(text),
        tried=_tried(text),
        ask=_ask(parts),
        bereaved_of=_bereaved_of(text),
        brief=brief,
        grave=any(p.search(text) for p in (_GRAVE, _CRISIS)),
        danger=_CRISIS.search(text) is not None,
        joyful=is_joyful(text) and not excerpt and topic is None and not _SAD.search(text),
    )


def _topic(text: str, parts: list[str], excerpt: str) -> Topic | None:
    """The topic of the sentence that says what is wrong; without one, of a short message."""
    if excerpt:
        return next((topic_of(p) for p in parts if excerpt in p), None)
    return topic_of(text) if len(text.split()) <= _BRIEF else None


def _problem(excerpt: str) -> str:
    """Second person of the excerpt, unless it accuses the company: that is not ours to repeat."""
    turned = to_second_person(excerpt) if excerpt else None
    accuses = re.search(r"\b(?:we|us|our|ours|we've|we're)\b", turned or "")
    return turned if turned and not accuses else ""


def _waited(parts: list[str]) -> str:
    for part in parts:
        match = _WAITED.search(part) if _WAITING.search(part) and not _FUTURE.search(part) else None
        if match:
            return _tidy_time(match["time"] or match["ago"])
    return ""


def _tidy_time(time: str) -> str:
    time = re.sub(r"\b(?:whole|full|long|more) ", "", " ".join(time.lower().split()))
    time = re.sub(r"^(?:over|almost|nearly) ", "", time)
    return re.sub(r"^\d+", lambda m: _IN_WORDS.get(m.group(), m.group()), time)


def _contacts(text: str) -> str:
    if match := _ORDINAL.search(text):
        named = {"2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth"}
        return f"a {named.get(match['n'].lower(), match['n'].lower())} time"
    if match := _COUNTED.search(text):
        return f"{match['n']} {match['what']}".lower()
    return match["n"].lower() if (match := _REPEATED.search(text)) else ""


def _tried(text: str) -> str:
    match = _TRIED.search(text)
    if not match or len(match["what"].split()) > 8:
        return ""
    return to_second_person(match["what"].strip(" ,")) or ""


def _ask(parts: list[str]) -> str:
    asks = [p for p in parts if p.endswith("?") and 2 <= len(p.split()) <= MAX_WORDS]
    clean = [a for a in asks if not re.search(r"[@#{}<>/\"]|https?:|\d{5,}", a)]
    return clean[-1] if clean else ""


def _bereaved_of(text: str) -> str:
    match = _DEATH.search(text)
    return f"your {match['who'].lower()}" if match else ""
