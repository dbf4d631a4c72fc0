"""Figures of whole checks on the rated test drafts: score, features, flags, calibration.

Everything is read from results as a caller gets them, cleaning, windows, abstentions and rules
included; drafts the check abstains from are counted and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score, roc_auc_score

from scoring.benchmarks.measures import (
    Rows,
    Vector,
    group_interval,
    mean_error,
    pairs_in_order,
    quadratic_kappa,
    rank_correlation,
)
from scoring.contract import BANDS, CheckItem, CheckResult, Score
from scoring.features.registry import FEATURES
from scoring.training.examples import JudgedPair, TrainingExample, by_source

Check = Callable[[Sequence[CheckItem]], list[CheckResult]]
_FEW = 10
_BINS = 10
#: Parts of the test split: name and the sources in it.
PARTS: dict[str, frozenset[str]] = {
    "composed": frozenset({"composed"}),
    "ibm": frozenset({"ibm"}),
    "maia": frozenset({"maia"}),
    "ibm+maia": frozenset({"ibm", "maia"}),
}


def drafts_table(
    examples: Sequence[TrainingExample], pairs: Sequence[JudgedPair], check: Check
) -> dict[str, Any]:
    """Measure checks of rated drafts and judged pairs.

    Args:
        examples: Rated drafts of the test split.
        pairs: Judged pairs of the test split.
        check: Gives one result per item, in order.
    """
    results = check([CheckItem(id=e.id, context=e.context, reply=e.reply) for e in examples])
    kept = [
        (e, r.score) for e, r in zip(examples, results, strict=True) if r.score.abstained is None
    ]
    rated, scores = [e for e, _ in kept], [s for _, s in kept]
    return {
        "n": len(rated),
        "abstained": len(examples) - len(rated),
        "overall": dict(_overall(rated, scores)),
        "pairs": _pairs(rated, scores),
        "judged": {name: judged_order(some, check) for name, some in by_source(pairs).items()},
        "need": _levels([s.need for s in scores], [2 * e.need for e in rated]),
        "features": dict(_features(rated, scores)),
        "crisis": _crisis(rated, scores),
        "calibration": _calibration(rated, scores),
    }


def judged_order(pairs: Sequence[JudgedPair], check: Check) -> dict[str, str]:
    """Count judged pairs in order, and equal ones within five points."""
    items = [
        CheckItem(id=f"{p.id}{side}", context=p.context, reply=text)
        for p in pairs
        for side, text in (("a", p.a), ("b", p.b))
    ]
    scores = [r.score.overall for r in check(items)] if items else []
    right = ordered = within = equal = 0
    for k, pair in enumerate(pairs):
        a, b = scores[2 * k], scores[2 * k + 1]
        lead = None if a is None or b is None else a - b
        if pair.margin:
            ordered += 1
            right += lead is not None and lead * pair.margin > 0
        else:
            equal += 1
            within += lead is not None and abs(lead) <= 5
    return {"ordered": f"{right} of {ordered}", "equal_within_5": f"{within} of {equal}"}


def _values(scores: Sequence[Score]) -> Vector:
    return np.array([s.overall for s in scores], dtype=float) / 100


def _overall(
    rated: Sequence[TrainingExample], scores: Sequence[Score]
) -> Iterator[tuple[str, dict[str, Any]]]:
    predicted, truth = _values(scores), np.array([e.overall for e in rated])
    groups = np.array([e.group for e in rated])
    sources = sorted({e.source for e in rated} - PARTS.keys())
    for name, members in (PARTS | {s: frozenset({s}) for s in sources}).items():
        rows = np.flatnonzero([e.source in members for e in rated])
        if len(rows):
            yield name, _figures(predicted[rows], truth[rows], list(groups[rows]))


def _figures(predicted: Vector, truth: Vector, groups: list[str]) -> dict[str, Any]:
    def correlation(rows: Rows) -> float:
        return rank_correlation(predicted[rows], truth[rows])

    return {
        "n": len(truth),
        "spearman": round(rank_correlation(predicted, truth), 3),
        "interval": [round(v, 2) for v in group_interval(correlation, groups)],
        "mae": round(mean_error(predicted, truth), 1),
    }


def _pairs(rated: Sequence[TrainingExample], scores: Sequence[Score]) -> str:
    truth = np.array([e.overall for e in rated])
    return "{} of {}".format(*pairs_in_order(_values(scores), truth, [e.group for e in rated]))


def _levels(predicted: Sequence[float], truth: Sequence[float]) -> dict[str, float]:
    """Agreement on levels 0-2: rank correlation, and quadratic kappa of the rounded values."""
    a, b = np.array(predicted), np.array(truth)
    kappa = quadratic_kappa(_rounded(a), _rounded(b), 3)
    return {"spearman": round(rank_correlation(a, b), 3), "qwk": round(kappa, 3)}


def _rounded(values: Vector) -> list[int]:
    return [int(v) for v in np.clip(np.floor(values + 0.5), 0, 2)]


def _features(
    rated: Sequence[TrainingExample], scores: Sequence[Score]
) -> Iterator[tuple[str, dict[str, float]]]:
    values = {f.id: np.array([_value(s, f.id) for s in scores]) for f in FEATURES}
    for k, spec in enumerate(FEATURES):
        truth = np.array([e.features[k] for e in rated])
        if spec.family == "skill":
            yield spec.id, _levels(list(2 * values[spec.id]), list(2 * truth))
        elif spec.family == "subfactor":
            yield spec.id, {"spearman": round(rank_correlation(values[spec.id], truth), 3)}
        elif _FEW <= (truth >= 0.5).sum() <= len(truth) - _FEW:
            yield spec.id, _code(values[spec.id], truth >= 0.5)


def _value(score: Score, name: str) -> float:
    return next(f.value for f in score.features if f.id == name)


def _code(value: Vector, present: NDArray[np.bool_]) -> dict[str, float]:
    return {
        "positives": int(present.sum()),
        "auroc": round(float(roc_auc_score(present, value)), 3),
        "f1": round(float(f1_score(present, value >= 0.5, average="macro")), 3),
    }


def _crisis(rated: Sequence[TrainingExample], scores: Sequence[Score]) -> dict[str, str]:
    """Counts of messages: a message is found when any of its drafts' checks flags it."""
    danger: dict[str, bool] = {}
    found: dict[str, bool] = {}
    for example, score in zip(rated, scores, strict=True):
        danger[example.group] = danger.get(example.group, False) or example.crisis >= 0.5
        flagged = any(f.name == "crisis" for f in score.flags)
        found[example.group] = found.get(example.group, False) or flagged
    positive = [g for g, d in danger.items() if d]
    calm = [g for g, d in danger.items() if not d]
    return {
        "recall": f"{sum(found[g] for g in positive)} of {len(positive)}",
        "false_alarms": f"{sum(found[g] for g in calm)} of {len(calm)}",
    }


