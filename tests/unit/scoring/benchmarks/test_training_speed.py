"""The training loop against a bare one, by a clock that a test turns."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import torch

from scoring.benchmarks.training_speed import training_speed
from scoring.cli import tables
from scoring.models.build import build
from tests.fixtures.tiny import write_tiny_base
from tests.unit.scoring.training.made_up import PAIRS, examples


def test_both_loops_are_timed_in_turns(tmp_path: Path) -> None:
    """With a clock that always takes one tick, the share is one and all steps but two count."""
    ticks = count()
    report = training_speed(
        build(write_tiny_base(tmp_path)),
        examples("train", 80),
        PAIRS,
        torch.device("cpu"),
        steps=4,
        clock=lambda: float(next(ticks)),
    )
    assert report["steps"] == 2
    assert report["share_of_bare_loop"] == 1.0
    assert report["examples_per_second"] > 16
    assert len(list(tables.training_speed(report))) == 4
