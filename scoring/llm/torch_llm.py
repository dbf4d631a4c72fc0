"""A model of transformers in this process as an ``Llm``: on a GPU, or for judging on a CPU."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from scoring.errors import LlmAnswerError, LlmTooLongError, SettingsError
from scoring.llm.base import Completion, LogProbs, Message, Question, Sampling
from scoring.llm.budget import Budget
from scoring.llm.sse import without_thoughts
from scoring.llm.torch_cache import PromptCache, shares
from scoring.llm.torch_chat import Chat
from scoring.models.device import Placement

__all__ = ["TorchLlm", "load"]

#: A text's start and one token of it.
_FEWEST = 2


class TorchLlm:
    """One model, one call at a time; what waits for another call waits within its budget."""

    def __init__(self, model: Any, chat: Chat, name: str, answer: int, context: int) -> None:  # noqa: ANN401
        self.name = name
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self.cache = PromptCache(model)
        self.chat = chat
        self._model = model
        self._answer, self._context = answer, context
        self._ends = _ends(model, chat)
        self._lock = threading.Lock()

    def complete(
        self, messages: Sequence[Message], sampling: Sampling, budget: Budget
    ) -> Completion:
        """Write the next turn a token at a time."""
        ids = self.chat.prompt(messages)
        most = min(sampling.max_tokens, self._answer)
        self._fits(len(ids) + most)
        with _Held(self._lock, budget):
            return self._write(ids, most, sampling, budget)

    def weigh(
        self, messages: Sequence[Message], questions: Sequence[Question], budget: Budget
    ) -> list[LogProbs]:
        """Weigh all questions in one pass over the kept prompt."""
        ids = self.chat.prompt(messages)
        suffixes = [self.chat.question(q) for q in questions]
        labels = [self.chat.labels(q) for q in questions]
        self._fits(len(ids) + max((len(s) for s in suffixes), default=0) + 1)
        with _Held(self._lock, budget):
            self.cache.extend(ids, budget)
            weighed = self.cache.after_each(suffixes, budget)
        return [_over(w, chosen) for w, chosen in zip(weighed, labels, strict=True)]

    def surprise(self, text: str, budget: Budget) -> float:
        """Read a text after the token that starts one, in one pass beside the cache."""
        ids = [self._start(), *self.chat.tokens(text)]
        self._fits(len(ids))
        if len(ids) < _FEWEST:
            raise LlmAnswerError("There are no words whose likelihood could be told.")
        with _Held(self._lock, budget), torch.inference_mode():
            given = torch.tensor([ids], device=self.device)
            logits = self._model(input_ids=given, use_cache=False).logits[0, :-1]
            losses = torch.nn.functional.cross_entropy(logits.float(), given[0, 1:])
        return float(losses)

    def _start(self) -> int:
        """The token that starts a text, or that ends one where a model has no other."""
        first = self.chat.tokenizer.bos_token_id
        return int(first if first is not None else min(self._ends))

    def close(self) -> None:
        """Drop what was kept of the last prompt."""
        self.cache.forget()

    def layer_weights(self) -> list[Tensor]:
        """Weights of all layers: what every token is multiplied with, embeddings left out."""
        aside = {
            id(part.weight)
            for part in (self._model.get_input_embeddings(), self._model.get_output_embeddings())
        }
        return [p for p in self._model.parameters() if id(p) not in aside]

    def _fits(self, tokens: int) -> None:
        if tokens > self._context:
            raise LlmTooLongError(
                f"The prompt and its answer take {tokens} tokens, more than SCORER_LLM_CONTEXT."
            )

    def _write(self, ids: list[int], most: int, sampling: Sampling, budget: Budget) -> Completion:
        chance = torch.Generator().manual_seed(sampling.seed)
        # The last token is computed again where the whole prompt is kept: its output is needed.
        self.cache.extend(ids[:-1], budget)
        written: list[int] = []
        while len(written) < most:
            after = self.cache.extend([*ids, *written], budget)
            assert after is not None  # noqa: S101  one token is always new
            token = _draw(after, sampling, chance)
            if token in self._ends:
                return Completion(self._text(written), "stop")
            written.append(token)
            if (cut := _stopped(self.chat.text(written), sampling.stop)) is not None:
                return Completion(without_thoughts(cut), "stop")
        return Completion(self._text(written), "length")

    def _text(self, written: Sequence[int]) -> str:
        return without_thoughts(self.chat.text(written))


class _Held:
    """The model's lock, waited for no longer than the budget."""

    def __init__(self, lock: threading.Lock, budget: Budget) -> None:
        self._lock, self._budget = lock, budget

    def __enter__(self) -> None:
        while not self._lock.acquire(timeout=min(0.1, self._budget.left())):
            pass

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def load(source: Path, placement: Placement, answer: int, context: int) -> TorchLlm:
    """Load a model folder of transformers, or a GGUF file unpacked to full precision.

    Raises:
        SettingsError: It is of a kind whose prompts can't be shared.
    """
    if source.is_file():  # transformers asks for these too, but not with an ImportError
        import accelerate  # noqa: F401, PLC0415
        import gguf  # noqa: F401, PLC0415
    from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: PLC0415  slow to import
    from transformers.utils import logging  # noqa: PLC0415

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder, more = (source.parent, {"gguf_file": source.name}) if source.is_file() else (source, {})
    tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True, **more)
    model: Any = AutoModelForCausalLM.from_pretrained(
        str(folder), local_files_only=True, dtype=placement.dtype, **more
    )
    name = source.stem if source.is_file() else source.name
    if not shares(model.config):
        raise SettingsError(f"{name} has recurrent layers: run it on a server (SCORER_LLM=server).")
    return TorchLlm(model.to(placement.device).eval(), Chat(tokenizer), name, answer, context)


def _ends(model: Any, chat: Chat) -> frozenset[int]:  # noqa: ANN401
    """Tokens that end a turn: the model's own and the tokenizer's."""
    configured = model.generation_config.eos_token_id
    several = configured if isinstance(configured, list) else [configured]
    return frozenset(t for t in [*several, chat.tokenizer.eos_token_id] if t is not None)


def _over(log_probs: Tensor, labels: Sequence[int]) -> LogProbs:
    chosen = log_probs[torch.tensor(labels)].double()
    return tuple(float(v) for v in torch.log_softmax(chosen, -1))


def _draw(log_probs: Tensor, sampling: Sampling, chance: torch.Generator) -> int:
    if sampling.temperature <= 0:
        return int(log_probs.argmax())
    probabilities = torch.softmax(log_probs.cpu() / sampling.temperature, -1)
    ordered, tokens = probabilities.sort(descending=True)
    # The token that crosses the share stays in.
    ordered[ordered.cumsum(0) - ordered > sampling.top_p] = 0
    return int(tokens[torch.multinomial(ordered, 1, generator=chance)])


def _stopped(text: str, stop: Sequence[str]) -> str | None:
    """The text before the first stop, None while there is none."""
    places = [at for at in (text.find(s) for s in stop) if at >= 0]
    return text[: min(places)] if places else None
