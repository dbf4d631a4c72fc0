"""The table of methods, on made-up drafts where the right order of methods is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scoring.benchmarks import learners, surface
from scoring.benchmarks.methods import SPLITS, Study, method_table
from scoring.features.registry import FEATURES
from scoring.models.base import Prediction
from scoring.models.combine import NEVER, Combination
from scoring.training.examples import TrainingExample

N = len(FEATURES)
TOLD = [i for i, f in enumerate(FEATURES) if f.family == "subfactor"][:3]


def _example(split: str, i: int, rng: np.random.Generator) -> TrainingExample:
    features = rng.random(N)
    overall = float(np.clip(features[TOLD].mean() * 2 - 0.5, 0, 1))
    source = "ibm" if i % 4 == 0 else "composed"
    return TrainingExample(
        f"{split}-{i}",
        f"{split}-{i // 3}",
        split,  # type: ignore[arg-type]
        source,
        "My parcel is late and I am worried.",
        f"Your parcel arrives on Tuesday {'again ' * int(rng.integers(0, 9))}.",
        overall,
        0.5,
        0.0,
        tuple(features),
    )


def _prediction(example: TrainingExample) -> Prediction:
    return Prediction(
        overall=example.overall * 0.8 + 0.1,
        low=0.0,
        high=1.0,
        need=0.5,
        crisis=0.0,
        features=np.array(example.features, dtype=np.float32),
        evidence=np.zeros((N, 1), dtype=np.float32),
    )


def _head(examples: Sequence[TrainingExample]) -> Combination:
    weights = np.zeros((2, N))
    weights[:, TOLD] = 0.5
    usual = np.tile(np.array([e.features for e in examples]).mean(0), (3, 1))
    return Combination(weights, np.array([0.5, 0.5]), usual, usual, 0.1, 1, 0, 0, 3, NEVER)


@pytest.fixture(scope="module")
def table() -> dict[str, dict]:
    rng = np.random.default_rng(0)
    examples = {s: [_example(s, i, rng) for i in range(120)] for s in SPLITS}
    study = Study(
        dict(examples),
        {s: [_prediction(e) for e in rows] for s, rows in examples.items()},
        {s: rng.random((120, 8)) for s in SPLITS},
        _head(examples["train"]),
    )
    told: list[str] = []
    rows = method_table(study, told.append, seeds=(0, 1))
    assert told == [r["method"] for r in rows]
    return {r["method"]: r for r in rows}


def test_every_numbered_method_has_a_row(table):
    """Baselines, the four sets of features, selections, the encoder and what ships."""
    assert {r["number"] for r in table.values()} == {"0", "1", "2", "3", "4", "5", "7", "8", "-"}


def test_features_that_carry_the_score_beat_those_that_do_not(table):
    """The made-up score comes from subfactors, so codes and noise embeddings know nothing of it."""
    told = table["subfactors + LR"]["composed"]["spearman"]
    assert told > 0.7
    assert abs(table["MITI + LR"]["composed"]["spearman"]) < 0.4
    assert abs(table["embeddings + forest"]["composed"]["spearman"]) < 0.4


def test_selection_finds_the_features_that_count(table):
    """Chosen on dev, a few features do no worse than all of them."""
    for name in ("SelectKBest", "RFE"):
        chosen = table[f"MITI + subfactors, {name} + LR"]["composed"]["spearman"]
        assert chosen > table["MITI + subfactors + LR"]["composed"]["spearman"] - 0.05


def test_each_part_prints_its_own_n_and_an_interval_around_its_figure(table):
    """Composed and real drafts apart, each with the bounds of its own bootstrap."""
    row = table["multi-task encoder"]
    assert (row["composed"]["n"], row["ibm+maia"]["n"]) == (90, 30)
    low, high = row["composed"]["interval"]
    assert low <= row["composed"]["spearman"] <= high


def test_a_constant_has_an_error_but_no_correlation(table):
    """The floor of the error, and nothing that looks like a measured zero."""
    row = table["constant"]
    assert row["composed"]["spearman"] is None
    assert row["composed"]["mae"] > table["multi-task encoder"]["composed"]["mae"]
    assert row["pairs"].startswith("0 of")


def test_seeds_are_said_where_they_matter(table):
    """Closed-form methods run once, random ones with every seed."""
    assert table["subfactors + LR"]["seeds"] == 1
    assert table["subfactors + forest"]["seeds"] == 2


def test_bands_are_those_of_the_card():
    """The classes of the classifiers are the contract's bands."""
    assert learners.bands(np.array([0.1, 0.45, 0.649, 0.65, 0.8, 1.0])).tolist() == [
        0, 1, 1, 2, 3, 3,
    ]  # fmt: skip


def test_surface_measures_read_words_alone():
    """Length, expected words and overlap are counts, blind to meaning."""
    example = _example("train", 1, np.random.default_rng(3))
    assert surface.overlap(example) == pytest.approx(1 / 4)
    assert surface.keyword_share(example) == 0
    assert surface.length(example) >= np.log1p(5)
