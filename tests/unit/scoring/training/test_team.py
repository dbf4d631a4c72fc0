"""A made-up team over some weeks: an honest taste is learned, a poisoned one is stopped."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.cli.simulate import page
from scoring.contract import FEATURE_IDS
from scoring.training.examples import TrainingExample
from scoring.training.team import Poison, Week, gain, simulate
from scoring.training.world import World

WEEKS = 5


@pytest.fixture(scope="module")
def world() -> World:
    """Drafts whose items lie in sixteen numbers, and a rubric over them."""
    rng = np.random.default_rng(1)
    reach, rubric = rng.normal(0, 0.3, (16, len(FEATURE_IDS))), rng.normal(0, 1, 16)
    examples, embeddings = {}, {}
    for split, n in (("train", 1200), ("dev", 150), ("test", 240)):
        x = rng.normal(0, 1, (n, 16))
        items = np.clip(0.5 + x @ reach, 0, 1)
        overall = np.clip(0.5 + x @ rubric / 18 + rng.normal(0, 0.06, n), 0, 1)
        embeddings[split] = x / 4
        examples[split] = [
            TrainingExample(f"{split}{i}", f"g{i // 3}", split, "composed", "", f"{split} {i}",
                            float(overall[i]), 0.5, 0.0, tuple(map(float, items[i])))
            for i in range(n)
        ]  # fmt: skip
    return World(examples, embeddings)


def weeks(world: World, poison: Poison) -> list[Week]:
    return list(simulate(world, weeks=WEEKS, poison=poison))


def test_an_honest_team_is_learned_and_nothing_general_is_lost(world: World) -> None:
    """Agreement with the hidden taste rises, and the rubric's drafts keep their order."""
    told = weeks(world, "none")
    assert [w.number for w in told] == list(range(WEEKS + 1))
    assert told[-1].taste > told[0].taste + 0.02
    assert told[-1].taste_error < told[0].taste_error
    assert told[-1].general > told[0].general - 0.03
    assert any(w.verdict and w.verdict.passed for w in told)
    brought = gain(world, told[0], told[-1])
    assert brought.taste.low > 0
    assert brought.taste.low < brought.taste.by < brought.taste.high
    assert brought.general.by > -0.03


@pytest.mark.parametrize("poison", ["inverted", "all fives"])
def test_a_poisoned_team_changes_nothing(world: World, poison: Poison) -> None:
    """Turned round, it is stopped at the gate; all the same, it does not even get there."""
    told = weeks(world, poison)
    assert not any(w.verdict and w.verdict.passed for w in told)
    assert {(w.taste, w.general) for w in told} == {(told[0].taste, told[0].general)}


def test_the_page_shows_each_run(world: World) -> None:
    """One chart a run, and the gate's word each week."""
    text = page({"none": weeks(world, "none"), "inverted": weeks(world, "inverted")})
    assert text.count("<svg") == 2
    assert text.count("<li>") == 2 * WEEKS
    assert "stopped (" in text
