"""Where greeting, body and sign-off of a draft are."""

from __future__ import annotations

import pytest

from scoring.explain.layout import lay_out
from scoring.explain.voice import voice_of


def body(view, reply):
    """Texts of the body of a draft."""
    draft = view("", reply)
    return [reply[a:b] for a, b in lay_out(reply, draft.sentences).body]


@pytest.mark.parametrize(
    ("reply", "greeting", "joined"),
    [
        ("Hi Sam, your order is here.", "Hi Sam,", True),
        ("Hi Sam, I have it.", "Hi Sam,", True),
        ("Hi Sam,\n\nYour order is here.", "Hi Sam,", False),
        ("Hello. Your order is here.", "Hello.", False),
        ("Hey! Your order is here.", "Hey!", False),
        ("Dear Ms Lee,\nYour order is here.", "Dear Ms Lee,", False),
        ("Hi {{name}}, your order is here.", "Hi {{name}},", True),
        ("@sam it works here.", "@sam", False),
        ("Hello, your parcel 4471-AB is here.", "Hello,", True),
        ("Your order is here.", "", False),
        ("History tells us so.", "", False),
    ],
)
def test_the_greeting_ends_where_the_answer_begins(view, reply, greeting, joined):
    """Greetings with and without names, placeholders and handles are found."""
    layout = lay_out(reply, view("", reply).sentences)
    assert reply[: layout.greeting_end] == greeting
    assert layout.joined is joined


@pytest.mark.parametrize(
    "ending",
    [
        "Best regards,\nTom",
        "Kind regards\nBilling Team",
        "Yours sincerely,\nA. Lee",
        "With best wishes, Clara",
        "Cheers",
        "{{signature}}",
        "Dorian",
    ],
)
def test_a_sign_off_is_no_body(view, ending):
    """What closes a letter says nothing."""
    assert body(view, f"Hi Sam,\n\nIt ships today.\n\n{ending}") == ["It ships today."]


def test_thanks_that_say_something_are_body(view):
    """A stock thanks is a line of the draft, not its sign-off."""
    assert body(view, "Thank you for your feedback. It ships today.") == [
        "Thank you for your feedback.",
        "It ships today.",
    ]


@pytest.mark.parametrize(
    ("reply", "text", "spoken"),
    [
        ("Dear Sir, we regret the delay.", "we're sorry", "we are sorry"),
        ("Hi, we've sent it.", "we're sorry", "we're sorry"),
        ("It’s here.", "we're sorry", "we’re sorry"),
    ],
)
def test_a_voice_keeps_contractions_and_apostrophes(reply, text, spoken):
    """What is added speaks as the draft does."""
    assert voice_of(reply).speak(text) == spoken


def test_i_and_we_follow_the_draft():
    """A writer who says "I" is sorry alone."""
    assert voice_of("I've sent it and I'm on it.").sorry == "I'm sorry"
    assert voice_of("We've sent it.").sorry == "we're sorry"
