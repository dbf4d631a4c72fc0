"""What is added to a draft: one thought, one question, in the tone of the message."""

from __future__ import annotations

import pytest

from scoring.explain import questions
from scoring.explain.weakest import weakest
from scoring.rewrite.edits import candidates

WEAK = ("names_feeling", "reflects_specifics", "invites_more")
TROUBLE = "My order never arrived and I have been waiting for three weeks."


def texts(view, context, reply="The order has left us.", *, need=1.2):
    """Candidate texts for a draft that lacks warmth and an opening."""
    draft = view(context, reply, WEAK, need=need)
    return [c.text for c in candidates(draft, weakest(draft))]


def test_no_candidate_asks_twice_or_says_it_twice(view):
    """Two questions in a row are an interrogation, two openers a recital."""
    found = texts(view, TROUBLE)
    assert found
    assert all(text.count("?") <= 1 for text in found)
    assert all(text.count("never arrived") <= 1 for text in found)


def test_the_scorer_has_different_features_to_choose_from(view):
    """Of each kind, every feature has a place before one has two."""
    draft = view(TROUBLE, "The order has left us.", WEAK)
    light = [c.feature for c in candidates(draft, weakest(draft)) if c.kind == "light"]
    assert set(light[:3]) == set(WEAK)


@pytest.mark.parametrize(
    ("message", "need", "tone"),
    [
        ("I have been crying for days and I'm so alone.", 1.8, "heavy"),
        (TROUBLE, 1.2, "practical"),
        ("We will propose on a boat in June.", 1.0, "plain"),
    ],
)
def test_what_is_asked_goes_by_the_message(view, message, need, tone):
    """Nobody without a burden is asked what weighs on them."""
    asked = [t.rsplit(". ", 1)[1] for t in texts(view, message, need=need) if t.endswith("?")]
    thing = [q.format(it="your order") for q in questions._ABOUT]
    assert asked
    assert set(asked) <= {*questions.for_anyone(tone), *thing}


def test_good_news_is_not_asked_about(view):
    """Who writes to share something good gets pleasure, and no question what would help."""
    found = texts(view, "I can't wait, my son got the job!", need=0.8)
    assert found
    assert not any("?" in text for text in found)


def test_a_true_word_takes_the_place_of_a_put_down_that_opens_the_draft(view):
    """Nobody is told that these things happen and then what theirs is like."""
    found = texts(view, TROUBLE, "These things happen. The order has left us.")
    said = [t for t in found if "never arrived" in t]
    assert said
    assert not any("These things happen" in text for text in said)
