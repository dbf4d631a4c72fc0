"""The noise benchmark on made-up embeddings: known noise in, known answers out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scoring.benchmarks.frozen import Solver, ccc, embedded, pcc, rmse
from scoring.benchmarks.noise import KINDS, Rated, noise_table
from scoring.cli import tables

RNG = np.random.default_rng(11)
SIZES = {"train": 600, "dev": 150, "test": 200}
TASTE = RNG.normal(0, 1, 20)


def made_up(*, clean: bool) -> Rated:
    """Ratings that lie in twenty numbers, and a second source that is a little off."""
    embeddings = {split: RNG.normal(0, 1, (n, 20)) for split, n in SIZES.items()}
    truth = {s: np.clip(0.5 + x @ TASTE / 20, 0, 1) for s, x in embeddings.items()}
    second = np.clip(truth["train"] + RNG.normal(0.08, 0.06, 600), 0, 1)
    people = np.array(["a", "b"] * 100)
    groups = {} if clean else {"gender": people}
    return Rated("made up", embeddings, truth, second, groups, clean)


@pytest.fixture(scope="module")
def rows() -> dict[tuple[str, float, str], dict[str, object]]:
    """The table of three seeds, by condition and rule."""
    table = noise_table([made_up(clean=True)], lambda _: None, seeds=(0, 1, 2))
    return {(r["kind"], r["rate"], r["rule"]): r for r in table}


@pytest.mark.parametrize("kind", ["stray", "turned round", "top mark"])
def test_at_forty_percent_corrections_recover_more_than_half(rows, kind: str) -> None:
    """Both rules bring back over half of what the noise took; the oracle brings back all."""
    assert rows[kind, 0.4, "no correction"]["recovered"] == 0
    assert rows[kind, 0.4, "oracle"]["recovered"] == 1
    for rule in ("far replaced (alpha on dev)", "soft weights", "leniency, then the best on dev"):
        assert rows[kind, 0.4, rule]["recovered"] > 0.5


def test_clean_labels_are_not_hurt(rows) -> None:
    """Without noise the rule chosen on dev loses nothing worth telling."""
    clean = rows["none", 0.0, "no correction"]["ccc"]
    assert rows["none", 0.0, "leniency, then the best on dev"]["ccc"] > clean - 0.01


def test_every_condition_has_every_rule(rows) -> None:
    """Four kinds at two rates and none at all, each with an oracle."""
    conditions = {(kind, rate) for kind, rate, _ in rows}
    assert conditions == {("none", 0.0)} | {(k, r) for k in KINDS for r in (0.2, 0.4)}
    assert all((*c, "oracle") in rows for c in conditions)


def test_a_set_that_is_noisy_as_it_is_has_gaps_and_no_oracle() -> None:
    """Nothing is put in; differences between groups of people are told."""
    table = noise_table([made_up(clean=False)], lambda _: None, seeds=(0,))
    assert {r["kind"] for r in table} == {"as it is"}
    assert "oracle" not in {r["rule"] for r in table}
    assert all(0 <= r["gap by gender"] < 0.1 for r in table)
    lines = list(tables.noise(table))
    assert lines[0] == "### made up"
    assert sum(line.startswith("| as it is") for line in lines) == len(table)


def test_predictions_by_folds_are_those_of_fits_without_the_fold() -> None:
    """The shortcut gives what fitting five times would give."""
    data = made_up(clean=True)
    x, y = data.embeddings["train"], data.truth["train"]
    quick = Solver(x, data.embeddings["dev"], data.truth["dev"]).train_predictions(y)
    rows = np.arange(0, 600, 5)
    rest = np.setdiff1d(np.arange(600), rows)
    slow = Solver(x[rest], data.embeddings["dev"], data.truth["dev"]).fit(y[rest]).predict(x[rows])
    np.testing.assert_allclose(quick[rows], slow, atol=0.01)


def test_the_measures_know_a_shift() -> None:
    """Pearson forgives a shift, concordance and error do not."""
    a = np.array([0.1, 0.4, 0.9])
    assert pcc(a, a + 0.1) == pytest.approx(1)
    assert ccc(a, a) == pytest.approx(1)
    assert ccc(a, a + 0.1) < 0.99
    assert rmse(a, a + 0.1) == pytest.approx(0.1)
    assert pcc(a, np.ones(3)) == 0


def test_texts_are_embedded_once(tmp_path: Path) -> None:
    """The same texts come from the cache, which holds no text; others are embedded."""
    asked = []

    def embed(texts: list[str]) -> np.ndarray:
        asked.append(texts)
        return np.ones((len(texts), 3))

    first = embedded("tiny", ["zebra one", "two"], embed, tmp_path)
    assert np.array_equal(embedded("tiny", ["zebra one", "two"], embed, tmp_path), first)
    embedded("tiny", ["zebra one"], embed, tmp_path)
    assert len(asked) == 2
    assert all(b"zebra" not in p.read_bytes() for p in tmp_path.iterdir())
