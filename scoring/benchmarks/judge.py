"""Row 6 of the methods table: a local LLM as the judge, on a fixed part of the test drafts.

A small model on a CPU takes seconds for a draft, so it rates a fixed seeded sample, half of it
composed drafts, half real agents' ones. Each judgement is kept as numbers under a hash of the texts
as soon as it is made: a run that was ended goes on where it stopped, and the table needs no model
the second time.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.benchmarks.measures import group_interval, mean_error, rank_correlation
from scoring.judge.judge import Judge, Judgement
from scoring.judge.prompts import NAMES, Prompt, load_prompt
from scoring.llm.base import Llm
from scoring.llm.budget import Budget
from scoring.training.examples import TrainingExample

Vector = NDArray[np.float64]
#: Told what is being judged.
Progress = Callable[[str], None]
#: A judge that takes longer than this for one draft is of no use on this machine.
_SECONDS = 600.0
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
    for name in NAMES:
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
    path = folder / f"{_slug(judge.llm.name)}-{judge.prompt.name}-v{judge.prompt.version}.jsonl"
    kept = _read(path, judge.prompt)
    for place, example in enumerate(examples, start=1):
        if (key := _key(example)) not in kept:
            progress(f"{judge.prompt.name}: draft {place} of {len(examples)}")
            kept[key] = judge.judge(example.context, example.reply, Budget(_SECONDS))
            _append(path, key, kept[key])
    return [kept[_key(example)] for example in examples]


def _read(path: Path, prompt: Prompt) -> dict[str, Judgement]:
    """What was kept; a line cut off by the end of a run is judged anew."""
    found: dict[str, Judgement] = {}
    if not path.is_file():
        return found
    wanted = {item.feature for item in prompt.items}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if set(row["items"]) == wanted:
            found[row["key"]] = Judgement(row["overall"], row["items"])
    return found


def _append(path: Path, key: str, judgement: Judgement) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"key": key} | asdict(judgement))
    with path.open("a", encoding="utf-8") as out:
        # A run that was ended may have left half a line: a new one starts before, not only after.
        out.write(f"\n{line}\n")


def _key(example: TrainingExample) -> str:
    texts = json.dumps([example.context, example.reply]).encode()
    return hashlib.sha256(texts).hexdigest()[:24]


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in name)


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
