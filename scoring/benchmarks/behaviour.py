"""Behaviour cases: minimum functionality (MFT), invariance (INV) and direction (DIR) tests.

The three kinds follow CheckList (Ribeiro et al., ACL 2020); the case format is in
``docs/contract.md``. A constant scorer passes every INV case and almost no other, so the kinds are
reported together with the least of the three as the joint figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.contract import BY_ID, SUBFACTOR_IDS, CheckItem, CheckResult

#: Targets a case may name, as groups of feature ids and how to read them.
_MAX_OF = {"reflection": ("simple_reflection", "complex_reflection", "reflects_specifics")}
_MEAN_OF = {
    "autonomy": ("emphasize_autonomy",),
    "open_questions": ("open_question",),
    "affirmation": ("affirm",),
    "partnership": ("advise_with_permission", "emphasize_autonomy", "open_question"),
}
_CLOSE = 1e-9  # scores are rounded to 0.1 of 100: differences of them carry float dust

Check = Callable[[Sequence[CheckItem], bool], list[CheckResult]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case's verdict and what was measured, without any text.

    Attributes:
        id: The case's id.
        kind: MFT, INV or DIR.
        capability: The family of cases it belongs to.
        passed: The verdict.
        measured: The figure behind it.
        suggestions: How many suggestions there were; None where the case is not about them.
    """

    id: str
    kind: str
    capability: str
    passed: bool
    measured: str
    suggestions: int | None = None


