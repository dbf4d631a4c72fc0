"""Masking makes identity invisible and leaves the rest alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.text.mask import mask
from scoring.text.prepare import prepare

SWAPS = {
    "greetings": [(
        "Hi Emily, it is sorted."
    ), (
        "Hi Olumide, it is sorted."
    ), (
        "Hi Nguyen, it is sorted."
    ), (
        "Hi Thandeka, it is sorted."
    )],
    "titles": [(
        "Dear Mr Okafor, noted."
    ), (
        "Dear Mr Nowak, noted."
    ), (
        "Dear Ms Lee, noted."
    ), (
        "Dear Dr. Al-Sayed, noted."
    )],
    "full names": [(
        "I spoke to Emily Brown today."
    ), (
        "I spoke to Abdul Rahman Khan today."
    ), (
        "I spoke to Siobhan O'Brien today."
    )],
    "partners": [(
        "Your wife called us."
    ), (
        "Your husband called us."
    ), (
        "Your girlfriend called us."
    ), (
        "Your partner called us."
    )],
    "parents": ["Your mum is right.", "Your dad is right.", "Your father is right."],
    "children": ["Your son is safe.", "Your daughter is safe."],
    "pronouns": [(
        "He is upset and she has called."
    ), (
        "She is upset and he has called."
    ), (
        "They are upset and they have called."
    )],
    "possessives": [(
        "I will call his office."
    ), (
        "I will call her office."
    ), (
        "I will call their office."
    )],
    "objects": ["I will call him today.", "I will call her today.", "I will call them today."],
    "verbs": ["She needs a refund.", "He needs a refund.", "They need a refund."],
    "towns": [(
        "We ship to Lagos, Nigeria today."
    ), (
        "We ship to Berlin, Germany today."
    ), (
        "We ship to Chicago, Illinois today."
    )],
    "nations": [(
        "As a German customer you can."
    ), (
        "As a Nigerian customer you can."
    ), (
        "As a Polish customer you can."
    )],
    "articles": ["It is a German page.", "It is an English page."],
    "months": ["We reply next June.", "We reply next October."],
    "counts": ["It is an 8 day wait.", "It is a 5 day wait."],
    "faiths": [(
        "Being Muslim is no obstacle."
    ), (
        "Being Jewish is no obstacle."
    ), (
        "Being Hindu is no obstacle."
    )],
    "feasts": ["We close for Christmas.", "We close for Eid.", "We close for Diwali."],
    "abilities": [(
        "As a deaf customer you can."
    ), (
        "As a blind customer you can."
    ), (
        "As a gay customer you can."
    )],
    "amounts": [(
        "I refunded £42.50 today."
    ), (
        "I refunded $1,200 today."
    ), (
        "I refunded 300 euros today."
    )],
    "dates": [(
        "It ships on 4 June."
    ), (
        "It ships on 2024-06-04."
    ), (
        "It ships on Tuesday."
    ), (
        "It ships on March 3rd."
    )],
    "times": ["By 3pm it is done.", "By 15:30 it is done.", "By 9 am it is done."],
    "ages": ["You are 72 years old.", "You are 19 years old.", "You are seventy-two years old."],
    "mail": ["Write to a.b@mail.example please.", "Write to zoe@post.example please."],
}  # fmt: skip


@pytest.mark.parametrize("name", SWAPS)
def test_swaps_read_the_same(name: str) -> None:
    """Variants that differ in identity alone mask to one text."""
    assert len({mask(text)[0].lower() for text in SWAPS[name]}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Open Settings and press Save, then check Billing.",
        "Will you try again? Mark it as done.",
        "We dey work on am, no vex abeg.",
        "I seen it and it were no bother, pal.",
        "Grace periods apply, and I hope that helps.",
        "May I ask what you see?",
        "Congratulations on the launch!",
        "Tell me the cause and the ETA, in UTC, as a PDF.",
    ],
)
def test_other_words_stay(text: str) -> None:
    """Labels, everyday words that are names too, and dialect are left alone."""
    assert mask(text)[0] == text


def test_names_of_the_message_are_masked_in_the_reply() -> None:
    """A name given in the message is known in the reply, where it stands in lower case."""
    prepared = prepare("my name is Zzanthe and i need help", "i will help zzanthe today")
    assert "zzanthe" not in prepared.reply.lower()
    assert "zzanthe" not in prepared.context.lower()


def test_signature_of_the_message_tells_a_name() -> None:
    """The customer's signature is not scored, yet its name is masked in the reply."""
    prepared = prepare("Where is it?\n\nKind regards,\nBrumhilda", "i am on it, brumhilda")
    assert "brumhilda" not in prepared.reply


def test_offsets_name_the_masked_word() -> None:
    """Each masked character leads back to the word it stands for."""
    text = "Hi Emily, it costs £42."
    masked, offsets = mask(text)
    assert text[offsets[masked.index("alex")] :].startswith("Emily")
    assert list(offsets) == sorted(offsets)


@settings(max_examples=120, deadline=None)
@given(st.text(st.characters(), max_size=250))
def test_any_text_can_be_masked(text: str) -> None:
    """No text raises; offsets fit the text, never fall, and the result is the same every time."""
    masked, offsets = mask(text)
    assert len(offsets) == len(masked)
    assert list(offsets) == sorted(offsets)
    assert all(0 <= at < len(text) for at in offsets)
    assert mask(text)[0] == masked
