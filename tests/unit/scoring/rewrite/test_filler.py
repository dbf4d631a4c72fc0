"""Filler sympathy, told from a word of care that speaks of the matter."""

from __future__ import annotations

import pytest

from scoring.rewrite.dose import fits
from scoring.rewrite.filler import filler_of, without_filler

MESSAGE = "I was charged twice for my March bill, my rent is due tomorrow and nobody answers."
DRAFT = "The second charge was reversed on 3 March. It takes 5 working days."

FILLER = [
    "I completely understand your frustration.",
    "We understand how frustrating this must be for you.",
    "I can only imagine how difficult this is.",
    "That must be so hard for you.",
    "We truly care about how you feel.",
    "We are so sorry for any inconvenience.",
    "I'm really sorry that you had to go through this.",
    "Your feelings are completely valid.",
    "We hear you and we are here for you.",
    "You are not alone in this.",
    "Your satisfaction is very important to us.",
    "My heart goes out to you.",
    "I understand this situation is stressful, and we value your patience.",
    "It makes total sense that you feel upset.",
]
REAL = [
    "Being charged twice with rent due tomorrow is a real worry.",
    "I'm sorry you were charged twice.",
    "It makes sense that you're worried about the rent.",
    "Nobody answering makes this harder.",
    "I understand that your rent is due tomorrow.",
    "We understand if you want to cancel by 5 March.",
    "I'm sorry, we can't refund this.",
    "We'll take care of the rest and call you.",
    "Please bear with us until Friday.",
    "Send us the bill if it is hard to read.",
]


@pytest.mark.parametrize("sentence", FILLER)
def test_sympathy_for_anyone_is_filler(sentence: str) -> None:
    """It holds nothing of the message, so it goes before anything is weighed."""
    assert filler_of(f"{sentence} {DRAFT}", MESSAGE) == [sentence]
    assert without_filler(f"{sentence} {DRAFT}", MESSAGE) == DRAFT
    assert without_filler(f"{DRAFT} {sentence}", MESSAGE) == DRAFT


@pytest.mark.parametrize("sentence", REAL)
def test_what_speaks_of_the_matter_is_none(sentence: str) -> None:
    """A word of the message, a fact, a no, a promise or a request make a sentence say something."""
    assert filler_of(f"{sentence} {DRAFT}", MESSAGE) == []


@pytest.mark.parametrize("need", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("sentence", FILLER)
def test_the_draft_with_filler_is_no_suggestion(sentence: str, need: float) -> None:
    """However much the message calls for: before the draft, behind it, or in its middle."""
    first, second = DRAFT.split(". ", 1)
    for text in (f"{sentence} {DRAFT}", f"{DRAFT} {sentence}", f"{first}. {sentence} {second}"):
        assert not fits(DRAFT, text, need, MESSAGE)


def test_filler_the_draft_has_may_stay() -> None:
    """A light edit elsewhere need not mend it; another line of it is not added."""
    draft = f"{FILLER[0]} Send us the bill."
    assert fits(draft, f"{FILLER[0]} Could you send us the bill?", 1.0, MESSAGE)
    assert not fits(draft, f"{FILLER[0]} {FILLER[3]} Send us the bill.", 2.0, MESSAGE)


def test_a_plain_word_in_a_grave_matter_is_right() -> None:
    """Where quoting would hurt, a short line that fits any grave matter is no filler."""
    message = "My mother died on Sunday and you still send her bills."
    assert filler_of("I'm sorry; that's a great deal to be carrying.", message) == []
    assert filler_of("We understand your frustration.", message) != []


def test_line_breaks_round_filler_stay() -> None:
    """A greeting keeps its line."""
    text = f"Hi Dana,\n\n{FILLER[0]} {DRAFT}\n\nBest,\nTom"
    assert without_filler(text, MESSAGE) == f"Hi Dana,\n\n{DRAFT}\n\nBest,\nTom"


def test_an_addition_that_gives_a_line_its_full_stop_makes_no_new_filler() -> None:
    """What the writer left without a mark is the same line with one."""
    draft = "It ships today. I know it's hard"
    assert filler_of(draft, "")
    assert fits(draft, f"{draft}. What matters most to you?", 1.0, "My parcel is late.")


def test_a_piece_of_the_draft_said_again_as_filler_is_seen() -> None:
    """That the words stand in the draft already is no leave to say them once more."""
    draft = "It must be so hard for you that the parcel is late. It ships today."
    assert not fits(draft, f"It must be so hard for you. {draft}", 1.5, "My order is gone.")


def test_a_sentence_cut_down_to_bare_filler_is_not_the_drafts_own_line() -> None:
    draft = "I understand you want a refund. We can't refund it."
    assert not fits(draft, "I understand. We can't refund it.", 2.0, "I want my money back!")
