"""The bare forward pass timings are compared with: the shipped network on encoded input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from scoring.contract import CheckItem
from scoring.models.build import build
from scoring.models.device import Placement
from scoring.models.inputs import collate, encode
from scoring.models.packing import unpack_into
from scoring.models.predictor import groups
from scoring.registry.versions import NETWORK
from scoring.text.prepare import prepare


def bare_forward(
    version: Path, base: Path, placement: Placement
) -> Callable[[Sequence[CheckItem]], Callable[[], object]]:
    """Give a function that encodes items once and returns their forward pass, ready to time.

    Windows are batched by length exactly as in serving, so that the ratio counts what serving adds:
    cleaning, masking, flags, explanation, merging.
    """
    built = build(base)
    unpack_into(built.network, version / NETWORK)
    network = built.network.to(placement.device, placement.dtype).eval()

    def encoded(items: Sequence[CheckItem]) -> Callable[[], object]:
        windows = [w for i in items for w in encode(prepare(i.context, i.reply), built.tokenizer)]
        lengths = [len(w.ids) for w in windows]
        order = sorted(range(len(windows)), key=lengths.__getitem__)
        batches = [
            collate([windows[k] for k in group], built.pad).to(placement.device)
            for group in groups(order, lengths)
        ]

        def forward() -> object:
            with torch.inference_mode():
                return [network(batch) for batch in batches]

        return forward

    return encoded
