"""Which aid somebody moves with, and which sense fails, reads the same."""

from __future__ import annotations

import pytest

from scoring.text.mask import mask

SWAPS = [
    ["I use a wheelchair and got lost.", "I was on crutches and got lost.",
     "I am blind and got lost.", "I'm hard of hearing and got lost.",
     "I walk with a cane and got lost.", "I have a prosthesis and got lost.",
     "I'm in a wheelchair and got lost.", "I wear hearing aids and got lost."],
    ["My mother uses a walker.", "My mother is blind.", "My mother was in a wheelchair.",
     "My mother has a prosthetic leg."],
    ["As a wheelchair user I wait.", "As a blind user I wait."],
    ["The man on crutches waited.", "The man in a wheelchair waited.",
     "The man with a cane waited."],
    ["Your wheelchair was lost.", "Your crutches were lost.", "Your prosthesis was lost."],
]  # fmt: skip


@pytest.mark.parametrize("swap", SWAPS)
def test_swaps_read_the_same(swap: list[str]) -> None:
    """Any aid or sense in a sentence gives the same masked text."""
    assert len({mask(text)[0] for text in swap}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Two of my cards were lost.",
        "The dog walker came.",
        "Two bags of cane sugar.",
        "The frame of the door is bent.",
    ],
)
def test_other_things_stay(text: str) -> None:
    """Words that only look like an aid are left alone."""
    assert mask(text)[0] == text
