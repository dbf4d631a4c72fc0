"""The words about disagreements and what became of them."""

from __future__ import annotations

from typing import Final

from bot.store.base import Outcome

OPEN: Final = "Disagreements"
TITLE: Final = "Disagreements"
INTRO: Final = (
    "What people of this workspace think is wrong with a check. You see neither who it was nor "
    "the score; a redacted reply only from people who let samples be kept. Your answer appears in "
    "their Home tab and stays with their feedback."
)
NONE: Final = "None is open."
ABOUT: Final = " · about _{feature}_"
WHEN: Final = "{day} · scorer {model}"
NO_SAMPLE: Final = "No redacted reply is kept of this one."
CHOOSE: Final = "What became of it?"
OUTCOMES: Final[dict[Outcome, str]] = {
    "upheld": "They are right",
    "stands": "The check stands",
    "unclear": "Can't be told",
}
#: What the person who disagreed reads in their Home tab.
TOLD: Final[dict[Outcome, str]] = {
    "upheld": "you disagreed, and were right",
    "stands": "you disagreed; the check stands",
    "unclear": "you disagreed; it can't be told",
}
