"""References that stand alone: links, ids, channel tokens, images and attachment lines.

Inside a sentence a link or an id is a word of it and gets a stand-in (``scoring.text.inline``).
Alone on a line, in a sentence of its own or in brackets it says nothing to the customer's
feelings, and goes.
"""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.text.lines import Line

#: No reference is longer; longer lines and sentences are not looked at.
_LONGEST = 2100
_URL = (
    r"<?(?:https?|ftp)://[^\s<>|]{1,2000}>?|www\.[^\s<>]{3,2000}"
    r"|(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,10}/[^\s<>]{0,2000}"
    r"|(?:[a-z0-9-]{1,40}\.){1,4}(?:com|net|org|io|example|co\.uk)\b|\[(?:url|link)\]"
)
_SLACK = r"<[@#!](?:[\w^]{2,120})(?:\^\{?[^<>|\n]{0,80})?(?:\|[^<>\n]{0,80})?>"
_MAIL = r"<?(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?:\|[^<>\n]{1,100})?>?"
_ENDING = (
    r"(?:\.[\w-]{1,30}){0,3}\.(?:png|jpe?g|gif|bmp|svg|webp|heic|pdf|docx?|"
    r"xlsx?|pptx?|csv|txt|zip|ics|eml|html?|mp[34]|mov|log|json|xml)"
    r"(?: ?\(?[\d.,]{1,8} ?(?:bytes|[kmg]?i?b)\)?)?"
)
_FILE = rf"[\w() +&'-]{{0,60}}[\w)]{_ENDING}"
_PLAIN_FILE = rf"[\w()+&'-]{{1,60}}{_ENDING}"
_IMAGE = (
    r"\[(?:inline )?(?:image|img|photo|picture|logo|icon|cid|attachment|attached|file|screenshot|"
    r"banner|signature)s? ?:[^\[\]\n]{1,120}\]"
    rf"|\[{_FILE}\]|<{{1,2}}(?:{_FILE})>{{1,2}}|<?cid:[^\s<>]{{1,120}}>?"
    r"|!\[[^\[\]\n]{0,120}\]\([^()\s]{1,1000}\)"
)
_LABEL = (
    r"(?:(?:your|our|the|internal|support|customer|message|request|trace|correlation|session|"
    r"conversation|thread|ticket|case|order|invoice|reference|ref|booking|reservation|confirmation|"
    r"tracking|account|transaction|incident|policy|claim|contract|parcel|shipment|serial|chat|"
    r"error|event|batch|job|build|rma|po|id|ids|number|no|nr|code|key)\.?[ _-]?){1,4}"
)
_BODY = r"\(?#?[\w./-]{0,40}\d[\w./:-]{0,60}\)?"
_BARE = (
    r"#[\w-]{0,20}\d[\w-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|[a-z]{1,8}[-_/]?\d{2,24}(?:[-_/][a-z0-9]{1,24}){0,5}|\d{6,24}|\d{2,6}(?:-\d{3,12}){2,4}"
    r"|[a-z]{2,8}(?:-\d{2,12}){1,4}"
)
_THREAD = r"ref ?:[^\s:\[\]]{1,60}:ref"
_LABELLED = rf"{_LABEL}(?:[ ]?[:=][ ]?{_BODY}|[ ]?#[ ]?[\w-]{{0,30}}\d[\w-]{{0,40}})"
_POINTED = r"(?:link|url|website|web|permalink|source|see|e-?mail|more info|details)s?: ?"
_ATTACHED = (
    rf"(?:\U0001f4ce ?)?(?:attach(?:ments?|ed)(?: files?)?|enclos(?:ed|ures?)|files?) ?: ?{_FILE}"
)
_ITEM = (
    rf"(?:{_ATTACHED}|{_IMAGE}|(?:{_POINTED})?(?:{_URL}|{_MAIL})|{_SLACK}|{_THREAD}"
    rf"|{_LABELLED}|(?:\U0001f4ce ?)?{_PLAIN_FILE}|{_BARE})"
)
_WRAPPED = rf"(?:[\[(<]{{1,2}} ?{_ITEM} ?[\])>]{{1,2}}|{_ITEM})"
_ALONE = re.compile(rf"\W{{0,4}}(?:{_WRAPPED}(?:[\s,;|.\u2022]++|$)){{1,12}}", re.IGNORECASE)
_BRACKET = re.compile(
    rf"(?:(?<!\])\((?:{_LABELLED}|{_THREAD}|{_POINTED}(?:{_URL})|(?:https?://|"
    rf"www\.)[^\s()]{{1,500}})\)"
    rf"|\[ ?(?:{_LABELLED}|{_THREAD}|{_BARE}|(?:https?://|www\.)[^\s\[\]]{{1,500}}) ?\](?!\()|"
    rf"{_IMAGE})",
    re.IGNORECASE,
)
_HINT = re.compile(r"\d|://|www\.|[<\[@]|\.[A-Za-z]{2}")


def alone_spans(text: str, lines: list[Line], sentences: list[Span]) -> list[Span]:
    """Find lines and sentences that are nothing but references."""
    if not _HINT.search(text):
        return []
    spans = {(line.start, line.end) for line in lines} | set(sentences)
    found = sorted(span for span in spans if _is_reference(text, span))
    return [span for i, span in enumerate(found) if not i or span[0] >= found[i - 1][1]]


def bracket_spans(text: str) -> list[Span]:
    """Find ids and links in brackets and image marks, wherever they stand."""
    if "[" not in text and "(" not in text and "<" not in text:
        return []
    return [m.span() for m in _BRACKET.finditer(text)]


def _is_reference(text: str, span: Span) -> bool:
    if not 2 < span[1] - span[0] <= _LONGEST:
        return False
    part = text[slice(*span)].strip()
    return _HINT.search(part) is not None and _ALONE.fullmatch(part) is not None
