"""What a made-up team looks at: drafts, what a model sees of them, and the team's own taste."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.contract import FEATURE_IDS
from scoring.models.base import Predictor
from scoring.text.prepare import prepare
from scoring.training.examples import TrainingExample

__all__ = ["World", "seen_by"]

Vector = NDArray[np.float64]
#: What this team likes more, or less, than the rubric does, in points at the item's full reach.
_TASTE = {
    "owns_next_step": 18.0,
    "clarity_of_response": 12.0,
    "expression_of_sympathy": -16.0,
    "warmth_in_tone": -12.0,
}
_PIECE = 64
_SCALE = 0.1  # what the heads' penalties are made for


@dataclass(frozen=True, slots=True)
class World:
    """Rated drafts and what is seen of them, by split.

    Attributes:
        examples: Train, dev and test.
        embeddings: Of the same.
    """

    examples: dict[str, Sequence[TrainingExample]]
    embeddings: dict[str, Vector]

    @classmethod
    def standing_on(
        cls, examples: dict[str, Sequence[TrainingExample]], seen: dict[str, Vector]
    ) -> World:
        """Bring what a version sees to one scale, that of the train split."""
        middle, spread = seen["train"].mean(0), seen["train"].std(0) + 1e-9
        return cls(examples, {s: _SCALE * (x - middle) / spread for s, x in seen.items()})

    def rated(self, split: str) -> Vector:
        """The rubric's ratings."""
        return np.array([e.overall for e in self.examples[split]])

    def liked(self, split: str) -> Vector:
        """What this team would say on average: its hidden taste."""
        usual = np.array([e.features for e in self.examples["train"]]).mean(0)
        items = np.array([e.features for e in self.examples[split]])
        shift = np.zeros(len(items))
        for name, points in _TASTE.items():
            column = FEATURE_IDS.index(name)
            shift += points / 100 * (items[:, column] - usual[column])
        return np.clip(self.rated(split) + shift, 0, 1)


def seen_by(predictor: Predictor, rows: Sequence[TrainingExample]) -> Vector:
    """Let a version look at drafts: its overall rating, need and features of each."""
    found = []
    for at in range(0, len(rows), _PIECE):
        predictions = predictor.predict(
            [prepare(e.context, e.reply) for e in rows[at : at + _PIECE]]
        )
        found += [[p.overall, p.need, *p.features] for p in predictions]
    return np.array(found, dtype=np.float64)
