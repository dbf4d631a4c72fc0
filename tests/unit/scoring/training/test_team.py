"""A made-up team over some weeks: an honest taste is learned, a poisoned one is stopped."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from scoring.cli.simulated import Run, page, summary
from scoring.contract import FEATURE_IDS
from scoring.training.examples import TrainingExample
from scoring.training.raters import Poison
from scoring.training.team import gain, simulate
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


Told = Callable[..., Run]


@pytest.fixture(scope="module")
def told_of(world: World) -> Told:
    """Lets a team rate for some weeks; the same one only once."""

    @cache
    def run(poison: Poison, seed: int = 42) -> Run:
        told = list(simulate(world, weeks=WEEKS, poison=poison, seed=seed))
        return Run(seed, told, gain(world, told[0], told[-1]))

    return run


def test_an_honest_team_is_learned_and_nothing_general_is_lost(told_of: Told) -> None:
    """Agreement with the hidden taste rises, and the rubric's drafts keep their order."""
    told, brought = told_of("none").weeks, told_of("none").gain
    assert [w.number for w in told] == list(range(WEEKS + 1))
    assert told[-1].taste > told[0].taste + 0.02
    assert told[-1].taste_error < told[0].taste_error
    assert told[-1].general > told[0].general - 0.03
    assert any(w.promoted for w in told)
    assert brought.taste.low > 0
    assert brought.taste.low < brought.taste.by < brought.taste.high
    assert brought.general.by > -0.03


@pytest.mark.parametrize("poison", ["inverted", "all fives"])
def test_a_poisoned_team_changes_nothing(told_of: Told, poison: Poison) -> None:
    """Turned round, it is stopped at the gate; all the same, it does not even get there."""
    told = told_of(poison).weeks
    assert not any(w.promoted for w in told)
    assert {(w.taste, w.general) for w in told} == {(told[0].taste, told[0].general)}
    assert {w.learned > 0 for w in told[1:]} == {poison != "all fives"}
    assert all(w.of_poisoned == w.learned for w in told)


def test_a_four_now_and_then_hides_nobody(told_of: Told) -> None:
    """Hardly any of these ratings is learned from, and what is left never gets past the gate."""
    told = told_of("near fives").weeks
    assert not any(w.promoted for w in told)
    assert all(w.of_poisoned == w.learned < 0.1 * 160 * w.number for w in told[1:])


def test_of_three_who_give_fives_nothing_is_learned(told_of: Told) -> None:
    """The other seven are: their taste is the team's."""
    told = told_of("some fives").weeks
    assert all(w.learned > 100 for w in told[1:])
    assert {w.of_poisoned for w in told} == {0}


def test_the_page_shows_each_team(told_of: Told) -> None:
    """One chart a team, and the gate's word each week."""
    text = page({"none": [told_of("none")], "inverted": [told_of("inverted")]})
    assert text.count("<svg") == 2
    assert text.count("<li>") == 2 * WEEKS
    assert "stopped (" in text


def test_many_teams_are_told_in_a_line_and_a_dot_each(told_of: Told) -> None:
    """How many changed, by how much, and from how many poisoned ratings."""
    runs = {
        "none": [told_of("none", seed) for seed in (42, 1)],
        "inverted": [told_of("inverted", seed) for seed in (42, 1)],
    }
    text = page(runs)
    assert text.count("<circle") == 8
    assert "seed 42" in text
    head, _, honest, inverted = summary(runs)
    assert head.startswith("| team |")
    assert "| A team with its own taste | 2 of 2 | 0 | +0.0" in honest
    assert inverted == "| Everybody rates upside down | 0 of 2 |  | unchanged | unchanged |"
