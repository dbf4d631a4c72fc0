"""Corrections of noisy human ratings by a second source, as pure functions over arrays.

Each takes ratings of 0-1 and gives ratings of 0-1; none may be used on labels that are evaluated
on. The second source is the LLM judge in use, or where there is none the champion's own score.

- ``lenient_removed``: what a person adds to or takes from every draft, shrunk towards none.
- ``far_replaced``: the rule of arXiv 2501.00691: a human label further than alpha from the second
  source's is replaced by it, means matched first.
- ``weighted``: the same softly. A mixture of agreeing and stray labels (Hampel's idea, fitted by
  expectation-maximisation) gives each label the probability that it was meant; the corrected label
  is the mean under that probability.
- ``consensus``: cleanlab's multi-annotator consensus (Goh et al. 2022, CROWDLAB) over levels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ALPHAS",
    "best_alpha",
    "consensus",
    "far_replaced",
    "lenient_removed",
    "means_matched",
    "weighted",
]

Vector = NDArray[np.float64]
#: Alphas that are tried, as parts of the range; the paper's best lie at .58 to .75 of it.
ALPHAS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_LEVELS = 5
_STEPS = 100


def lenient_removed(
    human: Vector, second: Vector, raters: Sequence[str], strength: float = 5.0
) -> Vector:
    """Take out of each person's ratings how much more they lie above the second source than usual.

    Args:
        human: Ratings.
        second: The second source's ratings of the same drafts.
        raters: Who gave each.
        strength: How many ratings of an unlenient person are assumed before any is seen.
    """
    names, owner = np.unique(np.asarray(raters), return_inverse=True)
    gap = human - second
    count = np.bincount(owner, minlength=len(names))
    own = np.bincount(owner, gap, minlength=len(names)) / count
    # The usual person is the measure, not the mean: a few very kind ones don't shift everybody.
    middle = np.median(own[owner])
    offset = (own - middle) * count / (count + strength)
    return np.clip(human - offset[owner], 0, 1)


def means_matched(human: Vector, second: Vector) -> Vector:
    """Shift the second source so that both have the same middle; the median bears strays."""
    return np.asarray(np.clip(second + np.median(human - second), 0, 1))


def far_replaced(human: Vector, second: Vector, alpha: float) -> Vector:
    """Replace human labels that lie further than ``alpha`` from the second source's."""
    other = means_matched(human, second)
    return np.where(np.abs(human - other) > alpha, other, human)


def best_alpha(
    human: Vector, second: Vector, figure: Callable[[Vector], float]
) -> tuple[float, Vector]:
    """Choose alpha by what training on the corrected labels brings on the dev split.

    Args:
        human: Ratings of the train split.
        second: The second source's.
        figure: Trains on labels and gives the dev figure to maximise.

    Returns:
        The alpha, and the corrected labels.
    """
    tried = [(alpha, far_replaced(human, second, alpha)) for alpha in ALPHAS]
    return max(tried, key=lambda pair: figure(pair[1]))


def weighted(human: Vector, second: Vector) -> Vector:
    """Mix both sources by the probability that the human label was meant as it stands."""
    other = means_matched(human, second)
    meant = _probability_meant(human - other)
    return np.asarray(meant * human + (1 - meant) * other)


def _probability_meant(gap: Vector) -> Vector:
    """Fit a narrow normal of agreeing labels and a flat rest of strays to the gaps."""
    spread = max(0.02, 1.4826 * float(np.median(np.abs(gap))))
    share, meant = 0.8, np.ones_like(gap)
    for _ in range(_STEPS):
        narrow = share * np.exp(-0.5 * (gap / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
        flat = (1 - share) * 0.5  # gaps run from -1 to 1
        before, meant = meant, narrow / (narrow + flat)
        share = float(np.clip(meant.mean(), 0.05, 0.98))
        spread = float(np.clip(np.sqrt(np.average(gap**2, weights=meant + 1e-9)), 0.02, 0.25))
        if np.abs(meant - before).max() < 1e-6:
            break
    return meant


def consensus(labels: Vector, predicted: Vector) -> Vector:
    """Find each draft's consensus over raters and a model's prediction; needs cleanlab.

    Args:
        labels: (drafts, raters) ratings; nan where a rater did not rate.
        predicted: The model's ratings of the same drafts, from training without them.

    Returns:
        Ratings at the middle of each consensus level.

    Raises:
        MissingExtraError: cleanlab is not installed.
    """
    from scoring.extras import needs  # noqa: PLC0415 - an extra of its own

    with needs("noise"):
        from cleanlab.multiannotator import get_label_quality_multiannotator  # noqa: PLC0415
    import pandas as pd  # noqa: PLC0415 - comes with cleanlab

    levels = np.where(np.isnan(labels), np.nan, _level(np.nan_to_num(labels)))
    # A level that nobody gave is no class.
    known = np.unique(levels[~np.isnan(levels)])
    coded = pd.DataFrame(np.where(np.isnan(levels), np.nan, np.searchsorted(known, levels)))
    found = get_label_quality_multiannotator(
        coded, _likely(predicted, known), verbose=False, return_detailed_quality=False,
        return_annotator_stats=False,
    )  # fmt: skip
    chosen = found["label_quality"]["consensus_label"].to_numpy(dtype=int)
    return np.asarray(known[chosen] / (_LEVELS - 1))


def _level(values: Vector) -> Vector:
    return np.asarray(np.round(np.clip(values, 0, 1) * (_LEVELS - 1)))


def _likely(predicted: Vector, known: Vector, spread: float = 0.15) -> Vector:
    """Turn a predicted rating into probabilities of levels by how near it lies to each."""
    near = np.exp(-0.5 * ((predicted[:, None] - known[None, :] / (_LEVELS - 1)) / spread) ** 2)
    return np.asarray((near + 1e-6) / (near + 1e-6).sum(1, keepdims=True))
