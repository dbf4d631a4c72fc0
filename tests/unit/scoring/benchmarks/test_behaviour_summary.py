"""The summary of many behaviour cases and its joint figure."""

from __future__ import annotations

from scoring.benchmarks.behaviour import Outcome, run_cases, summary
from tests.unit.scoring.benchmarks.table import TableScorer, case, check_of, scored, suggesting


def test_summary_reports_the_least_kind_as_joint() -> None:
    """The joint figure is the least of the three kinds' pass rates."""
    outcomes = [
        Outcome("i1", "INV", "swap", passed=True, measured="0.000"),
        Outcome("i2", "INV", "swap", passed=True, measured="0.010"),
        Outcome("d1", "DIR", "raise", passed=False, measured="+0.000"),
        Outcome("d2", "DIR", "blame", passed=True, measured="-0.100"),
        Outcome("d3", "DIR", "raise", passed=False, measured="+0.010"),
        Outcome("m1", "MFT", "swap", passed=True, measured="0.600"),
    ]
    assert summary(outcomes) == {
        "n": 6,
        "by_kind": {"DIR": 0.333, "INV": 1.0, "MFT": 1.0},
        "joint": 0.333,
        "rewrites_offered": {"cases": 0, "offered": 0, "passed_without": 0},
        "by_family": {
            "DIR blame": "1 of 1",
            "DIR raise": "0 of 2",
            "INV swap": "2 of 2",
            "MFT swap": "1 of 1",
        },
        "failed": [{"id": "d1", "measured": "+0.000"}, {"id": "d3", "measured": "+0.010"}],
    }


def test_summary_keeps_passes_without_a_suggestion_in_sight() -> None:
    """A rewrite case with no suggestion passes, and is counted as such."""
    keeps = {"type": "rewrite_preserves", "items": ["KB-2071"]}
    scorer = TableScorer(
        {
            "kept": suggesting("See KB-2071."),
            "lost": suggesting("See there."),
            "none": suggesting(),
            "b": scored(60.0),
        }
    )
    cases = [case(keeps, id=text, a=text, b=None) for text in ("kept", "lost", "none")]
    plain = case(check_of("band", ">=", 0.1), id="plain", a="b", b=None)
    report = summary(run_cases([*cases, plain], scorer))
    assert report["rewrites_offered"] == {"cases": 3, "offered": 2, "passed_without": 1}


def test_summary_of_nothing_has_no_joint_figure() -> None:
    """Without cases there is no rate to report."""
    assert summary([])["joint"] is None


def test_a_constant_scorer_fails_the_joint_figure() -> None:
    """A scorer that gives every text the same number passes each invariance and no direction."""
    scorer = TableScorer({"a": scored(50.0), "b": scored(50.0)})
    cases = [
        case(check_of("abs_delta", "<", 0.02), id="inv"),
        case(check_of("delta", ">=", 0.05), id="dir"),
    ]
    result = summary(run_cases(cases, scorer))
    assert (result["by_kind"], result["joint"]) == ({"DIR": 0.0, "INV": 1.0}, 0.0)
