"""What a text commits to: refusals, conditions, promises, requests.

Each stance is a key of the marking word and what it bears on, so that moving a "not" to another
verb is as visible as dropping it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.explain.flip import straight
from scoring.explain.markers import is_stock
from scoring.rewrite.actions import ACTION, OUTCOME, REQUEST_VERBS, stem


@dataclass(frozen=True, slots=True)
class Stance:
    """One stance.

    Attributes:
        kind: ``negation``, ``polarity``, ``hedge``, ``condition``, ``promise``, ``outcome``,
            ``statement``, ``request`` or ``relation``.
        key: What is compared.
        shown: The words to show.
        subject: For a negation, the word it is said of; compared within one text's rewording,
            not when the customer's words are said back.
    """

    kind: str
    key: str
    shown: str
    subject: str = ""


_I = re.IGNORECASE
#: A draft and its message are read once for all candidates.
_KEPT_TEXTS = 16
_EXPAND: tuple[tuple[str, str], ...] = (
    (r"\bwon't\b", "will not"), (r"\bcan't\b|\bcannot\b", "can not"), (r"\bshan't\b", "shall not"),
    (r"\b(?:am|are|is|was|were|be) unable to\b", "can not"), (r"\bunable to\b", "can not"),
    (r"\b(?:am|are|is|was|were|be) not able to\b", "can not"), (r"n't\b", " not"),
    (r"\b(i|we|you|he|she|it|they|that|there|who|this)'ll\b", r"\1 will"), (r"\b(i)'m\b", r"\1 am"),
    (r"\b(we|you|they)'re\b", r"\1 are"), (r"\b(i|we|you|they)'ve\b", r"\1 have"),
    (r"\b(?:am|are|is) (?:not )?going to\b", "will"),
    (r"(?:(?<=[.!?\n] )|(?<=please )|^)(?:please )?(?:make|be) sure (?:to|you|that you)\b", "you"),
    (r"\bi(?: would|'d)? (?:suggest|recommend|advise)(?: that)?(?: you)?(?: to)?\b", "you"),
    # Advice is advice however strongly it is put; an obligation ("must") is not.
    (r"\byou (?:should|ought to|might want to|could)(?: also| always| really| just)*\b(?! (?:not|"
     r"never|have|be)\b)", "you"),
)  # fmt: skip
_EXPANSIONS = tuple((re.compile(p, _I), r) for p, r in _EXPAND)
_IDIOMS = re.compile(
    r"\bno (?:problem|worries|wonder|doubt)\b|\bnot at all\b|\bnot only\b|\bwhether or not\b|"
    r"\b(?:do not|never) (?:hesitate|worry|panic)\b(?: to\b| about it\b)?|\bwhy not\b|"
    r"\bof course not\b|\b(?:i|we) "
    r"(?:do not|can not) (?:blame|imagine)\b|\b(?:being|minutes?|hours?|days?|weeks?|"
    r"months?) without\b",
    _I,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|hardly|no longer)\b", _I
)
#: Words that decide a matter by themselves.
_POLAR = re.compile(
    r"\b(?:un(?:available|able|likely|safe|paid|authori[sz]ed|supported|successful|limited|"
    r"lawful)|im(?:possible|mediate)|"
    r"in(?:eligible|valid|active|correct|complete|sufficient|cluded?)|non-?\w+|exclud\w+|"
    r"include[sd]?|eligible|entitled|valid|"
    r"possible|available|allowed|permitted|forbidden|prohibited|approved|denied|deny|reject\w*|"
    r"declin\w*|refus\w*|fail\w*|"
    r"expire[sd]?|closed|void|waive[ds]?|liable|increas\w*|decreas\w*|higher|lower|sender|"
    r"receiver|buyer|seller|(?:go|goes|went|gone|going) (?:up|down)|"
    r"(?:turn|switch)\w*(?: \w+){0,3} (?:on|off)\b|(?:turn|on the) (?:left|right)|(?:left|"
    r"right) (?:port|side|hand|socket|button|corner|"
    r"turn|eye|arm|leg|door|lane)|(?:our|my|your|their|\w+'s) (?:fault|mistake|error|"
    r"responsibility)|responsible|required|mandatory|optional|covered|"
    r"guilty|"
    r"enable[sd]?|disable[sd]?|safe|dangerous|final|binding|refundable|sold out|out of stock|"
    r"in stock|discontinued|yes)\b",
    _I,
)
_HEDGE = re.compile(
    r"\b(?:may|might|usually|normally|probably|likely|possibly|typically|perhaps|expect(?:ed|s)?|"
    r"estimated?|aim|hope to|"
    r"try to|at least|at most|up to|no more than|no less than|minimum|maximum|approximately|"
    r"roughly|about(?= \d)|"
    r"around(?= \d)|only|always|sometimes|exactly|as far as|must|have to|has to|need to|needs to|"
    r"should(?! have))\b",
    _I,
)
_RELATION = re.compile(
    r"\b(?:before|after|until|from|since|within|by|over|under|more than|less than|above|below|"
    r"instead of)\b",
    _I,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided|providing|as long as|so long as|once|except|otherwise|in case|"
    r"as soon as|subject to|"
    r"depending on|whenever|only when|in exchange|in return|on condition|assuming|when(?= (?:you|"
    r"we|it|the|your|they)))\b",
    _I,
)
_SOFT_IF = re.compile(
    r"\b(?:if (?:it|this|that) (?:helps|would help|suits|is (?:any )?help)|if (?:you (?:have|"
    r"need)|there is|there are|there's) "
    r"(?:any|anything)[^.!?,]*|should you (?:have|need) any[^.!?,]*|it makes sense if)\b",
    _I,
)
_PROMISE = re.compile(
    r"\bwill\b|\bshall\b|\bguarantee\w*|\bpromis\w+|\bensure\b|\bassure\b|\bmake sure\b|"
    r"\bcommit\w*\b|\bpledge\b|\brest assured\b|"
    r"\bon (?:its|the|their) way\b|\b(?:my|our) word\b|\bcount on\b|\blet (?:me|us)\b(?! know)|"
    r"\bcan count on\b|\bbe sure (?:that|"
    r"we)\b",
    _I,
)
_SELF = re.compile(
    r"\b(?P<who>i|we|our (?:\w+ )?team|the (?:\w+ )?team|someone|a colleague|"
    r"my colleagues?)\s+(?P<what>[a-z' ]+)",
    _I,
)
#: "We are looking" and "we have looked" are two different claims.
_TENSE = re.compile(r"(?:have|had|can|could|will|would|am|are|was|were|do|did)\b", _I)
#: First-person statements that claim and promise nothing.
_HARMLESS_SELF = re.compile(
    r"^(?:(?:am|are|do|really|truly|also|so|very|just|can|fully|completely|totally|certainly|"
    r"want to|would like to)\s+)*"
    r"(?:sorry|apologi[sz]e|understand|see(?! to)|hear|appreciate|thank|realis?ze?|know(?: how|"
    r" that| this)|imagine|hope|wish|"
    r"value|recogni[sz]e|acknowledge|regret|blame)\b",
    _I,
)
_SKIP = frozenset(
    """
    a an the to be been being is are was were have has had do does did at all that this it its
    of for in on and or your you our we i us me my currently also just still yet very so really
    already then there please not no can could would
    """.split()  # noqa: SIM905 - a word list reads better as text
)
#: How far round a mark its clause is looked at, in code points.
_WINDOW = 120
SENTENCES = re.compile(r"[^.!?\n]+(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
#: Where a request may begin within a sentence.
_PARTS = re.compile(
    r"(?:,|;|\s[-–—]|\band\b|\bthen\b|\bor\b|\bif\b)\s+|"
    r"\s+(?=(?:please|kindly|(?:could|can|would|will) you|you (?:need|have|must|should))\b)",
    _I,
)
_ASK_LEAD = re.compile(
    r"^\W*(?:(?:and|then|so|next|first|finally|also|now|just|simply|kindly|please|or)\b,?\s+)*"
    r"(?:(?:could|can|would|will) you (?:please |kindly |just )?|would you mind |(?:you (?:just |"
    r"also )?(?:must|should|can|could|need to|have to|"
    r"will need to|will have to|might want to) )|i (?:need|want) you to |we (?:need|ask|"
    r"require) you to |"
    r"it helps, you could |make sure (?:you |to )|be sure to )?(?:please |kindly |just |also |"
    r"always |really |first |not )*(?P<verb>[a-z-]+)\b(?P<rest>[^.!?]*)",
    _I,
)


def plain(text: str) -> str:
    """The text with contractions written out and inability in one form."""
    text = straight(text)
    for pattern, replacement in _EXPANSIONS:
        text = pattern.sub(replacement, text)
    return text


def sentences_of(text: str) -> list[str]:
    """Sentences of a text, trimmed."""
    return [s for m in SENTENCES.finditer(text) if (s := m.group().strip())]


@lru_cache(maxsize=_KEPT_TEXTS)
def stances_of(text: str) -> tuple[Stance, ...]:
    """Every stance of a text, in order of kind and then of place."""
    flat = _IDIOMS.sub(" ", plain(text))
    found = [*_keyed("negation", _NEGATION, flat, 2), *_keyed("polarity", _POLAR, flat, 0)]
    found += _keyed("hedge", _HEDGE, flat, 1)
    found += _keyed("condition", _CONDITION, _SOFT_IF.sub(" ", flat), 2)
    found += _keyed("promise", _PROMISE, flat, 1)
    found += _keyed("outcome", OUTCOME, flat, 0)
    return (*found, *_statements(flat), *_requests(flat))


def relations_of(text: str) -> list[Stance]:
    """Words that place one thing before, after or above another, with what they bear on."""
    return _keyed("relation", _RELATION, plain(text), 1)


def actions_of(text: str) -> set[str]:
    """Stems of what a company can do for a customer: refund, replace, waive, call, ..."""
    return {stem(m.group().lower()) for m in ACTION.finditer(plain(text))}


def _keyed(kind: str, pattern: re.Pattern[str], text: str, width: int) -> list[Stance]:
    found = []
    for match in pattern.finditer(text):
        key = " ".join([_flat(match.group()), *_next_words(text, match.end(), width)])
        subject = _word_before(text, match.start()) if kind == "negation" else ""
        found.append(Stance(kind, key, _shown(text, match), subject))
    return found


def _word_before(text: str, end: int) -> str:
    """The last word of weight before a mark in its clause: what is "not refundable"."""
    clause = re.split(r"[.!?\n;:,]", text[max(0, end - _WINDOW) : end])[-1]
    words = [w for w in re.findall(r"[\w'-]+", clause.lower()) if w not in _SKIP]
    return stem(words[-1]) if words else ""


def _next_words(text: str, start: int, count: int) -> list[str]:
    clause = re.split(r"[.!?\n;:]", text[start : start + _WINDOW], maxsplit=1)[0]
    words = [w for w in re.findall(r"[\w'£$€%-]+", clause.lower()) if w not in _SKIP]
    return [stem(w) for w in words[:count]]


def _shown(text: str, match: re.Match[str]) -> str:
    after = " ".join(text[match.end() : match.end() + _WINDOW].split()[:3])
    return f"{match.group()} {after}".strip(" .,!?")


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


def _statements(text: str) -> Iterator[Stance]:
    """What the writer says of themselves or their team: did, do, can, are doing."""
    for sentence in sentences_of(text):
        if is_stock(sentence):
            continue
        for match in _SELF.finditer(sentence):
            if not _HARMLESS_SELF.match(match["what"]):
                words = _next_words(sentence, match.start("what"), 1)
                tense = _TENSE.match(match["what"])
                when = tense.group().lower() if tense else ""
                yield Stance(
                    "statement", f"self {when} {' '.join(words)}", _shown(sentence, match)[:60]
                )


def _requests(text: str) -> Iterator[Stance]:
    """What the customer is asked to do, however it is asked."""
    for sentence in sentences_of(text):
        if is_stock(sentence):
            continue
        for part in _PARTS.split(sentence):
            match = _ASK_LEAD.match(part.strip())
            if match and match["verb"].lower() in REQUEST_VERBS:
                words = [w for w in _next_words(match["rest"], 0, 1) if not w[0].isdigit()]
                key = " ".join([match["verb"].lower(), *words])
                yield Stance("request", key, part.strip()[:60])
