"""A second opinion on facts for the rewriting benchmark: what a rewrite lost and what it invented.

Shares no code with the fact gate on purpose. It knows nothing of stances or places; it takes each
text apart with its own plain patterns and compares sets, so that a blind spot of the gate does not
hide here. It is coarser: where the two differ, a person should look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_MONTHS = "january february march april may june july august september october november december"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_COUNTS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "twenty thirty forty fifty sixty hundred thousand"
)
_KINDS: dict[str, str] = {
    "link": r"(?:https?://|www\.)\S+|\b\w[\w.-]*\.(?:com|net|org|io|example|uk|de)\b\S*",
    "email": r"\S+@\S+\.\w+",
    "placeholder": r"\{\{.*?\}\}|\[[A-Za-z][^\]]*\]|<[A-Za-z][^>]*>",
    "money": r"[$£€]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$£€]|euros?\b|dollars?\b|pounds?\b)",
    "percent": r"\d[\d.,]*\s?(?:%|per ?cent\b)",
    "id": r"#\s?\w[\w-]*|\b(?=\w*[A-Za-z])(?=\w*\d)[A-Za-z0-9-]{3,}\b",
    "number": r"\d[\d.,:/-]*",
    "word_number": rf"\b(?:{'|'.join(_COUNTS.split())})\b",
    "day": rf"\b(?:{'|'.join((_DAYS + ' ' + _MONTHS).split())}|today|tomorrow|tonight)\b",
}
_PATTERNS = {kind: re.compile(p, re.IGNORECASE) for kind, p in _KINDS.items()}
_IDLE_COUNT = re.compile(
    r"\b(?:no|any|every|some|which|this|that|the|each) one\b|\bone of\b", re.IGNORECASE
)
_NO = re.compile(
    r"\b(?:not|no|never|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|"
    r"couldn't|wouldn't|unable|nothing|nobody|none|without|unfortunately|refuse\w*|declin\w*|"
    r"denied|rejected|impossible)\b",
    re.IGNORECASE,
)
_COMMITS = re.compile(
    r"\b(?:we|i|you|it|they|someone|team|manager)(?:'ll| will| shall)\b|\bguarantee\w*|\bpromis\w+|"
    r"\b(?:i|we)(?:'ve| have) (?:sent|issued|refunded|arranged|escalated|booked|ordered|asked|"
    r"credited|fixed|cancelled|replaced|waived)\b|\b(?:i|we)(?:'re| are|'m| am) (?:sending|"
    r"refunding|arranging|escalating|booking|crediting|fixing|replacing|waiving|looking into)\b|"
    r"\b(?:refund|replacement|voucher|discount|credit|compensation|goodwill)\b|"
    r"\bon (?:its|the) way\b|\brest assured\b|\bby (?:tomorrow|tonight|the end of)\b|"
    r"\bwithin (?:an?|\d+|one|two|the) (?:minutes?|hours?|days?|weeks?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Hard facts a rewrite lost and invented, as the words that were looked for.

    Attributes:
        facts: Hard facts and words of refusal of the draft.
        lost: Those of them that are gone.
        invented: Hard facts neither the draft nor the message has.
        commitments: Promises and offers neither has.
    """

    facts: int
    lost: tuple[str, ...]
    invented: tuple[str, ...]
    commitments: tuple[str, ...]


def difference(draft: str, rewrite: str, message: str) -> Difference:
    """Compare two texts.

    Args:
        draft: The draft.
        rewrite: What would take its place.
        message: The customer's message, whose facts may be said back.
    """
    before, after, said = _facts(draft), _facts(rewrite), _facts(message)
    return Difference(
        facts=len(before) + len(_NO.findall(_plain(draft))),
        lost=tuple(sorted(before - after)) + _lost_refusals(draft, rewrite),
        invented=tuple(sorted(after - before - said)),
        commitments=tuple(sorted(_commitments(rewrite) - _commitments(f"{draft} {message}"))),
    )


def keeps(rewrite: str, listed: Iterable[str]) -> list[str]:
    """Hand-listed facts a rewrite lost; ``a|b`` allows either wording."""
    low = _plain(rewrite)
    return [f for f in listed if not any(_plain(option) in low for option in f.split("|"))]


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().split())


def _commitments(text: str) -> set[str]:
    return {m.group() for m in _COMMITS.finditer(_plain(text))}


def _facts(text: str) -> set[str]:
    rest, found = _IDLE_COUNT.sub(" ", _plain(text)), set()
    for kind, pattern in _PATTERNS.items():
        found |= {f"{kind} {m.group().rstrip('.,:;!?)-/')}" for m in pattern.finditer(rest)}
        rest = pattern.sub(" ", rest)
    return found


def _lost_refusals(draft: str, rewrite: str) -> tuple[str, ...]:
    """Words of refusal that a rewrite has fewer of than the draft."""
    lost = len(_NO.findall(_plain(draft))) - len(_NO.findall(_plain(rewrite)))
    return ("a refusal or negation",) * max(0, lost)
