"""Flags fire on what they are for and on nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.flags import find_flags
from tests.unit.scoring.flags.crisis_texts import GENUINE, IDIOMS, PROFESSIONAL, SAFETY

MESSAGE = "My parcel has not arrived. Can you look? Thanks, Emily"
CALM = "Hi Emily, I'm sorry about the wait. I will look into it and write by noon."


def _names(context: str, reply: str) -> set[str]:
    return {flag.name for flag in find_flags(context, reply)}


@pytest.mark.parametrize("text", GENUINE)
def test_signs_of_danger_are_found(text: str) -> None:
    """A genuine sign raises the crisis flag, in the message and in the draft."""
    assert "crisis" in _names(f"Hello. {text}. Please help.", CALM)
    assert "crisis" in _names(MESSAGE, f"Hi Emily, {text}.")


@pytest.mark.parametrize("text", IDIOMS)
def test_idioms_stay_quiet(text: str) -> None:
    """A turn of speech raises neither crisis nor safety."""
    assert _names(f"Hello. {text}. Thanks, Emily", CALM) == set()


@pytest.mark.parametrize("text", SAFETY)
def test_danger_short_of_a_crisis_is_found(text: str) -> None:
    """Abuse, threats, gas, fire and danger to a child raise the safety flag."""
    assert "safety" in _names(text, CALM)


@pytest.mark.parametrize("reply", PROFESSIONAL)
def test_professional_replies_raise_nothing(reply: str) -> None:
    """A normal reply has no flag."""
    assert _names(MESSAGE, reply) == set()


def test_data_is_large_enough() -> None:
    """The idioms and the genuine expressions number a hundred each at least, all different."""
    assert len(set(IDIOMS)) >= 100
    assert len(set(GENUINE)) >= 100


def test_crisis_comes_first_with_its_place() -> None:
    """The gravest flag leads, and its span quotes the sign in the text it is in."""
    context = "Hi \U0001f600 there. I want to die."
    first = find_flags(context, "Hi {{name}}, noted.")[0]
    assert (first.name, first.where) == ("crisis", "context")
    assert first.span is not None
    assert "want to die" in context[slice(*first.span)]


def test_typographic_apostrophes_do_not_hide_a_crisis() -> None:
    """Curly quotes and invisible characters change nothing."""
    assert "crisis" in _names("I don\u2019t want to be here any\u200bmore", CALM)


@pytest.mark.parametrize(
    "slot",
    [(
        "{{name}}"
    ), (
        "{{ ticket.id | upcase }}"
    ), (
        "{% if x %}"
    ), (
        "[NAME]"
    ), (
        "[ORDER NUMBER]"
    ), (
        "[insert date]"
    ), (
        "<first name>"
    ),
     "<guest name>", "<check-in date>",
     "<name of guest>",
     "%NAME%", "XXXX", "TODO", "insert date here", "${user}", "{first_name}", "____"],
)  # fmt: skip
def test_unfilled_placeholders_are_found(slot: str) -> None:
    """A slot nobody filled in is flagged where it stands."""
    reply = f"Hi Emily, your order is {slot} and on its way."
    flags = [f for f in find_flags(MESSAGE, reply) if f.name == "unfilled_placeholder"]
    assert len(flags) == 1
    assert flags[0].span is not None
    assert reply[slice(*flags[0].span)] in slot


@pytest.mark.parametrize(
    "text",
    [
        "a [link](https://a.example)",
        "size XXL",
        "50% off",
        "[1] see below",
        "a {2} b",
        "an <b>offer</b>",
        "<input disabled> and <script async defer>",
        "a <https://a.example> link",
    ],
)
def test_honest_brackets_are_no_placeholders(text: str) -> None:
    """Markdown links, sizes, shares and footnotes stay quiet."""
    assert "unfilled_placeholder" not in _names(MESSAGE, f"Hi Emily, here is {text}.")


@pytest.mark.parametrize(
    "note",
    [(
        "internal: do a refund"
    ), (
        "Note to self: check the log"
    ), (
        "@anna can you look at this?"
    ), (
        "Do not send yet - waiting"
    ),
     "customer seems angry, just refund", (
         "FYI team, third complaint today"
     ), (
         "<@U12345> could you check this"
     )],
)  # fmt: skip
def test_internal_notes_are_found(note: str) -> None:
    """A text that speaks to colleagues is flagged."""
    assert "internal_note" in _names(MESSAGE, note)


@pytest.mark.parametrize(
    ("signed", "greeted", "wrong"),
    [
        ("Emily", "Sarah", True),
        ("Emily Watson", "Mr Okafor", True),
        ("Robert", "Bob", False),
        ("Bob Smith", "Mr Smith", False),
        ("Emily", "Mrs Watson", False),
        ("Katie", "Katherine", False),
        ("Emily", "there", False),
        ("Jon", "John", False),
        ("Fatima Al-Sayed", "Fatima", False),
        ("Thokozile", "Emily", True),
        ("Emily", "Emilly", False),
    ],
)
def test_greeting_and_signature_are_compared(signed: str, greeted: str, wrong: bool) -> None:
    """Another name is flagged; nicknames, shared surnames, titles and slips of spelling are not."""
    names = _names(
        f"My parcel is late.\nKind regards,\n{signed}", f"Hi {greeted},\n\nI am sorry about that."
    )
    assert ("possible_wrong_recipient" in names) is wrong


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the card 4111 1111 1111 1111", True),
        ("the card 4111 1111 1111 1112", False),
        ("IBAN DE89 3704 0044 0532 0130 00", True),
        ("IBAN DE89 3704 0044 0532 0130 01", False),
        ("SSN 123-45-6789", True),
        ("your password is Blue7hat!", True),
        ("your password is case-sensitive", False),
        ("write to john.doe@mail.example or 020 7946 0958", True),
        ("write to support@mail.example or 020 7946 0958", False),
        ("tracking 1234567890123456", False),
    ],
)
def test_private_data_in_the_reply(text: str, found: bool) -> None:
    """Card numbers and IBANs count when their check digits fit; role mailboxes never do."""
    assert ("pii" in _names(MESSAGE, f"Hi Emily, here is {text}.")) is found


def test_missing_context_is_said() -> None:
    """A blank message is flagged."""
    assert "no_context" in _names(" \n", CALM)
    assert "no_context" not in _names(MESSAGE, CALM)


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(), max_size=300), st.text(st.characters(), max_size=300))
def test_any_text_gives_valid_spans(context: str, reply: str) -> None:
    """No text raises, and each span lies in the text it names."""
    for flag in find_flags(context, reply):
        if flag.span is not None:
            text = context if flag.where == "context" else reply
            assert 0 <= flag.span[0] < flag.span[1] <= len(text)
