"""Sentences end where a reader would say they do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I am sorry. It is fixed.", ["I am sorry.", "It is fixed."]),
        ("Dr. Lee and Mr. Khan agree. Good.", ["Dr. Lee and Mr. Khan agree.", "Good."]),
        (
            "It costs 4.50 now. See a.example/b.c for more.",
            ["It costs 4.50 now.", "See a.example/b.c for more."],
        ),
        ("Use e.g. the app. Fine?", ["Use e.g. the app.", "Fine?"]),
        ("Well... maybe. Yes!", ["Well... maybe.", "Yes!"]),
        ("one\ntwo\n\nthree", ["one", "two", "three"]),
        ("Great \U0001f600 See you!", ["Great \U0001f600", "See you!"]),
        ('She said "no." Then left.', ['She said "no."', "Then left."]),
        ("Ring by 5 p.m. Thanks for that.", ["Ring by 5 p.m.", "Thanks for that."]),
        ("", []),
        ("  ", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    """Abbreviations, decimals and addresses go on; stops, line ends and emoji end."""
    assert [text[a:b] for a, b in sentence_spans(text)] == parts


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_spans_cover_all_that_is_not_blank(text: str) -> None:
    """Spans are in order and apart, and leave out white space only."""
    covered, at = "", 0
    for start, end in sentence_spans(text):
        assert at <= start < end <= len(text)
        assert text[at:start].strip() == ""
        covered, at = covered + text[start:end], end
    assert text[at:].strip() == ""
