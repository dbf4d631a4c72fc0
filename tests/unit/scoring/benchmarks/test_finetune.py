"""The whole encoder under both recipes, on a base small enough for a test."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scoring.benchmarks.finetune import OURS, PAPER, Texts, finetune_table
from scoring.benchmarks.kept_rows import KeptRows
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
    counted = {
        s: np.array([[p[0].count(w) for w in WORDS] for p in own]) for s, own in pairs.items()
    }
    people = {"gender": np.array(["a", "b"] * 20)}
    rated = Rated("made up", counted, truth, truth["train"].copy(), people, clean=True)
    return Texts(rated, pairs)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """The table of both recipes, quick enough for a tiny network."""
    base = write_tiny_base(tmp_path_factory.mktemp("tiny"))
    quick = [
        replace(PAPER, encoder_lr=3e-3, head_lr=3e-3),
        replace(OURS, encoder_lr=3e-3, head_lr=1e-2, average=0.5),
    ]
    kept = KeptRows(tmp_path_factory.mktemp("rows"))
    return finetune_table(lambda: build(base), [made_up()], 40, lambda _: None, kept, quick)


def test_every_rule_is_trained_under_both_recipes(rows) -> None:
    """Three sorts of labels each, on as many drafts as were asked for; gaps between people told."""
    assert {(r["recipe"], r["rule"]) for r in rows} == {
        (recipe, rule)
        for recipe in ("the paper's", "ours")
        for rule in ("no correction", "far replaced (alpha on dev)", "oracle")
    }
    assert {r["n"] for r in rows} == {40}
    assert all(0 <= r["gap by gender"] < 0.5 for r in rows)
    lines = list(tables.finetune(rows))
    assert lines[0] == "### made up, 40 drafts, stray 40%"
    assert sum(line.count("| the paper's |") for line in lines) == 3


def test_a_run_that_was_ended_goes_on_with_the_next_row(tmp_path: Path) -> None:
    """What was measured is not measured again; other settings are."""
    kept, measured = KeptRows(tmp_path, "base"), list[str]()

    def measure(what: str) -> dict[str, object]:
        measured.append(what)
        return {"ccc": len(measured)}

    assert kept.row("a", lambda: measure("a")) == {"ccc": 1}
    assert kept.row("a", lambda: measure("a")) == {"ccc": 1}
    assert kept.row("b", lambda: measure("b")) == {"ccc": 2}
    assert KeptRows(tmp_path, "other").row("a", lambda: measure("a")) == {"ccc": 3}
    assert measured == ["a", "b", "a"]


def test_clean_labels_teach_what_the_words_say(rows) -> None:
    """The oracle of each recipe agrees with the truth on unseen drafts."""
    for row in rows:
        if row["rule"] == "oracle":
            assert row["pcc"] > 0.5, row


def test_patience_counts_after_epoch_five_alone(rows) -> None:
    """The paper's recipe never ends before epoch 7, ours runs all its epochs."""
    assert all(7 <= r["epochs"] <= 15 for r in rows if r["recipe"] == "the paper's")
    assert {r["epochs"] for r in rows if r["recipe"] == "ours"} == {8}
