"""Conversations as token ids, through the model's own tokenizer and chat template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import LlmAnswerError
from scoring.llm.base import Message, Question

__all__ = ["Chat"]

#: Between a question's name and its answer.
_GAP = ": "


@dataclass(frozen=True, slots=True)
class Chat:
    """A transformers tokenizer, which carries no types.

    Attributes:
        tokenizer: The tokenizer with its chat template; a plain form is used where it has none.
    """

    tokenizer: Any

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        """Token ids of a conversation up to the start of the model's turn."""
        if not self.tokenizer.chat_template:
            return self.tokens("".join(f"{m.role}: {m.content}\n\n" for m in messages))
        turns = [{"role": m.role, "content": m.content} for m in messages]
        text = self.tokenizer.apply_chat_template(
            turns, tokenize=False, add_generation_prompt=True, enable_thinking=False
        )
        return self.tokens(text)

    def question(self, question: Question) -> list[int]:
        """Token ids of the start of the model's turn that leaves only the label to be said."""
        return self.tokens(question.text + _GAP)

    def labels(self, question: Question) -> list[int]:
        """Token id of each label, as it stands after the question.

        Raises:
            LlmAnswerError: A label is not one token of this model.
        """
        start = self.question(question)
        found = []
        for label in question.labels:
            whole = self.tokens(question.text + _GAP + label)
            if len(whole) != len(start) + 1 or whole[:-1] != start:
                raise LlmAnswerError(f"{self.name} can't judge: {label} is not one of its tokens.")
            found.append(whole[-1])
        return found

    def text(self, ids: Sequence[int]) -> str:
        """Text of an answer."""
        decoded: str = self.tokenizer.decode(list(ids), skip_special_tokens=True)
        return decoded

    @property
    def name(self) -> str:
        """What the tokenizer was loaded from."""
        return str(self.tokenizer.name_or_path)

    def tokens(self, text: str) -> list[int]:
        """Token ids of a text as it stands."""
        ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return ids
