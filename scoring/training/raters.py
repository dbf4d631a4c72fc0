"""The people of a made-up team: who rates how, honestly or not."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from scoring.benchmarks.frozen import Head
from scoring.contract import FEATURE_IDS
from scoring.training.examples import TrainingExample
from scoring.training.feedback import Line, Said, Scored
from scoring.training.world import World

__all__ = ["PEOPLE", "POISONS", "TEAMS", "Crew", "Poison"]

Vector = NDArray[np.float64]
#: ``fives``: the top mark for every draft; ``near fives``: for nine in ten, else the next one, so
#: that not everything is alike; ``inverted``: good ones low, poor ones high. All ten people do so,
#: or three.
Poison = Literal[
    "none", "all fives", "near fives", "inverted", "some fives", "some near fives", "some inverted"
]
TEAMS: tuple[Poison, ...] = get_args(Poison)
POISONS = TEAMS[1:]
PEOPLE = 10
_SOME = 3
_CAREFUL = 0.06  # spread of one person's ratings of one draft
_KIND = 0.1  # spread of people's leniency
_TOP = 0.9  # share of the top mark in ``near fives``


class Crew:
    """Ten people, some of whom may be poisoned.

    Args:
        world: What they look at, and the team's taste.
        poison: What is wrong with their ratings.
        rng: Of their leniency and moods.

    Attributes:
        poisoned: Ids of the lines that poisoned people have written.
    """

    def __init__(self, world: World, poison: Poison, rng: np.random.Generator) -> None:
        self.poisoned = set[str]()
        self._world, self._rng = world, rng
        self._bad = 0 if poison == "none" else _SOME if poison.startswith("some ") else PEOPLE
        self._how = poison.removeprefix("some ").removeprefix("all ")
        leniency = rng.normal(0, _KIND, PEOPLE)
        self._leniency = leniency - leniency.mean()  # what all share would be their taste
        self._liked = world.liked("train")

    def rate(self, head: Head, drawn: NDArray[np.int64], week: int) -> list[Line]:
        """Let everybody rate some drafts; the poisoned ones do it their way."""
        shown, lines = head.predict(self._world.embeddings["train"]), []
        for place, row in enumerate(drawn):
            person = place % PEOPLE
            felt = self._liked[row] + self._leniency[person] + self._rng.normal(0, _CAREFUL)
            said = self._poisoned(float(felt)) if person < self._bad else float(felt)
            rating = int(np.clip(round(said * 4), 0, 4)) + 1
            example = self._world.examples["train"][row]
            lines.append(_line(example, float(shown[row]), person, week, rating))
            if person < self._bad:
                self.poisoned.add(lines[-1].id)
        return lines

    def _poisoned(self, felt: float) -> float:
        if self._how == "inverted":
            return 1.0 - felt
        near = self._how == "near fives" and self._rng.random() >= _TOP
        return 0.75 if near else 1.0


def _line(example: TrainingExample, shown: float, person: int, week: int, rating: int) -> Line:
    features = dict(zip(FEATURE_IDS, example.features, strict=True))
    return Line(
        format=1,
        id=f"w{week}-p{person}-{example.id}",
        rater=f"p{person}",
        week=f"2026-W{week:02d}",
        draft=f"d-{example.id}",
        step=1,
        score=Scored(
            overall=round(100 * shown, 1),
            interval=None,
            need=2 * example.need,
            features=features,
            flags=(),
            model="simulated",
        ),
        said=Said(thumb=None, rating=rating, reasons=None, disputed_feature=None, outcome=None),
        suggestions=(),
        reply=example.reply,
        context=example.context,
    )
