"""How many crises the rules find, and how often they cry wolf, on two labelled files.

``dev_crisis.jsonl`` is what the rules were improved on; ``heldout_crisis.jsonl`` is only measured.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from scoring.flags import find_flags
from tests.fixtures.timing import least_seconds

_HERE = Path(__file__).parent
_DANGERS = {"crisis", "safety"}
#: Slightly below 0.733 and above 0.067, measured once when the rules were finished.
HELDOUT_RECALL = 0.71
HELDOUT_FALSE_ALARMS = 0.08
CALM = "Hi, I'm sorry about the wait. I will look into it and write by noon."


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares of genuine texts found and of harmless texts flagged, 0 to 1."""

    recall: float
    false_alarms: float


def _dangers(text: str) -> set[str]:
    return {str(flag.name) for flag in find_flags(text, CALM)} & _DANGERS


def _figures(name: str) -> Figures:
    rows = [json.loads(line) for line in (_HERE / name).read_text("utf-8").splitlines()]
    found = {
        kind: [bool(_dangers(r["text"])) for r in rows if r["crisis"] is kind]
        for kind in (True, False)
    }
    assert min(map(len, found.values())) >= 100
    return Figures(*(sum(found[kind]) / len(found[kind]) for kind in (True, False)))


def test_rules_find_what_they_were_improved_on() -> None:
    """On the development file nine in ten dangers are found and one idiom in fifty is flagged."""
    figures = _figures("dev_crisis.jsonl")
    assert figures.recall >= 0.9
    assert figures.false_alarms <= 0.02


def test_rules_hold_on_wording_they_never_saw() -> None:
    """On held-out wording recall stays above and false alarms below what was measured once.

    This file is held out: never read its misses, never tune rules on it. When a change lowers the
    figures, look for the cause in the development file or in new texts of your own.
    """
    figures = _figures("heldout_crisis.jsonl")
    assert figures.recall >= HELDOUT_RECALL
    assert figures.false_alarms <= HELDOUT_FALSE_ALARMS


@pytest.mark.parametrize(
    "text",
    [
        "I've got the pills here on the table. Your bill was the last straw.",
        "There's a rope in the shed and I keep walking past it.",
        "My dad's gun is on my lap.",
        "How many of these would I have to take to not wake up?",
        "How much would I need to swallow so I never wake up?",
        "I took twenty of them.",
    ],
)
def test_means_at_hand_and_doses_are_a_crisis(text: str) -> None:
    """Means within reach and questions for a fatal amount raise the crisis flag."""
    assert "crisis" in _dangers(text)


@pytest.mark.parametrize(
    "text",
    [
        "Your queue is suicidal for anyone with a lunch break.",
        "That pricing looks suicidal.",
        "That leg class murdered me, ha ha.",
        "The spin session killed me.",
        "I couldn't call an ambulance",
        "The knife set is on the table, but the blades are missing.",
        "How many of these would I have to order to get the discount?",
    ],
)
def test_hyperbole_and_goods_stay_quiet(text: str) -> None:
    """Things that cannot die, a hard class and goods on a table raise nothing."""
    assert _dangers(text) == set()


def test_an_offered_ambulance_is_no_call_for_one() -> None:
    """An agent's sarcasm is quiet, a customer's plain call for help is not."""
    assert (
        not {f.name for f in find_flags("My tea is cold.", "Shall I call an ambulance?")} & _DANGERS
    )
    assert "crisis" in _dangers("Please call an ambulance, my mother has collapsed.")


@pytest.mark.parametrize(
    ("text", "is_harmless"),
    [
        ("I was suicidal in 2012, I'm in a good place now and speak at schools.", True),
        ("I was suicidal in 2012 and I'm thinking about it again.", False),
        ("In the game he kills himself at the end.", True),
        ("My son says he will kill himself if the game is banned.", False),
        ("I'm writing an article about suicide.", True),
        ("I want to kill myself, just kidding.", False),
        ("I'll jump off the roof, just joking.", False),
        ("I'm suicidal, jk.", False),
        ("I'll hang myself with this cable if it tangles again, just kidding.", True),
        ("I want to kill myself if I meet one more captcha, just kidding.", True),
        ("I'll jump off a cliff if the app updates again, joking.", True),
        ("I want to kill myself and I'm not joking.", False),
    ],
)
def test_frames_yield_to_present_danger(text: str, is_harmless: bool) -> None:
    """The long past, fiction, a topic and a joke calm a sign, but no danger that is present.

    A joke about oneself counts as one only when its cause is absurd.
    """
    assert (not _dangers(text)) is is_harmless


@pytest.mark.parametrize(
    "seed",
    [
        "i have pills ",
        "he said she will ",
        "i'm jump off ",
        "water leak ",
        "my arm burn ",
        "giv away ",
    ],
)
def test_time_grows_with_the_text(seed: str) -> None:
    """Four times the hostile text takes about four times as long, not sixteen."""

    def seconds(length: int) -> float:
        text = (seed * (length // len(seed) + 1))[:length]
        return least_seconds(lambda: find_flags(text, ""))

    seconds(1_000)
    assert seconds(20_000) < 9 * max(seconds(5_000), 0.02)
