"""Takes out of a text what could name somebody, before it is kept. Pure: text in, text out."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import Final

from bot.redact.names import remove_names
from bot.redact.rules import RULES
from bot.redact.values import Redacted

__all__ = ["REDACTOR", "redact"]

#: Changes with every change of the rules, so that older samples can be found and run again.
REDACTOR: Final = "rules-1"
#: Letters nobody sees, which would split a number in two.
_INVISIBLE: Final = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def redact(text: str) -> Redacted:
    """Redact a text by rules; the same text always gives the same result."""
    removed: Counter[str] = Counter()

    def found(kind: str) -> None:
        removed[kind] += 1

    clean = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    for rule in RULES:
        clean = rule.replace(clean, found)
    return Redacted(remove_names(clean, found), dict(removed), REDACTOR)
