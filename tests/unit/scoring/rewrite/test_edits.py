"""Candidate edits: small, exact, honest."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contract import Edit
from scoring.explain.weakest import weakest
from scoring.rewrite.edits import MAX_CANDIDATES, apply, candidates
from scoring.rewrite.facts import compare

_STOCK = re.compile(
    r"understand your frustration|rest assured|value you|heartbroken for|feel your pain|"
    r"sorry for (?:the|any) inconvenience",
    re.IGNORECASE,
)


def texts(draft):
    """Texts of the candidates for the draft's own weaknesses."""
    return [c.text for c in candidates(draft, weakest(draft))]


def test_edits_apply_from_left_to_right_and_insertions_keep_their_order():
    """Disjoint edits give the text one would write by hand."""
    edits = [
        Edit(span=(6, 11), text="there"),
        Edit(span=(0, 0), text="a"),
        Edit(span=(0, 0), text="b"),
    ]
    assert apply("Hello World", edits) == "abHello there"


@pytest.mark.parametrize("spans", [[(0, 3), (2, 4)], [(0, 99)], [(3, 1)]])
def test_overlapping_or_outlying_edits_are_refused(spans):
    """Nonsense spans raise instead of mangling a draft."""
    with pytest.raises(ValueError, match="disjoint"):
        apply("Hello", [Edit(span=s, text="") for s in spans])


@given(
    text=st.text(max_size=80),
    cuts=st.lists(st.integers(0, 80), max_size=8),
    new=st.text(max_size=9),
)
def test_apply_changes_the_spans_and_nothing_else(text, cuts, new):
    """What lies outside the edits comes back byte for byte."""
    marks = sorted(min(c, len(text)) for c in cuts)
    spans = list(zip(marks[::2], marks[1::2], strict=False))
    expected, at = "", 0
    for start, end in spans:
        expected, at = expected + text[at:start] + new, end
    assert apply(text, [Edit(span=s, text=new) for s in spans]) == expected + text[at:]


def test_every_candidate_is_its_edits_applied(exchange):
    """The text and the edits never disagree."""
    for candidate in candidates(exchange, weakest(exchange)):
        assert candidate.text == apply(exchange.reply, candidate.edits)
        assert candidate.text != exchange.reply


def test_ignored_parts_are_never_edited(exchange):
    """Quotes, code, links and signatures come back untouched."""
    for candidate in candidates(exchange, weakest(exchange)):
        for start, end in exchange.ignored:
            assert exchange.reply[start:end] in candidate.text
            assert not any(e.span[0] < end and start < e.span[1] for e in candidate.edits)


def test_placeholders_survive(exchange):
    """Every {{placeholder}} of the draft stands in every candidate."""
    for text in texts(exchange):
        assert re.findall(r"\{\{\w+\}\}", text) == re.findall(r"\{\{\w+\}\}", exchange.reply)


def test_candidates_are_few_different_and_within_length(exchange):
    """Three of a kind; a light one grows by a quarter, a warmer by 60 %, a full one by its length.

    A short draft may always grow by one sentence, two sentences, and two with a question.
    """
    found = candidates(exchange, weakest(exchange))
    assert len(found) <= MAX_CANDIDATES
    assert len({c.text for c in found}) == len(found)
    for candidate in found:
        growth = len(candidate.text) - len(exchange.reply)
        share, free = {"light": (0.25, 80), "warmer": (0.6, 150), "full": (1.0, 220)}[
            candidate.kind
        ]
        assert growth <= max(free, share * len(exchange.reply))


def test_no_stock_phrase_and_no_new_commitment(exchange):
    """What is put in is never a stock line, a promise or an exclamation."""
    for candidate in candidates(exchange, weakest(exchange)):
        for edit in candidate.edits:
            assert _STOCK.search(edit.text) is None
            new = edit.text.replace(exchange.reply[slice(*edit.span)], "")
            assert not re.search(r"\b(?:will|guarantee|promise|ensure)\b|'ll\b|!", new) or (
                compare(exchange.reply, candidate.text, context=exchange.context).kept
            )


@pytest.mark.parametrize(
    ("context", "reply", "weak", "expected"),
    [
        (
            "My parcel still hasn't arrived.",
            "Hi Sam, your parcel is in Leeds.",
            "names_feeling",
            "Hi Sam, waiting for an order to arrive is wearing. Your parcel is in Leeds.",
        ),
        (
            "My parcel still hasn't arrived.",
            "Hi Sam,\n\nYour parcel is in Leeds.\n\nBest,\nTom",
            "names_feeling",
            "Hi Sam,\n\nWaiting for an order to arrive is wearing. "
            "Your parcel is in Leeds.\n\nBest,\nTom",
        ),
        (
            "My vase arrived smashed.",
            "Sorry for the inconvenience, please send a photo.",
            "reflects_specifics",
            "We're sorry to hear that your vase arrived smashed. Please send a photo.",
        ),
        (
            "My vase arrived smashed.",
            "Dear Ms Lee, we apologise for any inconvenience. Kindly send a photo.",
            "reflects_specifics",
            "Dear Ms Lee, we are sorry to hear that your vase arrived smashed. "
            "Kindly send a photo.",
        ),
        (
            "My order is late.",
            "Calm down. It ships on Monday.",
            "dismisses",
            "It ships on Monday.",
        ),
        (
            "My order is late.",
            "As I already told you, it ships on Monday.",
            "dismisses",
            "It ships on Monday.",
        ),
        (
            "My order is late.",
            "It ships on Monday, don't worry.",
            "dismisses",
            "It ships on Monday.",
        ),
        (
            "I'm locked out.",
            "You should also clear the cache.",
            "unasked_advice",
            "If it helps, you could clear the cache.",
        ),
        (
            "The app fails.",
            "We're extremely busy at the moment. It is fixed in version 3.2.",
            "self_focus",
            "It is fixed in version 3.2.",
        ),
        (
            "My order is late.",
            "It ships on Monday. Please let us know if you have any questions.",
            "invites_more",
            "It ships on Monday. What else is important to know about your order?",
        ),
        (
            "The app fails.",
            "Send us a screenshot of the error.",
            "owns_next_step",
            "Could you send us a screenshot of the error?",
        ),
        (
            "It is late.",
            "We apologise for the delay. It ships today. Sorry again for the inconvenience.",
            "owns_next_step",
            "We apologise for the delay. It ships today.",
        ),
    ],
)
def test_light_edits_read_as_written_by_the_same_hand(view, context, reply, weak, expected):
    """Greeting, line breaks, register and the rest of the draft are kept."""
    assert expected in texts(view(context, reply, [weak]))


