"""Filler sympathy: a caring sentence that would fit any message, and so says nothing to this one.

It is told from a real word of care by what it speaks of. "Being charged twice is a real worry"
holds words of the message; "That must be so hard for you" holds none and could stand anywhere.
Where the matter is grave a short plain line is right, and only stock lines are taken for filler.
"""

from __future__ import annotations

import re

from scoring.explain.flip import straight
from scoring.explain.markers import STOCK_APOLOGY, STOCK_SYMPATHY, STOCK_VALUE
from scoring.explain.situation import read
from scoring.rewrite.actions import stem
from scoring.rewrite.items import items_of
from scoring.rewrite.stances import SENTENCES, stances_of

__all__ = ["filler_of", "without_filler"]

_STOCK = (STOCK_APOLOGY, STOCK_SYMPATHY, STOCK_VALUE)
_SYMPATHY = re.compile(
    r"\b(?:understand\w*|sorry|apolog\w+|sympath\w+|empath\w+|feel(?:s|ing|ings)?|felt|heart\w*|"
    r"frustrat\w+|difficult\w*|tough|hard|harder|upset\w*|stress\w*|worr(?:y|ied|ying|ies)|"
    r"concern\w*|disappoint\w*|annoy\w*|pain\w*|car(?:e|es|ing)|appreciate\w*|imagine|hear you|"
    r"here for you|with you|on your side|by your side|not alone|thinking of you|means (?:a lot|"
    r"so much|everything)|matters? (?:a lot |so much |deeply )?to us|value\w*|patience|"
    r"inconvenien\w+|awful|terrible|horrible|exhausting|overwhelm\w*|distress\w*|valid|"
    r"makes (?:total |perfect |complete )?sense|never easy|not easy|rough|sad|unpleasant|unfair|"
    r"important to us|warm(?:ly|est)|wish(?:es)?|strength|bear with us)\b",
    re.IGNORECASE,
)
#: Words of comfort with a "not" that refuses nothing.
_NO_NO = re.compile(r"\bnot alone\b|\b(?:never|not) easy\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z][a-z']{2,}")
#: Words that stand in any message and any sympathy, so that sharing one shows nothing.
_COMMON = frozenset(
    """
    situation issue problem experience matter thing things something anything everything time
    trouble customer message really truly deeply completely totally fully absolutely very much
    this that these those with from have been your you're yours they them their there here would
    could should will what when where which were just also please about into because some more
    other than then only must might being such quite like know think thank thanks want need make
    makes take sounds sound seems seem read reading going through moment right happen happened
    everyone anyone nobody always never ever today still even well good best help whole kind
    way and for the are was has had his her she him our out all any not can may but how who why
    see let get got now too own one two per its it's i'm we're we've i've you've don't can't
    didn't isn't wasn't
    """.split()  # noqa: SIM905 - a word list reads better as text
)
#: Stances a sentence may have and still be no more than sympathy.
_IDLE = frozenset({"statement", "hedge", "polarity"})


def filler_of(text: str, context: str) -> list[str]:
    """Sentences of a text that are filler sympathy, in order.

    Args:
        text: A draft or a suggestion.
        context: The customer's message; what speaks of it is no filler.
    """
    said, grave = _words(context), read(context).grave
    return [s for s in _sentences(text) if _is_filler(s, said, grave=grave)]


def without_filler(text: str, context: str) -> str:
    """The text as a judge should weigh it: without what says nothing to this customer."""
    said, grave = _words(context), read(context).grave
    kept, at = [], 0
    for match in SENTENCES.finditer(text):
        if match.group().strip() and _is_filler(match.group().strip(), said, grave=grave):
            kept.append(text[at : match.start()])
            at = match.end()
    rest = "".join([*kept, text[at:]])
    return re.sub(r"(?m)^[ \t]+|(?<=[ \t])[ \t]+", "", rest).strip()


def _sentences(text: str) -> list[str]:
    return [s for m in SENTENCES.finditer(text) if (s := m.group().strip())]


def _is_filler(sentence: str, said: frozenset[str], *, grave: bool) -> bool:
    plain = straight(sentence)
    if any(pattern.fullmatch(plain) for pattern in _STOCK):
        return True
    if grave or not _SYMPATHY.search(plain) or items_of(plain):
        return False
    if any(s.kind not in _IDLE for s in stances_of(_NO_NO.sub(" ", plain))):
        return False
    return not _words(_SYMPATHY.sub(" ", plain)) & said


def _words(text: str) -> frozenset[str]:
    """Stems of the words that speak of something."""
    found = _WORD.findall(straight(text).lower())
    return frozenset(stem(w) for w in found if w not in _COMMON)
