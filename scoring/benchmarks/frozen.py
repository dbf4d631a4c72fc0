"""Frozen embeddings under a linear head: what labels are worth, in seconds instead of hours.

The head is ridge regression on embeddings of the untrained base encoder. As the texts stay the same
and only labels change, the training matrix is decomposed once and each fit is two products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["Head", "Solver", "ccc", "embedded", "pcc", "rmse"]

Vector = NDArray[np.float64]
_PENALTIES = (0.3, 1.0, 3.0, 10.0, 30.0)


@dataclass(frozen=True, slots=True)
class Head:
    """A fitted linear head."""

    weights: Vector
    base: float
    middle: Vector

    def predict(self, values: Vector) -> Vector:
        """Give ratings of 0-1."""
        return np.clip((values - self.middle) @ self.weights + self.base, 0, 1)


class Solver:
    """Fits heads on one training matrix, the penalty chosen on dev.

    Args:
        train: (drafts, width) embeddings.
        dev: Embeddings of the dev split.
        dev_truth: Its ratings, 0-1.
    """

    def __init__(self, train: Vector, dev: Vector, dev_truth: Vector) -> None:
        self._middle = train.mean(0)
        self._left, self._sizes, self._right = np.linalg.svd(
            train - self._middle, full_matrices=False
        )
        self._dev, self._dev_truth = dev, dev_truth

    def fit(self, labels: Vector) -> Head:
        """Fit one head."""
        return max((self._at(labels, p) for p in _PENALTIES), key=self.figure)

    def figure(self, head: Head) -> float:
        """Give the dev figure that choices are made by: concordance."""
        return ccc(head.predict(self._dev), self._dev_truth)

    def train_predictions(self, labels: Vector, folds: int = 5) -> Vector:
        """Predict each training draft from the others, at the penalty of the whole fit.

        Leaving out by folds is exact for ridge regression: the residual of a fold is that of the
        whole fit, with the fold's own part of the hat matrix undone.
        """
        penalty = max(_PENALTIES, key=lambda p: self.figure(self._at(labels, p)))
        shrunk = self._left * (self._sizes**2 / (self._sizes**2 + penalty))
        base = labels.mean()
        fitted = shrunk @ (self._left.T @ (labels - base))
        predicted = np.empty_like(labels)
        for fold in range(folds):
            rows = np.arange(fold, len(labels), folds)
            own = shrunk[rows] @ self._left[rows].T
            error = (labels - base - fitted)[rows]
            left_out = np.linalg.solve(np.eye(len(rows)) - own, error)
            predicted[rows] = labels[rows] - left_out
        return np.clip(predicted, 0, 1)

    def _at(self, labels: Vector, penalty: float) -> Head:
        base = float(labels.mean())
        parts = self._left.T @ (labels - base) * self._sizes / (self._sizes**2 + penalty)
        return Head(self._right.T @ parts, base, self._middle)


def pcc(predicted: Vector, truth: Vector) -> float:
    """Pearson's correlation; 0 where a side is constant."""
    if predicted.std() == 0 or truth.std() == 0:
        return 0.0
    return float(np.corrcoef(predicted, truth)[0, 1])


def ccc(predicted: Vector, truth: Vector) -> float:
    """Lin's concordance correlation."""
    together = ((predicted - predicted.mean()) * (truth - truth.mean())).mean()
    apart = predicted.var() + truth.var() + (predicted.mean() - truth.mean()) ** 2
    return float(2 * together / apart) if apart else 0.0


def rmse(predicted: Vector, truth: Vector) -> float:
    """Root mean squared error."""
    return float(np.sqrt(((predicted - truth) ** 2).mean()))


def embedded(
    name: str, texts: Sequence[str], embed: Callable[[Sequence[str]], Vector], cache: Path
) -> Vector:
    """Embed texts, or read what was embedded before of exactly the same ones.

    Args:
        name: Name of the encoder.
        texts: Any texts.
        embed: Embeds them; slow.
        cache: Folder of earlier embeddings; holds vectors and hashes, no text.
    """
    digest = sha256(name.encode())
    for text in texts:
        digest.update(text.encode("utf-8", "replace") + b"\0")
    path = cache / f"{digest.hexdigest()[:32]}.npy"
    if path.is_file():
        return np.asarray(np.load(path, allow_pickle=False), dtype=np.float64)
    found = embed(texts)
    cache.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".part")
    with aside.open("wb") as out:
        np.save(out, found.astype(np.float32), allow_pickle=False)
    aside.replace(path)
    return np.asarray(found.astype(np.float32), dtype=np.float64)
