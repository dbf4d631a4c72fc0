"""A GGUF model in this process through llama.cpp (``xllamacpp``): writes fast on a CPU.

llama.cpp's own server runs inside this process on a loopback port that only this process has the
key of, so budgets, cancelling and garbage are dealt with by one client for all servers. Judging
goes past the chat interface: the prompt is rendered once and stays in the slot's cache, each
question adds its own few tokens, and the labels' probabilities come from the sampler's last step.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from scoring.errors import LlmAnswerError, WeightsError
from scoring.llm.base import Completion, LogProbs, Message, Question, Sampling
from scoring.llm.budget import Budget
from scoring.llm.requests import Wire, open_client
from scoring.llm.server import Limits, ServerLlm, normalised, read_json

__all__ = ["GgufLlm", "load"]

_GAP = ": "
#: Added to the labels' logits: nothing else is left to be drawn.
_ONLY = 100.0
#: llama.cpp says nothing below this level of its log, in which prompts can turn up.
_SILENT = -1


@dataclass(slots=True)
class GgufLlm:
    """llama.cpp in this process.

    Attributes:
        engine: The running server; it ends when it is dropped.
        wire: The way to it.
        chat: Its chat interface, which writes.
    """

    engine: Any
    wire: Wire
    chat: ServerLlm

    @property
    def name(self) -> str:
        """The file's name."""
        return self.chat.name

    def complete(
        self, messages: Sequence[Message], sampling: Sampling, budget: Budget
    ) -> Completion:
        """Write the next turn."""
        return self.chat.complete(messages, sampling, budget)

    def weigh(
        self, messages: Sequence[Message], questions: Sequence[Question], budget: Budget
    ) -> list[LogProbs]:
        """Weigh the questions one after the other on the cached prompt."""
        return self.wire.run(partial(self._weigh, messages, questions), budget)

    def surprise(self, text: str, budget: Budget) -> float:
        """Refuse: llama.cpp's server tells what comes next, not how likely a given text was."""
        del text
        budget.left()
        raise LlmAnswerError("llama.cpp gives no perplexity: SCORER_LLM=transformers does.")

    def close(self) -> None:
        """End the server and free the model."""
        self.wire.close()
        self.engine = None

    async def _weigh(
        self, messages: Sequence[Message], questions: Sequence[Question]
    ) -> list[LogProbs]:
        turns = {"messages": [{"role": m.role, "content": m.content} for m in messages]}
        prompt = str((await self.wire.post("/apply-template", turns, read_json))["prompt"])
        return [await self._ask(prompt, question) for question in questions]

    async def _ask(self, prompt: str, question: Question) -> LogProbs:
        body = {
            "prompt": prompt + question.text + _GAP,
            "max_tokens": 1,
            "temperature": 1.0,
            "samplers": ["temperature"],
            "logit_bias": [[label, _ONLY] for label in question.labels],
            "n_probs": 4 * len(question.labels),
            "post_sampling_probs": True,
            "cache_prompt": True,
        }
        answer = await self.wire.post("/v1/completions", body, read_json)
        return _log_probs(answer, question.labels)


def load(file: Path, limits: Limits, threads: int | None) -> GgufLlm:
    """Load a GGUF file.

    Raises:
        WeightsError: It is no model that llama.cpp can load.
    """
    import xllamacpp  # noqa: PLC0415  a native library, loaded only where it is used

    key = secrets.token_urlsafe(32)
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.n_ctx, params.n_parallel = limits.context, 1
    params.api_keys, params.verbosity = [key], _SILENT
    if threads is not None:
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    try:
        engine = xllamacpp.Server(params)
    except RuntimeError as error:
        message = f"{file.name} can't be loaded by llama.cpp: check that it is a whole GGUF file."
        raise WeightsError(message) from error
    wire = Wire(open_client(engine.listening_address, key, parallel=1), retries=0)
    return GgufLlm(engine, wire, ServerLlm(wire, file.stem, limits, prefix="/v1/"))


def _log_probs(answer: Any, labels: Sequence[str]) -> LogProbs:  # noqa: ANN401
    try:
        top = answer["choices"][0]["logprobs"]["content"][0]["top_probs"]
        listed = {str(t["token"]): float(t["prob"]) for t in top}
        found = [listed[label] for label in labels]
    except (KeyError, IndexError, TypeError, ValueError):
        message = "The model can't judge: it has no single token for each step of the scale."
        raise LlmAnswerError(message) from None
    return normalised([math.log(max(p, 1e-12)) for p in found])
