"""Prompts of the judge: data files with a name and a version, checked when they are read.

A prompt is a rubric, which is the same for every reply and so is computed once; a case, the message
and the reply; and items, each a name that the rubric explains and a scale of digits from 0.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from scoring.errors import InputError
from scoring.llm.base import Message, Question

__all__ = ["NAMES", "Item", "Prompt", "inside", "load_prompt"]

_FOLDER = Path(__file__).resolve().parent / "prompts"
_TAG = re.compile(r"</?\s*(?:message|reply)\s*\d*\s*>", re.IGNORECASE)
NAMES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Item(_Part):
    """One thing rated.

    Attributes:
        feature: Id of the result: a feature's, ``overall``, or the item's own.
        text: What the rubric calls it and the question asks for.
        levels: Steps of the scale, from 0; one digit each.
        definition: What the rubric says of it.
        reverse: The more the worse.
    """

    feature: str
    text: str
    levels: int = Field(ge=2, le=10)
    definition: str = ""
    reverse: bool = False

    @property
    def question(self) -> Question:
        """What is asked."""
        return Question(self.text, tuple("0123456789"[: self.levels]))


class Prompt(_Part):
    """A way of asking.

    Attributes:
        name: The file's name.
        version: Raised with every change of a word; outputs of other versions do not count.
        source: Where the way of asking comes from.
        overall: Where the overall rating comes from: the mean of all items, or one of them.
    """

    name: str
    version: int = Field(ge=1)
    source: str
    overall: Literal["mean", "item"]
    rubric: str
    case: str
    items: tuple[Item, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        features = [item.feature for item in self.items]
        if len(set(features)) != len(features):
            message = "two items have the same feature"
            raise ValueError(message)
        if not 0 <= self.case.find("{context}") < self.case.find("{reply}"):
            message = "the case has not {context} and then {reply}"
            raise ValueError(message)
        if self.overall == "item" and "overall" not in features:
            message = "no item is called overall"
            raise ValueError(message)
        return self

    def messages(self, context: str, reply: str) -> list[Message]:
        """The conversation up to the question: the same start for every reply."""
        start, _, rest = self.case.strip().partition("{context}")
        middle, _, end = rest.partition("{reply}")
        case = start + inside(context) + middle + inside(reply) + end
        return [Message("system", self._rubric()), Message("user", case)]

    def _rubric(self) -> str:
        lines = (f"- {i.text} (0-{i.levels - 1}): {i.definition}" for i in self.items)
        return self.rubric.strip().replace("{definitions}", "\n".join(lines))


def inside(text: str) -> str:
    """Text that can't close the tag it stands in."""
    return _TAG.sub("", text)


@cache
def load_prompt(name: str) -> Prompt:
    """Read a prompt that comes with the project.

    Raises:
        InputError: There is none of that name.
    """
    if name not in NAMES:
        raise InputError(f"There is no prompt {name}; choose one of: {', '.join(NAMES)}.")
    return Prompt.model_validate(
        tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    )
