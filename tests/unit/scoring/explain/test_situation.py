"""Reading the customer's message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.explain.situation import Situation, read


@pytest.mark.parametrize(
    ("context", "problem"),
    [
        (
            "I've been charged twice this month and my rent cheque bounced.",
            "you've been charged twice this month",
        ),
        ("Hi, my parcel still hasn't arrived. Please help.", "your parcel still hasn't arrived"),
        (
            "the app keeps crashing when i open the camera",
            "the app keeps crashing when you open the camera",
        ),
        ("My webhook fails with a 401, what is wrong?", "your webhook fails with a 401"),
        ("Thanks for the help!", ""),
        ("You cancelled my booking.", ""),
        ("UR APP IS TRASH", ""),
        ("", ""),
    ],
)
def test_the_problem_is_said_back_or_not_at_all(context, problem):
    """The clause that says what is wrong is found and turned; accusations are not repeated."""
    assert read(context).problem == problem


@pytest.mark.parametrize(
    ("context", "words"),
    [
        ("I'm really worried about my rent.", ["worried"]),
        ("I am so frustrated and I feel let down", ["frustrated", "let down"]),
        ("I'm not worried, just asking.", []),
        ("This is unacceptable!", ["angry"]),
        ("I don't know what to do", ["stuck"]),
        ("Nobody answers me", ["ignored"]),
        ("I'm furious", ["angry"]),
        ("How do I export?", []),
    ],
)
def test_feelings_are_those_said_or_plainly_shown(context, words):
    """Feelings are read in the customer's own words first, strong ones in a gentler form."""
    assert [f.word for f in read(context).feelings] == words


def test_what_the_feeling_is_about_is_turned_too():
    """A worry "about my rent" becomes one "about your rent"."""
    assert read("I'm worried about my rent.").feelings[0].about == "about your rent"


@pytest.mark.parametrize(
    ("context", "waited"),
    [
        ("I've been waiting nine days for an answer.", "nine days"),
        ("Waiting 3 weeks and still nothing.", "three weeks"),
        ("I sold here for 11 months without a warning.", ""),
        ("I paid for 12 months in advance.", ""),
        ("A week ago I ordered a lamp.", ""),
    ],
)
def test_only_time_spent_waiting_counts_as_waiting(context, waited):
    """A duration is a wait only when the sentence speaks of waiting."""
    assert read(context).waited == waited


@pytest.mark.parametrize(
    ("context", "contacts"),
    [
        ("This is the third time I'm writing.", "a third time"),
        ("I've called you three times.", "three times"),
        ("I explained it to five agents.", "five agents"),
        ("I get 3 calls a day from them.", ""),
        ("She asked me twice.", ""),
    ],
)
def test_repeated_contact_is_the_customers_own(context, contacts):
    """Calls the customer received are not calls they made."""
    assert read(context).contacts == contacts


def test_efforts_and_questions_are_kept():
    """What they tried comes in second person, what they ask in their own words."""
    seen = read("I tried restarting my router but it's dead. Can someone call me?")
    assert seen.tried == "restarting your router"
    assert seen.ask == "Can someone call me?"


def test_a_death_is_grave_and_a_dead_machine_is_not():
    """Only people and pets are mourned."""
    assert read("My mother passed away last week.").bereaved_of == "your mother"
    assert read("My mother passed away last week.").grave
    assert not read("My washing machine just died.").grave


def test_nothing_of_a_crisis_is_quoted():
    """A message about self-harm gives no words to say back."""
    seen = read("I can't stop cutting myself and my order is late.")
    assert seen.grave
    assert seen.problem == seen.excerpt == ""


def test_praise_is_joyful_until_there_is_trouble():
    """Thanks with a complaint is a complaint."""
    assert read("Just wanted to say your team was wonderful.").joyful
    assert not read("Your team was lovely but my parcel never arrived.").joyful


def test_an_empty_message_gives_an_empty_situation():
    """Without a message nothing is known."""
    assert read("") == Situation()


@given(st.text(max_size=400))
def test_any_message_can_be_read(text):
    """No message raises; what is quoted is short."""
    seen = read(text)
    assert len(seen.excerpt.split()) <= 12
    assert len(seen.ask.split()) <= 12
