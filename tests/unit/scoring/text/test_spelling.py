"""What is written in several ways reads the same to the model."""

from __future__ import annotations

import pytest

from scoring.text.prepare import prepare
from scoring.text.spelling import mended
from tests.fixtures.timing import least_seconds

LETTERS = "bcdfghjklmnpqrstvwxz"


def _read(text: str) -> str:
    return prepare("", text).reply


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I have asked them and it is done.", "I've asked them and it's done."),
        ("That is not right, you were not told.", "Thats not right, you weren't told."),
        ("You cannot lose it. We will not close it.", "You can not lose it. We won't close it."),
        ("Its dangerous and we are sorry.", "It's dangerous and we're sorry."),
        ("Please tell me if you want to.", "Pls tell me if u want to."),
        ("We are going to call you.", "We're gonna call you."),
        ("I apologise for the colour.", "I apologize for the color."),
        ("We prioritise your neighbour's parcel.", "We prioritize your neighbor's parcel."),
        ("She has been told and he is waiting.", "He has been told and she is waiting."),
        ("I asked them to wait and search.", "I asked them to wiat and serach."),
        ("I recieved it, becuase it was asigned.", "I received it, because it was assigned."),
    ],
)
def test_two_ways_of_writing_the_same_words_read_the_same(one: str, other: str) -> None:
    assert _read(one) == _read(other)


@pytest.mark.parametrize(
    "word", ["kobo", "armrest", "haggis", "retrained", "acme", "flummox", "wifi", "biryani"]
)
def test_a_word_that_is_no_slip_of_one_everyday_word_stays(word: str) -> None:
    assert mended(word) == word


@pytest.mark.parametrize("kept", ["U.S.", "USB-U", "U Street"])
def test_abbreviations_are_no_shorthand(kept: str) -> None:
    assert kept in _read(f"We ship it to the {kept} address every day")


@pytest.mark.parametrize("text", ["I have to go and do not dare.", "Yes, I am. We had hoped so."])
def test_words_that_cannot_be_shortened_here_stay(text: str) -> None:
    read = _read(text)
    assert "I've to" not in read
    assert "I'm." not in read


def test_a_very_long_text_of_unknown_words_is_done_in_time() -> None:
    text = " ".join(
        f"{a}{b}q{c}x{d}" for a in LETTERS for b in LETTERS for c in LETTERS for d in "yz"
    )
    ordinary = "please wait for the parcel " * (len(text) // 27)
    assert least_seconds(lambda: _read(text)) < 6 * least_seconds(lambda: _read(ordinary))
