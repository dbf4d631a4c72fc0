"""The human card and the difference it shows."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from scoring.cli.card import card, visible
from scoring.cli.diff import pieces
from scoring.contract import CheckItem, CheckResult, Edit, Facts, Outcome, Rewrite
from tests.doubles.checker import DoubleChecker

DRAFT = "We have got your request {{name}}. See https://x.test/a for it."
ITEM = CheckItem(context="I want to end my life over this.", reply=DRAFT)


def shown(item: CheckItem, result: CheckResult | None = None, *, width: int = 80) -> str:
    """The card as plain text."""
    result = result or DoubleChecker().check([item])[0]
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(card(item, result))
    return out.getvalue()


def test_flags_come_first() -> None:
    """The crisis flag stands before any number, with its words quoted."""
    text = shown(ITEM)
    assert text.startswith("! Crisis in the customer's message")
    assert text.index('"end my life"') < text.index("of 100")
    assert text.index('"{{name}}"') < text.index("of 100")


def test_says_everything_a_person_needs() -> None:
    """Band, score, interval, need, strength, weakness, edit, suggestion, ignored part, model."""
    result = DoubleChecker().check([ITEM])[0]
    score, text = result.score, shown(ITEM, result)
    assert score.interval is not None
    low, high = score.interval
    for words in (
        f"{score.overall:.1f} of 100, most likely {low:.0f} to {high:.0f}",
        f"({score.need:.1f} of 2)",
        "Owns next step",
        '"We have got your request {{name}}."',
        score.weakest[0].edit,
        "{+I can see why this is frustrating. +}",
        f"(+{result.rewrites[0].delta:.1f})",
        'Not scored (url): "https://x.test/a"',
        "Model double.1",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("good_as_it_is", "Good as it is: nothing we tried reads clearly better."),
        ("none_passed", "No suggestion this time: nothing we tried was both clearly better"),
    ],
)
def test_says_why_there_is_no_suggestion(outcome: Outcome, said: str) -> None:
    """The draft won, or nothing passed; with suggestions neither is said."""
    result = DoubleChecker().check([ITEM])[0]
    bare = result.model_copy(update={"rewrites": [], "outcome": outcome})
    assert said in " ".join(shown(ITEM, bare).split())
    assert said not in " ".join(shown(ITEM, result).split())


def test_needs_no_colour() -> None:
    """Without colour, added and removed text are still told apart."""
    rewrite = Rewrite(
        kind="light",
        text="We got it.",
        edits=[Edit(span=(3, 12), text="got")],
        overall=70,
        delta=5,
        facts=Facts(kept=True),
        source="edits",
    )
    item = CheckItem(reply="We have it got.")
    draft = item.model_copy(update={"reply": "We have got it."[:3] + "have had." + " it."})
    result = DoubleChecker().check([draft])[0].model_copy(update={"rewrites": [rewrite]})
    text = shown(draft, result)
    assert "[-have had.-]" in text
    assert "{+got+}" in text


def test_abstention_is_open() -> None:
    """Without a score the card says so and why, with no bar."""
    text = shown(CheckItem(reply="ok"))
    assert "No score (too short)" in text
    assert "Fewer than three words" in text
    assert "of 100" not in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_fits_the_width(width: int) -> None:
    """No line is wider than the terminal, also with one endless word."""
    item = CheckItem(context="x" * 500, reply="A word is " + "w" * 500 + " and that is it.")
    assert max(map(len, shown(item, width=width).splitlines())) <= width


def test_lost_facts_are_told() -> None:
    """A suggestion whose facts were not kept says which."""
    result = DoubleChecker().check([ITEM])[0]
    rewrite = result.rewrites[0].model_copy(
        update={"facts": Facts(kept=False, missing=["5 pm"], added=["$20"])}
    )
    text = shown(ITEM, result.model_copy(update={"rewrites": [rewrite]}))
    assert "Check the facts: 5 pm, $20" in text


def test_markup_in_a_draft_is_text() -> None:
    """Square brackets of a draft are printed, not read as colour."""
    text = shown(CheckItem(context="?", reply="Press [bold red]OK[/bold red] and you are done."))
    assert "[bold red]OK[/bold red]" in text


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_steers_the_terminal(text: str) -> None:
    """No control code, surrogate or bidirectional override gets through; the length stays."""
    safe = visible(text)
    assert len(safe) == len(text)
    assert safe.encode().decode() == safe
    bad = {*range(0x20), 0x7F, *range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
    assert not {ord(c) for c in safe} & (bad - {0x09, 0x0A})


def _rewrite(text: str, edits: list[Edit]) -> Rewrite:
    return Rewrite(
        kind="light",
        text=text,
        edits=edits,
        overall=50,
        delta=1,
        facts=Facts(kept=True),
        source="edits",
    )


@given(st.text(max_size=60), st.text(max_size=60))
def test_difference_by_words_is_exact(draft: str, text: str) -> None:
    """Without edits: kept and removed give the draft, kept and added the suggestion."""
    found = pieces(draft, _rewrite(text, []))
    assert "".join(p.text for p in found if p.kind != "added") == draft
    assert "".join(p.text for p in found if p.kind != "removed") == text


@given(st.text(min_size=1, max_size=40), st.data())
def test_difference_by_edits_is_exact(draft: str, data: st.DataObject) -> None:
    """With edits: the pieces are the edits themselves, and exact in both directions."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(draft)), min_size=2, max_size=6)))
    edits = [
        Edit(span=(a, b), text=data.draw(st.text(max_size=10)))
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    text, at = "", 0
    for edit in edits:
        text, at = text + draft[at : edit.span[0]] + edit.text, edit.span[1]
    text += draft[at:]
    found = pieces(draft, _rewrite(text, edits))
    assert "".join(p.text for p in found if p.kind != "added") == draft
    assert "".join(p.text for p in found if p.kind != "removed") == text


def test_edits_that_do_not_fit_fall_back_to_words() -> None:
    """Edits that don't produce the text are not trusted: the difference is taken from the texts."""
    found = pieces("One two three.", _rewrite("One 2 three.", [Edit(span=(0, 3), text="zzz")]))
    assert [(p.kind, p.text) for p in found if p.kind != "kept"] == [
        ("removed", "two"),
        ("added", "2"),
    ]
