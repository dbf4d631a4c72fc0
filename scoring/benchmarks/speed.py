"""What a check costs, as multiples of the bare forward pass of the same network on the same text.

Both are timed in turns in one process, so that a busy machine slows both; medians of paired ratios
are reported, never seconds.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from scoring.contract import CheckItem, CheckResult
from scoring.training.examples import TrainingExample

_SHORT = 6
_LONG = 50
_BATCH = 32
#: Threads of the machine warm up and caches fill before anything is counted.
_WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Timed:
    """The two things compared.

    Attributes:
        bare: Runs the network alone on already encoded input; made by ``encode`` from an item.
        check: Runs whole checks of items, with or without suggestions.
        clock: Seconds from any start.
    """

    bare: Callable[[Sequence[CheckItem]], Callable[[], object]]
    check: Callable[[Sequence[CheckItem], bool], list[CheckResult]]
    clock: Callable[[], float] = time.perf_counter


def speed_table(examples: Sequence[TrainingExample], timed: Timed, rounds: int) -> dict[str, Any]:
    """Measure single checks, suggestions, a long draft and a batch.

    Args:
        examples: Drafts to time with; those of up to six sentences serve as short ones.
        timed: What to compare.
        rounds: How many paired timings of each kind.
    """
    short = [_item(e) for e in examples if 1 < _sentences(e.reply) <= _SHORT][:rounds]
    long = _long_item(short)
    batches = [short[at : at + _BATCH] for at in range(0, len(short), _BATCH)]
    whole = [b for b in batches if len(b) == _BATCH] or batches
    return {
        "n": len(short),
        "score_and_explanation": _ratio([[s] for s in short], timed, suggestions=False),
        "with_suggestions": _ratio([[s] for s in short], timed, suggestions=True),
        "fifty_sentences": _ratio([[long]] * max(3, rounds // 6), timed, suggestions=False),
        "batch_throughput": round(1 / _ratio(whole * 3, timed, suggestions=False), 2),
        "peak_memory_mb": peak_memory_mb(),
    }


def _item(example: TrainingExample) -> CheckItem:
    return CheckItem(id=example.id, context=example.context, reply=example.reply)


def _sentences(reply: str) -> int:
    return sum(reply.count(mark) for mark in ".!?")


def _long_item(short: Sequence[CheckItem]) -> CheckItem:
    """A draft of fifty sentences, put together from short ones."""
    parts: list[str] = []
    while sum(_sentences(p) for p in parts) < _LONG:
        parts.append(short[len(parts) % len(short)].reply)
    return CheckItem(id="long", context=short[0].context, reply=" ".join(parts))


def _ratio(groups: Sequence[Sequence[CheckItem]], timed: Timed, *, suggestions: bool) -> float:
    """Median over groups of the time of a whole check over that of the bare forward pass."""
    ratios = []
    for k, items in enumerate(groups):
        bare = timed.bare(items)
        if k == 0:
            for _ in range(_WARM_UP):
                bare()
                timed.check(items, suggestions)
        before = _seconds(bare, timed.clock)
        whole = _seconds(partial(timed.check, items, suggestions), timed.clock)
        after = _seconds(bare, timed.clock)
        ratios.append(2 * whole / (before + after))
    return round(median(ratios), 2)


def _seconds(run: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    run()
    return clock() - started


def peak_memory_mb() -> int:
    """Most resident memory this process ever had, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak / (1024 * 1024 if sys.platform == "darwin" else 1024))
