"""Hard items, by pattern: what names a person, an account or a secret whatever the language.

The rules run in the order of :data:`RULES`, each over what the ones before left. They would rather
remove a harmless part number than leave an account number: a sample is read for its tone, and that
stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from bot.redact import patterns as p
from bot.redact.words import NO_SECRET

__all__ = ["RULES", "Rule", "luhn"]

Accepts = Callable[[re.Match[str]], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of thing that is removed.

    Attributes:
        kind: What it is; its stand-in is ``[kind]``.
        pattern: Where it may be. A group ``it`` is what is removed; otherwise all of the match is.
        accepts: Whether a match is one.
    """

    kind: str
    pattern: re.Pattern[str]
    accepts: Accepts = lambda _: True

    def replace(self, text: str, found: Callable[[str], None]) -> str:
        """Put the stand-in for each item and report it."""

        def stand_in(match: re.Match[str]) -> str:
            if not self.accepts(match):
                return match[0]
            found(self.kind)
            if "it" not in self.pattern.groupindex:
                return f"[{self.kind}]"
            before, after = match.start("it") - match.start(), match.end("it") - match.start()
            return f"{match[0][:before]}[{self.kind}]{match[0][after:]}"

        return self.pattern.sub(stand_in, text)


def luhn(digits: str) -> bool:
    """Tell whether a card number's checksum is right."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _digits(match: re.Match[str]) -> str:
    return "".join(c for c in match[0] if c.isdigit())


def _is_card(match: re.Match[str]) -> bool:
    digits = _digits(match)
    return 13 <= len(digits) <= 19 and luhn(digits)


def _is_phone(match: re.Match[str]) -> bool:
    return 7 <= len(_digits(match)) <= 20


def _is_address(match: re.Match[str]) -> bool:
    try:
        ip_address(match["address"].split("%")[0])
    except ValueError:
        return False
    return True


def _is_mixed(match: re.Match[str]) -> bool:
    """Accept letters mixed with digits, but no "24-hour", "30-day-trial" or "20th"."""
    token = match[0]
    enough = len(token) >= 5 and any(c.isalpha() for c in token) and any(map(str.isdigit, token))
    return enough and not p.COUNTED.fullmatch(token)


RULES: Final[tuple[Rule, ...]] = (
    Rule("secret", p.PRIVATE_KEY),
    Rule("id", p.LONG_TOKEN),
    Rule("secret", p.KNOWN_SECRET),
    Rule("secret", p.CUED_SECRET),
    Rule("secret", p.BEARER),
    Rule("secret", p.SAID_SECRET, lambda match: match["it"].lower().rstrip(".!?") not in NO_SECRET),
    Rule("email", p.EMAIL),
    Rule("email", p.SPELT_EMAIL),
    Rule("handle", p.SLACK_MENTION),
    Rule("link", p.LINK),
    Rule("link", p.BARE_DOMAIN),
    Rule("iban", p.IBAN),
    Rule("card", p.CARD, _is_card),
    Rule("ip", p.IP_V4, _is_address),
    Rule("ip", p.IP_V6, _is_address),
    Rule("id", p.UUID),
    Rule("id", p.MAC),
    Rule("birth_date", p.BIRTH_DATE),
    Rule("date", p.FULL_DATE),
    Rule("address", p.UK_POSTCODE),
    Rule("address", p.STREET_AFTER),
    Rule("address", p.STREET_BEFORE),
    Rule("address", p.POST_BOX),
    Rule("address", p.TOWN_WITH_CODE),
    Rule("id", p.SOCIAL_SECURITY),
    Rule("id", p.CUED_ID),
    Rule("id", p.CUED_LOCATOR),
    Rule("phone", p.PHONE, _is_phone),
    Rule("id", p.HASH_ID),
    Rule("id", p.MIXED, _is_mixed),
    Rule("number", p.LONG_NUMBER),
    Rule("number", p.SPELT_DIGITS),
    Rule("handle", p.HANDLE),
)
