"""Corrections of ratings: each mends the noise it is for and leaves clean labels alone."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from scoring.training.labels import (
    ALPHAS,
    best_alpha,
    consensus,
    far_replaced,
    lenient_removed,
    means_matched,
    weighted,
)

RNG = np.random.default_rng(3)
TRUTH = RNG.uniform(0.1, 0.9, 600)
SECOND = np.clip(TRUTH + RNG.normal(0, 0.08, 600) + 0.05, 0, 1)
STRAY = RNG.random(600) < 0.4
NOISY = np.where(STRAY, RNG.uniform(0, 1, 600), TRUTH)


def error(labels: np.ndarray) -> float:
    return float(np.abs(labels - TRUTH).mean())


def test_a_lenient_person_is_brought_back_to_the_others() -> None:
    """Who gives .2 more than everybody does so no more; a person of one rating hardly moves."""
    raters = ["kind" if n % 4 == 0 else f"r{n % 3}" for n in range(600)]
    kind = np.array([r == "kind" for r in raters])
    human = np.clip(TRUTH + 0.2 * kind - 0.1, 0, 1)
    mended = lenient_removed(human, SECOND, raters)
    assert abs((mended - SECOND)[kind].mean() - (mended - SECOND)[~kind].mean()) < 0.02
    alone = ["one", *["r0"] * 599]
    moved = lenient_removed(np.array([1.0, *TRUTH[1:]]), SECOND, alone)
    assert abs(moved[0] - 1.0) < (1 - SECOND[0]) / 4


def test_means_are_matched_whatever_the_strays_do() -> None:
    """The second source's shift is taken out by the median."""
    assert abs(np.median(means_matched(TRUTH, SECOND) - TRUTH)) < 0.01


def test_far_labels_are_replaced_and_near_ones_stay() -> None:
    """The paper's rule at one alpha."""
    human, second = np.array([0.1, 0.5, 0.9, 0.5, 0.5]), np.array([0.1, 0.5, 0.2, 0.5, 0.45])
    assert far_replaced(human, second, 0.3).tolist() == [0.1, 0.5, 0.2, 0.5, 0.5]


def test_alpha_is_chosen_by_the_dev_figure() -> None:
    """Whatever the figure likes best wins."""
    alpha, labels = best_alpha(NOISY, SECOND, lambda y: -error(y))
    assert alpha in ALPHAS
    assert error(labels) < 0.6 * error(NOISY)
    assert error(labels) == min(error(far_replaced(NOISY, SECOND, a)) for a in ALPHAS)


def test_soft_weights_mend_strays_and_spare_clean_labels() -> None:
    """At 40 % strays most of the error goes; clean labels are touched by less than the source's."""
    assert error(weighted(NOISY, SECOND)) < 0.5 * error(NOISY)
    assert error(weighted(TRUTH, SECOND)) < 0.4 * float(np.abs(SECOND - TRUTH).mean())


@pytest.mark.parametrize("correct", [weighted, lambda h, s: far_replaced(h, s, 0.3)])
def test_labels_stay_in_their_range(correct) -> None:
    """Ratings of 0-1 in, ratings of 0-1 out."""
    mended = correct(NOISY, SECOND)
    assert mended.min() >= 0
    assert mended.max() <= 1


@pytest.mark.skipif(find_spec("cleanlab") is None, reason="needs the extra noise (cleanlab)")
def test_the_consensus_is_nearer_than_its_raters() -> None:
    """Three raters, one of them careless, and a prediction: the consensus beats each."""
    raters = np.stack([np.clip(TRUTH + RNG.normal(0, s, 600), 0, 1) for s in (0.1, 0.1, 0.4)], 1)
    raters[RNG.random(raters.shape) < 0.3] = np.nan
    raters[np.isnan(raters).all(1), 0] = 0.5
    found = consensus(raters, SECOND - 0.05)
    assert error(found) < min(np.nanmean(np.abs(raters - TRUTH[:, None]), axis=0)) + 0.02
    assert set(np.unique(found)) <= {0.0, 0.25, 0.5, 0.75, 1.0}
