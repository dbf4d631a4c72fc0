"""Amounts, dates, times, phone numbers and addresses become one each."""

from __future__ import annotations

import re

from scoring.text.mapped import Mapped, Replacement

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_UNIT = (
    r"(?:usd|gbp|eur|euros?|dollars?|pounds?|quid|bucks|rupees?|naira|yen|pence|cents?|kr|chf|zl|"
    r"inr|cad|aud)"
)
_CLOCK = (
    r"\d{1,2}(?:[:.]\d{2}){0,2} ?(?:[ap]m\b|[ap]\.m\b\.?)|\d{1,2}:\d{2}(?::\d{2})?|\d{1,2} ?o'clock"
)
_ZONE = r"(?: (?:GMT|BST|UTC|CET|CEST|EST|EDT|PST|PDT|CT|ET|PT|IST))?"
_KINDS: tuple[tuple[str, str], ...] = (
    ("keep", r"24/7"),
    (
        "$20",
        rf"[£$€¥₹]\s?\d[\d,.]*(?<=\d)(?:\s?(?:k|m|bn|million|thousand)\b)?|"
        rf"\d[\d,.]*(?<=\d)\s?(?:[£€¥₹]|{_UNIT}\b)",
    ),
    (
        "monday",
        rf"\d{{4}}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}|\d{{1,2}}/\d{{1,2}}"
        rf"|{_DAY}(?: of)? {_MONTH}(?:,? \d{{4}})?(?!\w)",
    ),
    ("noon", rf"(?:{_CLOCK})(?: ?(?:-|to) ?(?:{_CLOCK}))?{_ZONE}"),
    (
        "the number",
        r"\+\d[\d ()-]{6,20}\d|\(?0\d{1,4}\)?[ -]?\d{3,4}[ -]?\d{3,4}|\d{3}[ -]\d{3}[ -]\d{4}",
    ),
    ("5%", r"\d+(?:[.,]\d+)?(?: ?%| percent\b| per cent\b)"),
    ("5th", r"\d+(?:st|nd|rd|th)\b"),
    ("2020", r"(?:19|20)\d\d(?!\d)"),
    ("5", r"\d+(?:[.,]\d+){0,6}(?: ?(?:-|to|or) ?\d+(?:[.,]\d+){0,6})?"),
)
_NUMBER = re.compile(
    r"(?<![\w])(?:"
    + "|".join(f"(?P<k{i}>{pattern})" for i, (_, pattern) in enumerate(_KINDS))
    + ")",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(rf"\b{_MONTH} {_DAY}(?!\d)(?:,? \d{{4}})?", re.IGNORECASE)
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_DIGIT = re.compile(r"\d")
#: "an 8-day wait" and "a 5-day wait" read the same.
_ARTICLE = re.compile(r"\b([Aa])n(?= [$\d])")
_LEADING = re.compile(r"\d+")


def mask_numbers(mapped: Mapped) -> Mapped:
    """Mask addresses, amounts, dates, times, phone numbers and bare numbers, in this order."""
    if "@" in mapped.text:
        mapped = mapped.sub(_MAIL, "the address")
    if not _DIGIT.search(mapped.text):
        return mapped
    mapped = mapped.sub(_MONTH_FIRST, "monday")
    masked = mapped.replace(_edit(m) for m in _NUMBER.finditer(mapped.text))
    return masked.sub(_ARTICLE, lambda m: m[1])


def _edit(match: re.Match[str]) -> Replacement:
    kind = _KINDS[int((match.lastgroup or "k0")[1:])][0]
    if kind == "keep":
        return match.start(), match.end(), match[0]
    return match.start(), match.end(), _size(match[0]) if kind == "5" else kind


def _size(number: str) -> str:
    """Keep a count's order of magnitude: three days and three hundred are not the same wait."""
    leading = _LEADING.match(number.replace(",", ""))
    digits = len(leading[0]) if leading else 1
    return ("5", "20", "200")[min(digits, 3) - 1]
