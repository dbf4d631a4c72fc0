"""The rewriting benchmark's figures, with a checker whose suggestions are known."""

from __future__ import annotations

from scoring.benchmarks.rewriting import Draft, rewriting_table, sets_of, subset
from scoring.cli.tables import rewriting
from scoring.contract import Edit, Facts, Rewrite
from tests.doubles.checker import DoubleChecker

MESSAGE = "I was charged twice and my rent is due."
DRAFTS = [
    Draft("a", MESSAGE, "The £64 were reversed. We can't speed this up.", ("£64", "can't|cannot")),
    Draft("b", MESSAGE, "Write to a@shop.example by Friday.", ("a@shop.example", "Friday")),
]


class Suggests:
    """Puts words before each draft, or in its place."""

    def __init__(self, lead: str, *, whole: bool = False) -> None:
        self.lead, self.whole = lead, whole

    def __call__(self, items, *, rewrites=True):
        """Check, with one suggestion each."""
        results = DoubleChecker().check(items, rewrites=rewrites)
        return [
            r.model_copy(update={"rewrites": [self._one(i, r)] if rewrites else []})
            for i, r in zip(items, results, strict=True)
        ]

    def _one(self, item, result) -> Rewrite:
        text = self.lead if self.whole else f"{self.lead} {item.reply}"
        return Rewrite(
            kind="light",
            text=text,
            edits=[Edit(span=(0, 0), text=self.lead)],
            overall=90.0,
            delta=12.0,
            facts=Facts(kept=True),
            source="edits",
        )


def test_a_suggestion_that_keeps_all_is_counted_as_such() -> None:
    """Everything kept, nothing invented, one kind, one sentence in all of them."""
    [row] = rewriting_table({"own": DRAFTS}, {"edits alone": Suggests("Hello there.")}, None)
    assert (row["n"], row["accepted"], row["gain"]) == (2, 1.0, 12.0)
    assert (row["facts_kept"], row["listed_kept"]) == (1.0, 1.0)
    assert (row["invented"], row["commitments"], row["look_at"]) == (0, 0, [])
    assert (row["kinds"], row["sources"]) == ({"light": 2}, {"edits": 2})
    assert row["repeated"] == 1.0


def test_what_is_lost_and_promised_is_seen() -> None:
    """The second opinion looks at each suggestion, whatever the gate said."""
    check = Suggests("We'll refund you on Monday.", whole=True)
    [row] = rewriting_table({"own": DRAFTS}, {"edits alone": check}, None)
    assert row["facts_kept"] == 0.0
    assert row["listed_kept"] == 0.0
    assert (row["invented"], row["commitments"]) == (2, 4)  # a day; "refund" and "we'll"
    assert row["look_at"] == ["a", "b"]


def test_filler_is_the_control() -> None:
    """It never passes as a suggestion; what the scorer makes of it is told."""
    [row] = rewriting_table({"own": DRAFTS}, {"edits alone": Suggests("x")}, None)
    assert row["filler_passes"] == 0
    assert 0 <= row["filler_wins"] <= 1
    assert row["filler_gain"] is not None


def test_another_scorer_says_what_is_gained() -> None:
    """The difference of its own scores, drafts it can't score left out."""

    def second(items):
        return [None if "a@shop" in i.reply else float(len(i.reply)) for i in items]

    [row] = rewriting_table({"own": DRAFTS}, {"edits alone": Suggests("Hi.")}, second)
    assert row["second_gain"] == 4.0


def test_our_own_drafts_come_without_research_data() -> None:
    """Three hundred and more, each with what it must keep."""
    [(name, own)] = sets_of(None).items()
    assert name == "own drafts with listed facts"
    assert len(own) >= 300
    assert all(d.facts for d in own)


def test_a_part_of_each_set_is_the_same_each_time() -> None:
    """And no larger than the set."""
    sets = sets_of(None)
    assert subset(sets, 12) == subset(sets, 12)
    assert [len(own) for own in subset(sets, 12).values()] == [12]
    assert len(subset({"two": DRAFTS}, 12)["two"]) == 2


def test_the_table_has_a_row_for_each_set_and_way() -> None:
    """With the control below, and what a person should look at."""
    checks = {"edits alone": Suggests("Hi."), "with a model": Suggests("We'll call.", whole=True)}
    lines = list(rewriting(rewriting_table({"own": DRAFTS}, checks, None)))
    assert sum(line.startswith("| own | edits alone ") for line in lines) == 2
    assert sum(line.startswith("| own | with a model ") for line in lines) == 2
    assert any("To look at: a, b" in line for line in lines)
