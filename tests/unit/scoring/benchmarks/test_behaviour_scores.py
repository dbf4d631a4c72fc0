"""Behaviour cases about scores: directions, invariances, bands, and drafts without a score."""

from __future__ import annotations

import pytest

from scoring.benchmarks.behaviour import run_cases
from scoring.contract import SUBFACTOR_IDS
from tests.unit.scoring.benchmarks.table import (
    TableScorer,
    abstained,
    case,
    check_of,
    judge,
    scored,
)


@pytest.mark.parametrize(
    ("op", "value", "b", "passes"),
    [
        (">=", 0.05, 65.0, True),
        (">=", 0.05, 64.9, False),
        ("<=", -0.08, 52.0, True),
        ("<=", -0.08, 52.1, False),
        (">", 0.05, 65.0, False),
        (">", 0.05, 65.1, True),
        ("<", 0.05, 65.0, False),
        ("<", 0.05, 64.9, True),
    ],
)
def test_delta_compares_b_minus_a(op: str, value: float, b: float, passes: bool) -> None:
    """A direction passes when score(b) - score(a) keeps to the bound, the bound itself included."""
    assert judge(check_of("delta", op, value), scored(60.0), scored(b)).passed is passes


@pytest.mark.parametrize(("b", "passes"), [(61.9, True), (58.1, True), (62.0, False), (40, False)])
def test_abs_delta_looks_both_ways(b: float, passes: bool) -> None:
    """An invariance fails when the score moves too far, up or down."""
    assert judge(check_of("abs_delta", "<", 0.02), scored(60.0), scored(b)).passed is passes


def test_abs_delta_of_each_subfactor_takes_the_largest_change() -> None:
    """One subfactor that moves is enough to fail a case over all of them."""
    first, last = SUBFACTOR_IDS[0], SUBFACTOR_IDS[-1]
    a = scored(60.0, {first: 0.5, last: 0.5})
    check = check_of("abs_delta", "<", 0.1, "each_subfactor")
    assert judge(check, a, scored(90.0, {first: 0.5, last: 0.55})).passed
    outcome = judge(check, a, scored(60.0, {first: 0.5, last: 0.2}))
    assert (outcome.passed, outcome.measured) == (False, "0.300")


@pytest.mark.parametrize(
    ("op", "value", "passes"),
    [("<=", 0.45, True), ("<=", 0.44, False), (">=", 0.45, True), (">=", 0.46, False)],
)
def test_band_compares_the_score(op: str, value: float, passes: bool) -> None:
    """A minimum passes when the score of the one reply keeps to the bound."""
    assert judge(check_of("band", op, value), scored(45.0)).passed is passes


@pytest.mark.parametrize("target", ["overall", "empathy"])
def test_overall_and_empathy_are_the_same_figure(target: str) -> None:
    """Both names mean the overall score on 0-1."""
    assert judge(check_of("band", ">=", 0.6, target), scored(60.0)).measured == "0.600"


@pytest.mark.parametrize(
    ("target", "values", "measured"),
    [
        ("reflection", {"simple_reflection": 0.2, "complex_reflection": 0.7}, "+0.700"),
        ("reflection", {"reflects_specifics": 0.9, "complex_reflection": 0.7}, "+0.900"),
        ("autonomy", {"emphasize_autonomy": 0.4}, "+0.400"),
        ("open_questions", {"open_question": 0.3, "closed_question": 0.9}, "+0.300"),
        ("affirmation", {"affirm": 0.5}, "+0.500"),
        ("partnership", {"advise_with_permission": 0.6, "open_question": 0.3}, "+0.300"),
        ("warmth_in_tone", {"warmth_in_tone": 0.25}, "+0.250"),
    ],
)
def test_a_target_reads_its_features(target: str, values: dict[str, float], measured: str) -> None:
    """Groups are the largest or the mean of their features; a feature's id reads itself."""
    outcome = judge(check_of("delta", ">=", 0.08, target), scored(60.0), scored(60.0, values))
    assert (outcome.passed, outcome.measured) == (True, measured)


def test_abstain_passes_only_without_a_score() -> None:
    """An abstention passes and names its reason; a score fails."""
    missing, given = judge({"type": "abstain"}, abstained()), judge({"type": "abstain"}, scored(9))
    assert (missing.passed, missing.measured) == (True, "language")
    assert (given.passed, given.measured) == (False, "scored")


def test_both_abstaining_is_invariant() -> None:
    """An invariance holds when neither side is scored, and fails when only one is."""
    check = check_of("abs_delta", "<", 0.02)
    assert judge(check, abstained(), abstained()).passed
    assert not judge(check, abstained(), scored(60.0)).passed
    assert not judge(check, scored(60.0), abstained()).passed


def test_an_abstention_has_no_direction() -> None:
    """A direction or a band fails on a draft that was not scored, whatever the bound."""
    generous = check_of("delta", "<=", 1.0)
    assert not judge(generous, abstained(), scored(60.0)).passed
    assert not judge(generous, scored(60.0), abstained()).passed
    assert not judge(generous, abstained(), abstained()).passed
    assert not judge(check_of("band", "<=", 1.0), abstained()).passed


def test_a_pair_without_a_second_reply_fails() -> None:
    """A comparison that lacks its second side is a failure, not a crash."""
    scorer = TableScorer({"a": scored(60.0)})
    for kind in ("delta", "abs_delta"):
        assert not run_cases([case(check_of(kind, "<=", 1.0), b=None)], scorer)[0].passed
