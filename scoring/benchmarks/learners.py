"""The classifiers of the feature papers, scaled, and the selections of features they used.

arXiv 2412.20264 puts logistic regression, an RBF support vector machine, a forest and a small
perceptron on top of features. Here the classes are the four bands of the score, and the mean rating
of each band turns class probabilities into an expected score, so that every method is measured
alike. Differences from that paper: features are scaled, and the number kept is chosen on the dev
split instead of on the test split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_selection import RFE, SelectKBest, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from scoring.benchmarks.measures import rank_correlation
from scoring.contract import BANDS

Vector = NDArray[np.float64]
Labels = NDArray[np.int64]
#: How many features a selection may keep.
KEEP = (3, 5, 8, 12, 18, 25)
_FLOORS = np.array(sorted(floor for floor, _ in BANDS))


class Classifier(Protocol):
    """What is used of scikit-learn's pipelines, which carry no types."""

    classes_: Labels

    def fit(self, values: Vector, classes: Labels) -> object:
        """Fit in place."""
        ...

    def predict_proba(self, values: Vector) -> Vector:
        """Probabilities of the classes in order of ``classes_``."""
        ...


CLASSIFIERS: dict[str, Callable[[int], Any]] = {
    "LR": lambda seed: LogisticRegression(max_iter=2000, random_state=seed),
    # Platt scaling over folds: scikit-learn's own probability=True is deprecated.
    "SVC": lambda seed: CalibratedClassifierCV(SVC(random_state=seed), ensemble=False, cv=3),
    "forest": lambda seed: RandomForestClassifier(300, min_samples_leaf=3, random_state=seed),
    "boosting": lambda seed: HistGradientBoostingClassifier(
        max_iter=120, learning_rate=0.06, max_leaf_nodes=15, random_state=seed
    ),
    "MLP": lambda seed: MLPClassifier(
        (64, 32), alpha=0.01, early_stopping=True, max_iter=300, random_state=seed
    ),
}


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted classifier of bands that predicts an expected score of 0-1."""

    model: Classifier
    means: Vector

    def predict(self, values: Vector) -> Vector:
        """Expected score of each row."""
        return np.asarray(self.model.predict_proba(values) @ self.means)


def bands(overall: Vector) -> Labels:
    """Band of each score of 0-1, 0 the lowest."""
    return np.searchsorted(_FLOORS, overall * 100, side="right") - 1


def fit(name: str, values: Vector, overall: Vector, seed: int) -> Fitted:
    """Fit one classifier on scaled features."""
    return _fitted(make_pipeline(StandardScaler(), CLASSIFIERS[name](seed)), values, overall)


def fit_selected(
    selection: str,
    train: tuple[Vector, Vector],
    dev: tuple[Vector, Vector],
    seed: int,
) -> tuple[Fitted, int]:
    """Fit logistic regression on selected features, how many chosen by Spearman on dev.

    Args:
        selection: ``SelectKBest`` (one-way F) or ``RFE`` (by logistic regression's weights).
        train: Features and scores to fit on.
        dev: Features and scores to choose on.
        seed: For the classifier.

    Returns:
        The fitted model and how many features it keeps.
    """
    best: tuple[float, Fitted, int] | None = None
    for keep, selector in _selectors(selection, train[0].shape[1], seed):
        chosen = make_pipeline(StandardScaler(), selector, CLASSIFIERS["LR"](seed))
        model = _fitted(chosen, *train)
        figure = rank_correlation(model.predict(dev[0]), dev[1])
        if best is None or figure > best[0]:
            best = (figure, model, keep)
    assert best is not None  # noqa: S101  KEEP is not empty
    return best[1], best[2]


def _selectors(selection: str, width: int, seed: int) -> Iterator[tuple[int, Any]]:
    for keep in (k for k in KEEP if k <= width):
        if selection == "RFE":
            yield keep, RFE(CLASSIFIERS["LR"](seed), n_features_to_select=keep)
        else:
            yield keep, SelectKBest(f_classif, k=keep)


def _fitted(pipeline: Classifier, values: Vector, overall: Vector) -> Fitted:
    classes = bands(overall)
    pipeline.fit(values, classes)
    means = np.array([overall[classes == c].mean() for c in pipeline.classes_])
    return Fitted(pipeline, means)
