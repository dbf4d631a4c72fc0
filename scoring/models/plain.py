"""The network's predictions with plain coldness read by rule (``scoring.features.cold``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.features.cold import cold_sentence
from scoring.features.registry import FEATURE_IDS
from scoring.models.base import Prediction, Predictor

if TYPE_CHECKING:
    from scoring.text.prepared import Prepared

_DISMISSES = FEATURE_IDS.index("dismisses")
#: A message of this need is one of distress.
_DISTRESS = 0.75
#: Rated train drafts with such a sentence have .19 on average and never more than .4, so a draft
#: with one gets no more than .35, and less than it would have got in any case.
_MOST = 0.35
_LESS = 0.15
#: What such a sentence says of ``dismisses`` at least, 0-1.
_PLAINLY = 0.75


class PlainReader:
    """A predictor that also reads what is plainly cold.

    Args:
        network: Whose predictions are read on.
    """

    def __init__(self, network: Predictor) -> None:
        self._network = network

    def predict(self, pairs: Sequence[Prepared]) -> list[Prediction]:
        """Predict a batch; drafts without a plainly cold sentence come out as they are."""
        return [_read(p, x) for p, x in zip(pairs, self._network.predict(pairs), strict=True)]


def _read(pair: Prepared, prediction: Prediction) -> Prediction:
    distress = prediction.need >= _DISTRESS
    cold = [
        i
        for i, s in enumerate(pair.sentences)
        if cold_sentence(pair.reply[s.start : s.end], distress=distress)
    ]
    return _lowered(prediction, cold) if cold else prediction


def _lowered(prediction: Prediction, cold: Sequence[int]) -> Prediction:
    overall = max(0.0, min(prediction.overall - _LESS, _MOST))
    fallen = prediction.overall - overall
    features, evidence = prediction.features.copy(), prediction.evidence.copy()
    features[_DISMISSES] = max(features[_DISMISSES], _PLAINLY)
    evidence[_DISMISSES, list(cold)] = evidence[_DISMISSES].max() + 1
    return replace(
        prediction,
        overall=overall,
        low=max(0.0, prediction.low - fallen),
        high=max(overall, prediction.high - fallen),
        features=features,
        evidence=evidence,
    )
