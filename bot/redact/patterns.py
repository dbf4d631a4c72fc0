"""The patterns of :mod:`bot.redact.rules`. Texts come normalised (NFKC, no invisible letters)."""

from __future__ import annotations

import re
from typing import Final

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_NUMERIC_DATE: Final = (
    r"(?:\d{1,2}[./\-]\d{1,2}[./\-](?:\d{4}|\d{2})|\d{4}[./\-]\d{1,2}[./\-]\d{1,2})"
)
_YEAR: Final = r"(?:(?:19|20)\d\d|'\d\d)"
_WRITTEN_DATE: Final = (
    rf"(?:{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}|{_MONTH}\s+{_DAY},?\s+{_YEAR}"
    rf"|{_DAY}[-/]{_MONTH}[-/](?:\d{{4}}|\d\d))"
)
_DATE_NO_YEAR: Final = rf"(?:{_DAY}\s+(?:of\s+)?{_MONTH}|{_MONTH}\s+{_DAY}|\d{{1,2}}[./]\d{{1,2}})"
_STREET_WORD: Final = (
    r"(?:street|str|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|square"
    r"|sq|terrace|way|close|crescent|cres|highway|hwy|parkway|pkwy|circle|cir|grove|gardens|mews"
    r"|row|walk|hill|quay|trail|alley)"
)
#: "3 days by the way", "24 hours a day, close to": counted things and small words are no street.
_NO_STREET: Final = (
    r"(?:hours?|hrs?|days?|weeks?|months?|years?|min(?:ute)?s?|seconds?|times?|people|items?|of|the|a"
    r"|an|is|are|was|were|and|or|to|in|on|at|by|for|with|from|i|we|you|it|that|this|no|not|half)"
)
_UNIT: Final = r"(?:,?\s*(?:apt|apartment|flat|unit|suite|ste|floor|fl|room|rm|no|\#)\.?\s*\w{1,6})"
#: What may follow a street: a town, a state, a code.
_TOWN: Final = (
    r"(?:,\s*[A-Z][\w'.-]+(?:\s[A-Z][\w'.-]+){0,2})?(?:,?\s+[A-Z]{2})?(?:,?\s+\d{4,5}(?:-\d{4})?)?"
)
_ID_WORD: Final = (
    r"(?:orders?|tickets?|cases?|ref(?:erence)?|invoice|account|acct|customer|client"
    r"|member(?:ship)?|booking|reservation|confirmation|tracking|parcel|shipment|policy|claim"
    r"|serial|passport|licen[cs]e|ssn|social\ security|insurance|nhs|tax|vat|pnr|user|employee"
    r"|patient|contract|card|iban|sort\ code|routing|imei|vin|id|zip|post\ ?code)"
)
_DIGIT_WORD: Final = (
    r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)"
)
_CREDENTIAL: Final = (
    r"(?:pass(?:word|wd|code|phrase)?|pwd|pin(?:\ code)?|cvv|cvc|otp|secret|client[_\ -]?secret"
    r"|(?:api|access|private)[_\ -]?key|(?:access|refresh|auth|api|bearer)[_\ -]?token|token"
    r"|security\ code|verification\ code|one[- ]time\ code)"
)

PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z0-9 ]*(?:KEY|CERTIFICATE)[A-Z ]*-----.*?(?:-----END [A-Z0-9 ]*-----|\Z)",
    re.DOTALL,
)
#: Nobody writes such a word; to the patterns below it would be slow besides.
LONG_TOKEN: Final = re.compile(r"[!-~]{200,}")
KNOWN_SECRET: Final = re.compile(
    r"""
      \bxox[a-z](?:\.xox[a-z])?-[\w.-]+ | \bxapp-[\w.-]+ | \bxwfp-[\w.-]+
    | https?://hooks\.slack\.com/\S+
    | \beyJ[\w-]{5,}(?:\.[\w-]+){1,2}
    | \b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[\w-]{12,}
    | \b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}
    | \b(?:gh[pousr]|glpat|glsa|npm|hf|dop_v1|shpat|pypi|whsec|rzp_live)[-_][\w-]{12,}
    | \bgithub_pat_\w{12,}
    | \bAIza[\w-]{20,} | \bya29\.[\w-]{10,} | \bSG\.[\w-]{10,}\.[\w-]{10,}
    | (?<=://)[^/\s:@]*:[^/\s@]+(?=@)
    """,
    re.VERBOSE,
)
CUED_SECRET: Final = re.compile(
    rf"""\b{_CREDENTIAL}["']?\s*(?::|=|=>|->)\s*["']?(?P<it>[^\s"'`<>]{{3,}})""", re.IGNORECASE
)
BEARER: Final = re.compile(r"\bbearer\s+(?P<it>[\w.~+/-]{12,}=*)", re.IGNORECASE)
SAID_SECRET: Final = re.compile(
    rf"""\b{_CREDENTIAL}\s+(?:is|was|to|as)\s+(?:now\s+|still\s+)?["'`]?(?P<it>[^\s"'`<>,]{{3,}})""",
    re.IGNORECASE,
)
EMAIL: Final = re.compile(
    r"[^\s<>()\[\],;:\"'|@]{1,64}\s?@\s?(?:[^\s<>()\[\],;:\"'@|/?.]{1,63}\.){1,9}"
    r"[^\s<>()\[\],;:\"'@|/?.!]{2,63}"
)
SPELT_EMAIL: Final = re.compile(
    r"""
      (?<![\w.+-])[\w.+-]{1,64}\s{0,3}[\[({]\s{0,3}at\s*[\])}]\s*[\w-]+(?:\s*(?:[\[({]\s*(?:dot|\.)\s*[\])}]|\.|\sdot\s)\s*[\w-]+)+
    | (?<![\w.+-])[\w.+-]{1,64}\s{1,3}at\s{1,3}[\w-]+(?:\s+dot\s+[\w-]+)+
    """,
    re.VERBOSE | re.IGNORECASE,
)
SLACK_MENTION: Final = re.compile(r"<[@#!][^<>\n]+>|\b[UWTCDGBE](?=[A-Z0-9]*\d)[A-Z0-9]{8,11}\b")
LINK: Final = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,12}://|www\.|mailto:|tel:)[^\s<>|\"]*[^\s<>|\".,;:!?)\]}']"
    r"|(?<![\w-])(?:[\w-]{1,63}\.){1,9}[a-z]{2,63}(?::\d+)?/[^\s<>|\"]*[^\s<>|\".,;:!?)\]}']",
    re.IGNORECASE,
)
BARE_DOMAIN: Final = re.compile(
    r"(?<![\w-])(?:[\w-]{1,63}\.){1,9}(?:com|org|net|io|de|uk|fr|es|nl|eu|info|biz|app|dev|ca|au|ch|shop|store"
    r"|online)\b(?:\?[^\s<>]+)?",
    re.IGNORECASE,
)
IBAN: Final = re.compile(
    r"\b[A-Z]{2}\d{2}(?:[ -]?(?:\d{4}|[A-Z]{4}|[A-Z0-9]{4})){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b"
    r"|\b(?i:[a-z]{2})\d{2}(?i:[a-z0-9]){11,30}\b"
    r"|\b(?i:[a-z]{2})\d{2}(?:[ -]?\d{4}){2,7}(?:[ -]?\d{1,4})?\b"
)
CARD: Final = re.compile(r"(?<!\w)\d(?:[ .\-]?\d){12,18}(?!\w)")
IP_V4: Final = re.compile(
    r"(?<![\w.])(?P<address>(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5}|/\d{1,2})?(?![\w.]\d)"
)
IP_V6: Final = re.compile(
    r"(?<![\w:])(?P<address>(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?:%\w+)?)(?![\w:])",
    re.IGNORECASE,
)
UUID: Final = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
MAC: Final = re.compile(r"\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b", re.IGNORECASE)
BIRTH_DATE: Final = re.compile(
    r"\b(?:born|birth(?:day|date)?|d\.?o\.?b\.?|date\ of\ birth)\b[^\n.!?\d]{0,30}?"
    rf"(?P<it>{_WRITTEN_DATE}|{_NUMERIC_DATE}|{_DATE_NO_YEAR}|{_YEAR})(?!\w)",
    re.IGNORECASE,
)
FULL_DATE: Final = re.compile(
    rf"(?<![\w.])(?:{_WRITTEN_DATE}|{_NUMERIC_DATE})(?!\w)", re.IGNORECASE
)
STREET_AFTER: Final = re.compile(
    rf"\b\d{{1,5}}[A-Za-z]?(?:-\d{{1,5}})?,?[ ]+(?:[NSEW]\.?[ ]+)?"
    rf"(?:(?!{_NO_STREET}\b)[^\W\d](?:[\w'-]*\w)?\.?[ ]+){{1,3}}?"
    rf"{_STREET_WORD}\b\.?{_UNIT}?(?-i:{_TOWN})"
    r"|\b\d{1,4}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|chemin|impasse|allée|place|quai)\s+"
    r"(?:(?:de|du|des|la|le|les|l'|d')\s*)*[\w'-]+(?:\s[A-Z][\w'-]+)?",
    re.IGNORECASE,
)
STREET_BEFORE: Final = re.compile(
    r"\b(?:[A-ZÄÖÜ][\w-]*(?:straße|strasse|str\.|weg|platz|gasse|allee|ring|damm|ufer|laan|straat|plein|gatan|vägen)"
    r"|(?:Calle|Avenida|Av\.|Paseo|Plaza|Via|Viale|Piazza|Corso|Rua|Travessa|Ulica|ul\.|Rue)\s+"
    r"(?:(?:de|del|la|las|los|da|do|dos|di)\s+)*[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)"
    r",?\s*(?:n[.º°]?\s*)?\d{1,5}\s?[a-zA-Z]?\b(?:,?\s+\d{4,5}\s+[A-Z][\w-]+)?"
)
POST_BOX: Final = re.compile(
    r"\b(?:p\.?\s?o\.?\s?box|postfach|post office box)\s*\#?\d+(?:\s?\d+)*", re.IGNORECASE
)
UK_POSTCODE: Final = re.compile(
    r"\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b", re.IGNORECASE
)
TOWN_WITH_CODE: Final = re.compile(
    r"\b(?:[A-Z][\w'.-]+(?:[ ][A-Z][\w'.-]+){0,2},?[ ]+)?[A-Z]{2}[ ]+\d{5}(?:-\d{4})?\b"
    r"|\b(?:[A-Z]{1,2}-)?\d{4,5}[ ][A-ZÄÖÜ][\w-]+\b"
)
SOCIAL_SECURITY: Final = re.compile(
    r"\b\d{3}[- ]\d{2}[- ]\d{4}\b|\b[A-CEGHJ-PR-TW-Z]{2}\s?(?:\d{2}\s?){3}[A-D]\b", re.IGNORECASE
)
CUED_ID: Final = re.compile(
    rf"\b{_ID_WORD}\b(?:\s*(?:number|no|nr|num|id|code|ref)\b\.?)?"
    r"\s*(?:(?:is|was)\b|ending\ in)?\s*[:=\#-]*\s*"
    r"(?P<it>(?=[\w/.-]*\d)[A-Za-z0-9](?:[\w/.-]*\w)?(?:\s\d{2,}(?!\w))*)",
    re.IGNORECASE,
)
CUED_LOCATOR: Final = re.compile(
    r"\b(?:booking|pnr|reservation|confirmation|record\ locator|reference|ref)\b"
    r"(?:\s*(?:number|no|nr|id|code|ref|reference)\b\.?)?\s*(?:is|was)?\s*[:=\#-]*\s*(?P<it>(?-i:[A-Z]{5,8}))\b",
    re.IGNORECASE,
)
PHONE: Final = re.compile(
    r"(?<![\w$€£¥])\+?\(?\d(?:[ \t().\-/]*\d){5,19}(?:\s*(?:ext\.?|extension|x)\s*\d{1,6})?(?!\w)",
    re.IGNORECASE,
)
HASH_ID: Final = re.compile(r"\#\s?(?=[\w-]*\d)[\w-]+")
MIXED: Final = re.compile(r"(?<![\w-])[A-Za-z0-9](?:[\w-]*[A-Za-z0-9])?(?![\w-])")
#: "24-hour", "30-day-trial", "20th", "1990s", "500ml": counted things, no ids.
COUNTED: Final = re.compile(
    r"\d{1,4}(?:-[a-z]+)+|\d{1,4}(?:st|nd|rd|th|s|am|pm|ml|kg|gb|mb|km|mins?|hrs?)", re.IGNORECASE
)
LONG_NUMBER: Final = re.compile(
    r"(?<![\w$€£¥.,])(?<![$€£¥]\s)\d(?:[ .,\-/]?\d){4,}(?!\w)(?!\s?(?:€|£|usd|eur|gbp|%))",
    re.IGNORECASE,
)
SPELT_DIGITS: Final = re.compile(
    rf"\b{_DIGIT_WORD}(?:[\s,.-]+{_DIGIT_WORD}){{4,}}\b", re.IGNORECASE
)
HANDLE: Final = re.compile(r"(?<![\w@])@[\w](?:[\w.-]*\w)?")
