"""The same text gets the same wording."""

from __future__ import annotations

from scoring.explain.choice import pick

OPTIONS = [f"wording {n}" for n in range(23)]


def test_line_ends_and_spaces_do_not_change_the_choice() -> None:
    drafts = [f"Your refund number {n} is on its way." for n in range(20)]
    for draft in drafts:
        assert pick(OPTIONS, f" {draft}\n\n") == pick(OPTIONS, draft)
    assert len({pick(OPTIONS, draft) for draft in drafts}) > 5


def test_a_second_turn_is_another_wording() -> None:
    assert pick(OPTIONS, "Where is it?", 1) != pick(OPTIONS, "Where is it?", 0)
