"""One of several processes of a training, for ``test_workers``: trains, and tells its weights."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

from scoring.models.build import build
from scoring.training.batches import StepSizes
from scoring.training.loop import TrainSettings, train
from scoring.training.workers import find_workers
from tests.unit.scoring.training.made_up import PAIRS, examples


def main() -> None:
    """Train one epoch on the tiny base and print what came of it."""
    workers = find_workers(cpu=True)
    told: list[int] = []
    torch.manual_seed(workers.rank)  # heads begin differently: the first process's are to win
    trained = train(
        build(Path(sys.argv[1])),
        examples("train", 40),
        PAIRS,
        TrainSettings(epochs=1, sizes=StepSizes(rated=8, pairs=2, variants=2)),
        device=torch.device("cpu"),
        judge=lambda _: 1.0,
        progress=lambda done, *_: told.append(done),
        workers=workers,
    )
    weights = {name: float(value.double().sum()) for name, value in trained.state.items()}
    sys.stdout.write(json.dumps({"rank": workers.rank, "count": workers.count, "steps": len(told),
                      "weights": weights}) + "\n")  # fmt: skip


if __name__ == "__main__":
    main()
