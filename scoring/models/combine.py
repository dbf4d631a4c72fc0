"""From the network's outputs to a score made of shown contributions plus a bounded residual.

``overall`` = base(need) + sum of weight(need) * (value - usual value) + residual, where the weights
run linearly from those for a neutral message (need 0) to those for a distressed one (need 1), have
the sign a reader expects (a fault never raises a score) and the residual, what the network sees
beyond the named features, is clipped to ``residual_bound``. The interval is the network's two
quantiles, widened or narrowed by one number that made them cover 80 % on the dev split
(conformalized quantile regression, Romano, Patterson & Candes 2019).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.models.base import Prediction

Vector = NDArray[np.float64]
#: A crisis threshold no probability reaches: the head is not used.
NEVER = 1.01


@dataclass(frozen=True, slots=True)
class Combined:
    """A calibrated score and what it is made of; ``overall`` and ``interval`` are 0-100."""

    overall: float
    interval: tuple[float, float]
    need: float
    features: Vector
    expected: Vector
    contributions: Vector
    residual: float

    def shares(self) -> tuple[Vector, float]:
        """Shares of the absolute contributions, and the residual's share; they sum to 1."""
        sizes = np.abs(self.contributions)
        total = sizes.sum() + abs(self.residual)
        if total == 0:
            return np.zeros_like(sizes), 0.0
        return sizes / total, float(abs(self.residual) / total)


@dataclass(frozen=True, slots=True)
class Combination:
    """The transparent head. Arrays hold 37 features; need runs over 0, .5 and 1 in tables.

    Attributes:
        weights: (2, 37) weights at need 0 and need 1, on 0-1 features and a 0-1 score.
        base: (2,) score of a reply with usual values, at need 0 and 1.
        usual: (3, 37) mean value over training replies to messages of like need.
        expected: (3, 37) the same over replies rated 75 or more.
        residual_bound: Largest residual, 0-1.
        slope: Of the final affine calibration of the score.
        shift: Of the same.
        widen: Added to each side of the raw interval, 0-1; may be negative.
        noise: 90th percentile of the change in ``overall`` (0-100) between a dev draft and an
            equally good variant of it: a smaller gain than this is no gain.
        crisis_threshold: Probability from which the message is flagged; ``NEVER`` leaves that to
            the rules.
    """

    weights: Vector
    base: Vector
    usual: Vector
    expected: Vector
    residual_bound: float
    slope: float
    shift: float
    widen: float
    noise: float
    crisis_threshold: float

    def combine(self, prediction: Prediction, need: float | None = None) -> Combined:
        """Turn one prediction into a calibrated score.

        Args:
            prediction: What the network says.
            need: Need (0-1) to judge by in place of the predicted one: an edited draft is judged by
                the need its original was judged by, since the message is the same.
        """
        need = prediction.need if need is None else need
        values = prediction.features.astype(np.float64)
        weights = self.weights[0] * (1 - need) + self.weights[1] * need
        contributions = weights * (values - at_need(self.usual, need))
        linear = float(self.base[0] * (1 - need) + self.base[1] * need + contributions.sum())
        bound = self.residual_bound
        residual = float(np.clip(prediction.overall - linear, -bound, bound))
        overall = self.calibrate(linear + residual)
        low = overall - max(0.01, self.slope * (prediction.overall - prediction.low) + self.widen)
        high = overall + max(0.01, self.slope * (prediction.high - prediction.overall) + self.widen)
        return Combined(
            overall=_percent(overall),
            interval=(_percent(low), _percent(high)),
            need=round(2 * need, 2),
            features=values,
            expected=at_need(self.expected, need),
            contributions=contributions,
            residual=residual,
        )

    def calibrate(self, raw: float) -> float:
        """Apply the affine calibration to a raw score of 0-1."""
        return float(np.clip(self.slope * raw + self.shift, 0, 1))

    def save(self, path: Path) -> None:
        """Write as JSON, readable and diffable."""
        document = {n: _plain(getattr(self, n)) for n in self.__dataclass_fields__}
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Combination:
        """Read what ``save`` wrote."""
        raw = json.loads(path.read_text(encoding="utf-8"))
        fields: dict[str, Any] = {
            k: np.array(v) if isinstance(v, list) else v for k, v in raw.items()
        }
        return cls(**fields)


def at_need(table: Vector, need: float) -> Vector:
    """Read a (3, features) table at a need of 0-1, linearly between its rows."""
    position = float(np.clip(need, 0, 1)) * 2
    row = min(int(position), 1)
    return np.asarray(table[row] + (position - row) * (table[row + 1] - table[row]))


def _percent(value: float) -> float:
    return round(100 * float(np.clip(value, 0, 1)), 1)


def _plain(value: object) -> object:
    return np.round(value, 5).tolist() if isinstance(value, np.ndarray) else value
