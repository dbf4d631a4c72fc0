"""Every hard kind of change, planted in the benchmark's drafts: the gate sees at least 99 %."""

from __future__ import annotations

import re

import pytest

from scoring.benchmarks.hard_facts import difference, keeps
from scoring.benchmarks.rewriting import OWN_DRAFTS, listed_of
from scoring.rewrite.facts import compare
from scoring.training.examples import read_jsonl

ROWS = list(read_jsonl(OWN_DRAFTS))
#: Planted changes of one kind that are tried; all drafts take their turn.
MOST = 60


def _swap(pattern, new):
    """Replace each match in turn; nothing where the replacement changes nothing."""

    def mutants(reply):
        for match in re.finditer(pattern, reply):
            put = new(match) if callable(new) else new
            if put != match.group():
                yield reply[: match.start()] + put + reply[match.end() :]

    return mutants


def _append(*sentences):
    def mutants(reply):
        yield from (f"{reply} {sentence}" for sentence in sentences)

    return mutants


def _next_digit(match):
    return str((int(match.group()) + 1) % 10)


MONTHS = r"\b(?:January|February|March|April|June|July|August|September|October|November)\b"
DAYS = r"\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)\b"
WHEN = rf"\d{{1,2}} [A-Z][a-z]+\b|\d+ (?:\w+ )?(?:days|hours|weeks|months)\b|{DAYS}"
PLANTED = {
    "digit": _swap(r"\d", _next_digit),
    "money lost": _swap(r"[£$€]\d[\d.,]*\d", "the amount"),
    "currency": _swap(r"[£$€](?=\d)", lambda m: "¥"),
    "date": _swap(MONTHS, "December"),
    "day": _swap(DAYS, "Sunday"),
    "duration": _swap(r"(?<=\d )(?:working )?(?:days|hours|minutes|weeks|months)\b", "years"),
    "time": _swap(r"\b\d{1,2}:\d{2}\b", "4:44"),
    "deadline lost": _swap(rf" (?:by|before|until|within) (?:{WHEN})", ""),
    "before": _swap(r"\b[Bb]efore\b", "after"),
    "link": _swap(r"https?://\S+\w", "https://other.example/x"),
    "link lost": _swap(r"https?://\S+\w", "our site"),
    "e-mail": _swap(r"\b\w+(?=@)", "someone"),
    "phone": _swap(r"0\d{3,4} \d{3} \d{4}", "0800 111 2222"),
    "id": _swap(r"\b[A-Z]{1,4}-\d+\w*\b", "QQ-1"),
    "placeholder": _swap(r"\{\{\w+\}\}", "{{other}}"),
    "name": _swap(r"(?<=Dr |Ms |Mr )[A-Z]\w+", "Zorbo"),
    "negation dropped": _swap(r"n't\b|(?<!whether or) not\b", ""),
    "refusal softened": _swap(r"\b(?:[Ww]e|They|He|She) (?:don't|won't|can't)\b", "We may"),
    "no made a yes": _swap(r"\bNo (?=refund|compensation|late fee|other|money)", "A "),
    "promise lost": _swap(r"\b(?:will|'ll)(?= (?:be|get|come|send|write|call|pay|serve)\b)", "may"),
    "request lost": _swap(r"\b(?:Send|Bring|Call|Tell|Ask|Show|Report|Give)\b[^.!?\n]*\.", ""),
    "cannot": _swap(r"\bcan't\b", "can"),
    "refusal to promise": _swap(r"\b[Ww]e can't\b", "We will"),
    "condition": _swap(r"\b[Ii]f you\b", "You"),
    "unless": _swap(r"\bunless\b", "and"),
    "only": _swap(r"\bonly \b", ""),
    "obligation": _swap(r"\bmust\b", "may"),
    "promise": _append("We'll refund you.", "I promise it.", "A new one is on its way."),
    "claim": _append("I've escalated this.", "We've sent another.", "This is fixed."),
    "offer": _append("We can offer a voucher.", "A manager can call you back."),
    "deadline": _append("You'll hear within 24 hours.", "Reply by Friday."),
    "request": _append("Please send us your passport.", "Could you call our office?"),
    "quote": _append("They told us “it was left outside”."),
    "percent": _append("Take 20% off."),
    "code": _append("Use the code `SAVE10`."),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_planted_changes_are_caught(kind):
    """At least 99 of 100 of each kind, and every kind stands in some draft."""
    pairs = [(r, m) for r in ROWS for m in PLANTED[kind](r["reply"])]
    pairs = pairs[:: len(pairs) // MOST + 1]
    missed = [m for r, m in pairs if compare(r["reply"], m, context=r["context"]).kept]
    assert pairs
    assert len(missed) <= len(pairs) * 0.01, missed[:5]


def test_drafts_list_what_they_hold():
    """Every listed fact stands in its draft, and no draft is there twice."""
    assert len({r["reply"] for r in ROWS}) == len({r["id"] for r in ROWS}) == len(ROWS) >= 300
    for row in ROWS:
        assert keeps(row["reply"], listed_of(row)) == []
        assert len(listed_of(row)) >= 2
    for kind, least in (("refusals", 250), ("conditions", 100), ("promises", 15)):
        assert sum(kind in row for row in ROWS) >= least


def test_the_second_opinion_sees_what_is_lost_invented_and_promised():
    """The benchmark's own checker, which knows nothing of the gate."""
    draft, message = "We can't refund £20 for order 5512.", "Where are my £30?"
    assert difference(draft, draft, message).lost == ()
    assert difference(draft, "We can't refund order 5512.", message).lost == ("money £20",)
    assert difference(draft, "We refund £20 for order 5512.", message).lost
    assert difference(draft, f"{draft} It takes 9 days.", message).invented == ("number 9",)
    assert difference(draft, f"You asked about £30. {draft}", message).invented == ()
    assert difference(draft, f"{draft} We'll call.", message).commitments == ("we'll",)
    assert keeps("We cannot refund it.", ["can't|cannot", "£20"]) == ["£20"]
