"""Figures of a model on the rated drafts and judged pairs: the table of the model card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from scoring.features.registry import FEATURES, MITI
from scoring.models.base import Prediction, Predictor
from scoring.models.combine import Combination
from scoring.text.prepare import prepare
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.fit import predict

Vector = NDArray[np.float64]
_CLEAR = 0.2  # drafts to one message count as a pair when rated this far apart
_FEW = 10  # codes with fewer positives are not reported


def evaluate_examples(
    predictor: Predictor, combination: Combination, examples: Sequence[TrainingExample]
) -> dict[str, Any]:
    """Compare predictions with ratings, per source and feature family."""
    predictions = predict(predictor, examples)
    combined = [combination.combine(p) for p in predictions]
    overall = np.array([c.overall / 100 for c in combined])
    truth = np.array([e.overall for e in examples])
    inside = [
        c.interval[0] <= 100 * e.overall <= c.interval[1]
        for c, e in zip(combined, examples, strict=True)
    ]
    values = np.stack([c.features for c in combined])
    labels = np.array([e.features for e in examples])
    crisis = np.array([e.crisis >= 0.5 for e in examples])
    flagged = np.array([p.crisis >= combination.crisis_threshold for p in predictions])
    return {
        "n": len(examples),
        "overall": _overall(overall, truth),
        "by_source": {
            s: _overall(overall[rows], truth[rows]) for s, rows in _sources(examples).items()
        },
        "need_spearman": _spearman(
            np.array([c.need for c in combined]), np.array([e.need for e in examples])
        ),
        "features": _features(values, labels),
        "pairs": _ordered_pairs(examples, overall),
        "interval_coverage": round(float(np.mean(inside)), 3),
        "interval_width": round(
            float(np.mean([c.interval[1] - c.interval[0] for c in combined])), 1
        ),
        "residual_share": round(float(np.mean([c.shares()[1] for c in combined])), 3),
        "crisis": {
            "recall": f"{int((flagged & crisis).sum())} of {int(crisis.sum())}",
            "false_alarms": f"{int((flagged & ~crisis).sum())} of {int((~crisis).sum())}",
        },
    }


def evaluate_pairs(
    predictor: Predictor, combination: Combination, pairs: Sequence[JudgedPair]
) -> dict[str, Any]:
    """Count judged pairs in the judged order and equal pairs within five points."""
    a = predictor.predict([prepare(p.context, p.a) for p in pairs])
    b = predictor.predict([prepare(p.context, p.b) for p in pairs])
    lead = np.array(
        [
            combination.combine(x).overall - combination.combine(y).overall
            for x, y in zip(a, b, strict=True)
        ]
    )
    margin = np.array([p.margin for p in pairs])
    ordered = margin != 0
    right = int((lead[ordered] * np.sign(margin[ordered]) > 0).sum())
    equal = int((np.abs(lead[~ordered]) <= 5).sum())
    return {
        "ordered": f"{right} of {int(ordered.sum())}",
        "equal_within_5": f"{equal} of {int((~ordered).sum())}",
    }


def dev_figure(predictions: Sequence[Prediction], examples: Sequence[TrainingExample]) -> float:
    """Give the figure epochs are chosen by: Spearman of ``overall`` plus pairs in order.

    Pairs are drafts to one message rated clearly apart. The judged pairs are left out: there are
    so few on dev that one of them more or less decided (docs/experiments.md).
    """
    overall = np.array([p.overall for p in predictions])
    right, total = _count_ordered(examples, overall)
    truth = np.array([e.overall for e in examples])
    return _spearman(overall, truth) + right / max(1, total)


def _overall(predicted: Vector, truth: Vector) -> dict[str, float]:
    return {
        "n": len(truth),
        "spearman": _spearman(predicted, truth),
        "mae": round(100 * float(np.abs(predicted - truth).mean()), 1),
    }


def _sources(examples: Sequence[TrainingExample]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for i, example in enumerate(examples):
        rows.setdefault(example.source, []).append(i)
    real = rows.get("ibm", []) + rows.get("maia", [])
    return rows | ({"ibm+maia": real} if real else {})


def _features(values: Vector, labels: Vector) -> dict[str, float]:
    figures = {}
    for i, spec in enumerate(FEATURES):
        if spec in MITI:
            present = labels[:, i] >= 0.5
            if _FEW <= present.sum() <= len(present) - _FEW:
                figures[f"{spec.id} (AUROC)"] = round(
                    float(roc_auc_score(present, values[:, i])), 3
                )
        else:
            figures[spec.id] = _spearman(values[:, i], labels[:, i])
    return figures


def _ordered_pairs(examples: Sequence[TrainingExample], overall: Vector) -> str:
    return "{} of {}".format(*_count_ordered(examples, overall))


def _count_ordered(examples: Sequence[TrainingExample], overall: Vector) -> tuple[int, int]:
    groups: dict[str, list[int]] = {}
    for i, example in enumerate(examples):
        groups.setdefault(example.group, []).append(i)
    right = total = 0
    for rows in groups.values():
        for i, j in combinations(rows, 2):
            gap = examples[i].overall - examples[j].overall
            if abs(gap) >= _CLEAR - 1e-9:
                total += 1
                right += bool((overall[i] - overall[j]) * gap > 0)
    return right, total


def _spearman(a: Vector, b: Vector) -> float:
    if len(a) < 3 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return round(float(spearmanr(a, b).statistic), 3)
