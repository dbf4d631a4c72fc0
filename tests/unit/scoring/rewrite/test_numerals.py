"""Number words and digits are one."""

from __future__ import annotations

import pytest

from scoring.rewrite.numerals import digits_of


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("two days", "2 days"),
        ("twenty-one seats", "21 seats"),
        ("one hundred and five", "105"),
        ("three thousand two hundred", "3200"),
        ("an hour", "1 hour"),
        ("charged twice", "charged 2 times"),
        ("the third time", "the 3th time"),
        ("the one you sent", "the one you sent"),
        ("someone", "someone"),
        ("2 days", "2 days"),
    ],
)
def test_words_become_digits(words, digits):
    """Counting words are read, pronouns are left."""
    assert digits_of(words) == digits
