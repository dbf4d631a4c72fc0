"""The transparent head."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scoring.features.registry import FEATURES
from scoring.models.base import Prediction
from scoring.models.combine import Combination, at_need

N = len(FEATURES)


def _combination() -> Combination:
    weights = np.zeros((2, N))
    weights[0, 0], weights[1, 0] = 0.1, 0.5
    weights[:, 4] = -0.3
    return Combination(
        weights=weights,
        base=np.array([0.6, 0.4]),
        usual=np.full((3, N), 0.5),
        expected=np.stack([np.full(N, v) for v in (0.2, 0.5, 0.8)]),
        residual_bound=0.1,
        slope=1.0,
        shift=0.0,
        widen=0.02,
        noise=3.0,
        crisis_threshold=0.5,
    )


def _prediction(**changes: object) -> Prediction:
    plain = Prediction(
        overall=0.5,
        low=0.4,
        high=0.6,
        need=1.0,
        crisis=0.0,
        features=np.full(N, 0.5, dtype=np.float32),
        evidence=np.zeros((N, 1), dtype=np.float32),
    )
    return replace(plain, **changes)


def test_contributions_and_residual_add_up_to_the_score() -> None:
    """What the card shows is what the score is made of."""
    features = np.full(N, 0.5, dtype=np.float32)
    features[0], features[4] = 0.7, 0.9
    combined = _combination().combine(_prediction(features=features, overall=0.45))
    total = 0.4 + combined.contributions.sum() + combined.residual
    assert combined.overall == pytest.approx(100 * total, abs=0.05)
    assert combined.contributions[0] == pytest.approx(0.1)
    assert combined.contributions[4] == pytest.approx(-0.12)


def test_the_residual_is_bounded() -> None:
    """However far the network strays from the named features, the rest stays within the bound."""
    combined = _combination().combine(_prediction(overall=0.99))
    assert combined.residual == pytest.approx(0.1)
    assert combined.overall == 50.0


def test_weights_follow_need() -> None:
    """The same feeling named counts more when the message calls for it."""
    features = np.full(N, 0.5, dtype=np.float32)
    features[0] = 1.0
    calm = _combination().combine(_prediction(features=features, need=0.0))
    upset = _combination().combine(_prediction(features=features, need=1.0))
    assert calm.contributions[0] == pytest.approx(0.05)
    assert upset.contributions[0] == pytest.approx(0.25)


def test_shares_sum_to_one_with_the_residual() -> None:
    """Shares of features and residual make up the whole."""
    features = np.linspace(0, 1, N, dtype=np.float32)
    shares, residual = _combination().combine(_prediction(features=features, overall=0.7)).shares()
    assert shares.sum() + residual == pytest.approx(1.0)
    assert (shares >= 0).all()


def test_the_interval_holds_the_score_and_stays_in_range() -> None:
    """Low <= score <= high, also where a negative widening would turn the interval over."""
    narrow = replace(_combination(), widen=-0.5)
    for overall in (0.0, 0.3, 1.0):
        combined = narrow.combine(_prediction(overall=overall))
        low, high = combined.interval
        assert 0 <= low <= combined.overall <= high <= 100


def test_tables_are_read_linearly_between_needs() -> None:
    """A need between two rows gets the mix of both."""
    table = np.array([[0.0], [1.0], [3.0]])
    assert [float(at_need(table, n)[0]) for n in (0, 0.25, 0.5, 0.75, 1)] == [0, 0.5, 1, 2, 3]


def test_saving_and_loading_changes_no_score(tmp_path: Path) -> None:
    """The JSON beside the weights is the whole head."""
    _combination().save(tmp_path / "combination.json")
    again = Combination.load(tmp_path / "combination.json")
    assert again.combine(_prediction()).overall == _combination().combine(_prediction()).overall
