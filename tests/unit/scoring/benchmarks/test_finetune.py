"""The whole encoder under both recipes, on a base small enough for a test."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring.benchmarks.finetune import OURS, PAPER, Texts, finetune_table
from scoring.benchmarks.noise import Rated
from scoring.cli import tables
from scoring.models.build import build
from tests.fixtures.tiny import write_tiny_base

WORDS = ("sorry", "refund", "the", "not", "we", "is")


def made_up() -> Texts:
    """Drafts that are better the more often they say sorry."""
    rng = np.random.default_rng(3)
    pairs, truth = {}, {}
    for split, n in (("train", 48), ("dev", 24), ("test", 40)):
        chosen = [rng.choice(WORDS, 6) for _ in range(n)]
        pairs[split] = [(" ".join(words), "please") for words in chosen]
        truth[split] = np.array([0.1 + 0.8 * np.mean(w == "sorry") ** 0.5 for w in chosen])
    rated = Rated("made up", {}, truth, truth["train"].copy(), {}, clean=True)
    return Texts(rated, pairs)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """The table of both recipes, quick enough for a tiny network."""
    base = write_tiny_base(tmp_path_factory.mktemp("tiny"))
    quick = [
        replace(PAPER, encoder_lr=3e-3, head_lr=3e-3),
        replace(OURS, encoder_lr=3e-3, head_lr=1e-2, average=0.5),
    ]
    return finetune_table(lambda: build(base), [made_up()], 40, lambda _: None, quick)


def test_every_rule_is_trained_under_both_recipes(rows) -> None:
    """Four sorts of labels each, on as many drafts as were asked for."""
    assert {(r["recipe"], r["rule"]) for r in rows} == {
        (recipe, rule)
        for recipe in ("the paper's", "ours")
        for rule in ("no correction", "far replaced", "soft weights", "oracle")
    }
    assert {r["n"] for r in rows} == {40}
    assert len(list(tables.finetune(rows))) == 2 + len(rows)


def test_clean_labels_teach_what_the_words_say(rows) -> None:
    """The oracle of each recipe agrees with the truth on unseen drafts."""
    for row in rows:
        if row["rule"] == "oracle":
            assert row["pcc"] > 0.5, row


def test_patience_counts_after_epoch_five_alone(rows) -> None:
    """The paper's recipe never ends before epoch 7, ours runs all its epochs."""
    assert all(7 <= r["epochs"] <= 15 for r in rows if r["recipe"] == "the paper's")
    assert {r["epochs"] for r in rows if r["recipe"] == "ours"} == {8}
