"""Measures of predicted against rated scores."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from scoring.benchmarks.measures import (
    group_interval,
    mean_error,
    pairs_in_order,
    quadratic_kappa,
    rank_correlation,
)


def test_a_constant_prediction_has_no_rank_correlation():
    """Undefined stays undefined instead of turning into a zero that looks measured."""
    assert np.isnan(rank_correlation(np.zeros(5), np.arange(5.0)))


def test_rank_correlation_reads_order_alone():
    """A monotone curve is perfect agreement, its reverse the opposite."""
    x = np.linspace(0, 1, 9)
    assert rank_correlation(x, x**3) == pytest.approx(1)
    assert rank_correlation(x, -x) == pytest.approx(-1)


def test_mean_error_is_in_points():
    """Values of 0-1 give an error on 0-100."""
    assert mean_error(np.array([0.2, 0.9]), np.array([0.3, 0.6])) == pytest.approx(20)


def test_pairs_count_only_within_a_message_and_only_when_clearly_apart():
    """Of four drafts to two messages, one pair is clear and right, one clear and wrong."""
    truth = np.array([0.9, 0.1, 0.5, 0.75, 0.6])
    predicted = np.array([0.8, 0.2, 0.9, 0.1, 0.5])
    groups = ["a", "a", "b", "b", "b"]
    assert pairs_in_order(predicted, truth, groups) == (1, 2)


def test_a_tie_is_not_in_order():
    """A constant scorer orders nothing."""
    assert pairs_in_order(np.full(2, 0.5), np.array([0.9, 0.1]), ["a", "a"]) == (0, 1)


def test_the_interval_is_wider_when_rows_of_a_group_are_copies():
    """Ten copies of each row say no more than one of each, and the interval knows."""
    rng = np.random.default_rng(1)
    values = rng.random(40)
    copies = np.repeat(values, 10)
    by_group = group_interval(lambda r: copies[r].mean(), [str(i // 10) for i in range(400)])
    by_row = group_interval(lambda r: copies[r].mean(), [str(i) for i in range(400)])
    assert (by_group[1] - by_group[0]) > 2 * (by_row[1] - by_row[0])


def test_quadratic_kappa_agrees_with_scikit_learn():
    """Beside an independent implementation on random levels."""
    rng = np.random.default_rng(2)
    a = rng.integers(0, 3, 200)
    b = np.where(rng.random(200) < 0.6, a, rng.integers(0, 3, 200))
    theirs = cohen_kappa_score(a, b, weights="quadratic", labels=[0, 1, 2])
    assert quadratic_kappa(list(a), list(b), 3) == pytest.approx(theirs)
