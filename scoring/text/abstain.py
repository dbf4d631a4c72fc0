"""When a draft gets no score, and the sentence that says what to do."""

from __future__ import annotations

import json
import re

from scoring.contract import AbstainReason, Abstention
from scoring.text.inline import COMMAND, LINK, NUMBER, SLOT
from scoring.text.language import guess_language
from scoring.text.notes import note_span
from scoring.text.prepared import Prepared

#: Longest cleaned reply that is scored, in code points.
LONGEST = 12_000
_FEWEST_WORDS = 2
_STAND_INS = re.compile(rf"\b(?:{LINK}|{NUMBER}|{COMMAND}|the channel)\b")
_WORD = re.compile(r"[^\W\d_]{1,40}(?:'[^\W\d_]{1,10})?")
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_FENCED = ("```", "~~~", "`")


def abstention(prepared: Prepared, reply: str) -> Abstention | None:
    """Say why a draft cannot be judged, or None when it can.

    Args:
        prepared: The draft as the model would see it.
        reply: The draft as given.
    """
    text = prepared.cleaned_reply
    left = _STAND_INS.sub(" ", text)
    words = _WORD.findall(left[: LONGEST * 2])
    if len(text) > LONGEST:
        return _because(
            "too_long", f"The draft is longer than {LONGEST:,} characters: check it in parts."
        )
    if len(words) < _FEWEST_WORDS and not _IDEOGRAPH.search(left):
        return _nearly_nothing(prepared, reply, left, words)
    if _is_data(reply) or _mostly_slots(reply):
        return _because(
            "not_a_reply",
            "This looks like data or an empty template: write it as a message to the customer.",
        )
    if note_span(reply) is not None:
        return _because(
            "not_a_reply",
            "This looks like a note to colleagues: paste the text meant for the customer.",
        )
    return _foreign(text)


def _foreign(text: str) -> Abstention | None:
    guess = guess_language(text)
    if guess.english:
        return None
    seen = f"This looks like {guess.name}" if guess.name else "This does not look like English"
    return _because(
        "language",
        f"{seen}: only English drafts can be scored so far, so check an English version.",
    )


def _nearly_nothing(prepared: Prepared, reply: str, left: str, words: list[str]) -> Abstention:
    kinds = {part.kind for part in prepared.ignored}
    links = reply.count("://")
    raw = "code" in kinds and not reply.lstrip().startswith(_FENCED)
    if links > 1 or raw or _is_data(reply):
        return _because(
            "not_a_reply", "There is only data or links here: add the message to the customer."
        )
    if SLOT.search(reply):
        return _because(
            "not_a_reply", "There are only placeholders here: fill them in and write the message."
        )
    if words or any(not char.isspace() and char not in ".,-" for char in left):
        return _because(
            "too_short", "There is too little text to judge: write at least a short sentence."
        )
    if (
        kinds & {"signature"}
        and _WORD.search(reply)
        and kinds == {"signature"}
        and len(reply.split()) <= _FEWEST_WORDS
    ):
        return _because(
            "too_short", "There is too little text to judge: write at least a short sentence."
        )
    return _because("no_text", "There is no text of your own to check: write or paste the reply.")


def _is_data(reply: str) -> bool:
    """Whether the whole draft is one JSON document."""
    text = reply.strip()
    if not text.startswith(("{", "[")) or not text.endswith(("}", "]")) or len(text) > LONGEST * 4:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _mostly_slots(reply: str) -> bool:
    """Whether fewer than two words stand outside the slots of a template."""
    if not SLOT.search(reply):
        return False
    return len(_WORD.findall(SLOT.sub(" ", reply[: LONGEST * 2]))) < _FEWEST_WORDS


def _because(reason: AbstainReason, message: str) -> Abstention:
    return Abstention(reason=reason, message=message)
