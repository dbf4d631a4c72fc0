"""Where things stand in a draft: greeting, body, closing line, sign-off."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.contract import Span

_GREETING = re.compile(
    r"\s*(?:@\w+\s+)?(?:(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening))\b"
    r"(?: there| all| team)?(?:[ ,]+(?:mr|mrs|ms|mx|dr|prof|sir or madam|sir|madam|customer|guest|"
    r"patient|student|reader|member|resident|passenger|client|tenant|applicant|parent|"
    r"(?-i:@?[A-Z{\[<][\w'’.{}\[\]<>-]*(?: [A-Z{][\w'’.{}-]*){0,2}?)))?[ \t]*(?P<mark>[,!:.]|"
    r"\s[–—-](?=\s)|(?=\n)))",
    re.IGNORECASE,
)
_THANKS_NAME = re.compile(r"\s*(?:thanks|thank you)[ ,]+[A-Z]\w+[ \t]*[,!]\s")
_HANDLE = re.compile(r"\s*@[\w.-]+(?=\s)")
_SIGN_OFF = re.compile(
    r"^\W*(?:(?:with )?(?:kind|best|warm|warmest|many)\s+(?:regards|wishes)|best|regards|cheers|"
    r"thanks|thank you|"
    r"many thanks|sincerely|"
    r"yours(?: \w+)?|all the best|take care|warmly|have a (?:great|nice|good|"
    r"lovely) \w+)\b[\s,.!–—-]*(?-i:(?:the )?[A-Z{][\w.{}'’-]*(?:[ "
    r",]+[A-Z{][\w.{}'’-]*){0,4})?\W*$",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"\{\{[^{}]{0,80}\}\}|\[[^\[\]]{0,80}\]")
_NAME_LINE = re.compile(r"[-–—~^ ]*[A-Z][\w'’-]*\.?(?: [A-Z][\w'’-]*\.?){0,3}")
_SIGN_OFF_WORDS = 7
#: Longest text after a sign-off that is taken for a signature, in code points.
_MAX_SIGNATURE = 80


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a draft.

    Attributes:
        greeting_end: End of the greeting in the reply, 0 without one.
        joined: True when the first sentence goes on within the greeting's own sentence.
        body: Spans of the sentences that say something: no greeting, no sign-off.
    """

    greeting_end: int
    joined: bool
    body: tuple[Span, ...]


def lay_out(reply: str, sentences: tuple[Span, ...]) -> Layout:
    """Find greeting and body of a draft.

    Args:
        reply: The draft as given.
        sentences: Spans of its scored sentences, in order.

    Returns:
        The layout; ``body`` is empty when nothing but courtesy is there.
    """
    end = _greeting_end(reply)
    spoken = [s for span in sentences if (s := _after(reply, span, end))]
    body = tuple(s for s in _before_sign_off(reply, spoken) if _has_words(reply, s))
    start = body[0][0] if body else end
    return Layout(end, _is_joined(reply, end, start), body)


def _is_joined(reply: str, end: int, start: int) -> bool:
    """Whether the answer goes on within the greeting's sentence, as in "Hi Sam, your ..."."""
    goes_on = re.match(r"[a-z]|I\b", reply[start:]) is not None
    return end > 0 and reply[end - 1] == "," and "\n" not in reply[end:start] and goes_on


def _before_sign_off(reply: str, spans: list[Span]) -> list[Span]:
    """The sentences up to the sign-off; what follows one is a signature, unless it is long."""
    for index, span in enumerate(spans):
        if _is_sign_off(reply, span) and len(reply) - span[1] <= _MAX_SIGNATURE:
            return spans[:index]
    said = [s for s in spans if not _is_sign_off(reply, s)]
    return said[:-1] if said and _is_bare_name(reply, said[-1]) else said


def _is_bare_name(reply: str, span: Span) -> bool:
    """Whether the last line is a name and nothing else."""
    alone = reply[: span[0]].rstrip(" \t").endswith("\n") and not reply[span[1] :].strip()
    return alone and _NAME_LINE.fullmatch(reply[span[0] : span[1]]) is not None


def _has_words(reply: str, span: Span) -> bool:
    """Whether anything but placeholders stands there."""
    return re.search(r"\w", _PLACEHOLDER.sub("", reply[span[0] : span[1]])) is not None


def _greeting_end(reply: str) -> int:
    match = _GREETING.match(reply) or _THANKS_NAME.match(reply) or _HANDLE.match(reply)
    if match is None or "\n" in match.group().strip():
        return 0
    return len(match.group().rstrip())


def _after(reply: str, span: Span, end: int) -> Span | None:
    start = max(span[0], end)
    while start < span[1] and not reply[start].isalnum() and reply[start] not in "“\"'({[@#*`":
        start += 1
    stop = span[1]
    while stop > start and reply[stop - 1].isspace():
        stop -= 1
    return (start, stop) if stop > start else None


def _is_sign_off(reply: str, span: Span) -> bool:
    text = reply[span[0] : span[1]]
    return len(text.split()) <= _SIGN_OFF_WORDS and _SIGN_OFF.match(text) is not None
