"""Where in the draft a feature comes from, read off the network's own label attention."""

from __future__ import annotations

import numpy as np

from scoring.contract import Span
from scoring.models.base import Prediction
from scoring.text.prepared import Prepared

#: A feature this far from absent has evidence to show.
PRESENT = 0.35
#: Sentences with at least this share of the strongest sentence's evidence are shown too.
NEAR_BEST = 0.5
_MOST_SPANS = 3


def evidence_spans(prediction: Prediction, prepared: Prepared) -> list[list[Span]]:
    """Give every feature that is present the sentences that speak for it, in text order."""
    spans = [s.span for s in prepared.sentences]
    if not spans:
        return [[] for _ in prediction.features]
    return [
        [spans[k] for k in _strongest(row)] if value >= PRESENT else []
        for value, row in zip(prediction.features, prediction.evidence, strict=True)
    ]


def best_sentences(prediction: Prediction, prepared: Prepared) -> list[Span | None]:
    """Give every feature, present or not, the sentence that comes nearest to it."""
    spans = [s.span for s in prepared.sentences]
    if not spans:
        return [None for _ in prediction.features]
    return [spans[int(np.argmax(row))] for row in prediction.evidence]


def _strongest(row: np.ndarray[tuple[int], np.dtype[np.float32]]) -> list[int]:
    """Sentences that speak for a feature; none when it comes from the bias alone."""
    best = float(row.max())
    if best <= 0:
        return []
    order = np.argsort(-row, kind="stable")[:_MOST_SPANS]
    kept = [int(k) for k in order if row[k] >= NEAR_BEST * best]
    return sorted(kept)
