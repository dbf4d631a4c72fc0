"""The runner of behaviour cases judges each check as documented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from scoring.benchmarks.behaviour import Outcome, run_cases, summary
from scoring.contract import (
    FEATURES,
    SUBFACTOR_IDS,
    Abstention,
    CheckItem,
    CheckResult,
    ElapsedMs,
    Facts,
    Feature,
    Flag,
    ModelInfo,
    Rewrite,
    Score,
    Weakness,
    band_of,
)
from tests.doubles.checker import DoubleChecker

_MODEL = ModelInfo(id="table.1", kind="table", sha256="0" * 64)


@dataclass
class TableScorer:
    """Gives each reply the result a test has put on the table, and notes what it was asked."""

    table: dict[str, CheckResult]
    asked: list[tuple[list[str], bool]] = field(default_factory=list)
    contexts: dict[str, str] = field(default_factory=dict)

    def __call__(self, items: Sequence[CheckItem], rewrites: bool) -> list[CheckResult]:
        """Answer from the table, in order."""
        self.asked.append(([item.id for item in items], rewrites))
        self.contexts |= {item.id: item.context for item in items}
        return [self.table[item.reply].model_copy(update={"id": item.id}) for item in items]


def scored(overall: float, values: dict[str, float] | None = None, **score: Any) -> CheckResult:
    """Make the result of a scored draft; features not named are 0."""
    features = [
        Feature(
            id=spec.id,
            family=spec.family,
            value=(values or {}).get(spec.id, 0.0),
            expected=0.5,
            weight=0.01,
            fault=spec.fault,
            spans=[],
        )
        for spec in FEATURES
    ]
    rest: dict[str, Any] = {"need": 1.0, **score}
    return CheckResult(
        score=Score(
            overall=overall,
            interval=(max(0.0, overall - 5), min(100.0, overall + 5)),
            band=band_of(overall),
            features=features,
            model=_MODEL,
            **rest,
        ),
        elapsed_ms=ElapsedMs(score=1.0, rewrite=0.0),
    )


def abstained() -> CheckResult:
    """Make the result of a draft that cannot be scored."""
    return CheckResult(
        score=Score(
            overall=None,
            interval=None,
            band=None,
            need=0.0,
            abstained=Abstention(reason="language", message="Only English can be scored."),
            model=_MODEL,
        ),
        elapsed_ms=ElapsedMs(score=1.0, rewrite=0.0),
    )


def suggesting(*texts: str) -> CheckResult:
    """Make a result with suggestions of these texts."""
    rewrites = [
        Rewrite(
            kind="light",
            text=text,
            overall=70.0,
            delta=10.0,
            facts=Facts(kept=True),
            source="edits",
        )
        for text in texts
    ]
    return scored(60.0).model_copy(update={"rewrites": rewrites})


def case(check: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Make a case with replies "a" and "b" unless said otherwise."""
    kind = {"delta": "DIR", "abs_delta": "INV"}.get(check["type"], "MFT")
    pair = {"b": "b"} if kind != "MFT" else {}
    base = {"id": "c1", "kind": kind, "capability": "family", "context": "Hello?", "a": "a"}
    return {**base, **pair, "check": check, **fields}


def judge(check: dict[str, Any], a: CheckResult, b: CheckResult | None = None) -> Outcome:
    """Run one case over the given results."""
    table = {"a": a} if b is None else {"a": a, "b": b}
    return run_cases([case(check)], TableScorer(table))[0]


def check_of(kind: str, op: str, value: float, target: str = "overall") -> dict[str, Any]:
    """Make a check that compares a target with a bound."""
    return {"type": kind, "target": target, "op": op, "value": value}


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


@pytest.mark.parametrize("value", [True, False])
def test_flag_must_be_as_named(value: bool) -> None:
    """A flag case passes when the flag is there exactly as the case says, others aside."""
    flags = [Flag(name="pii", message="A card number.")]
    crisis = Flag(name="crisis", message="The customer may be in danger.", where="context")
    check = {"type": "flag", "name": "crisis", "value": value}
    assert judge(check, scored(60.0, flags=[*flags, crisis])).passed is value
    assert judge(check, scored(60.0, flags=flags)).passed is not value


def test_flag_counts_on_an_abstained_draft() -> None:
    """A flag that is not raised is false also where no score was given."""
    assert judge({"type": "flag", "name": "crisis", "value": False}, abstained()).passed


@pytest.mark.parametrize(("overall", "value"), [(44.9, True), (45.0, False)])
def test_needs_work_is_the_lowest_band(overall: float, value: bool) -> None:
    """The name needs_work reads the band."""
    assert judge({"type": "flag", "name": "needs_work", "value": value}, scored(overall)).passed


@pytest.mark.parametrize(("need", "value"), [(0.4, True), (0.5, False)])
def test_no_emotional_content_reads_the_need(need: float, value: bool) -> None:
    """A message with a need under a half counts as without emotional content."""
    check = {"type": "flag", "name": "no_emotional_content", "value": value}
    assert judge(check, scored(60.0, need=need)).passed


def weak(feature: str, quote: str, span: tuple[int, int]) -> Weakness:
    """Make a weakness that quotes."""
    return Weakness(id=feature, quote=quote, span=span, why="It is cold.", edit="Warm it up.")


@pytest.mark.parametrize(
    ("weakest", "value"),
    [
        ([weak("names_feeling", "a", (0, 1))], True),
        ([weak("names_feeling", "z", (0, 1))], False),
        ([weak("names_feeling", "", (1, 1))], False),
        ([weak("names_feeling", "a", (0, 1)), weak("dismisses", "z", (0, 1))], False),
        ([], False),
    ],
)
def test_evidence_must_be_quoted_from_the_reply(weakest: list[Weakness], value: bool) -> None:
    """Each weakest point quotes the reply at its span, is not empty, and there is at least one."""
    check = {"type": "flag", "name": "evidence_span_in_reply", "value": value}
    assert judge(check, scored(30.0, weakest=weakest)).passed


@pytest.mark.parametrize(("feature", "value"), [("names_feeling", True), ("invites_more", False)])
def test_weakest_is_not_open_questions_reads_the_ids(feature: str, value: bool) -> None:
    """A card that asks for more questions is the one thing this name forbids."""
    check = {"type": "flag", "name": "weakest_is_not_open_questions", "value": value}
    assert judge(check, scored(30.0, weakest=[weak(feature, "a", (0, 1))])).passed


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
