"""What the runner of behaviour cases asks the scorer for, and how it reads suggestions."""

from __future__ import annotations

from scoring.benchmarks.behaviour import run_cases
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.benchmarks.table import (
    TableScorer,
    case,
    check_of,
    judge,
    scored,
    suggesting,
)


def test_every_suggestion_keeps_each_item() -> None:
    """Items may be spelt either way and in any case, but no suggestion may lose one."""
    check = {"type": "rewrite_preserves", "items": ["KB-2071", "6 pm|18:00"]}
    assert judge(check, suggesting("See kb-2071 by 18:00.", "KB-2071, 6 pm")).passed
    outcome = judge(check, suggesting("See KB-2071 by 18:00.", "See KB-2071."))
    assert (outcome.passed, outcome.measured) == (False, "1 lost in 2 suggestions")


def test_no_suggestion_holds_an_excluded_item() -> None:
    """A promise in one suggestion fails the case, in any case of letters."""
    check = {"type": "rewrite_excludes", "items": ["voucher", "refund"]}
    assert judge(check, suggesting("I see.", "I hear you.")).passed
    assert not judge(check, suggesting("I see.", "A Refund is coming.")).passed


def test_rewrites_are_asked_for_only_where_needed() -> None:
    """Suggestions cost time, so only the cases about them ask the scorer for any."""
    scorer = TableScorer({"a": scored(60.0), "b": scored(60.0)})
    plain = case(check_of("abs_delta", "<", 0.02), id="plain")
    wanting = case({"type": "rewrite_excludes", "items": ["x"]}, id="wanting")
    run_cases([wanting, plain], scorer)
    assert scorer.asked == [(["plain/a", "plain/b"], False), (["wanting/a"], True)]


def test_the_second_side_may_have_its_own_message() -> None:
    """The second reply answers context_b where there is one, an empty one included."""
    scorer = TableScorer({"a": scored(60.0), "b": scored(60.0)})
    check = check_of("abs_delta", "<", 0.02)
    cases = [
        case(check, id="same"),
        case(check, id="other", context_b="Bye!"),
        case(check, id="none", context_b=""),
    ]
    run_cases(cases, scorer)
    seen = {name: scorer.contexts[f"{name}/b"] for name in ("same", "other", "none")}
    assert seen == {"same": "Hello?", "other": "Bye!", "none": ""}


def test_outcomes_come_in_the_order_of_the_cases() -> None:
    """Outcomes follow the file, though the scorer is asked in two goes, and hold no text."""
    cases = [
        case({"type": "rewrite_excludes", "items": ["zebra"]}, id="1", a="We will look into it."),
        case({"type": "abstain"}, id="2", a="Thanks"),
        case({"type": "abstain"}, id="3", a="We will look into it."),
    ]
    checker = DoubleChecker()
    outcomes = run_cases(cases, lambda items, want: checker.check(items, rewrites=want))
    assert [(o.id, o.passed) for o in outcomes] == [("1", True), ("2", True), ("3", False)]
    assert "look into" not in repr(outcomes)
