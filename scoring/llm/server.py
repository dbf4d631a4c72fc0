"""Any OpenAI-compatible server (vLLM, SGLang, llama.cpp, Ollama) as an ``Llm``."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from typing import Any

import anyio
import httpx

from scoring.errors import LlmAnswerError, LlmTooLongError
from scoring.llm.base import Completion, LogProbs, Message, Question, Sampling
from scoring.llm.budget import Budget
from scoring.llm.requests import Wire
from scoring.llm.sse import read_stream

__all__ = ["Limits", "ServerLlm", "normalised", "read_json"]

#: What servers give at most for one token.
_TOP = 20
_LARGEST_ANSWER = 4 * 1024 * 1024
_UNNAMED = "the server's model"
#: No tokenizer packs English tighter: what is over the limit by this count is over by any.
_CHARS_PER_TOKEN = 6


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may hold.

    Attributes:
        answer: Most tokens of an answer.
        context: Most tokens of prompt and answer.
        parallel: Most requests at once.
    """

    answer: int = 1024
    context: int = 8192
    parallel: int = 8


@dataclass(slots=True)
class ServerLlm:
    """An LLM behind an HTTP address.

    Attributes:
        wire: The way there.
        model: The model's name; the server's first one if empty.
        limits: Bounds of one request.
        extra: Further fields of every request, for what only one kind of server knows.
        prefix: What goes before the interface's paths.
    """

    wire: Wire
    model: str = ""
    limits: Limits = field(default_factory=Limits)
    extra: Mapping[str, Any] = field(default_factory=dict)
    prefix: str = ""

    @property
    def name(self) -> str:
        """The model's name on the server; of a file there (llama.cpp) its last part."""
        return PurePath(self.model).name if self.model.startswith("/") else self.model or _UNNAMED

    def complete(
        self, messages: Sequence[Message], sampling: Sampling, budget: Budget
    ) -> Completion:
        """Write the next turn, streamed so that it can be stopped."""
        self._fits(messages)
        return self.wire.run(partial(self._complete, messages, sampling), budget)

    def weigh(
        self, messages: Sequence[Message], questions: Sequence[Question], budget: Budget
    ) -> list[LogProbs]:
        """Ask each question as a request of its own, after the first all at once.

        The first one alone puts the prompt into the server's prefix cache for the others.
        """
        self._fits(messages)
        return self.wire.run(partial(self._weigh, messages, questions), budget)

    def surprise(self, text: str, budget: Budget) -> float:
        """Have the server echo a text with its log-probabilities, where it can (vLLM, SGLang)."""
        self._fits([Message("user", text)])
        return self.wire.run(partial(self._surprise, text), budget)

    def close(self) -> None:
        """Close the connections."""
        self.wire.close()

    def _fits(self, messages: Sequence[Message]) -> None:
        if sum(len(m.content) for m in messages) > self.limits.context * _CHARS_PER_TOKEN:
            raise LlmTooLongError("The prompt is longer than SCORER_LLM_CONTEXT allows.")

    async def _complete(self, messages: Sequence[Message], sampling: Sampling) -> Completion:
        most = min(sampling.max_tokens, self.limits.answer)
        body = await self._body(messages) | {
            "max_tokens": most,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            "stream": True,
        }
        if sampling.stop:
            body["stop"] = list(sampling.stop)

        async def read(response: httpx.Response) -> Completion:
            return await read_stream(response.aiter_bytes(), most)

        return await self.wire.post(self.prefix + "chat/completions", body, read)

    async def _weigh(
        self, messages: Sequence[Message], questions: Sequence[Question]
    ) -> list[LogProbs]:
        found: dict[int, LogProbs] = {}
        gate = anyio.CapacityLimiter(self.limits.parallel)

        async def ask(place: int) -> None:
            async with gate:
                found[place] = await self._ask(messages, questions[place])

        if questions:
            await ask(0)
        async with anyio.create_task_group() as group:
            for place in range(1, len(questions)):
                group.start_soon(ask, place)
        return [found[place] for place in range(len(questions))]

    async def _ask(self, messages: Sequence[Message], question: Question) -> LogProbs:
        body = await self._body(_asked(messages, question)) | {
            "max_tokens": 1,
            "temperature": 1.0,
            "logprobs": True,
            "top_logprobs": _TOP,
        }
        answer = await self.wire.post(self.prefix + "chat/completions", body, read_json)
        return _log_probs(answer, question.labels)

    async def _surprise(self, text: str) -> float:
        body = {
            "model": (await self._body([]))["model"],
            "prompt": text,
            "echo": True,
            "logprobs": 0,
            "max_tokens": 1,
            "temperature": 0.0,
        }
        return _mean_loss(await self.wire.post(self.prefix + "completions", body, read_json))

    async def _body(self, messages: Sequence[Message]) -> dict[str, Any]:
        if not self.model:
            self.model = _first_model(await self.wire.get(self.prefix + "models", read_json))
        turns = [{"role": m.role, "content": m.content} for m in messages]
        return {**self.extra, "model": self.model, "messages": turns}


def _asked(messages: Sequence[Message], question: Question) -> list[Message]:
    """Put the question at the end of the last message, so that all before it is shared."""
    *before, last = messages
    ask = f"{question.text}? Answer with {', '.join(question.labels)}: one of them, nothing else."
    return [*before, Message(last.role, f"{last.content}\n\n{ask}")]


async def read_json(response: httpx.Response) -> Any:  # noqa: ANN401 - a document of a stranger
    """Read a response as JSON, up to a size.

    Raises:
        LlmAnswerError: It is none.
    """
    body = b""
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > _LARGEST_ANSWER:
            raise LlmAnswerError("The LLM server's answer is too long.")
    try:
        return json.loads(body)
    except ValueError:
        raise LlmAnswerError("The LLM server's answer is no JSON.") from None


def _first_model(answer: Any) -> str:  # noqa: ANN401
    try:
        return str(answer["data"][0]["id"])
    except (KeyError, IndexError, TypeError):
        message = "The LLM server lists no model: set SCORER_LLM_MODEL."
        raise LlmAnswerError(message) from None


def _log_probs(answer: Any, labels: Sequence[str]) -> LogProbs:  # noqa: ANN401
    """Log-probabilities of the labels among the likeliest tokens.

    A label that is not among them gets the least likely one's, which is more than it has.
    """
    try:
        top = answer["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        listed = [(str(t["token"]).strip(), float(t["logprob"])) for t in top]
        least = min(value for _, value in listed)
    except (KeyError, IndexError, TypeError, ValueError):
        message = "The LLM server gives no log-probabilities, without which it can't judge."
        raise LlmAnswerError(message) from None
    weights = [sum(math.exp(v) for token, v in listed if token == label) for label in labels]
    if not any(weights):
        raise LlmAnswerError("The LLM's answer is none of those it could choose from.")
    return normalised([math.log(w) if w > 0 else least for w in weights])


def _mean_loss(answer: Any) -> float:  # noqa: ANN401
    """Mean negative log-probability of an echoed text: all but its first and the written token."""
    try:
        echoed = answer["choices"][0]["logprobs"]["token_logprobs"][1:-1]
        losses = [-float(value) for value in echoed]
    except (KeyError, IndexError, TypeError, ValueError):
        losses = []
    if not losses:
        raise LlmAnswerError("The LLM server does not say how likely a text is.")
    return sum(losses) / len(losses)


def normalised(logs: Sequence[float]) -> LogProbs:
    """Shift log-weights so that their exponentials sum to one."""
    top = max(logs)
    total = top + math.log(sum(math.exp(v - top) for v in logs))
    return tuple(v - total for v in logs)