def _calibration(rated: Sequence[TrainingExample], scores: Sequence[Score]) -> dict[str, Any]:
    truth = 100 * np.array([e.overall for e in rated])
    predicted = 100 * _values(scores)
    low, high = np.array([s.interval for s in scores], dtype=float).T
    return {
        "coverage": round(float(np.mean((low <= truth) & (truth <= high))), 3),
        "width": round(float(np.mean(high - low)), 1),
        "ece": round(_ece(predicted, truth), 1),
        "bands": _confusion(predicted, truth),
    }


def _ece(predicted: Vector, truth: Vector) -> float:
    """Expected calibration error in points: mean gap of predicted and rated over equal tenths."""
    order = np.argsort(predicted, kind="stable")
    gaps = [
        len(rows) * abs(predicted[rows].mean() - truth[rows].mean())
        for rows in np.array_split(order, _BINS)
        if len(rows)
    ]
    return float(np.sum(gaps) / len(truth))


def _confusion(predicted: Vector, truth: Vector) -> dict[str, list[int]]:
    """For each rated band, best first, how many fall into each predicted band, best first."""
    a, b = _bands(predicted), _bands(truth)
    names = [name for _, name in BANDS]
    return {
        name: [int(np.sum((b == k) & (a == j))) for j in range(len(names))]
        for k, name in enumerate(names)
    }


def _bands(values: Vector) -> NDArray[np.int64]:
    floors = [floor for floor, _ in BANDS]
    return np.array([next(k for k, f in enumerate(floors) if v >= f) for v in values])
