"""Examples a second of the training loop, as a share of a bare loop of the same model.

The bare loop has its batches ready: padded, on the device, in the same buckets; it runs forward,
one loss, backward and the optimiser. What ours does besides (texts varied and encoded, every loss,
clipping, the moving average, the schedule) is what the share tells. Both are timed in turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import islice
from statistics import median
from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits as bce

from scoring.models.build import Built
from scoring.models.inputs import Batch, collate
from scoring.models.network import Network
from scoring.training.batches import Step, StepMaker
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.loop import Loop, TrainSettings, buckets

__all__ = ["training_speed"]

_WARM_UP = 2


def training_speed(  # noqa: PLR0913 - what a test gives in place of a default
    built: Built,
    examples: Sequence[TrainingExample],
    pairs: Sequence[JudgedPair],
    device: torch.device,
    *,
    steps: int = 20,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, Any]:
    """Time some steps of both loops on the same examples.

    Args:
        built: A network; it is trained on, so give one of its own.
        examples: Rated drafts, enough for ``steps`` steps.
        pairs: Judged pairs.
        device: Where.
        steps: How many steps are timed.
        clock: Seconds from any start.
    """
    how = TrainSettings()
    maker = StepMaker(examples, pairs, built.tokenizer, how.sizes)
    loop = Loop(built, how, maker.steps_per_epoch(), device)
    loop.network.train()
    bare = _Bare(deepcopy(loop.network), how)
    ready = [_ready(step, built.pad, device) for step in islice(maker.epoch(1), steps)]
    ratios, counts = [], []
    ours = maker.epoch(1)
    for number, batches in enumerate(ready):
        seconds = _seconds(lambda b=batches: bare.step(b), device, clock)  # type: ignore[misc]
        own = _seconds(lambda: loop.step(next(ours)), device, clock)
        if number >= _WARM_UP:
            ratios.append(seconds / own)
            counts.append(sum(len(b.ids) for b in batches) / own)
    return {
        "steps": len(ratios),
        "share_of_bare_loop": round(median(ratios), 3),
        "examples_per_second": round(median(counts), 1),
        "device": str(device),
    }


def _ready(step: Step, pad: int, device: torch.device) -> list[Batch]:
    return [
        collate([step.windows[i] for i in rows], pad).to(device) for rows in buckets(step.windows)
    ]


class _Bare:
    """The least that trains the network."""

    def __init__(self, network: Network, how: TrainSettings) -> None:
        self._network = network.train()
        self._optimiser = torch.optim.AdamW(
            [p for p in network.parameters() if p.requires_grad], lr=how.encoder_lr, fused=True
        )

    def step(self, batches: Sequence[Batch]) -> None:
        """Forward, one loss, backward, step."""
        outputs = [self._network(batch) for batch in batches]
        overall = torch.cat([o.overall for o in outputs])
        features = torch.cat([o.features for o in outputs])
        loss = bce(overall, torch.full_like(overall, 0.5)) + bce(
            features, torch.full_like(features, 0.5)
        )
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()


def _seconds(run: Callable[[], object], device: torch.device, clock: Callable[[], float]) -> float:
    started = clock()
    run()
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return clock() - started
