"""Gathers what the methods are compared on: texts, the model's outputs and base embeddings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from scoring.benchmarks.methods import SPLITS, Study, Vector
from scoring.models.build import build
from scoring.models.device import Placement
from scoring.models.embed import embed
from scoring.models.shipped import load_version
from scoring.text.prepare import prepare
from scoring.training.examples import TrainingExample
from scoring.training.fit import predict
from scoring.training.sources import Corpus


def gather(
    corpus: Corpus,
    version: Path,
    base: Path,
    placement: Placement,
    progress: Callable[[str], None],
) -> Study:
    """Run the current model and the untrained base encoder over every split.

    Raises:
        WeightsError: The version's files are missing or damaged.
    """
    loaded, untrained = load_version(version, base, placement), build(base)
    examples = {split: corpus.split(split) for split in SPLITS}
    predictions, embeddings = {}, dict[str, Vector]()
    for split, rows in examples.items():
        progress(f"model and embeddings on {split} ({len(rows)} drafts)")
        predictions[split] = predict(loaded.predictor, rows)
        sides = (_sides(rows, reply=True), _sides(rows, reply=False))
        embeddings[split] = np.hstack([embed(untrained, side) for side in sides])
    return Study(dict(examples), dict(predictions), embeddings, loaded.combination)


def _sides(rows: Sequence[TrainingExample], *, reply: bool) -> list[str]:
    """Cleaned and masked like the model's own input."""
    prepared = [prepare(e.context, e.reply) for e in rows]
    return [p.reply if reply else p.context for p in prepared]
