# ruff: noqa: E501 - the forms of an item are read best in rows
"""Makes texts that people might send, with hard items in them, in the many ways they are written.

Everything comes from one seeded source of randomness. The sentences hold no digit and no secret of
their own, so whatever is left of an item can be seen.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address

FRAMES = (
    "Hello, {} is what the form shows. Can you check?",
    "I am so sorry about this. We have {} on file and will look at it today.",
    "{}",
    "Please use {}, and let us know if that does not work!",
    "It says {} - is that right?\nThank you for waiting.",
    "That is odd ({}). I will ask a colleague.",
    "We wrote to you about {}; nothing came back.",
    '"{}" was what the customer typed, then the chat ended.',
    "Before: {}. After: we do not know.",
    "> {}\nSorry for the delay, this is on its way.",
    "my details are {} pls fix asap",
    "Thanks... {} ... does it help?",
)
PEOPLE = ("maria", "john.smith", "olu_ade", "k.nguyen", "anne-marie", "b", "sales+eu", "x.y.z")
HOSTS = (
    "example.com",
    "mail.example.co.uk",
    "firma.de",
    "my-shop.org",
    "uni.edu",
    "post.example.io",
)
STREETS = (
    "Baker", "Elm", "Old Mill", "Kings", "St. James", "Martin Luther King", "Oak Ridge", "Station",
)  # fmt: skip
KINDS_OF_STREET = ("Street", "St", "Road", "Rd.", "Avenue", "Ave", "Lane", "Drive", "Blvd", "Close")
GERMAN = ("Hauptstraße", "Lindenweg", "Schillerplatz", "Goethestr.", "Bahnhofstrasse", "Ringallee")
ROMANCE = ("Calle Mayor", "Via Roma", "Rua Augusta", "Avenida del Sol", "Rue Victor Hugo")
MONTHS = ("January", "March", "May", "Aug", "Sept", "December", "june", "Oct.")
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Planted:
    """A text with one hard item.

    Attributes:
        kind: What kind of item it is.
        text: The text.
        item: The item as it stands there.
        tokens: Parts of it of which none may be left.
    """

    kind: str
    text: str
    item: str
    tokens: tuple[str, ...]


def texts(count: int, seed: int = 20261130) -> list[Planted]:
    """Make texts, all kinds in turn."""
    source = random.Random(seed)
    makers = list(MAKERS.items())
    return [_planted(source, *makers[n % len(makers)]) for n in range(count)]


def left_over(planted: Planted, redacted: str) -> list[str]:
    """Name the parts of an item that a redacted text still has."""
    words = re.findall(r"\w+", redacted)
    return [token for token in planted.tokens if token in words] + (
        [planted.item] if planted.item in redacted else []
    )


def _planted(source: random.Random, kind: str, make: Callable[[random.Random], str]) -> Planted:
    item = make(source)
    frame = source.choice(FRAMES)
    lead = source.choice(LEADS.get(kind, ("",)))
    tokens = tuple(
        token
        for token in re.findall(r"\w+", item)
        if len(token) > 2 and (any(map(str.isdigit, token)) or kind in WHOLE)
        if token.lower() not in SPARED
    )
    return Planted(kind, frame.format(lead + item), item, tokens)


def _digits(source: random.Random, count: int) -> str:
    return str(source.randint(1, 9)) + "".join(source.choices(string.digits, k=count - 1))


def _spaced(source: random.Random, digits: str, groups: int, gaps: str = " -.") -> str:
    gap = source.choice(["", *gaps])
    return gap.join(digits[at : at + groups] for at in range(0, len(digits), groups))


def _email(source: random.Random) -> str:
    person, host = source.choice(PEOPLE), source.choice(HOSTS)
    if source.random() < 0.3:
        person += _digits(source, 3)
    at = source.choice(["@"] * 8 + [" @ ", " (at) ", "[at]"])
    text = f"{person}{at}{host}"
    return source.choice([text, text, text.upper(), f"mailto:{text}" if at == "@" else text])


def _phone(source: random.Random) -> str:
    d = _digits(source, 10)
    forms = (
        f"+1 ({d[:3]}) {d[3:6]}-{d[6:]}", f"{d[:3]}-{d[3:6]}-{d[6:]}", f"({d[:3]}) {d[3:6]} {d[6:]}",
        f"+44 {d[:2]} {d[2:6]} {d[6:]}", f"0{d[:4]} {d[4:]}", f"0049 {d[:3]} / {d[3:]}",
        f"+49 (0) {d[:2]} {d[2:6]} {d[6:8]} {d[8:]}", f"+{d}1", f"{d[:3]}.{d[3:6]}.{d[6:]}",
        f"0{d[0]} {d[1:3]} {d[3:5]} {d[5:7]} {d[7:9]}", f"{d[:3]}-{d[3:6]}-{d[6:]} ext. 214",
        f"+91-{d[:5]}-{d[5:]}", f"{d[:3]} {d[3:7]}",
    )  # fmt: skip
    return source.choice(forms)


def _card(source: random.Random) -> str:
    body = source.choice(["4", "51", "37", "6011"]) + _digits(source, 11)
    body = body[: source.choice([14, 15])]
    digits = next(body + last for last in string.digits if _luhn(body + last))
    return _spaced(source, digits, 4, " -")


def _luhn(number: str) -> bool:
    doubled = [int(c) * 2 if place % 2 else int(c) for place, c in enumerate(number[::-1])]
    return sum(n - 9 if n > 9 else n for n in doubled) % 10 == 0


def _iban(source: random.Random) -> str:
    country, length = source.choice([("DE", 18), ("GB", 18), ("FR", 23), ("NL", 14), ("ES", 20)])
    bank = "".join(source.choices(string.ascii_uppercase, k=4)) if country in {"GB", "NL"} else ""
    account = bank + _digits(source, length - len(bank))
    numeric = "".join(str(int(c, 36)) for c in f"{account}{country}00")
    whole = f"{country}{98 - int(numeric) % 97:02d}{account}"
    shown = " ".join(whole[at : at + 4] for at in range(0, len(whole), 4))
    return source.choice([whole, shown, shown, whole.lower()])


def _ip(source: random.Random) -> str:
    if source.random() < 0.4:
        address = IPv6Address(source.getrandbits(128))
        return source.choice(
            [str(address), address.exploded, f"2001:db8::{source.randint(16, 9999):x}"]
        )
    octets = ".".join(str(source.randint(1, 254)) for _ in range(4))
    return source.choice(
        [octets, octets, f"{octets}:{source.randint(1024, 65535)}", f"{octets}/24"]
    )


def _link(source: random.Random) -> str:
    key = "".join(source.choices(string.ascii_lowercase + string.digits, k=9)) + "7"
    host = source.choice(HOSTS)
    return source.choice(
        [
            f"https://{host}/orders?id={key}&mail=maria%40example.com",
            f"http://{host}:8080/r/{key}#top",
            f"www.{host}/?token={key}",
            f"{host}/account/{key}/edit",
            f"https://{host}/a?name=Ana+{key}",
            f"HTTPS://{host.upper()}/X?{key}",
        ]
    )


def _id(source: random.Random) -> str:
    letters = "".join(source.choices(string.ascii_uppercase, k=3))
    digits = _digits(source, source.choice([5, 6, 8, 10]))
    hexed = f"{source.getrandbits(128):032x}"
    uuid = f"{hexed[:8]}-{hexed[8:12]}-{hexed[12:16]}-{hexed[16:20]}-{hexed[20:]}"
    forms = (
        f"{letters}-{digits}", f"{letters}{digits}", f"#{digits}", f"order {digits}",
        f"Ticket no. {letters}{digits[:4]}", f"case #{digits[:4]}", uuid, hexed, f"{digits}{letters}",
        f"account number {digits[:4]}", f"ref: {letters.lower()}-{digits[:4]}", f"U0{letters}{digits}",
        f"<@U0{letters}{digits}>", f"1Z{letters}{digits}", f"booking ref {letters}{letters[:3]}",
        f"tracking {digits} {digits}", f"{digits[:3]}-{digits[3:5]}-{_digits(source, 4)}",
    )  # fmt: skip
    return source.choice(forms)


def _address(source: random.Random) -> str:
    number, code = source.randint(1, 2999), _digits(source, 5)
    street = f"{source.choice(STREETS)} {source.choice(KINDS_OF_STREET)}"
    forms = (
        f"{number} {street}", f"{number} {street}, Apt 4B", f"{number}A {street}, Springfield, IL {code}",
        f"{source.choice(GERMAN)} {number % 200 + 1}, {code} Berlin", f"{source.choice(GERMAN)} {number % 99 + 1}a",
        f"{source.choice(ROMANCE)} {number % 300 + 1}", f"{number % 200 + 1} rue de la Paix",
        f"P.O. Box {number}", f"PO Box {number}", f"{number} {street.lower()}", f"{number} N. {street}",
        f"Flat 3, {number} {street}, London SW1A 2AA", f"{number} {street}, Toronto ON M5V 2T6",
    )  # fmt: skip
    return source.choice(forms)


def _slack_token(source: random.Random) -> str:
    tail = "".join(source.choices(string.ascii_letters + string.digits, k=24))
    numbers = f"{_digits(source, 11)}-{_digits(source, 12)}"
    forms = (
        f"xoxb-{numbers}-{tail}", f"xoxp-{numbers}-{tail}", f"xapp-1-A{tail[:8]}-{numbers}",
        f"xoxe.xoxp-1-{tail}", f"xoxe-1-{tail}", f"https://hooks.slack.com/services/T0{tail[:6]}/B0{tail}",
    )  # fmt: skip
    return source.choice(forms)


def _secret(source: random.Random) -> str:
    tail = "".join(source.choices(string.ascii_letters + string.digits, k=30))
    upper = tail[:16].upper()
    forms = (
        f"sk-{tail}", f"sk_live_{tail}", f"AKIA{upper}", f"ghp_{tail}", f"glpat-{tail}", f"AIza{tail}",
        f"eyJhbGci{tail[:6]}.eyJzdWIi{tail[6:12]}.{tail[12:]}", f"Bearer {tail}", f"api_key={tail}",
        f"password: {tail[:9]}", f"my password is {tail[:6]}9!", f"Passwort password = {tail[:8]}",
        f'"client_secret": "{tail}"', f"PIN: {_digits(source, 4)}", f"cvv is {_digits(source, 3)}",
        f"the code is OTP: {_digits(source, 6)}", f"https://user:{tail}@example.com/x",
        f"-----BEGIN PRIVATE KEY-----\n{tail}\n{tail}\n-----END PRIVATE KEY-----", f"SG.{tail[:15]}.{tail[15:]}",
        f"npm_{tail}", f"hf_{tail}", f"github_pat_{tail}",
    )  # fmt: skip
    return source.choice(forms)


def _birth_date(source: random.Random) -> str:
    day, month, year = source.randint(1, 28), source.randint(1, 12), source.randint(1930, 2012)
    name = source.choice(MONTHS)
    forms = (
        f"{day:02d}/{month:02d}/{year}", f"{year}-{month:02d}-{day:02d}", f"{day}.{month}.{year}",
        f"{day} {name} {year}", f"{name} {day}, {year}", f"{day}th of {name} {year}",
        f"{month}/{day}/{year % 100:02d}", f"{day}-{name.strip('.')}-{year}", f"{name} {day}th {year}",
    )  # fmt: skip
    return source.choice(forms)


def _number(source: random.Random) -> str:
    return source.choice(
        [
            " ".join(source.choices(WORDS, k=7)),
            "-".join(source.choices(WORDS, k=6)),
            _spaced(source, _digits(source, 9), 3),
            "\u200b".join(_digits(source, 8)),
            "".join(chr(ord("０") + int(c)) for c in _digits(source, 8)),
        ]
    )


MAKERS: dict[str, Callable[[random.Random], str]] = {
    "email": _email,
    "phone": _phone,
    "card": _card,
    "iban": _iban,
    "ip": _ip,
    "link": _link,
    "id": _id,
    "address": _address,
    "slack_token": _slack_token,
    "secret": _secret,
    "birth_date": _birth_date,
    "number": _number,
}
#: Kinds of which every word must go, not only those with digits.
WHOLE = frozenset({"email", "slack_token"})
#: Words of an item that give nothing away.
SPARED = frozenset(
    {
        "mailto",
        "com",
        "org",
        "edu",
        "https",
        "http",
        "services",
        "hooks",
        "slack",
        "example",
        "mail",
    }
)
LEADS: dict[str, tuple[str, ...]] = {
    "birth_date": ("born on ", "date of birth: ", "DOB ", "birthday is ", "", "born "),
    "phone": ("", "call ", "tel. ", "my number is "),
    "email": ("", "e-mail: ", "write to "),
}
