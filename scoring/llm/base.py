"""The one seam to a language model: write a completion, weigh the answers to many questions.

Two kinds of backend stand behind it: any OpenAI-compatible server (``scoring.llm.server``) and a
model in this process (``scoring.llm.gguf``, ``scoring.llm.local``). Calls block; each carries a
``Budget``, and whatever the model does, a call ends with an answer or an ``LlmError`` by then.

    llm = load_llm(settings, progress)          # None when no LLM is set up
    text = llm.complete([Message("user", "...")], Sampling(max_tokens=200), Budget(8.0)).text

No error of a backend carries a word of a prompt or of an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from scoring.llm.budget import Budget, Stop
from scoring.llm.plain import plain

__all__ = [
    "Budget",
    "Completion",
    "Llm",
    "LogProbs",
    "Message",
    "Question",
    "Role",
    "Sampling",
    "Stop",
]

Role = Literal["system", "user", "assistant"]
#: Log-probabilities of a question's labels, in their order, normalised over the labels.
LogProbs = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with the model.

    Attributes:
        role: Who speaks.
        content: What is said, without words that a chat template takes for the end of a turn.
    """

    role: Role
    content: str

    def __post_init__(self) -> None:
        """Take such words out: here nobody can forget it."""
        object.__setattr__(self, "content", plain(self.content))


@dataclass(frozen=True, slots=True)
class Sampling:
    """How an answer is drawn.

    Attributes:
        max_tokens: Most tokens of it; the settings' own limit also holds.
        temperature: 0 takes the likeliest token each time.
        top_p: Share of the probability drawn from.
        seed: Same seed, same answer, where the backend can promise it.
        stop: Texts that end the answer and are not part of it.
    """

    max_tokens: int = 256
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model wrote.

    Attributes:
        text: The answer without white space around it; may be empty.
        finish: ``stop`` when it ended by itself, ``length`` when it was cut.
    """

    text: str
    finish: Literal["stop", "length"]


@dataclass(frozen=True, slots=True)
class Question:
    """One thing asked about a prompt that many questions share.

    Attributes:
        text: The question's name as the prompt's rubric calls it (``warmth in tone``).
        labels: The answers weighed, each one token after ``text``: digits, in all models we know.
    """

    text: str
    labels: tuple[str, ...]


class Llm(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """The model's name, for results and logs."""
        ...

    def complete(
        self, messages: Sequence[Message], sampling: Sampling, budget: Budget
    ) -> Completion:
        """Write the next turn.

        Raises:
            LlmError: It did not answer in time, or what came is no answer.
        """
        ...

    def weigh(
        self, messages: Sequence[Message], questions: Sequence[Question], budget: Budget
    ) -> list[LogProbs]:
        """Weigh each question's labels as the model's next token after the same messages.

        Backends in this process compute the messages once and keep what two calls have in common
        (a rubric) for the next call. Questions are put as the start of the model's own turn there
        and at the end of the last message on a server, whose chat interface has no such start.

        Raises:
            LlmError: As ``complete``; also where a server gives no log-probabilities.
        """
        ...

    def surprise(self, text: str, budget: Budget) -> float:
        """Mean negative log-probability of a text's tokens: the log of its perplexity.

        Raises:
            LlmError: As ``complete``; also where a backend can't read without writing.
        """
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...
