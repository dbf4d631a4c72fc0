"""The cost of a check as a multiple of the bare forward pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from scoring.benchmarks.speed import Timed, peak_memory_mb, speed_table
from scoring.contract import CheckItem, CheckResult
from scoring.features.registry import FEATURES
from scoring.training.examples import TrainingExample


class _Clock:
    """Stands still but for the work that is done."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _examples() -> list[TrainingExample]:
    replies = ["One. Two. Three.", "One. " * 9]
    return [
        TrainingExample(
            str(i),
            str(i),
            "dev",
            "composed",
            "m",
            replies[i % 2],
            0.5,
            0.5,
            0,
            (0,) * len(FEATURES),
        )
        for i in range(24)
    ]


def test_ratios_are_those_of_the_work_done():
    """A check three times as long, five with suggestions; long drafts and batches likewise."""
    clock, seen = _Clock(), list[list[CheckItem]]()

    def work(units: float) -> None:
        clock.now += units

    def bare(items: Sequence[CheckItem]) -> Callable[[], object]:
        return lambda: work(len(items))

    def check(items: Sequence[CheckItem], suggestions: bool) -> list[CheckResult]:
        seen.append(list(items))
        work(len(items) * (5 if suggestions else 3))
        return []

    table = speed_table(_examples(), Timed(bare, check, clock), rounds=8)
    assert table["n"] == 8
    assert table["score_and_explanation"] == 3
    assert table["with_suggestions"] == 5
    assert table["fifty_sentences"] == 3
    assert table["batch_throughput"] == pytest.approx(1 / 3, abs=0.01)
    assert any(i.id == "long" and i.reply.count(".") >= 50 for items in seen for i in items)


def test_memory_is_that_of_this_process():
    """In megabytes: a Python process with numpy takes tens, not thousands of thousands."""
    assert 20 < peak_memory_mb() < 100_000
