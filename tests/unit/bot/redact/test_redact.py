"""Redaction: hard items go, whatever way they are written; names go where they can be told."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.redact import REDACTOR, redact
from bot.redact.rules import luhn
from tests.fixtures.timing import least_seconds
from tests.unit.bot.redact.generator import left_over, texts
from tests.unit.bot.redact.people import CUED, PEOPLE, UNCUED


@pytest.mark.timeout(240)
def test_hard_items_are_removed_from_ten_thousand_texts() -> None:
    """At least 99.5 % of the hard items are gone whole, and of each kind at least 99 %."""
    made, missed = Counter[str](), Counter[str]()
    for planted in texts(10_000):
        made[planted.kind] += 1
        missed[planted.kind] += bool(left_over(planted, redact(planted.text).text))

    assert made.total() == 10_000
    assert missed.total() / made.total() <= 0.005, missed
    assert max(missed[kind] / made[kind] for kind in made) <= 0.01, missed


def test_the_generator_can_see_what_is_left() -> None:
    """Of texts that nobody redacted, every one is reported."""
    assert all(left_over(planted, planted.text) for planted in texts(600))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("write to maria.souza@example.co.uk", "email"),
        ("write to maria souza at example dot com", "email"),
        ("call +44 20 7946 0958", "phone"),
        ("card 4111 1111 1111 1111", "card"),
        ("pay to DE89 3704 0044 0532 0130 00", "iban"),
        ("from 192.168.1.20", "ip"),
        ("from 2001:db8::8a2e:370:7334", "ip"),
        ("see https://example.com/a?customer=Ana", "link"),
        ("order A1B2C3D4 is late", "id"),
        ("booking reference QWERTY", "id"),
        ("she lives at 12 Old Mill Road, Apt 4", "address"),
        ("Hauptstraße 12, 10115 Berlin", "address"),
        ("I was born on 3 March 1985", "birth_date"),
        ("my password is hunter2", "secret"),
        ("use xoxb-123456789012-abcdefghijkl", "secret"),
        ("AKIAIOSFODNN7EXAMPLE is the key", "secret"),
        ("five five five one two one two", "number"),
        ("ask <@U012AB3CD> or @ana.souza", "handle"),
    ],
)
def test_each_kind_has_its_stand_in(text: str, kind: str) -> None:
    """What was removed is counted by kind, and a stand-in says what stood there."""
    made = redact(text)

    assert made.removed.get(kind), made.text
    assert f"[{kind}]" in made.text
    assert made.redactor == REDACTOR


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry about the 24-hour delay; it ships within 3 days.",
        "We refund $1,234.56 on Friday, that is 20% more.",
        "Your password is incorrect, please reset it.",
        "I waited 3 days by the way and 20 minutes on the phone.",
        "It failed at 12:30:45 and again at 9am. Version 2.1 is out.",
        "Thanks for Waiting. I'm Happy to help. We're here for you.",
        "Hello there, Hi team, Dear customer, Dear Sir,",
        "Hi,\n\nOne moment please.\n\nKind regards,\nThe Support Team",
    ],
)
def test_what_names_nobody_stays(text: str) -> None:
    """Amounts, durations, times and greetings without a name are left as they are."""
    assert redact(text).text == text


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_redacted_and_again(text: str) -> None:
    """No text breaks it, and what is redacted stays as it is."""
    once = redact(text).text
    assert redact(once).text == once


def test_nothing_of_a_text_is_in_its_repr() -> None:
    """A redacted text that ends up in a log shows its counts alone."""
    assert "wonderful" not in repr(redact("a wonderful day"))


def test_the_checksum_of_a_card() -> None:
    """A card's last digit is checked."""
    assert luhn("4111111111111111")
    assert not luhn("4111111111111112")


def test_names_that_something_points_to_are_found() -> None:
    """After a greeting, a title, an introduction or a sign-off, 97 of 100 names go."""
    assert share_found(CUED) >= 0.97


def test_names_in_the_middle_of_a_sentence_are_found_by_the_list() -> None:
    """Without any such sign, 85 of 100 names go."""
    assert share_found(UNCUED) >= 0.85


def test_a_name_once_found_goes_everywhere() -> None:
    """Who is greeted is removed in the middle of the text as well."""
    made = redact("Hi Grace, thanks. As Grace wrote, GRACE is waiting for grace's parcel.").text
    assert "grace" not in made.lower()


def share_found(frames: tuple[str, ...]) -> float:
    """Tell how many of the planted names leave no part behind."""
    tried = [(name, frame.format(name)) for name in PEOPLE for frame in frames]
    gone = [not set(name.split()) & set(words(redact(text).text)) for name, text in tried]
    return sum(gone) / len(gone)


def words(text: str) -> list[str]:
    """Split a text at everything but letters."""
    return "".join(c if c.isalpha() or c in "'-" else " " for c in text).split()


@pytest.mark.parametrize(
    "piece",
    ["1", "1 ", "a", "A", "é", "é-", "é.", "a@", "中", "1:", "<@", "[", "born ", "Anna ", "one "],
)
def test_no_text_takes_long(piece: str) -> None:
    """The longest text of a form is read in well under a second, whatever is in it."""
    assert least_seconds(lambda: redact(piece * (3_000 // len(piece)))) < 2.0
