"""Links, ids, channel tokens, images and attachments that stand alone leave nothing behind."""

from __future__ import annotations

import pytest

from scoring.text.clean import clean

BODY = "The gate opens at nine."

ALONE = [
    "https://help.example.org/a/b?x=1&y=2",
    "www.example.org/help",
    "<https://help.example.org/a>",
    "(https://help.example.org/a)",
    "<#C0ABC123|help>",
    "<@U0ABC123>",
    "<#C0ABC123|help> <!date^1772530000^{date_short}|3 Mar>",
    "[Ticket #123] [ref:20D5e.200Qx:ref]",
    "[Case ID: 12]",
    "Request-Id: 7f1c9b2e-4d0a-4c58-9d11-0d9f4c1a2b3c",
    "Ref: ABC-1",
    "Trace ID = 00ab12",
    "Ticket #4471-AB",
    "#12345",
    "[image: logo.png]",
    "[cid:image001.png@01DA.77]",
    "<image001.png>",
    "[photo.jpg]",
    "Attachment: refund letter.pdf (20 KB)",
    "Attachments: a.pdf",
    "letter_2026.docx",
]
INSIDE = [
    "Open invoice.pdf and sign it.",
    "We met in room 12.",
    "Order: two coffees.",
    "The image on our page was wrong.",
    "Your ticket is valid.",
    "Reference: see the letter.",
    "Ask in the help channel.",
    "Attachment: none needed.",
]


@pytest.mark.parametrize("reference", ALONE)
@pytest.mark.parametrize("shape", ["{b}\n{r}", "{b}\n\n{r}\n", "{r}\n\n{b}", "{b} {r}"])
def test_references_alone_vanish(reference: str, shape: str) -> None:
    """The draft reads as if the reference had never been there, and says it was ignored."""
    cleaned = clean(shape.format(b=BODY, r=reference))
    assert cleaned.text == BODY
    assert cleaned.ignored


@pytest.mark.parametrize("sentence", INSIDE)
def test_sentences_with_such_words_stay(sentence: str) -> None:
    """Words of a sentence are not taken for a reference that stands alone."""
    assert clean(f"{BODY}\n{sentence}").text == f"{BODY} {sentence}"


def test_bracketed_reference_leaves_its_sentence() -> None:
    """An id in brackets goes, and the sentence round it stays."""
    assert clean("It is refunded (ref: ABC-1).").text == "It is refunded."
    assert clean("[Case ID: 12] It is refunded.").text == "It is refunded."


def test_link_in_a_sentence_keeps_its_stand_in() -> None:
    """A link that is a word of its sentence still reads as one."""
    assert clean("Reset it at https://a.example/b now.").text == "Reset it at the link now."
