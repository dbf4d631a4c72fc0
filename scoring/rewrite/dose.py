"""The dose gate: more care than the message calls for reads as sugar, so it earns nothing."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from scoring.explain.flip import straight
from scoring.explain.markers import (
    APOLOGY,
    FEELING_CLAIM,
    STOCK_APOLOGY,
    STOCK_SYMPATHY,
    STOCK_VALUE,
)
from scoring.rewrite.filler import filler_of
from scoring.rewrite.hostile import sweetens_harm, sweetens_hostility
from scoring.rewrite.stances import SENTENCES

_GREETED = re.compile(
    r"^(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening))\b[^,.!?:]{0,40}[,!:]\s*",
    re.IGNORECASE,
)
_CARING = re.compile(
    r"\b(?:understand\w*|frustrat\w*|sympath\w*|empath\w*|heart\w*|feel(?:ing|ings)?|car(?:e|"
    r"ing)|difficult|upset\w*|stress\w*|"
    r"hard|tough|worr(?:y|ied|ying)|horrible|awful|terrible|wearing|exhausting|alarming|letdown|"
    r"appreciate\w*|grateful|"
    r"makes sense|great deal|a lot of chasing|long wait|long time|last thing you need|thank you|"
    r"thanks|"
    r"wonderful|amazing|sincere\w*|truly|deeply|so much|throws everything|brings everything)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


@dataclass(frozen=True, slots=True)
class Dose:
    """How much care a text shows: caring words, apologies, exclamations, stock lines, claims."""

    caring: int
    apologies: int
    exclamations: int
    stock: int
    claims: int


def dose_of(text: str) -> Dose:
    """Measure a text."""
    plain = straight(text)
    parts = [m.group().strip() for m in _SENTENCE.finditer(plain)]
    stock = (STOCK_APOLOGY, STOCK_SYMPATHY, STOCK_VALUE)
    return Dose(
        caring=len(_CARING.findall(plain)),
        apologies=len(APOLOGY.findall(plain)),
        exclamations=plain.count("!"),
        stock=sum(any(p.fullmatch(s) for p in stock) for s in parts),
        claims=len(FEELING_CLAIM.findall(plain)),
    )


def fits(draft: str, candidate: str, need: float, context: str) -> bool:
    """Whether a candidate adds no more care than the message calls for, and no empty care.

    Args:
        draft: The draft.
        candidate: The suggested text.
        need: 0-2.
        context: The customer's message.

    Returns:
        False when it adds sympathy that would fit any message, claimed feelings or exclamation, a
        second apology, more caring words than ``need`` allows (none under 0.5, then two, from 1.0
        on three), or anything kind to a draft whose hostile words it leaves, or which talks of
        means of harm to someone in danger.
    """
    if sweetens_hostility(draft, candidate) or sweetens_harm(draft, candidate, context):
        return False
    if _adds_filler(draft, candidate, context):
        return False
    before, after = dose_of(draft), dose_of(candidate)
    if after.stock > before.stock or after.claims > before.claims:
        return False
    if after.exclamations > before.exclamations or after.caring - before.caring > _allowed(need):
        return False
    return after.apologies <= max(before.apologies, 1 if need >= 1.0 else 0)


def _adds_filler(draft: str, candidate: str, context: str) -> bool:
    """Whether a candidate holds filler more often than the draft.

    An addition may give the draft's own line its full stop, or part it from its greeting.
    """
    before, after = _cores(draft), _cores(candidate)
    added = {_core(sentence) for sentence in filler_of(candidate, context)}
    return any(after[core] > before[core] for core in added)


def _cores(text: str) -> Counter[str]:
    """Whole sentences of a text: a part of one, cut out of it, is not the draft's own line."""
    return Counter(_core(match.group()) for match in SENTENCES.finditer(text))


def _core(sentence: str) -> str:
    return _GREETED.sub("", straight(sentence).strip()).rstrip(" .!").lower()


def _allowed(need: float) -> int:
    if need < 0.5:
        return 0
    return 2 if need < 1.0 else 3
