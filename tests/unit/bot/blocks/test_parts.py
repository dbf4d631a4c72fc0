"""The small parts: state, differences, safe text."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.blocks.diff import MARGIN, apply_edits, compared, diff_elements, pieces
from bot.blocks.parts import clip, escape, meter, whole
from bot.blocks.state import CardState
from bot.blocks.views import InputMeta, input_view
from scoring.contract import Edit, Facts, Rewrite


def test_a_cards_state_survives_its_block_id() -> None:
    """What is written into a block id is read back."""
    state = CardState("c-1", "up", 4, "missed_something", "affirm", 63.5)
    assert CardState.parse(state.block_id("feedback")) == state
    assert CardState.parse(CardState("c-1").block_id("card_actions")) == CardState("c-1")


@given(st.text(max_size=60))
def test_a_foreign_block_id_is_never_an_error(text: str) -> None:
    """Any other id is simply not a state, or one without surprises."""
    state = CardState.parse(text)
    assert state is None or state.thumb in (None, "up", "down")


@given(st.text(max_size=300), st.integers(10, 80))
def test_escaped_text_is_inert_and_short(text: str, limit: int) -> None:
    """No raw bracket survives and the limit holds."""
    safe = escape(text, limit)
    assert "<" not in safe
    assert ">" not in safe
    assert len(safe) <= limit


def test_clip_marks_what_was_cut() -> None:
    """A cut ends with an ellipsis within the limit; a fitting text is left alone."""
    assert clip("abcdef", 4) == "abc…"
    assert clip("abcd", 4) == "abcd"


def test_numbers_are_rounded_as_people_do() -> None:
    """Halves go up, and the meter has ten cells."""
    assert [whole(x) for x in (62.5, 63.5, 0.4)] == [63, 64, 0]
    assert meter(0.72) == "▰▰▰▰▰▰▰▱▱▱"
    assert len(meter(7)) == 10


@given(
    st.text(max_size=80),
    st.lists(
        st.tuples(st.integers(-5, 100), st.integers(-5, 100), st.text(max_size=8)), max_size=5
    ),
)
def test_edits_of_any_kind_never_break_the_difference(
    draft: str, raw: list[tuple[int, int, str]]
) -> None:
    """Pieces that stay or go are the draft; those that stay or come are the edited text."""
    edits = [Edit(span=(a, b), text=text) for a, b, text in raw]
    found = pieces(draft, edits)
    assert "".join(p.text for p in found if p.kind != "in") == draft
    assert "".join(p.text for p in found if p.kind != "out") == apply_edits(draft, edits)


def shown(draft: str, edits: list[Edit], text: str) -> list[dict[str, Any]]:
    """Draw a suggestion."""
    rewrite = Rewrite(
        kind="light",
        text=text,
        edits=edits,
        overall=80,
        delta=1,
        facts=Facts(kept=True),
        source="edits",
    )
    return diff_elements(draft, rewrite)


def test_a_long_draft_shows_only_the_words_around_a_change() -> None:
    """A change in the middle of 3,000 characters is found at a glance."""
    draft = "word " * 300 + "bad " + "word " * 300
    edits = [Edit(span=(1500, 1503), text="good")]
    elements = shown(draft, edits, apply_edits(draft, edits))
    assert sum(len(element["text"]) for element in elements) < 4 * MARGIN
    assert [e["text"] for e in elements if "style" in e] == ["bad", "good"]


def test_edits_that_do_not_give_the_text_are_not_shown_as_a_difference() -> None:
    """When edits and text disagree the text is shown, as it is what *Use this* gives."""
    elements = shown("abc", [Edit(span=(0, 1), text="X")], "something else")
    assert elements == [{"type": "text", "text": "something else"}]


def test_a_rewrite_without_edits_shows_what_goes_and_what_is_new() -> None:
    """Found by words; a difference in spaces alone is none."""
    elements = shown("We shipped it  on Monday.", [], "Sorry! We sent it on Monday.")
    assert [(e["text"], *e.get("style", {})) for e in elements] == [
        ("Sorry!", "bold"),
        (" We",),
        (" shipped", "strike"),
        (" sent", "bold"),
        (" it on Monday.",),
    ]


WORDS = st.lists(st.sampled_from(["a", "b", " ", "\n", "c d"]), max_size=20).map("".join)


@given(WORDS, WORDS)
def test_what_stays_or_comes_is_the_rewrite(draft: str, text: str) -> None:
    """And what stays or goes are the words of the draft, or nothing is compared."""
    found = compared(draft, text)
    if found:
        assert "".join(p.text for p in found if p.kind != "out") == text
        left = "".join(p.text for p in found if p.kind != "in")
        assert left.split() == draft.split()


def test_a_message_that_is_too_long_is_cut_in_the_open() -> None:
    """The hint says that only the beginning of the customer's message is there."""
    view = input_view(InputMeta(session_id="s"), customer="y" * 4000)
    assert len(view["blocks"][0]["element"]["initial_value"]) == 3000
    assert "3000" in view["blocks"][0]["hint"]["text"]
