"""Cuts a customer's message into clauses and finds the one that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.explain.flip import straight

_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
JOINT = re.compile(
    r"\s+[-–—]+\s+|;\s+|,?\s+(?:but|because|although|though|which|who)\s+"
    r"|(?:,\s+so|\s+so(?=\s+(?:i|i'm|we|my|our|it|now|the)\b))\s+"
    r"|,?\s+and\s+(?=(?:i|i'm|i've|i'd|my|we|we've|we're|our|the|your|you|you've|it|now|then|still|"
    r"nobody|no one|this|that|there)\b)"
    r"|,\s+(?=(?:i|i'm|i've|my|we|we've|we're|our|the|your|you|you've|it|now|nobody|no one|"
    r"everything|this|"
    r"that|there)\b)"
    r"|,\s+(?:and|then)\s+",
    re.IGNORECASE,
)
#: Where a question begins that follows a statement: "my webhook fails, what is wrong?"
_ASIDE = re.compile(
    r"[,;]\s+(?=(?:what|why|how|when|where|who|can|could|is|are|do|does|did|will|would)\b)",
    re.IGNORECASE,
)
LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|dear)\b[^,]{0,30},\s*|(?:and|but|so|look|well|ok|okay|sorry|please|now|"
    r"again|"
    r"honestly|seriously|basically|to be honest|unfortunately|apparently)\b,?\s+)+",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:i|i'm|i've|i'd|im|ive|we|we've|we're|we'd|my|our|your|the|someone|somebody|nobody|no one|"
    r"there's|half|both|all)\b",
    re.IGNORECASE,
)
VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|hasn't|haven't|isn't|aren't|wasn't|weren't|can't|cannot|"
    r"couldn't|don't|doesn't|didn't|won't|keep|keeps|kept|got|get|gets|i'm|i've|we're|we've|im|ive|"
    r"there's|cant|dont|doesnt|didnt|wont|havent|hasnt|isnt|lost|arrived|came|broke|stopped|"
    r"crashed|"
    r"crashes|crashing|bounced|failed|fails|says|said|disappeared|vanished|went|shows|sent|"
    r"received|"
    r"missed|never|froze|freezes|paid|ordered|showed|turned|left|took|cancelled|canceled|tried|"
    r"waited|died)\b",
    re.IGNORECASE,
)
#: What tells a trouble from a circumstance, with how much it tells.
_CUES: tuple[tuple[float, str], ...] = (
    (3.0, r"charged (?:me |us |my card )?(?:twice|two|three|again|double)|double charge|"
          r"(?:billed|debited|paid|taken|took) .{0,20}twice"),
    (3.0, r"never (?:arrived|came|showed|received|got|turned)|not (?:arrived|received)|no refund"),
    (3.0, r"(?:hasn't|haven't|hasnt|havent|didn't|didnt) (?:arrived|come|received|had|got|shown|"
          r"heard)"),
    (3.0, r"locked out|hacked|stolen|smashed|cracked|damaged|shattered|leaking|out of stock"),
    (2.5, r"broken|broke|crash\w*|froze\w*|frozen|bounced|declined|rejected|cancell?ed|delayed|"
          r"denied"),
    (2.5, r"stopped working|(?:not|isn't|isnt|won't|wont|doesn't|doesnt) (?:work|working|load|"
          r"open)"),
    (2.5, r"(?:lost|missing|gone|disappeared|vanished|deleted|wiped|wrong|faulty|defective|"
          r"expired)"),
    (2.0, r"no (?:heating|internet|power|signal|water|hot water|electricity)|"
          r"(?:can't|cannot|cant)(?! wait)|couldn't|unable to|won't let|wont let|fails?|"
          r"failed|errors?|down"),
    (1.5, r"still (?:no|not|waiting|haven't|hasn't)|waiting|waited|on hold|late|overdue|nobody|"
          r"no one"),
    (1.0, r"left (?:it|my|our|the|us|me)|charged|took|taken|stuck|cold|slow|soaked|ruined|"
          r"spoiled|spilt|spilled|dirty|"
          r"mouldy|showed up|turned up|keeps?|without|raised|went up|missed|overcharged"),
)  # fmt: skip
_CUE_PATTERNS = tuple((weight, re.compile(rf"\b(?:{p})\b", re.IGNORECASE)) for weight, p in _CUES)
_UNFIT = re.compile(
    r"[@#{}<>/\\*_\[\]|~^()\"%]|\d{5,}|https?:|"
    r"\b(?:damn|hell|shit\w*|f\*+\w*|fuck\w*|crap|bloody|idiots?|stupid|useless|pathetic|joke|"
    r"scam\w*|thie\w+|liars?|lying|if|please|would|should|must|thanks?|think|guess|hope|know|sure|"
    r"told|says?|said)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r",?\s+(?:when|while|since|after|before|even though|despite|until|unless|because|where|that|"
    r"for no reason|at all|anymore|either|too|again and again|to be)\b.*$",
    re.IGNORECASE,
)
#: A clause that ends like this was cut in the wrong place.
DANGLING = re.compile(
    r"\b(?:without|to|of|for|with|at|in|on|by|from|and|or|the|an?|my|our|your|so|as|that|than|not|very|is|are|was|"
    r"were|have|has|had|i|we|it|help)$",
    re.IGNORECASE,
)
_MIN_WORDS = 3
_MAX_WORDS = 12


def sentences(context: str) -> list[str]:
    """Sentences of a message, trimmed, in order."""
    found = (m.group().strip() for m in _SENTENCE.finditer(straight(context)))
    return [s for s in found if any(c.isalnum() for c in s)]


def clauses(context: str) -> Iterator[str]:
    """Clauses of the statements of a message, in order; questions are left out."""
    for sentence in sentences(context):
        asks = sentence.endswith("?")
        parts = (_ASIDE if asks else JOINT).split(sentence)
        yield from (
            part for p in parts[: -1 if asks else None] if (part := LEAD.sub("", p.strip()))
        )


#: A slip of the customer's own: said back, it sounds like a reproach.
OWN_SLIP = re.compile(
    r"^(?:i|we|i'm|i've)\b.{0,30}\b(?:late|forgot(?:ten)?|overslept|misread|mistyped|mistook|"
    r"misunderst\w+|opened it|dropped|spilt|spilled|accidentally|by mistake|by accident|"
    r"(?:did not|didn't|haven't|never) (?:read|see|notice|check|know|pay|cancel|sign))\b",
    re.IGNORECASE,
)


def problem_clause(context: str) -> str | None:
    """The clause that says best what is wrong, in the customer's words; None when unsure."""
    best: tuple[float, str] | None = None
    for clause in clauses(context):
        fit = _fit(clause)
        weight = cue_weight(fit) if fit else 0.0
        if fit and weight > 0 and (best is None or weight > best[0]):
            best = (weight, fit)
    return best[1] if best else None


def cue_weight(clause: str) -> float:
    """How strongly a clause speaks of a trouble, 0 when not at all."""
    return max((w for w, pattern in _CUE_PATTERNS if pattern.search(clause)), default=0.0)


def _fit(clause: str) -> str | None:
    """The clause without its closing mark, shortened to 3-12 words; None when it can't stand."""
    text = clause.strip(" .!,;:-")
    if not _SUBJECT.match(text):
        return None
    if len(text.split()) > _MAX_WORDS:
        text = _TRAILING.sub("", text)
    stands = _MIN_WORDS <= len(text.split()) <= _MAX_WORDS and VERB.search(text)
    unfit = any(p.search(text) for p in (_UNFIT, DANGLING, OWN_SLIP))
    return text if stands and not unfit else None
