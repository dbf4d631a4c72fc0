"""Behaviour cases and the results a test puts on the table for them, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.benchmarks.behaviour import Outcome, run_cases
from scoring.contract import (
    FEATURES,
    Abstention,
    CheckItem,
    CheckResult,
    ElapsedMs,
    Facts,
    Feature,
    ModelInfo,
    Rewrite,
    Score,
    band_of,
)

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
