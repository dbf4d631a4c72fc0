"""What comes after the network is fitted to the errors people feel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scoring.features.registry import FEATURES
from scoring.models.base import Prediction
from scoring.models.combine import NEVER
from scoring.training.fit import _crisis_threshold, _line
from tests.unit.scoring.training.made_up import examples


def test_a_few_rows_that_are_far_off_do_not_bend_the_line() -> None:
    raw = np.linspace(0, 1, 101)
    truth = 0.9 * raw + 0.05
    truth[:10] = 0.9
    slope, shift = _line(raw, truth)
    assert abs(slope - 0.9) < 0.01
    assert abs(shift - 0.05) < 0.01


def test_half_of_the_rows_lie_above_the_line_even_when_its_slope_is_held_back() -> None:
    raw = np.linspace(0.3, 0.7, 41)
    truth = np.clip(3 * raw - 1, 0, 1)
    slope, shift = _line(raw, truth)
    above = truth > slope * raw + shift + 1e-9
    assert slope == 1.4
    assert abs(above.mean() - 0.5) < 0.05


def _with_crisis(values: list[float]) -> list[Prediction]:
    features = np.full(len(FEATURES), 0.5, dtype=np.float32)
    plain = Prediction(
        overall=0.5,
        low=0.4,
        high=0.6,
        need=0.5,
        crisis=0.0,
        features=features,
        evidence=np.zeros((len(FEATURES), 1), dtype=np.float32),
    )
    return [replace(plain, crisis=value) for value in values]


def test_at_most_one_calm_row_in_forty_alarms() -> None:
    calm = [replace(e, crisis=0.0) for e in examples("dev", 80)]
    danger = [replace(e, crisis=1.0) for e in examples("dev", 4)]
    values = [i / 100 for i in range(80)] + [0.9] * 4
    threshold = _crisis_threshold(_with_crisis(values), calm + danger)
    assert sum(v >= threshold for v in values[:80]) == 1


def test_a_crisis_head_that_finds_too_little_is_not_used() -> None:
    calm = [replace(e, crisis=0.0) for e in examples("dev", 40)]
    danger = [replace(e, crisis=1.0) for e in examples("dev", 10)]
    values = [0.6] * 40 + [0.9] * 2 + [0.1] * 8
    assert _crisis_threshold(_with_crisis(values), calm + danger) == NEVER
