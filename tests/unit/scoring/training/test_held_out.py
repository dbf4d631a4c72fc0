"""A fifth of the drafts is never learned from, whole drafts and the same ones each time."""

from __future__ import annotations

from scoring.training.feedback import Line
from scoring.training.from_feedback import learn_from
from scoring.training.held_out import apart, is_held_out
from scoring.training.screen import screen
from tests.unit.scoring.training.feedback_lines import line


def drafts(n: int = 200) -> list[Line]:
    """Drafts that their people made better with a suggestion: two lines each."""
    first = [line(k, draft=f"d{k}", reply=f"Draft {k}.", choice="used") for k in range(n)]
    last = [
        line(
            1000 + k, draft=f"d{k}", step=2, reply=f"Draft {k}, and I am sorry.", rater=f"r{k % 6}"
        )
        for k in range(n)
    ]
    return [*first, *last]


def test_a_draft_and_what_became_of_it_lie_on_one_side() -> None:
    """Every pair is whole: a fifth of them for the gate, the rest to learn."""
    lines = drafts()
    learned, held = apart(lines)
    assert {x.draft for x in learned}.isdisjoint(x.draft for x in held)
    assert len(learned) + len(held) == len(lines)
    gate, taught = screen(held).pairs, screen(learned).pairs
    assert 25 < len(gate) < 60
    assert len(gate) + len(taught) == 200


def test_the_customers_message_does_not_change_the_side() -> None:
    """The owner's switch is turned on: what was held out stays so."""
    lines = drafts()
    told = [x.model_copy(update={"context": "Where is it?"}) for x in lines]
    assert [x.id for x in apart(lines)[1]] == [x.id for x in apart(told)[1]]


def test_a_held_out_text_is_not_learned_from_somebody_else() -> None:
    """Another person's later text is word for word a held-out one: it is on neither side."""
    held = next(k for k in range(100) if is_held_out(f"Draft {k}."))
    other = next(k for k in range(100) if not is_held_out(f"Draft {k}."))
    lines = [
        line(1, draft="a", reply=f"Draft {held}."),
        line(2, draft="b", reply=f"Draft {other}."),
        line(3, draft="b", step=2, reply=f"draft  {held}."),
    ]
    learned, kept = apart(lines)
    assert [x.id for x in learned] == ["id2"]
    assert [x.id for x in kept] == ["id1"]


def test_nothing_held_out_is_among_the_samples() -> None:
    """Neither as a rating nor as a pair."""
    lines = drafts()
    kept = {x.id for x in apart(lines)[1]}
    assert kept
    assert kept.isdisjoint(learn_from(lines).samples)
