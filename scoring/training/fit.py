"""Fits the transparent head and the calibration on a trained network's predictions.

Weights come from the train split, calibration, interval and noise from the dev split. The test
split is not read here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LinearRegression, QuantileRegressor, Ridge

from scoring.features.registry import FEATURES
from scoring.models.base import Prediction, Predictor
from scoring.models.combine import NEVER, Combination, at_need
from scoring.text.prepare import prepare
from scoring.training.examples import TrainingExample
from scoring.training.variants import vary

Vector = NDArray[np.float64]
#: Share of outcomes the interval is to cover.
COVERAGE = 0.8
_RESIDUAL_BOUND = 0.15
#: Share of dangerous dev messages the crisis head must find to be used at all.
_USEFUL = 0.25
#: Share of calm dev rows that may alarm.
_ALARMS = 0.025
_GOOD = 0.75
#: The features overlap: many sums fit alike. A strong penalty spreads the weight, and columns of
#: the skills (observable, best agreed among experts, what staff see first) are made cheaper, so
#: that the score is told in skills where it can be: .001 Spearman on dev (docs/experiments.md).
_PENALTY = 200.0
_CHEAPER = {"skill": 3.0, "miti": 1.0, "subfactor": 1.0}
# What a reader expects of a feature: good ones never lower a score, faults never raise it. Codes
# that are neither (a closed question, information given) may do either.
_NEUTRAL = frozenset({"closed_question", "give_information", "other", "self_disclose"})


def predict(predictor: Predictor, examples: Sequence[TrainingExample]) -> list[Prediction]:
    """Predict examples as serving would."""
    return predictor.predict([prepare(e.context, e.reply) for e in examples])


def fit(
    train: Sequence[TrainingExample],
    train_predictions: Sequence[Prediction],
    dev: Sequence[TrainingExample],
    predictor: Predictor,
) -> Combination:
    """Fit everything that comes after the network."""
    values, need = _matrix(train_predictions)
    overall = np.array([e.overall for e in train])
    labels = np.array([e.features for e in train])
    good = overall >= _GOOD
    usual = _table(values, need, np.ones(len(train), dtype=bool))
    weights, base = _weights(values, need, overall, usual)
    combination = Combination(
        weights=weights,
        base=base,
        usual=usual,
        expected=_table(labels, need, good),
        residual_bound=_RESIDUAL_BOUND,
        slope=1.0,
        shift=0.0,
        widen=0.0,
        noise=0.0,
        crisis_threshold=0.5,
    )
    return _calibrated(combination, dev, predictor)


def _matrix(predictions: Sequence[Prediction]) -> tuple[Vector, Vector]:
    values = np.stack([p.features for p in predictions]).astype(np.float64)
    return values, np.array([p.need for p in predictions])


def _table(values: Vector, need: Vector, chosen: NDArray[np.bool_]) -> Vector:
    """Means at need 0, .5 and 1, each over rows weighted by nearness to it."""
    rows = []
    for centre in (0.0, 0.5, 1.0):
        nearness = np.clip(1 - np.abs(need - centre) * 2, 0, None) * chosen + 1e-9 * chosen
        rows.append(np.average(values, axis=0, weights=nearness))
    return np.stack(rows)


def _weights(values: Vector, need: Vector, overall: Vector, usual: Vector) -> tuple[Vector, Vector]:
    """Ridge regression with signs: every column turned so that its weight must not be negative."""
    centred = values - np.stack([at_need(usual, n) for n in need])
    columns, owners = [], []
    for i, spec in enumerate(FEATURES):
        signs = (1.0, -1.0) if spec.id in _NEUTRAL else ((-1.0,) if spec.fault else (1.0,))
        for turned in (sign * _CHEAPER[spec.family] for sign in signs):
            for end, share in ((0, 1 - need), (1, need)):
                columns.append(turned * centred[:, i] * share)
                owners.append((end, i, turned))
    base = LinearRegression().fit(need[:, None], overall)
    target = overall - base.predict(need[:, None])
    model = Ridge(alpha=_PENALTY, positive=True, fit_intercept=False)
    model.fit(np.stack(columns, 1), target)
    weights = np.zeros((2, len(FEATURES)))
    for (end, i, turned), coefficient in zip(owners, model.coef_, strict=True):
        weights[end, i] += turned * coefficient
    ends = base.predict(np.array([[0.0], [1.0]]))
    return weights, np.asarray(ends)


def _calibrated(
    combination: Combination, dev: Sequence[TrainingExample], predictor: Predictor
) -> Combination:
    predictions = predict(predictor, dev)
    truth = np.array([e.overall for e in dev])
    raw = np.array([combination.combine(p).overall / 100 for p in predictions])
    slope, shift = _line(raw, truth)
    straight = replace(combination, slope=slope, shift=shift)
    widened = replace(straight, widen=_widen(straight, predictions, truth))
    return replace(
        widened,
        noise=_noise(widened, dev, predictor),
        crisis_threshold=_crisis_threshold(predictions, dev),
    )


def _line(raw: Vector, truth: Vector) -> tuple[float, float]:
    """Fit the line of least absolute error: the error that is reported and that a reader feels.

    Least squares pulls a score's ends to the middle for the sake of a few rows that are far off;
    on dev that cost composed drafts half a point (docs/experiments.md).
    """
    line = QuantileRegressor(quantile=0.5, alpha=0, solver="highs").fit(raw[:, None], truth)
    slope = float(np.clip(line.coef_[0], 0.7, 1.4))
    return slope, float(np.median(truth - slope * raw))


def _widen(combination: Combination, predictions: Sequence[Prediction], truth: Vector) -> float:
    """Find the CQR correction: the quantile of how far outcomes lie outside the raw interval."""
    outside = []
    for p, y in zip(predictions, truth, strict=True):
        centre = combination.combine(p).overall / 100
        low = centre - combination.slope * (p.overall - p.low)
        high = centre + combination.slope * (p.high - p.overall)
        outside.append(max(low - y, y - high))
    rank = min(1.0, COVERAGE * (1 + 1 / len(outside)))
    return float(np.quantile(outside, rank))


def _noise(combination: Combination, dev: Sequence[TrainingExample], predictor: Predictor) -> float:
    rng = random.Random(0)  # noqa: S311  reproducible, not secret
    changed = [replace(e, reply=vary(e.reply, rng)) for e in dev]
    before = [combination.combine(p).overall for p in predict(predictor, dev)]
    after = [combination.combine(p).overall for p in predict(predictor, changed)]
    return round(float(np.quantile(np.abs(np.subtract(after, before)), 0.9)), 1)


def _crisis_threshold(predictions: Sequence[Prediction], dev: Sequence[TrainingExample]) -> float:
    """Set the threshold where few calm dev messages alarm, or out of reach if it finds little.

    A miss costs more than an alarm, and the calm rows that score highest are mostly grave matters
    a person would want to see first (no tablets left, a stranger at the door); one in ten dev
    messages is a look-alike on purpose, so ordinary mail alarms far less often than ``_ALARMS``.
    """
    calm = [p.crisis for p, e in zip(predictions, dev, strict=True) if e.crisis < 0.5]
    danger = [p.crisis for p, e in zip(predictions, dev, strict=True) if e.crisis >= 0.5]
    allowed = float(np.quantile(calm, 1 - _ALARMS, method="higher")) if calm else 0.0
    threshold = max(0.5, allowed + 1e-4)
    found = sum(p >= threshold for p in danger)
    return float(threshold) if danger and found >= _USEFUL * len(danger) else NEVER
