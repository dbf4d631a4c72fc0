"""Finds what closes a message: sign-off, contact block, "Sent from my phone", legal notice."""

from __future__ import annotations

import re
from itertools import pairwise

from scoring.contract import Span
from scoring.text.gazetteer import fold, is_common, is_name, names
from scoring.text.lines import Line

#: A courtesy close that stands on a line of its own.
_CLOSING_WORDS = (
    r"(?:(?:with )?(?:my |our )?(?:very |many |all )?(?:kind(?:est)?|best|warm(?:est)?|"
    r"sincere(?:st)?|kindly)?"
    r"(?: and kind)? ?(?:regards|wishes|rgds)|(?:all )?(?:the )?best|yours(?: very)?(?: "
    r"sincerely| faithfully| truly)?|"
    r"(?:very )?(?:sincerely|truly|respectfully|cordially|faithfully)(?: yours)?|warmly|kindly|"
    r"(?:many |kind )?thanks(?: again| so much| a lot| in advance| and (?:kind |best )?regards)?|"
    r"thank you(?: again| so much| very much| in advance| and (?:kind |best )?regards)?|thx|ta|"
    r"cheers|take care|have a (?:great|good|nice|lovely|wonderful|pleasant) (?:day|one|week|"
    r"weekend|evening|afternoon)"
    r"(?: ahead)?|kr|br|rgds|yours in service|mit freundlichen gr(?:ü|ue?)(?:ß|ss)en|viele "
    r"gr(?:ü|ue?)(?:ß|ss)e|mfg|"
    r"(?:bien )?cordialement|bien à vous|saludos(?: cordiales)?|atentamente|cordiali saluti|met "
    r"vriendelijke groet(?:en)?)"
)
_CLOSING = re.compile(rf"^{_CLOSING_WORDS}[ ,.!-]*$", re.IGNORECASE)
#: The weaker ones close a message only where a name or an end follows.
_NAME = r"(?:[A-Z][\w'.-]{0,24}|de|van|der|von|la|al|bin|the)"
_CLOSING_NAME = re.compile(
    rf"(?:^|(?<=[.!?)\n] )|(?<=\n)){_CLOSING_WORDS}[,!.-]? *(?-i:{_NAME}(?: "
    rf"{_NAME}){{0,4}})?[.!]?$",
    re.IGNORECASE,
)
_DEVICE = re.compile(
    r"^(?:sent (?:from|via|with|using) .{2,60}|get outlook for .{2,20}|von meinem .{2,30} gesendet|"
    r"gesendet (?:von|mit) .{2,40}|envoy[ée] (?:de|depuis) mon .{2,30}|enviado desde mi .{2,30})$",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"^(?:(?:t|tel|telephone|phone|mobile|mob|m|cell|fax|f|e|e-?mail|w|web|www|direct|office)\b "
    r"?[:.] ?\S.{0,80}"
    r"|\+?[\d ()./-]{7,25}|\S{1,64}@\S{1,100}|(?:https?://|www\.)\S{1,200}"
    r"|.{2,50} \| .{2,80}|(?:follow|find|visit|call) us\b.{0,80})$",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\b(?:support|customer|team|service|success|care|manager|agent|specialist|engineer|advisor|"
    r"adviser|"
    r"representative|lead|head|director|officer|consultant|department|billing|sales|help ?desk|"
    r"operations|"
    r"ltd|llc|inc|gmbh|limited|plc|pronouns|he/him|she/her|they/them)\b",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:(?<=\s)|^)(?:\^ ?[A-Za-z]{1,3}|[-/*~]{1,2}[A-Z]{2,3})$")
_DASH_NAME = re.compile(rf"(?:(?<=\s)|^)[-~]{{1,2}} ?{_NAME}(?: {_NAME}){{0,3}}[.!]?$")
_NAME_LINE = re.compile(rf"^{_NAME}(?: {_NAME}){{0,3}}[,.]?(?: \([\w/ ]{{1,20}}\))?$")
_TEAM_LINE = re.compile(
    r"^(?:(?:from )?(?:the|your|all of us at|everyone at) )?(?:[\w&'.-]+ ){0,4}"
    r"(?:team|support|crew|desk|care|customer service)$",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"^\W*(?:confidentiality|legal) (?:notice|note|statement|disclaimer)\b|^disclaimer\b"
    r"|\bthis (?:e-?mail|message|communication|transmission)\b.{0,120}\b(?:confidential|privileged|"
    r"intended (?:solely|only|exclusively)|intended for the (?:use|named|person|addressee|"
    r"recipient))"
    r"|\bthe (?:information|content|contents)\b.{0,80}\b(?:e-?mail|message|"
    r"communication)\b.{0,80}\b(?:confidential|privileged)"
    r"|\b(?:not|are not) the (?:intended|named) (?:recipient|addressee)|\bunauthori[sz]ed (?:use|"
    r"disclosure|copying|review)"
    r"|\breceived this (?:e-?mail|message|communication) in error"
    r"|\bconsider the environment before printing|\bregistered in (?:england|scotland|wales|"
    r"ireland)\b"
    r"|\b(?:company|registration|registered|vat) (?:number|no\.?|reg(?:istration)?\.?)[: "
    r"]+[A-Z]{0,3} ?\d{5,}"
    r"|\bregistered office(?: is| address)?:? \d|\b(?:views|opinions) expressed (?:in|"
    r"are)\b.{0,80}\b(?:author|sender|company|those)"
    r"|\bdiese e-?mail (?:enth[äa]lt|kann|ist).{0,80}vertraulich|\bce (?:message|"
    r"courriel).{0,80}confidentiel"
    r"|\bthis is an automated (?:message|e-?mail)|\bclick here to unsubscribe\b"
    r"|\ball rights reserved\b|^(?:©|\(c\)) ?\d{4}",
    re.IGNORECASE,
)
#: One of these is in every legal notice: a fast no for every other text.
_LEGAL_HINTS = (
    "confidential", (
        "legal"
    ), (
        "disclaimer"
    ), (
        "intended"
    ), (
        "privileged"
    ), (
        "in error"
    ), (
        "unauthori"
    ), (
        "environment"
    ), (
        "registered"
    ),
    "company n", (
        "registration"
    ), (
        "vat "
    ), (
        "views"
    ), (
        "opinions"
    ), (
        "vertraulich"
    ), (
        "automated"
    ), (
        "unsubscribe"
    ), (
        "rights"
    ), (
        "©"
    ), (
        "(c)"
    ),
)  # fmt: skip
_SLOTS = ("{{", "[", "<", "%", "{%")
_MOST_LINES = 9
_MOST_WORDS = 9


def legal_spans(lines: list[Line], sentences: list[Span], text: str) -> list[Span]:
    """Find legal notices: from the first sentence that is one to the end of its paragraph."""
    low = text.lower()
    if not any(hint in low for hint in _LEGAL_HINTS):
        return []
    ends = _paragraph_ends(lines)
    spans: list[Span] = []
    for start, end in sentences:
        if spans and start < spans[-1][1]:
            continue
        if _LEGAL.search(text[start : min(end, start + 500)]):
            spans.append((start, next((e for e in ends if e >= end), len(text))))
    return spans


def _paragraph_ends(lines: list[Line]) -> list[int]:
    ends = [a.end for a, b in pairwise(lines) if b.blank and not a.blank]
    return [*ends, lines[-1].end] if lines else []


def signature_span(lines: list[Line], size: int) -> Span | None:
    """Find one closing part at the end of the text, or None. Call again on what is left."""
    full = [line for line in lines if not line.blank]
    if not full:
        return None
    start = _delimiter(full)
    if start is None:
        start = _closing(full)
    if start is None:
        start = _trailing(full)
    return None if start is None else (start, size)


def _delimiter(full: list[Line]) -> int | None:
    """Find "-- " on its own line, with a short block after it."""
    for line in full[-_MOST_LINES - 1 :]:
        if line.text in {"--", "__", "-- -", "---", "___"} and _short(full, line):
            return line.start
    return None


def _short(full: list[Line], opening: Line) -> bool:
    after = [line for line in full if line.start > opening.start]
    return len(after) <= _MOST_LINES and not any(map(_prose, after))


def _prose(line: Line) -> bool:
    words = line.text.split()
    return len(words) > _MOST_WORDS or (len(words) > 3 and line.text.endswith((".", "!", "?", ":")))


def _closing(full: list[Line]) -> int | None:
    """Find a courtesy line followed by at most a name and a contact block."""
    for index in range(max(0, len(full) - _MOST_LINES), len(full)):
        if _CLOSING.match(full[index].text) and _signs(full[index + 1 :]):
            return full[index].start
    return None


def _signs(after: list[Line]) -> bool:
    """Whether lines after a courtesy close are who signs, not more of the message."""
    if not after:
        return True
    first = after[0].text
    named = _NAME_LINE.match(first.strip("-~ ")) or _TEAM_LINE.match(first) or _CONTACT.match(first)
    return bool(named or first.startswith(_SLOTS)) and not any(map(_prose, after))


def _trailing(full: list[Line]) -> int | None:
    """Find a closing part on the last line: device, contact, initials, name, inline sign-off."""
    last = full[-1]
    if _DEVICE.match(last.text) or _TEAM_LINE.match(last.text):
        return last.start if len(full) > 1 else None
    if len(full) > 1 and (_is_name_line(last.text) or _is_contact_line(full)):
        return last.start
    if len(full) > 1 and len(last.text.split()) <= 6 and _is_title_line(full):
        return last.start
    return _inline(last)


def _is_contact_line(full: list[Line]) -> bool:
    """A phone number, address or link under who signs; elsewhere it belongs to the message."""
    before = full[-2].text
    under = (
        _CONTACT.match(before)
        or _TEAM_LINE.match(before)
        or _CLOSING.match(before)
        or _is_name_line(before)
    )
    titled = len(full) > 2 and _TITLE.search(before) and _is_name_line(full[-3].text)
    return bool(_CONTACT.match(full[-1].text) and (under or titled))


def _is_title_line(full: list[Line]) -> bool:
    """A job title right under a name or a close."""
    before = full[-2].text
    under = _CLOSING.match(before) or _is_name_line(before)
    return bool(under and _TITLE.search(full[-1].text) and not _prose(full[-1]))


def _is_name_line(text: str) -> bool:
    bare = text.lstrip("-~ ").rstrip(",. ")
    dashed = bare != text.rstrip(",. ") and _DASH_NAME.search(text)
    named = _NAME_LINE.match(bare) and any(is_name(word) for word in re.split(r"[\s.]+", bare))
    return bool(dashed or named or _INITIALS.fullmatch(text))


def _inline(last: Line) -> int | None:
    """A sign-off at the end of a running line; positions hold as the line is not cut."""
    text = last.text
    found = _INITIALS.search(text) or _DASH_NAME.search(text)
    if found is None and len(text) < 390:
        tail = max(0, len(text) - 90)
        found = _CLOSING_NAME.search(text, tail)
        if found and found.start() == 0:
            found = None
    if found is None or found.start() == 0:
        return None
    return last.start + found.start()


def signed_names(signature: str) -> set[str]:
    """Folded names in the first name line of a signature."""
    for line in signature.split("\n"):
        bare = line.strip(" -~,.!")
        if not bare or _CLOSING.match(bare) or not _NAME_LINE.match(bare):
            continue
        words = [fold(w) for w in re.split(r"[\s.]+", bare) if len(w) > 2]
        return {w for w in words if w in names() or not is_common(w)}
    return set()
