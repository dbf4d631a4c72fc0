"""What becomes of a language model's texts, counted by gate."""

from __future__ import annotations

from scoring.benchmarks.written import Tally
from scoring.llm.base import Stop
from tests.unit.scoring.rewrite.conftest import view_of

CONTEXT = "My vase arrived smashed and it was for my mum's birthday."
REPLY = "Please send a photo of order 4821. We can't refund you before we have seen it."
GOOD = f"A vase smashed before your mum's birthday is a real letdown. {REPLY}"


def test_each_gate_counts_what_it_refuses() -> None:
    """A good text passes; a lost number and a promise fail on facts, German on its language."""
    texts = [
        GOOD,
        REPLY.replace(" of order 4821", ""),
        f"{REPLY} We will refund you today.",
        "Bitte senden Sie uns ein Foto der Bestellung 4821, wir können vorher nichts erstatten.",
        f"{REPLY} " * 6,
    ]
    tally = Tally(lambda view, weakest, stop: texts)
    assert tally(view_of(CONTEXT, REPLY), [], Stop()) == texts
    counts = tally.take()
    assert counts["written"] == 5
    assert counts["pass"] == 1
    assert counts["facts"] >= 2
    assert counts["language"] == 1
    assert counts["length"] == 1
    assert tally.take() == {}
