"""Runs the network over prepared pairs, in batches of like length, and merges windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from scoring.features.registry import FEATURES
from scoring.models.base import Prediction
from scoring.models.inputs import Window, collate, encode
from scoring.models.network import Network, Output

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from scoring.models.device import Placement
    from scoring.text.prepared import Prepared

#: Tokens of one padded batch: enough to fill two CPU cores, small enough to bound memory.
BATCH_TOKENS = 4096
# Codes and faults are there or not: one window that has them is enough.
_ANYWHERE = np.array([f.family == "miti" or f.fault for f in FEATURES])


@dataclass(frozen=True, slots=True)
class _Row:
    overall: float
    low: float
    high: float
    need: float
    crisis: float
    features: NDArray[np.float32]
    evidence: NDArray[np.float32]  # (37, sentences of the whole reply)
    weight: float


class EncoderPredictor:
    """The shipped predictor.

    Args:
        network: Trained network.
        tokenizer: Its tokenizer.
        placement: Device and dtype.
        pad: Id of the padding token.
    """

    def __init__(
        self, network: Network, tokenizer: Tokenizer, placement: Placement, pad: int
    ) -> None:
        self._network = network.to(placement.device, placement.dtype).eval()
        self._tokenizer = tokenizer
        self._placement = placement
        self._pad = pad

    def predict(self, pairs: Sequence[Prepared]) -> list[Prediction]:
        """Predict pairs in order; see ``Predictor``."""
        windows = [(i, w) for i, pair in enumerate(pairs) for w in encode(pair, self._tokenizer)]
        rows: list[list[_Row]] = [[] for _ in pairs]
        order = sorted(range(len(windows)), key=lambda k: len(windows[k][1].ids))
        done: dict[int, _Row] = {}
        for group in groups(order, [len(w.ids) for _, w in windows]):
            chosen = [windows[k] for k in group]
            counts = [len(pairs[i].sentences) for i, _ in chosen]
            done.update(zip(group, self._run([w for _, w in chosen], counts), strict=True))
        for k, (i, _) in enumerate(windows):
            rows[i].append(done[k])
        return [_merge(parts) for parts in rows]

    def _run(self, windows: list[Window], counts: list[int]) -> list[_Row]:
        batch = collate(windows, self._pad).to(self._placement.device)
        with torch.inference_mode():
            output = self._network(batch)
        return _rows(output, windows, counts)


def groups(order: list[int], lengths: list[int]) -> list[list[int]]:
    """Cut an order by length into groups whose padded size stays under ``BATCH_TOKENS``.

    Args:
        order: Positions, shortest first.
        lengths: Tokens at each position.
    """
    cut: list[list[int]] = []
    for k in order:
        if cut and (len(cut[-1]) + 1) * lengths[k] <= BATCH_TOKENS:
            cut[-1].append(k)
        else:
            cut.append([k])
    return cut


def _rows(output: Output, windows: list[Window], counts: list[int]) -> list[_Row]:
    overall = output.overall.float().sigmoid()
    low_high = (overall[:, None] + output.quantiles.float()).clamp(0, 1)
    need, crisis = output.need.float().sigmoid(), output.crisis.float().sigmoid()
    features = output.features.float().sigmoid().cpu().numpy()
    evidence = output.evidence.float().cpu()
    return [
        _Row(
            float(overall[i]),
            float(low_high[i, 0]),
            float(low_high[i, 1]),
            float(need[i]),
            float(crisis[i]),
            features[i],
            _by_sentence(evidence[i], window, counts[i]),
            window.weight,
        )
        for i, window in enumerate(windows)
    ]


def _by_sentence(evidence: Tensor, window: Window, count: int) -> NDArray[np.float32]:
    """Sum token evidence (37, T) over the sentences of the reply."""
    owner = torch.tensor(window.sentence_of)
    total = torch.zeros(evidence.shape[0], count + 1)
    # Tokens of no sentence collect in the last column, which is dropped.
    total.index_add_(1, torch.where(owner < 0, count, owner), evidence[:, : len(owner)])
    return np.asarray(total[:, :count].numpy())


def _merge(rows: list[_Row]) -> Prediction:
    """Merge the windows of one reply, weighted by their tokens."""
    weights = np.array([max(r.weight, 1e-9) for r in rows])
    weights = weights / weights.sum()

    def mean(values: list[float]) -> float:
        return float(np.dot(weights, values))

    stacked = np.stack([r.features for r in rows])
    features = np.where(_ANYWHERE, stacked.max(0), np.tensordot(weights, stacked, axes=1))
    return Prediction(
        overall=mean([r.overall for r in rows]),
        low=mean([r.low for r in rows]),
        high=mean([r.high for r in rows]),
        need=mean([r.need for r in rows]),
        crisis=max(r.crisis for r in rows),
        features=features.astype(np.float32),
        evidence=np.sum([r.evidence for r in rows], axis=0).astype(np.float32),
    )
