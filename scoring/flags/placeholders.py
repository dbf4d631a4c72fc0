"""Slots of a macro or template that nobody filled in."""

from __future__ import annotations

import re

from scoring.contract import Span

_SLOT_WORD = (
    r"(?:insert|enter|add|your|their|customer|client|agent|user|recipient|first|last|full|sur|"
    r"company|product|order|ticket|case|ref(?:erence)?|"
    r"tracking|account|invoice|date|day|time|amount|price|city|address|e-?mail|phone|link|url|"
    r"name|number|id|title|placeholder|tbd|tbc|todo|xx+|"
    r"issue|reason|department|team|policy|item|plan|month|year|deadline|eta|signature)"
)
_SLOTS = re.compile(
    r"\{\{[^{}\n]{0,120}\}\}"
    r"|\{%[^{}%\n]{1,120}%\}"
    r"|\$\{[A-Za-z_][\w. ]{0,40}\}|#\{[A-Za-z_][\w. ]{0,40}\}"
    r"|(?<![\w{$#])\{[A-Za-z_][\w. -]{1,40}\}(?!\})"
    r"|<%=?[^%\n]{1,80}%>"
    r"|(?<!\w)%[A-Za-z][A-Za-z_.]{2,30}%(?!\w)"
    r"|(?<!\w)\[\[[^\[\]\n]{1,60}\]\]"
    rf"|(?<!\w)\[(?i:(?:the |a |an )?{_SLOT_WORD})(?i:[ _/-][\w '/&-]{{0,40}}| ?\d)?\](?!\()"
    r"|(?<!\w)\[[A-Z][A-Z0-9]*(?:[ _/-][A-Z0-9]+){0,5}\](?!\()"
    rf"|<(?i:(?:the |a |an )?{_SLOT_WORD})(?i:[ _-][\w '_-]{{0,40}})?>"
    r"|<(?!(?:https?|mailto|tel|ftp)\b)[A-Za-z][\w'-]{1,20}(?:[ _-][A-Za-z][\w'-]{0,20}){1,2}>"
    r"|\bX{3,}(?:[-/]X+)*\b(?! ?(?:large|l)\b)|(?<!\w)_{4,}(?!\w)"
    r"|\bTODO\b|\bTBC\b(?=:|\])|\bFIXME\b|\bLorem ipsum\b|\bTKTK\b"
    rf"|(?i:\b(?:insert|add|enter|put|fill in) (?:the |a |an |your |their )?(?:customer'?s? |"
    rf"client'?s? |order |tracking |relevant |correct |actual |first |agent )?"
    r"(?:date|name|number|link|amount|details?|eta|address|reason|time) here\b)"
    r"|(?i:\(\s*(?:insert|customer name|your name|agent name|name|date|order number|company "
    r"name)\s*(?:here)?\s*\))"
)
#: Bracketed words the senders of these do mean.
_HONEST = re.compile(
    r"\[(?:EXTERNAL|URGENT|UPDATE|RESOLVED|SOLVED|FAQ|PDF|VIDEO|NEW|URL|USER|EMAIL|LINK|SIC|OK|"
    r"SYSTEM|SPAM|RE|FWD|BUG|INTERNAL|EXT|AM|PM|UTC|GMT|"
    r"BETA|ENTER|TAB|ESC|CTRL|ALT|SHIFT|X)\]"
)
#: A tag with a bare attribute, such as ``<input disabled>`` or ``<script async defer>``.
_HTML_TAG = re.compile(
    r"<(?:a|audio|br|button|details|dialog|div|fieldset|form|iframe|img|input|li|ol|"
    r"option|p|script|"
    r"select|span|td|template|textarea|th|tr|track|ul|video) ",
    re.IGNORECASE,
)


def placeholder_spans(text: str) -> list[Span]:
    """Find slots nobody filled: ``{{x}}``, ``[NAME]``, ``<first name>``, ``%NAME%``, ``XXXX``."""
    return [
        m.span()
        for m in _SLOTS.finditer(text)
        if not (_HONEST.fullmatch(m[0]) or _HTML_TAG.match(m[0]))
    ]
