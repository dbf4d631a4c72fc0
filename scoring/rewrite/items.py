"""Hard items of a text: what a rewrite must carry over letter for letter or value for value.

Kinds are taken in order and each blanks out what it matched, so that a digit of a link or of an id
isn't read a second time as a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from scoring.explain.flip import straight
from scoring.rewrite.names import names_of
from scoring.rewrite.numerals import digits_of


@dataclass(frozen=True, slots=True)
class Item:
    """One hard item.

    Attributes:
        kind: ``placeholder``, ``code``, ``quote``, ``link``, ``email``, ``handle``, ``phone``,
            ``id``, ``money``, ``percent``, ``time``, ``date``, ``number``, ``amount`` or ``name``.
        key: What is compared, normalised.
        shown: The words as written.
    """

    kind: str
    key: str
    shown: str


_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CURRENCY = r"(?:[$€£¥₹]|US\$|A\$|C\$|(?:usd|eur|gbp|chf|inr|cad|aud|sek|nok|dkk|pln)\b ?)"
_CURRENCY_AFTER = (
    r"(?: ?[$€£¥₹]| ?(?:usd|eur|gbp|chf|inr|cad|aud|sek|nok|dkk|pln|euros?|dollars?|pounds?|quid|"
    r"bucks|"
    r"francs?|rupees?|cents?|pence|p|kr)\b)"
)
_NUM = r"\d+(?:[.,\u00a0' ]\d{3})*(?:[.,]\d+)?"
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_UNIT = (
    r"(?:(?:working|business|calendar|full|whole|more|further) )?(?:seconds?|secs?|minutes?|"
    r"mins?|hours?|hrs?|days?|"
    r"nights?|weeks?|fortnights?|months?|quarters?|years?|times|[kmgt]b|kg|g|km|cm|mm|miles?|"
    r"people|items?|users?|seats?|"
    r"copies|units?|points?|steps?|licen[cs]es?|[a-z]+)"
)
#: A draft and its message are read once for all candidates.
_KEPT_TEXTS = 16
_Normal = Callable[[str], str]


def _same(text: str) -> str:
    return text


def _flat(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .,")


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _trim_link(text: str) -> str:
    return text.rstrip(".,;:!?)'\"")


def _number(text: str) -> str:
    """A number without grouping, with a point, without idle zeros."""
    text = text.replace("\u00a0", "").replace(" ", "").replace("'", "").replace("−", "-")
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", text):
        text = re.sub(r"[.,]", "", text)
    elif "," in text and "." in text:
        decimal = max(text.rfind(","), text.rfind("."))
        text = re.sub(r"[.,]", "", text[:decimal]) + "." + text[decimal + 1 :]
    text = text.replace(",", ".")
    return (text.rstrip("0").rstrip(".") if "." in text else text).lstrip("0") or "0"


_NAMES = {"pound": "£", "quid": "£", "gbp": "£", "euro": "€", "eur": "€", "dollar": "$", "usd": "$",
          "us$": "$", "buck": "$"}  # fmt: skip


def _money(text: str) -> str:
    value = re.search(_NUM, text)
    sign = re.sub(r"[\d.,\u00a0' ]", "", text).lower().rstrip("s")
    return f"{_NAMES.get(sign, sign)}{_number(value.group()) if value else ''}"


def _percent(text: str) -> str:
    value = re.search(_NUM, text)
    return f"{_number(value.group()) if value else ''}%"


def _time(text: str) -> str:
    match = re.search(r"(\d{1,2})(?:[:.h](\d{2}))?\s*([ap])?", text.lower())
    if not match:
        return _flat(text)
    hour = int(match[1]) % 12 + 12 if match[3] == "p" else int(match[1])
    hour = 0 if match[3] == "a" and hour == 12 else hour
    return f"{hour:02d}:{match[2] or '00'}"


def _date(text: str) -> str:
    """Day, month and year in one order: "14th of March" and "March 14" are one date."""
    month = re.search(rf"\b({_MONTHS})", text.lower())
    numbers = [str(int(n)) for n in re.findall(r"\d+", text)]
    return " ".join([*(n for n in numbers), month[1][:3] if month else ""]).strip()


def _weekday(text: str) -> str:
    return re.sub(r"s$", "", _flat(text))[:3] if re.fullmatch(_DAY, _flat(text)) else _flat(text)


def _counted(text: str) -> str:
    match = re.match(rf"([-−]?{_NUM})(.*)", text, re.DOTALL)
    if not match:
        return _flat(text)
    unit = _flat(match[2].replace("-", " "))
    unit = re.sub(r"\b(?:full|whole|more|further) ", "", unit)
    short = {"min": "minute", "hr": "hour", "sec": "second"}
    unit = re.sub(r"s$", "", unit)
    return f"{_number(match[1])} {short.get(unit, unit)}".strip()


_I = re.IGNORECASE
_KINDS: tuple[tuple[str, re.Pattern[str], _Normal], ...] = (
    ("code", re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL), _same),
    ("placeholder", re.compile(r"\{\{[^{}\n]{0,80}\}\}|\$\{[^}\n]+\}|\{[A-Za-z_][\w .-]{0,40}\}|"
                               r"\[[A-Za-z_][^\]\n]{0,40}\]|"
                               r"<[A-Za-z_@#!][^>\n]{0,80}>|%[A-Za-z_]+%|<<[^>\n]+>>"), _same),
    ("link", re.compile(r"\b(?:https?://|www\.)[^\s<>\"“”]+|"
                        r"(?<![@\w.+-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|uk|de|eu|"
                        r"example|app|dev|gov|edu|me|info|fr|es|it|nl|ch|at|ie|us|ca|"
                        r"au)\b(?:/[^\s<>\"“”]*)?(?<!@)(?!@)", _I), _trim_link),
    ("link", re.compile(r"(?<![\w/])(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]+)*/?"), _trim_link),
    ("email", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), _same),
    ("handle", re.compile(r"(?<!\w)[@][\w.-]*\w|(?<![\w&])#[A-Za-z][\w-]+"), _same),
    ("quote", re.compile(r"“[^”\n]{1,200}”|\"[^\"\n]{1,200}\"|(?m:^>.*$)"), _flat),
    ("money", re.compile(rf"{_CURRENCY} ?{_NUM}(?:k|m)?|{_NUM}{_CURRENCY_AFTER}", _I), _money),
    ("percent", re.compile(rf"{_NUM} ?(?:%|per ?cent\b|percent\b)", _I), _percent),
    ("date", re.compile(rf"\b\d{{4}}-\d{{1,2}}-\d{{1,2}}\b|\b\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}\b|"
                        rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? \d{{4}})?\b|"
                        rf"\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?\b", _I), _date),
    ("time", re.compile(r"\b\d{1,2}[:h]\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?|"
                        r"\b\d{1,2}(?:\.\d{2})? ?[ap]\.?m\b\.?|"
                        r"\b\d{1,2} o'clock", _I), _time),
    ("phone", re.compile(r"(?<![\w.])\+?\(?\d[\d ()/-]{6,}\d(?!\w)"), _digits),
    ("id", re.compile(r"#\s?\d[\w-]*|"
                      r"\b(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)+\b|"
                      r"\b(?!\d+(?:st|nd|rd|th|k|m|h|gb|mb|kb|tb|kg|g|km|cm|mm|am|pm|min|mins|"
                      r"hrs?|x|p)\b)(?=[A-Za-z]*\d)(?=\d*[A-Za-z])"
                      r"[A-Za-z0-9]{2,}\b|\b\d{5,}\b|\bv?\d+(?:\.\d+){2,}\b|"
                      r"\b[A-Z]{2,}-[A-Z0-9]{2,}\b", _I), _flat),
    ("date", re.compile(r"\b(?:(?:by|on|this|next|last|every|until|before|after) )?(?:"
                        rf"{_DAY}\b(?<!\bsat)(?<!\bsun)(?<!\bwed)(?<!\bmon)(?: (?:morning|"
                        rf"afternoon|evening|night))?)|"
                        r"\b(?:today|tomorrow|tonight|yesterday|(?:this|next|"
                        r"last) (?:week(?:end)?|month|year|quarter|"
                        r"morning|afternoon|evening)|(?:the )?end of (?:the )?(?:day|week|month|"
                        r"year|business)|close of business|eod|cob|asap|"
                        r"as soon as possible|immediately|right away|straight away|shortly|soon|"
                        r"at once|overnight|"
                        r"midday|noon|midnight|weekends?|weekdays?|easter|christmas|summer|"
                        r"winter|spring|autumn)\b", _I), _weekday),
    ("month", re.compile(r"\b(?:in|by|until|since|of|for|this|next|last|early|late|mid) (?:May|"
                         r"March|Mar|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"), _flat),
    ("month", re.compile(r"\b(?:January|February|April|June|July|August|September|October|"
                         r"November|December)\b"), _flat),
    ("ordinal", re.compile(r"\b\d+(?:st|nd|rd|th)\b", _I), _digits),
    ("number", re.compile(rf"(?:(?<![\w)])[-−])?{_NUM}(?:[ -]?{_UNIT}\b)?", _I), _counted),
    ("amount", re.compile(r"\b(?:half|dozens?|a couple|a few|several|all|none|both|every|each|"
                          r"double|triple|(?<!you )(?<!matters )most|"
                          r"many|unlimited|full|partial(?:ly)?|free|entire)\b", _I), _flat),
)  # fmt: skip


@lru_cache(maxsize=_KEPT_TEXTS)
def items_of(text: str) -> tuple[Item, ...]:
    """Every hard item of a text, in order of kind and then of place.

    Args:
        text: Draft, candidate or customer's message.

    Returns:
        The items; values are normalised ("two days" and "2 days" give one key).
    """
    found: list[Item] = []
    rest = _apostrophes(text)
    for position, (kind, pattern, normal) in enumerate(_KINDS):
        if kind == "money":
            rest = digits_of(rest)
        taken = [m for m in pattern.finditer(rest) if m.group().strip()]
        found += [Item(kind, normal(m.group()), m.group().strip()) for m in taken]
        rest = _blank(rest, taken) if position < len(_KINDS) - 1 else rest
    named = (Item("name", name.lower(), name) for name in names_of(_without_code(text)))
    return (*found, *named)


def _apostrophes(text: str) -> str:
    return text.replace("’", "'").replace("\u00a0", " ")


def _blank(text: str, matches: list[re.Match[str]]) -> str:
    for match in reversed(matches):
        text = text[: match.start()] + " § " + text[match.end() :]
    return text


def _without_code(text: str) -> str:
    """The text without code, links and placeholders, whose capitals are not names."""
    for kind, pattern, _ in _KINDS[:6]:
        if kind != "quote":
            text = pattern.sub(" § ", text)
    return straight(text)
