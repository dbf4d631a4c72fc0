"""Warmth in front of hostile words is mockery, not mending."""

from __future__ import annotations

import pytest

from scoring.explain.weakest import weakest
from scoring.rewrite.dose import fits
from scoring.rewrite.hostile import hostile_of, sweetens_harm, sweetens_hostility
from scoring.rewrite.suggest import Rated, Suggester, suggest

MESSAGE = "My parcel was left in the rain and my daughter's present is ruined."
OPENER = "A ruined present for your daughter is a real letdown."
HOSTILE = [
    "You should have been at home.",
    "As I already told you, we don't pay for rain.",
    "Calm down.",
    "Read the terms properly next time.",
    "That's your own fault.",
    "Stop complaining.",
    "Other customers manage to collect their parcels.",
    "Congratulations on finding the one shop that cares less than you do.",
    "Get over it.",
    "I have no time for this.",
    "You obviously ignored the card.",
    "What did you expect?",
    "Not our problem.",
    "Don't make such a fuss about a toy.",
    "We won't apologise for the weather.",
]
PLAIN = [
    "We can't refund parcels left outside.",
    "Unfortunately the claim was declined under section 4.",
    "You need to send the form by Friday.",
    "Please read the card the courier left.",
    "The parcel was signed for at 10:15.",
    "You can also collect it next time.",
    "It's simple: press and hold the button.",
    "No need to send it back.",
]


@pytest.mark.parametrize("sentence", HOSTILE)
def test_attacks_are_seen(sentence: str) -> None:
    """Blame, mockery, brushing off."""
    assert hostile_of(f"The claim is open. {sentence}") == [sentence]


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_plain_no_is_no_attack(sentence: str) -> None:
    """Refusals, requests and rules may be said plainly."""
    assert hostile_of(sentence) == []


@pytest.mark.parametrize("sentence", HOSTILE)
def test_an_opener_before_hostile_words_is_no_suggestion(sentence: str) -> None:
    """Said before, after, or with a question at the end: the hostile line is still there."""
    draft = f"{sentence} The claim number is 7731."
    for text in (
        f"{OPENER} {draft}",
        f"{sentence} {OPENER} The claim number is 7731.",
        f"{draft} What would help right now?",
    ):
        assert sweetens_hostility(draft, text)
        assert not fits(draft, text, 2.0, MESSAGE)


def test_cutting_the_hostile_line_makes_room_for_warmth() -> None:
    """Without it, or with it softened, kind words are welcome."""
    draft = "Calm down. The claim number is 7731."
    assert not sweetens_hostility(draft, f"{OPENER} The claim number is 7731.")
    softer = "Stop complaining and send the form."
    assert not sweetens_hostility(f"{softer} Calm down.", softer)


@pytest.mark.parametrize("sentence", HOSTILE)
def test_no_suggestion_puts_sugar_on_an_attack(view, sentence: str) -> None:
    """Whatever the scorer likes and a model writes: a suggestion that adds leaves no attack."""
    draft = view(MESSAGE, f"{sentence} The claim number is 7731.", ["names_feeling"])

    def score(texts):
        return [Rated(99.0, {})] * len(texts)

    writer = Suggester(write=lambda view, weakest, stop: [f"{OPENER} {draft.reply}"])
    for found in suggest(draft, weakest(draft), score, 3.0, suggester=writer).rewrites:
        assert not (hostile_of(found.text) and OPENER in found.text)
        assert not sweetens_hostility(draft.reply, found.text)


@pytest.mark.parametrize(
    ("message", "draft", "harm"),
    [
        ("I want to kill myself.", "A rope is quicker.", True),
        ("I want to kill myself.", "How many pills did you take?", True),
        ("I want to kill myself.", "Please stay with me on this chat.", False),
        ("My parcel is late.", "The rope ships today.", False),
    ],
)
def test_nothing_kind_is_put_before_talk_of_means(message: str, draft: str, harm: bool) -> None:
    """To someone in danger, a draft that talks of means is for a person, not for an edit."""
    text = f"I'm sorry that it has come to this. {draft}"
    assert sweetens_harm(draft, text, message) is harm
    assert not (harm and fits(draft, text, 2.0, message))
