"""Rates a draft with a language model: probabilities of the next token, nothing generated.

The rating of an item is the expected value over its scale's digits, so a model that wavers between
6 and 7 says 6.5; a number it writes would hide that. All items of a prompt are weighed in one call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.judge.prompts import Item, Prompt
from scoring.llm.base import Llm, LogProbs
from scoring.llm.budget import Budget
from scoring.text.prepare import prepare

__all__ = ["Judge", "Judgement", "expected"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge says of one draft.

    Attributes:
        overall: 0-1, as judged: not on the scale of the shown score.
        items: 0-1 of each item by its feature's id; a reversed item as it was asked.
    """

    overall: float
    items: dict[str, float]


@dataclass(frozen=True, slots=True)
class Judge:
    """A model with a way of asking it."""

    llm: Llm
    prompt: Prompt

    def judge(self, context: str, reply: str, budget: Budget) -> Judgement:
        """Rate a draft as the scorer sees it: cleaned, names and numbers masked.

        Raises:
            LlmError: The model gave no answer.
        """
        seen = prepare(context, reply)
        messages = self.prompt.messages(seen.context, seen.reply)
        questions = [item.question for item in self.prompt.items]
        return self._judgement(self.llm.weigh(messages, questions, budget))

    def _judgement(self, weighed: Sequence[LogProbs]) -> Judgement:
        pairs = list(zip(self.prompt.items, weighed, strict=True))
        items = {item.feature: expected(logs) for item, logs in pairs}
        if self.prompt.overall == "item":
            return Judgement(items["overall"], items)
        good = [_good(item, items[item.feature]) for item, _ in pairs]
        return Judgement(sum(good) / len(good), items)


def expected(log_probs: LogProbs) -> float:
    """Expected value over the steps of a scale, 0-1."""
    total = sum(step * math.exp(value) for step, value in enumerate(log_probs))
    return total / (len(log_probs) - 1)


def _good(item: Item, value: float) -> float:
    return 1 - value if item.reverse else value