def run_cases(cases: Sequence[dict[str, Any]], check: Check) -> list[Outcome]:
    """Run every case through the scorer in one go and judge it."""
    items: list[CheckItem] = []
    rewrites: list[CheckItem] = []
    for case in cases:
        wants = case["check"]["type"].startswith("rewrite")
        for side in _sides(case):
            (rewrites if wants else items).append(side)
    results = {r.id: r for r in check(items, False)} if items else {}
    results |= {r.id: r for r in check(rewrites, True)} if rewrites else {}
    return [_judge(case, results) for case in cases]


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Pass rates by kind and family, the joint figure, and how many rewrite cases had a rewrite.

    A rewrite case passes when no suggestion breaks it, so also when there is none:
    ``rewrites_offered`` keeps such passes in sight.
    """
    kinds, families = defaultdict[str, list[bool]](list), defaultdict[str, list[bool]](list)
    for outcome in outcomes:
        kinds[outcome.kind].append(outcome.passed)
        families[f"{outcome.kind} {outcome.capability}"].append(outcome.passed)
    rates = {k: round(sum(v) / len(v), 3) for k, v in sorted(kinds.items())}
    return {
        "n": len(outcomes),
        "by_kind": rates,
        "joint": min(rates.values(), default=None),
        "rewrites_offered": _rewrites_offered(outcomes),
        "by_family": {k: f"{sum(v)} of {len(v)}" for k, v in sorted(families.items())},
        "failed": [{"id": o.id, "measured": o.measured} for o in outcomes if not o.passed],
    }


def _rewrites_offered(outcomes: Sequence[Outcome]) -> dict[str, int]:
    about = [o for o in outcomes if o.suggestions is not None]
    return {
        "cases": len(about),
        "offered": sum(bool(o.suggestions) for o in about),
        "passed_without": sum(o.passed and not o.suggestions for o in about),
    }


def _sides(case: dict[str, Any]) -> list[CheckItem]:
    context = case.get("context") or ""
    sides = [CheckItem(id=case["id"] + "/a", context=context, reply=case["a"])]
    if case.get("b") is not None:
        other = case.get("context_b")
        sides.append(
            CheckItem(
                id=case["id"] + "/b",
                context=context if other is None else other,
                reply=case["b"],
            )
        )
    return sides


def _judge(case: dict[str, Any], results: dict[str, CheckResult]) -> Outcome:
    a, b = results[case["id"] + "/a"], results.get(case["id"] + "/b")
    kind = case["check"]["type"]
    passed, measured = CHECKS[kind](case, a, b)
    suggestions = len(a.rewrites) if kind.startswith("rewrite") else None
    return Outcome(case["id"], case["kind"], case["capability"], passed, measured, suggestions)


def _delta(case: dict[str, Any], a: CheckResult, b: CheckResult | None) -> tuple[bool, str]:
    check = case["check"]
    if b is None or a.score.overall is None or b.score.overall is None:
        return False, "abstained"
    change = _target(b, check["target"]) - _target(a, check["target"])
    return _holds(change, check), f"{change:+.3f}"


def _abs_delta(case: dict[str, Any], a: CheckResult, b: CheckResult | None) -> tuple[bool, str]:
    check = case["check"]
    if b is None:
        return False, "no second reply"
    if a.score.overall is None or b.score.overall is None:
        both = a.score.overall is None and b.score.overall is None
        return both, "both abstained" if both else "one abstained"
    if check["target"] == "each_subfactor":
        va, vb = _values(a), _values(b)
        change = max(abs(va[i] - vb[i]) for i in SUBFACTOR_IDS)
    else:
        change = abs(_target(b, check["target"]) - _target(a, check["target"]))
    return _holds(change, check), f"{change:.3f}"


def _band(case: dict[str, Any], a: CheckResult, _: CheckResult | None) -> tuple[bool, str]:
    if a.score.overall is None:
        return False, "abstained"
    value = _target(a, case["check"]["target"])
    return _holds(value, case["check"]), f"{value:.3f}"


def _flag(case: dict[str, Any], a: CheckResult, _: CheckResult | None) -> tuple[bool, str]:
    name, score = case["check"]["name"], a.score
    found = {
        "needs_work": score.band == "needs_work",
        "no_emotional_content": score.need < 0.5,
        "evidence_span_in_reply": bool(score.weakest)
        and all(w.quote == case["a"][slice(*w.span)] != "" for w in score.weakest),
        "weakest_is_not_open_questions": "invites_more" not in {w.id for w in score.weakest},
    }
    value = found.get(name, any(f.name == name for f in score.flags))
    return value == case["check"]["value"], f"{name}={value}"


def _abstain(_: dict[str, Any], a: CheckResult, __: CheckResult | None) -> tuple[bool, str]:
    reason = a.score.abstained.reason if a.score.abstained else "scored"
    return a.score.abstained is not None, reason


def _preserves(case: dict[str, Any], a: CheckResult, _: CheckResult | None) -> tuple[bool, str]:
    lost = sum(
        not any(option.lower() in r.text.lower() for option in item.split("|"))
        for r in a.rewrites
        for item in case["check"]["items"]
    )
    return lost == 0, f"{lost} lost in {len(a.rewrites)} suggestions"


def _excludes(case: dict[str, Any], a: CheckResult, _: CheckResult | None) -> tuple[bool, str]:
    found = sum(i.lower() in r.text.lower() for r in a.rewrites for i in case["check"]["items"])
    return found == 0, f"{found} found in {len(a.rewrites)} suggestions"


CHECKS: dict[str, Callable[..., tuple[bool, str]]] = {
    "delta": _delta,
    "abs_delta": _abs_delta,
    "band": _band,
    "flag": _flag,
    "abstain": _abstain,
    "rewrite_preserves": _preserves,
    "rewrite_excludes": _excludes,
}


def _values(result: CheckResult) -> dict[str, float]:
    return {f.id: f.value for f in result.score.features}


def _target(result: CheckResult, name: str) -> float:
    if name in ("overall", "empathy"):
        return (result.score.overall or 0.0) / 100
    values = _values(result)
    if name in _MAX_OF:
        return max(values[i] for i in _MAX_OF[name])
    ids = _MEAN_OF.get(name, (name,))
    return sum(values[i] for i in ids if i in BY_ID) / len(ids)


def _holds(value: float, check: dict[str, Any]) -> bool:
    bound = float(check["value"])
    verdicts = {
        "<": value < bound - _CLOSE,
        "<=": value <= bound + _CLOSE,
        ">": value > bound + _CLOSE,
        ">=": value >= bound - _CLOSE,
    }
    return verdicts[check["op"]]
