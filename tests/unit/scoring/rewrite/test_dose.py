"""How much care is too much."""

from __future__ import annotations

import pytest

from scoring.rewrite.dose import dose_of, fits

CONTEXT = "I was charged twice and nobody answers."
DRAFT = "Your refund was issued on 3 March."


@pytest.mark.parametrize(
    ("candidate", "need", "fine"),
    [
        ("Being charged twice is a real worry. " + DRAFT, 1.5, True),
        ("Being charged twice is a real worry. " + DRAFT, 0.2, False),
        ("I'm sorry you were charged twice. " + DRAFT, 1.2, True),
        ("I'm sorry you were charged twice. " + DRAFT, 0.8, False),
        ("I'm sorry you had to write. " + DRAFT, 1.2, False),
        ("I'm sorry. I'm so sorry. " + DRAFT, 2.0, False),
        ("I completely understand your frustration. " + DRAFT, 2.0, False),
        ("I know exactly how you feel. " + DRAFT, 2.0, False),
        (DRAFT[:-1] + "!", 2.0, False),
        ("That is hard, upsetting, stressful, awful and so difficult. " + DRAFT, 2.0, False),
        (DRAFT, 0.0, True),
    ],
)
def test_care_is_measured_against_draft_and_need(candidate, need, fine):
    """Sugar, a second apology, stock lines and claimed feelings are turned down."""
    assert fits(DRAFT, candidate, need, CONTEXT) is fine


def test_what_the_draft_has_already_is_no_fault_of_the_candidate():
    """A draft with two apologies and a mark may keep them."""
    draft = "Sorry! Sorry again for the delay!"
    assert fits(draft, "Sorry! Sorry again for the delay!", 0.0, CONTEXT)
    assert dose_of(draft).apologies == 2
    assert dose_of(draft).exclamations == 2