def test_typographic_apostrophes_are_kept(view):
    """A draft with curly apostrophes gets curly ones."""
    draft = view(
        "My vase arrived smashed.", "Sorry for the trouble. It’s on us.", ["reflects_specifics"]
    )
    assert any("We’re sorry" in text for text in texts(draft))
    assert not any("'" in text for text in texts(draft))


def test_a_plain_question_gets_no_sympathy(view):
    """Under a need of 0.5 nothing warm is put in."""
    draft = view("How do I export my data?", "Choose Export.", ["reflects_specifics"], need=0.2)
    assert texts(draft) == []


def test_steps_stay_steps(view):
    """A numbered list is not turned into questions; what is added stands apart from it."""
    steps = "1. Send the form.\n2. Confirm it."
    draft = view("How?", steps, ["owns_next_step"])
    assert all(text.startswith(f"{steps}\n\n") for text in texts(draft))


def test_a_refusal_is_never_taken_out(view):
    """The line "nothing we can do" is cold, and it is an answer."""
    draft = view("It is late.", "Nothing we can do. It ships on Monday.", ["dismisses"])
    assert all("Nothing we can do" in text for text in texts(draft))


def test_an_american_draft_gets_no_british_spelling(view):
    """Inserted words are spelled alike everywhere."""
    draft = view(
        "My vase arrived smashed.", "I apologize for the trouble. Send it in.", ["names_feeling"]
    )
    assert not any(re.search(r"\b\w+is(?:e|ed|ing)\b|\b\w+our\b(?<!our)", t) for t in texts(draft))


def test_what_the_gate_turns_down_takes_no_place(view):
    """Gated candidates make room for others."""
    draft = view(
        "My vase arrived smashed.", "Sorry for the trouble. Send it in.", ["names_feeling"]
    )
    assert candidates(draft, weakest(draft), passes=lambda text: False) == []


@given(reply=st.text(max_size=250), context=st.text(max_size=150), need=st.floats(0, 2))
def test_any_draft_can_be_edited_safely(view, reply, context, need):
    """Whatever is written, texts and edits agree and ignored spans stay."""
    draft = view(context, reply, ["dismisses", "names_feeling"], need=need)
    for candidate in candidates(draft, weakest(draft)):
        assert candidate.text == apply(reply, candidate.edits)
        assert all(reply[a:b] in candidate.text for a, b in draft.ignored)


def _texts(draft):
    return [c.text for c in candidates(draft, weakest(draft))]


def test_a_question_for_anyone_does_not_stand_alone_behind_a_no(view):
    """After a refusal it comes only with a word on what they wrote."""
    no = "The trade won't be cancelled. Statements are under Documents."
    bare = view("The broker sold at the worst minute.", no, ["invites_more"])
    assert not any("?" in text for text in _texts(bare))
    known = view("I missed my exam and my rent is due.", no, ["names_feeling", "invites_more"])
    asking = [text for text in _texts(known) if "?" in text]
    assert asking
    assert all("exam" in text or "rent" in text for text in asking)
    kind = view("The broker sold at the worst minute.", "A form is on its way.", ["invites_more"])
    assert any("?" in text for text in _texts(kind))


def test_a_slip_of_their_own_is_not_said_back(view):
    """Thanking somebody for being late, or calling it a burden, is a reproach."""
    message = "You gave my slot away. I was six minutes late. There was an accident on the bridge."
    draft = view(message, "The next one is on 30 May.", ["names_feeling", "reflects_specifics"])
    assert not any("late" in text for text in _texts(draft))


def test_a_matter_that_is_not_in_the_message_is_not_thanked_for(view):
    """A kind of trouble we read into it is ours, not theirs."""
    draft = view(
        "You raised the rent while the lift is broken. I'm 78.",
        "Rents rise by 3.2% on 1 July.",
        ["reflects_specifics"],
    )
    assert not any("damage" in text or "parcel" in text for text in _texts(draft))
    smashed = view("My vase arrived smashed.", "Send it in.", ["names_feeling"])
    assert any("parcel" in text for text in _texts(smashed))
