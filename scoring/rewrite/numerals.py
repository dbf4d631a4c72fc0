"""Numbers written as words, made digits, so that "two days" and "2 days" compare as equal."""

from __future__ import annotations

import re

_UNITS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_SMALL = rf"(?:{'|'.join([*_TENS, *sorted(_UNITS, key=len, reverse=True)])})"
_WORDS = re.compile(
    rf"\b{_SMALL}(?:[ -](?:and )?(?:{_SMALL}|{'|'.join(_SCALES)}))*\b", re.IGNORECASE
)
#: "one" that counts nothing: a pronoun or an article.
_IDLE_BEFORE = re.compile(
    r"\b(?:this|that|the|another|each|every|any|some|no|which|new|right|wrong|old|last|only|"
    r"no-|any|every|some)[ -]?$",
    re.IGNORECASE,
)
_IDLE_AFTER = re.compile(
    r"^(?:\s+(?:of|that|who|which|is|was|by|another|and|to)\b|[.,;!?]|$|')", re.IGNORECASE
)
_ARTICLE_UNIT = re.compile(
    r"\b(?:a|an)(?= (?:single )?(?:minute|hour|day|week|fortnight|month|quarter|year)\b)",
    re.IGNORECASE,
)
#: Code points round "one" that tell whether it counts.
_NEAR = 16
_TIMES = {"once": "1 times", "twice": "2 times", "thrice": "3 times"}
_TIMES_PATTERN = re.compile(r"\btwice\b|\bthrice\b|\bonce(?= (?:a|an|per|every)\b)", re.IGNORECASE)
_ORDINAL_PATTERN = re.compile(rf"\b(?:{'|'.join(_ORDINALS)})\b", re.IGNORECASE)


def digits_of(text: str) -> str:
    """The text with number words as digits; other words stay as they are."""
    text = _WORDS.sub(_spoken, text)
    text = _ARTICLE_UNIT.sub("1", text)
    text = _TIMES_PATTERN.sub(lambda m: _TIMES[m.group().lower()], text)
    return _ORDINAL_PATTERN.sub(lambda m: f"{_ORDINALS[m.group().lower()]}th", text)


def _spoken(match: re.Match[str]) -> str:
    words = match.group().lower().replace("-", " ").split()
    if words == ["one"] and _is_idle(match):
        return match.group()
    return str(_value(words))


def _is_idle(match: re.Match[str]) -> bool:
    start, end = match.span()
    before, after = match.string[max(0, start - _NEAR) : start], match.string[end : end + _NEAR]
    return bool(_IDLE_BEFORE.search(before) or _IDLE_AFTER.match(after))


def _value(words: list[str]) -> int:
    """Value of number words: "two hundred and five" is 205; "three four" reads as 7 either way."""
    total = current = 0
    for word in words:
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if _SCALES[word] >= 1000:
                total, current = total + current, 0
        else:
            current += _UNITS.get(word, _TENS.get(word, 0))
    return total + current
