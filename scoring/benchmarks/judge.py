"""Row 6 of the methods table: a local LLM as the judge, on a fixed part of the test drafts.

A small model on a CPU takes seconds for a draft, so it rates a fixed seeded sample, half of it
composed drafts, half real agents' ones. Judgements are kept: the table needs no model the second
time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.benchmarks.measures import group_interval, mean_error, rank_correlation
from scoring.judge.judge import Judge, Judgement
from scoring.judge.kept import KeptJudge
from scoring.judge.prompts import load_prompt
from scoring.llm.base import Llm
from scoring.training.examples import TrainingExample

Vector = NDArray[np.float64]
#: Told what is being judged.
Progress = Callable[[str], None]
#: The four ways of asking of the research, and last, as the dearest, our whole vocabulary.
PROMPTS = ("naive", "dimensions", "subfactors", "scale_aware", "features")
_SEED = 0
_REAL = frozenset({"ibm", "maia"})


def choose(examples: Sequence[TrainingExample], count: int) -> list[TrainingExample]:
    """Choose the same ``count`` drafts each time: half composed, half of real agents."""
    rng = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
    real = sorted((e for e in examples if e.source in _REAL), key=lambda e: e.id)
    composed = sorted((e for e in examples if e.source == "composed"), key=lambda e: e.id)
    some = rng.sample(real, min(count // 2, len(real)))
    return some + rng.sample(composed, min(count - len(some), len(composed)))


def judge_rows(
    llm: Llm,
    examples: Sequence[TrainingExample],
    others: dict[str, Vector],
    folder: Path,
    progress: Progress,
) -> list[dict[str, Any]]:
    """Judge the drafts with every prompt and measure each beside other methods' predictions.

    Args:
        llm: The judge.
        examples: The chosen drafts.
        others: Predictions of other methods on the same drafts, by their names.
        folder: Where judgements are kept.
        progress: Told what is being judged.
    """
    rows = []
    for name in PROMPTS:
        prompt = load_prompt(name)
        said = judged(Judge(llm, prompt), examples, folder, progress)
        predicted = np.array([j.overall for j in said])
        title = f"{llm.name}, prompt {prompt.name} v{prompt.version}"
        rows.append({"number": "6", "method": title} | _figures(predicted, examples))
    for title, predicted in others.items():
        rows.append({"number": "7", "method": title} | _figures(predicted, examples))
    return rows


def judged(
    judge: Judge, examples: Sequence[TrainingExample], folder: Path, progress: Progress
) -> list[Judgement]:
    """Judgements of the drafts, from the folder where they are there already."""
    kept = KeptJudge(judge, folder)
    for place, example in enumerate(examples, start=1):
        if not kept.knows(example):
            progress(f"{judge.prompt.name}: draft {place} of {len(examples)}")
            kept.judge(example)
    return [kept.judge(example) for example in examples]


def _figures(predicted: Vector, examples: Sequence[TrainingExample]) -> dict[str, Any]:
    truth = np.array([e.overall for e in examples])
    groups = [e.group for e in examples]
    low, high = group_interval(lambda rows: rank_correlation(predicted[rows], truth[rows]), groups)
    return {
        "n": len(examples),
        "spearman": round(rank_correlation(predicted, truth), 3),
        "interval": (round(low, 2), round(high, 2)),
        "mae": round(mean_error(predicted, truth), 1),
    }
