"""What of a customer's message an agent can say back, whatever the message is about.

Where ``situation`` knows kinds of trouble, this knows none: it takes the clauses that say most,
turns them to second person, and where none can be turned safely it quotes a few words as they
stand. It errs towards silence; what accuses us, insults, swears or is too private is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.explain.clauses import (
    DANGLING,
    JOINT,
    LEAD,
    OWN_SLIP,
    VERB,
    cue_weight,
    sentences,
)
from scoring.explain.flip import straight, to_second_person

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class SayBack:
    """What can be said back, empty where nothing can.

    Attributes:
        clauses: At most two, in second person and lower case, in the message's order.
        best: Which of the clauses says more.
        troubled: Whether what is said back is itself a burden, so that it may be called one.
        quote: A few words exactly as the customer wrote them; empty when there are clauses.
        turn: The customer's own last words.
        draft: The draft it is said in.
    """

    clauses: tuple[str, ...] = ()
    best: int = 0
    troubled: bool = False
    quote: str = ""
    turn: str = ""
    draft: str = ""

    @property
    def seed(self) -> str:
        """What picks among wordings: two drafts for one message get two wordings."""
        return self.turn + self.draft


_SPEAKER = re.compile(r"(?m)^[ \t]*(?P<who>[A-Z][\w.'-]{0,18}(?: [A-Z]\w{0,18})?):[ \t]+")
_ALONE = re.compile(r"customer|client|user|seeker|student|caller|patient|guest|member|employee", _I)
_SUBJECT = re.compile(
    r"^(?:i|i'm|i've|i'd|im|ive|id|we|we've|we're|we'd|my|our|the|someone|somebody|nobody|no one|"
    r"there's|there is|there was|both|all|half|an?|two|three|four|five|six|one|every|each|"
    r"\d{1,4})\b",
    _I,
)
_ALSO_VERB = re.compile(
    r"\b(?:\w{3,}ed|am|be|been|do|does|did|can|could|need|needs|want|feel|feels|felt|cry|cried|"
    r"made|makes|make|gave|give|gives|saw|see|sees|sold|bought|wrote|write|broke|built|brought|"
    r"ran|run|runs|sat|sit|sleep|slept|spent|spend|stand|stood|put|puts|keep|work|works|live|"
    r"lives|have|love|miss|lose|fell|fall|hear|heard|found|find|read|rang|drove|drive|flew|won|"
    r"wear|walk|wake|woke|hate|hurts|hurt|look|looks|looked|come|comes|ate|eat|asks?|starts?|ends?|"
    r"begin|began|leaves?|grew|held|hold|met|sends?|speak|spoke|stays?|teach|taught|threw|means?|go|goes|says?|said|told|tells?|know|thinks?|thought)\b",
    _I,
)
#: What no reply should repeat: private, violent, self-hating, or slang that reads as mockery.
_PRIVATE = re.compile(
    r"\b(?:porn\w*|sex\w*|naked|nudes?|rape\w*|assault\w*|abus\w*|suicid\w*|kill\w*|die|died|dead|"
    r"dying|hang(?:ed|ing)? (?:my|him|her)\w*|cut(?:ting)? myself|overdos\w*|pills|self[- ]harm|"
    r"hit|hits|beat|beats|punch\w*|hate|ugly|fat|disgust\w*|worthless|failure|selfish|coward|drunk|"
    r"crazy|mad|monster|narciss\w*|psycho\w*|weak|lazy|loser|lol|haha|omg|bro|dude|mate|lmao|rofl|guys|"
    r"embarrassing|affair|cheat\w*|password|pin|ssn|card number|born in|wake up)\b",
    _I,
)
_PLEASED = re.compile(
    r"\b(?:great|love|loved|lovely|nice|perfect|happy|good|glad|ok|okay|fine|lucky|fun|laugh\w*|"
    r"wonderful|excellent|better|beautiful|gorgeous|amazing|brilliant|proud|enjoy\w*)\b",
    _I,
)
_ADDRESSES_US = re.compile(r"\b(?:you|your|yours|you're|you've|yourselves|u|ur)\b", _I)
#: What makes a clause worth saying back, with how much.
_WEIGHTS: tuple[tuple[float, re.Pattern[str]], ...] = (
    (0.8, re.compile(r"^(?:i|i'm|i've|i'd|im|ive|my|we|we're|we've|our)\b", _I)),
    (0.7, re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|ten|twice|first|third|weeks?|"
                     r"days?|hours?|months?|years?)\b", _I)),
    (0.6, re.compile(r"\b(?:not|no|never|nobody|nothing|without)\b|n't\b|\bcant\b|\bdont\b", _I)),
    (0.5, re.compile(r"\b(?:alone|afraid|scared|tired|cried|crying|cry|worried|lost|broken?|"
                     r"ruined|late|waiting|waited|need|twice|missed|failed|stuck|worse|hard|"
                     r"hurts?)\b", _I)),
    (0.8, re.compile(r"\b(?:son|daughter|mum|mom|dad|mother|father|husband|wife|baby|kids?|"
                     r"children|brother|sister|nan|grand\w+|family|job|work|rent|money|wedding|"
                     r"funeral|exam|hospital|operation|surgery|tomorrow|tonight|friday|"
                     r"monday)\b", _I)),
)  # fmt: skip
#: Marks, long numbers, swearing and reproach; questions and requests in disguise.
_UNFIT = re.compile(
    r"[@#{}<>/\\*_\[\]|~^()\"%]|\d{5,}|https?:|"
    r"\b(?:damn|hell|shit\w*|f\*+\w*|fuck\w*|crap|bloody|idiots?|stupid|useless|pathetic|joke|silly|"
    r"scam\w*|thie\w+|liars?|lying|lied|if|please|must|thanks?|guess|bet|swear|idk|tbh|tho|rn|ngl|sure|sorry)\b",
    _I,
)
_FUTURE_OR_WISH = re.compile(
    r"\b(?:will|won't|gonna|'ll|whether|or whatever|maybe|promis\w+)\b", _I
)
#: A message written without its subject: "Booked a quiet room".
_NO_SUBJECT = re.compile(
    r"^(?:booked|ordered|sold|broke|paid|bought|got|lost|sent|called|rang|opened|waited|tried|asked|"
    r"received|saw|ate|cancell?ed|had|missed|spent|took|went)\b",
    _I,
)
#: Grammar that, said back, would sound like mockery of someone's English.
_BROKEN = re.compile(
    r"\b(?:since \d+ \w+|nobody answer|already (?:two|three|\d)|i (?:moving|waiting|looking) |"
    r"my \w+(?<!s) (?:make|have|need|go|want)\b|must to|not understand|i am (?:agree|wait))\b",
    _I,
)
#: A clause that leans on one before it says little by itself: "you need it back".
_LEANS = re.compile(r"\b(?:it|them|that|this|these|those|there|her|him|she|he|they)\b", _I)
_LEANING = 0.5
#: Whom a post is addressed to, and what stands behind its last word: smileys.
_FRILLS = re.compile(r"^(?:(?:@[\w.]+|\[[A-Z]+\])[\s,:]*)+|(?:\s+[^\w\s'\"£$€%]+)+$")
#: A word thrown in at the end: ", gross".
_THROWN_IN = re.compile(r",\s+[\w']+$")
_OPENER = re.compile(r"^(?:well|ok|oh|hi|hello|hey|so|and|but|then|also|anyway|yes|yeah),?\s+", _I)
_MARKS = " .!,;:()-"
_MIN_WORDS, _MAX_WORDS = 3, 18
_QUOTED_WORDS = (3, 9)
_LEAST, _LEAST_QUOTED = 0.6, 0.8


def say_back(context: str, *, pleased: bool = False) -> SayBack:
    """Read what can be said back.

    Args:
        context: The customer's message or the conversation with them.
        pleased: Whether the message is praise, so that pleased clauses are what it says.

    Returns:
        At most two clauses, or a short quote, or neither.
    """
    turn = last_turn(straight(context))
    found = [(w, c) for c in _clauses(turn) if (w := _weight(c, pleased=pleased)) >= _LEAST]
    ranked = sorted(range(len(found)), key=lambda k: (-_standing(*found[k]), k))
    turned = {k: t for k in ranked if (t := _turned(found[k][1]))}
    kept = sorted(list(turned)[:2])
    if kept:
        best = kept.index(next(iter(turned)))
        heavy = any(_is_burden(found[k][1]) for k in kept)
        return SayBack(tuple(turned[k] for k in kept), best, heavy, turn=turn)
    quote = _quote(turn, pleased=pleased)
    return SayBack(troubled=_is_burden(quote), quote=quote, turn=turn)


def last_turn(context: str) -> str:
    """The words of the one who wrote last; all of a message that is no conversation."""
    marks = list(_SPEAKER.finditer(context))
    if not marks or (len(marks) == 1 and not _ALONE.match(marks[0]["who"])):
        return context
    who = marks[-1]["who"]
    ends = [m.start() for m in marks[1:]] + [len(context)]
    turns = [context[m.end() : end] for m, end in zip(marks, ends, strict=True) if m["who"] == who]
    last = turns[-1].strip()
    return last if len(last.split()) >= _MIN_WORDS or len(turns) == 1 else f"{turns[-2]} {last}"


def _clauses(turn: str) -> Iterator[str]:
    for sentence in sentences(turn):
        if sentence.endswith("?"):
            continue
        whole = _whole(sentence)
        if len(whole.split()) <= _MAX_WORDS and _stands(whole):
            yield whole
            continue
        first, *rest = JOINT.split(sentence)
        parts = [_whole(first), *(_bare(part) for part in rest)]
        yield from (p for p in parts if _stands(p))


def _whole(sentence: str) -> str:
    """A sentence or its first part; what begins with a verb there is said of the writer."""
    bare = _THROWN_IN.sub("", _bare(sentence))
    return f"I {bare[0].lower()}{bare[1:]}" if _NO_SUBJECT.match(bare) else bare


def _bare(part: str) -> str:
    spoken = _FRILLS.sub("", part.strip(_MARKS))
    return _OPENER.sub("", LEAD.sub("", spoken)).strip(_MARKS)


def _stands(text: str) -> bool:
    """Whether a clause can be said by itself and by us."""
    counted = _MIN_WORDS <= len(text.split()) <= _MAX_WORDS
    verb = VERB.search(text) or _ALSO_VERB.search(text)
    return bool(counted and verb and _SUBJECT.match(text) and not _is_unfit(text))


def _is_unfit(text: str) -> bool:
    unfit = (_UNFIT, _PRIVATE, _ADDRESSES_US, _FUTURE_OR_WISH, _BROKEN, DANGLING, OWN_SLIP)
    return any(p.search(text) for p in unfit)


def _weight(clause: str, *, pleased: bool) -> float:
    if _PLEASED.search(clause) and not pleased:
        return 0.0
    return cue_weight(clause) / 2 + sum(w for w, p in _WEIGHTS if p.search(clause))


def _standing(weight: float, clause: str) -> float:
    """What a clause says when it is read without the rest of the message."""
    return weight - (_LEANING if _LEANS.search(clause) else 0.0)


def _is_burden(clause: str) -> bool:
    return cue_weight(clause) > 0 or any(p.search(clause) for _, p in _WEIGHTS[2:])


def _turned(clause: str) -> str:
    turned = to_second_person(clause, max_words=_MAX_WORDS) or ""
    return "" if re.search(r"\b(?:we|us|our|ours|we've|we're)\b", turned) else turned


def _quote(turn: str, *, pleased: bool) -> str:
    """A whole short sentence or clause, exactly as written."""
    stated = [s for s in sentences(turn) if not s.endswith("?")]
    parts = (p for s in stated for p in (s, *JOINT.split(s)))
    texts = (_OPENER.sub("", p.strip(" .!,;:-")) for p in parts)
    return next((t for t in texts if _is_quotable(t, pleased=pleased)), "")


def _is_quotable(text: str, *, pleased: bool) -> bool:
    low, high = _QUOTED_WORDS
    fits = low <= len(text.split()) <= high and not _is_unfit(text)
    verb = VERB.search(text) or _ALSO_VERB.search(text)
    return bool(fits and verb and _weight(text, pleased=pleased) >= _LEAST_QUOTED)
