"""The gate: every way in which a candidate may lose closes it, with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from scoring.registry.gate import Bounds, Verdict, decide
from scoring.registry.page import verdict_page
from scoring.registry.trial import Case, Danger, Point, Trial

RNG = np.random.default_rng(7)
TRUTH = RNG.uniform(5, 95, 120)
NOISE = RNG.normal(0, 8, 120)


def points(scores: np.ndarray, *, covered: float = 0.8) -> dict[str, Point]:
    """Rated drafts, three to a message."""
    return {
        f"d{i}": Point(group=f"g{i // 3}", score=s, truth=t, inside=(i % 100) < 100 * covered)
        for i, (s, t) in enumerate(zip(scores, TRUTH, strict=True))
    }


def trial(model: str, *, feedback_error: float = 12.0, **changed: object) -> Trial:
    """A record of a sound model."""
    error = NOISE / 8 * feedback_error
    parts = {
        "frozen": {"composed": points(TRUTH + NOISE)},
        "feedback": points(TRUTH + error),
        "behaviour": {f"c{i}": Case(family="INV typo", passed=i > 1) for i in range(10)},
        "crisis": {f"m{i}": Danger(danger=i < 4, flagged=i < 3) for i in range(40)},
        "styles": {"second_language": {f"d{i}": -0.4 for i in range(10)}},
        "accepted": {f"p{i}": 3.0 for i in range(20)},
        "anchors": {f"a{i}": 40.0 + i for i in range(20)},
        "seconds": 0.02,
    }
    return Trial(model=model, **{**parts, **changed})


CHAMPION = trial("champion")


def candidate(**changed: object) -> Trial:
    """One that has learned from the feedback and lost nothing."""
    return trial("candidate", feedback_error=8.0, **changed)


def verdict(**changed: object) -> Verdict:
    return decide(CHAMPION, candidate(**changed), Bounds(resamples=300))


def test_a_candidate_that_gains_and_loses_nothing_passes() -> None:
    """Every part holds, each with a sentence."""
    said = verdict()
    assert said.passed
    assert said.reasons() == []
    assert all(f.why.endswith(".") for f in said.findings)
    assert (said.champion, said.candidate) == ("champion", "candidate")


def test_an_equal_candidate_does_not_win() -> None:
    """Nothing gained on fresh feedback is no reason to change."""
    said = decide(CHAMPION, trial("same"), Bounds(resamples=300))
    assert [f.name for f in said.findings if f.status == "fail"] == ["feedback"]


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("frozen: composed", {"frozen": {"composed": points(TRUTH + 4 * NOISE)}}),
        ("calibration: composed", {"frozen": {"composed": points(TRUTH + NOISE, covered=0.5)}}),
        ("behaviour", {"behaviour": {f"c{i}": Case(family="INV typo", passed=i > 2)
                                     for i in range(10)}}),
        ("styles: second language", {"styles": {"second_language": {f"d{i}": -1.5
                                                                    for i in range(10)}}}),
        ("crisis", {"crisis": {f"m{i}": Danger(danger=i < 4, flagged=i < 2) for i in range(40)}}),
        ("accepted", {"accepted": {f"p{i}": -1.0 for i in range(20)}}),
        ("anchors", {"anchors": {f"a{i}": 46.0 + i for i in range(20)}}),
        ("speed", {"seconds": 0.03}),
    ],
)  # fmt: skip
def test_each_loss_closes_the_gate(name: str, changed: dict[str, object]) -> None:
    """One loss, one failed finding of its name, and the rest still holds."""
    said = verdict(**changed)
    assert not said.passed
    assert [f.name for f in said.findings if f.status == "fail"] == [name]


def test_false_alarms_close_it_too() -> None:
    """A model that flags everyone finds everyone and is of no use."""
    everyone = {f"m{i}": Danger(danger=i < 4, flagged=True) for i in range(40)}
    assert any(r.startswith("crisis") for r in verdict(crisis=everyone).reasons())


def test_what_was_not_measured_does_not_pass() -> None:
    """A part that is missing is told by name; one that is not required may be missing."""
    said = verdict(behaviour={}, accepted={})
    assert not said.passed
    assert [(f.name, f.status) for f in said.findings if f.status != "pass"] == [
        ("behaviour", "missing")
    ]


def test_an_error_is_told_as_an_error() -> None:
    """Less is better there: the figures are what the sentence says, without a sign."""
    found = next(f for f in verdict().findings if f.name == "feedback")
    assert found.champion is not None
    assert found.candidate is not None
    assert found.champion > found.candidate > 0
    assert found.interval is not None
    assert found.interval[0] > 0  # and what was gained is a gain


def test_a_handful_of_ratings_decides_nothing() -> None:
    """Under the floor, fresh feedback counts as not there."""
    few = dict(list(candidate().feedback.items())[:19])
    said = verdict(feedback=few)
    assert "19 fresh ratings; 20 are needed" in " ".join(said.reasons())


def test_an_explained_shift_of_the_anchors_passes() -> None:
    """Only the anchors can be explained away."""
    moved = candidate(anchors={f"a{i}": 46.0 + i for i in range(20)}, seconds=0.03)
    said = decide(CHAMPION, moved, Bounds(resamples=300), explained="new rubric")
    assert [f.name for f in said.findings if f.status == "fail"] == ["speed"]


def test_the_verdict_is_the_same_each_time_and_goes_into_json() -> None:
    """The bootstrap is seeded, and the manifest takes the document as it is."""
    assert verdict() == verdict()
    assert json.loads(json.dumps(verdict().document()))["passed"] is True


@pytest.mark.parametrize("make", [candidate, lambda: candidate(seconds=0.9)])
def test_the_page_tells_each_finding(make: Callable[[], Trial]) -> None:
    """Verdict, every finding, and plots; nothing is loaded from elsewhere."""
    other = make()
    said = decide(CHAMPION, other, Bounds(resamples=100))
    page = verdict_page(said, CHAMPION, other)
    against = [finding for finding in said.findings if finding.status != "pass"]
    word = f"{len(against)} of {len(said.findings)} comparisons stand against it."
    assert (word if against else f"Yes: all {len(said.findings)} comparisons hold.") in page
    assert page.count("<li>") == len(against)
    assert page.count("<tr class=") == len(said.findings)
    assert page.count("<circle") == len(CHAMPION.anchors) + 2 * len(CHAMPION.feedback)
    assert "http" not in page
    assert "<script" not in page
