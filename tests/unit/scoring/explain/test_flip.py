"""Turning a customer's clause to second person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.explain.flip import MAX_WORDS, to_second_person

FLIPS = [
    ("I've been charged twice this month", "you've been charged twice this month"),
    ("I am locked out of my account", "you are locked out of your account"),
    ("I was on hold for two hours", "you were on hold for two hours"),
    ("I never was told", "you never were told"),
    ("My parcel never arrived", "your parcel never arrived"),
    ("my order was late", "your order was late"),
    ("We were moved to another room", "you were moved to another room"),
    ("our internet is down", "your internet is down"),
    ("We've called four times", "you've called four times"),
    ("I called and was told to wait", "you called and were told to wait"),
    ("the app logs me out", "the app logs you out"),
    ("your driver left it with my neighbour", "our driver left it with your neighbour"),
    ("you charged me twice", "we charged you twice"),
    ("nobody from you called us back", "nobody from us called you back"),
    ("the seat isn't mine", "the seat isn't yours"),
    ("I had to fix it myself", "you had to fix it yourself"),
    ("im stuck and cant pay", "you're stuck and can't pay"),
    ("I’m stuck", "you're stuck"),
    ("DHL lost my parcel", "DHL lost your parcel"),
    ("am I blocked", "are you blocked"),
    ("I wasn't told", "you weren't told"),
    ("I'd paid for it", "you'd paid for it"),
]
REFUSED = [
    "",
    "u guys lost it",
    "my wife and I are stuck",
    "when you click it the app crashes",
    "I CANNOT LOG IN",
    "why was I charged?",
    'it says "denied" on my screen',
    "I ain't paying for this",
    "I called on Monday and on Tuesday and on Wednesday and nobody ever picked up",
]


@pytest.mark.parametrize(("clause", "expected"), FLIPS)
def test_pronouns_and_verbs_agree(clause, expected):
    """Pronouns turn and "be" follows them."""
    assert to_second_person(clause) == expected


@pytest.mark.parametrize("clause", REFUSED)
def test_what_cannot_be_turned_safely_is_not_turned(clause):
    """Slang, shouting, questions, quotes and long text give nothing rather than nonsense."""
    assert to_second_person(clause) is None


@given(st.text(max_size=200))
def test_any_text_gives_short_text_or_nothing(text):
    """No input raises, and nothing long is parroted."""
    turned = to_second_person(text)
    assert turned is None or 0 < len(turned.split()) <= MAX_WORDS
