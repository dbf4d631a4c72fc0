"""The way replies are put to a judge to be ranked: a data file, checked when it is read.

The rubric and its demonstrations are the same for every list of one dimension, so they are computed
once; the message and the list follow.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from scoring.judge.prompts import inside
from scoring.llm.base import Message, Question

__all__ = ["MOST", "SHOTS", "Demonstration", "Dimension", "Ranking", "Shots", "load_ranking"]

_FILE = Path(__file__).with_name("ranking.toml")
Shots = Literal["zero", "one", "few", "ensemble"]
SHOTS: tuple[Shots, ...] = get_args(Shots)
#: Ranks are single digits, as each has to be one token.
MOST = 9
_FEW, _DRAWS = 3, 5
_SEED = 0


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Dimension(_Part):
    """What replies are ranked by."""

    id: str
    text: str
    definition: str


class RankedReply(_Part):
    """A reply of a demonstration with its rank by each dimension."""

    text: str
    ranks: dict[str, int]


class Demonstration(_Part):
    """A message with replies whose ranks are known."""

    message: str
    replies: tuple[RankedReply, ...] = Field(min_length=2)


class Ranking(_Part):
    """How a judge is asked to rank."""

    version: int = Field(ge=1)
    rubric: str
    example: str
    question: str
    dimensions: tuple[Dimension, ...] = Field(min_length=1)
    demonstrations: tuple[Demonstration, ...] = Field(min_length=_FEW)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        wanted = {d.id for d in self.dimensions}
        ranked = (r.ranks for d in self.demonstrations for r in d.replies)
        if any(set(ranks) != wanted for ranks in ranked):
            message = "a demonstration is not ranked by every dimension"
            raise ValueError(message)
        return self

    def draws(self, shots: Shots) -> list[tuple[Demonstration, ...]]:
        """Sets of demonstrations to ask with, the same each time; an ensemble asks with several."""
        if shots == "zero":
            return [()]
        count, times = (1, 1) if shots == "one" else (_FEW, 1 if shots == "few" else _DRAWS)
        rng = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
        return [tuple(rng.sample(self.demonstrations, count)) for _ in range(times)]

    def messages(
        self,
        dimension: Dimension,
        shown: Sequence[Demonstration],
        context: str,
        replies: Sequence[str],
    ) -> list[Message]:
        """The conversation up to the question: a list of replies in the order given."""
        rubric = self.rubric.strip().replace("{dimension}", dimension.text)
        rubric = rubric.replace("{definition}", dimension.definition)
        examples = [self._example(d, dimension, place) for place, d in enumerate(shown)]
        system = "\n\n".join([rubric, *examples])
        return [Message("system", system), Message("user", _case(context, replies))]

    def questions(self, count: int) -> list[Question]:
        """One question a reply: which rank it has among them all."""
        labels = tuple(str(n) for n in range(1, count + 1))
        asked = (self.question.replace("{number}", label) for label in labels)
        return [Question(text, labels) for text in asked]

    def _example(self, demonstration: Demonstration, dimension: Dimension, place: int) -> str:
        """A demonstration with its replies in an order that tells nothing of their ranks."""
        replies = list(demonstration.replies)
        random.Random(f"{_SEED} {place} {demonstration.message}").shuffle(replies)  # noqa: S311
        case = _case(demonstration.message, [r.text for r in replies])
        asked = self.questions(len(replies))
        ranks = (f"{q.text}: {r.ranks[dimension.id]}" for q, r in zip(asked, replies, strict=True))
        return "\n".join([self.example, case, *ranks])


def _case(context: str, replies: Sequence[str]) -> str:
    message = f"<message>\n{inside(context) or '(not known)'}\n</message>"
    listed = (
        f"<reply {n}>\n{inside(text)}\n</reply {n}>" for n, text in enumerate(replies, start=1)
    )
    return "\n".join([message, *listed])


@cache
def load_ranking() -> Ranking:
    """Read the file that comes with the project."""
    return Ranking.model_validate(tomllib.loads(_FILE.read_text(encoding="utf-8")))
