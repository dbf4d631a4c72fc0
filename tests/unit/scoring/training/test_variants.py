"""Equally good texts made from a draft."""

from __future__ import annotations

import random

import pytest

from scoring.training.variants import VARIANTS, Variant, speaks_to_scorer, typos, vary

DRAFT = (
    "I am sorry the parcel is late, it's our fault and I realise what it cost you. "
    "We have refunded the postage, and the driver is coming today. "
    "Would you like a call when it is there?"
)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.__name__)
def test_each_variant_is_reproducible_and_changes_the_draft(variant: Variant) -> None:
    """The same seed gives the same text, and some seed gives another text than the draft."""
    made = [variant(DRAFT, random.Random(s)) for s in range(20)]
    again = [variant(DRAFT, random.Random(s)) for s in range(20)]
    assert made == again
    assert any(m != DRAFT for m in made)


def test_variants_keep_most_of_the_words() -> None:
    """No chain of variants turns the draft into another text."""
    words = {w.strip(".,?!").lower() for w in DRAFT.split()}
    for seed in range(50):
        changed = vary(DRAFT, random.Random(seed)).lower()
        kept = sum(w in changed for w in words)
        assert kept >= 0.5 * len(words)


def test_typing_noise_leaves_short_words_alone() -> None:
    """Words of four letters or fewer carry negation and stay as they are."""
    text = "not no nor can you do it"
    assert all(typos(text, random.Random(s)) == text for s in range(30))


def test_text_for_the_scorer_is_appended_whole() -> None:
    """The draft itself stays in front, untouched."""
    assert all(speaks_to_scorer(DRAFT, random.Random(s)).startswith(DRAFT) for s in range(30))
