"""The seam between the text half and the model half of the scorer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scoring.text.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the network says of one pair, before calibration.

    Attributes:
        overall: 0-1.
        low: Raw lower quantile of ``overall`` (10 %), 0-1.
        high: Raw upper quantile (90 %), 0-1.
        need: 0-1, half of the contract's ``need``.
        crisis: Probability that the customer's message shows danger to life, 0-1.
        features: Shape (37,), 0-1, in the order of ``FEATURE_IDS``.
        evidence: Shape (37, sentences): each sentence's share of the feature's logit, the
            attention-weighted evidence of its tokens; larger speaks more for the feature.
    """

    overall: float
    low: float
    high: float
    need: float
    crisis: float
    features: NDArray[np.float32]
    evidence: NDArray[np.float32]


class Predictor(Protocol):
    """Turns prepared pairs into predictions, in order."""

    def predict(self, pairs: Sequence[Prepared]) -> list[Prediction]:
        """Predict a batch; an empty reply still gets a need and a crisis probability."""
        ...
