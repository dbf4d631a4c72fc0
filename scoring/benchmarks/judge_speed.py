"""What sharing saves the judge: the same 15 ratings of the same replies, got in four ways.

*shared*: the rubric kept from the reply before, the message and draft computed once, the questions
side by side. *separate*: a prompt of its own for each question, from scratch. *json*: the way of
arXiv 2412.20264, all 15 ratings written as JSON, each reply from scratch. *json, kept*: the same
with the rubric kept. The JSON is the one with the ratings that *shared* found, fed token by token
as in writing it: a model too small to keep to the form would else decide how much is written.

On a CPU the seconds are the process's own, so that other work on the machine does not count. All
ways take turns on each reply. The floor is the arithmetic that *shared* can't do without (two
operations a weight and token) at the rate at which this machine multiplies matrices of that size.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch

from scoring.judge.judge import expected
from scoring.judge.prompts import Prompt
from scoring.llm.base import LogProbs, Message
from scoring.llm.budget import Budget
from scoring.llm.torch_llm import TorchLlm
from scoring.text.prepare import prepare
from scoring.training.examples import TrainingExample

__all__ = ["clock_of", "judge_speed"]

Clock = Callable[[], float]
Progress = Callable[[str], None]
_SECONDS = 3600.0
_ASK = "\n\nAnswer with one JSON object: each name as a key, its rating as the value."
WAYS = ("shared", "separate", "json", "json, kept")


def judge_speed(
    llm: TorchLlm,
    prompt: Prompt,
    examples: Sequence[TrainingExample],
    clock: Clock,
    progress: Progress,
) -> dict[str, Any]:
    """Measure the four ways, after a first reply that only warms up.

    Args:
        llm: The judge's model.
        prompt: Its items are the ratings asked for.
        examples: Replies, at least two.
        clock: Seconds of work done.
        progress: Told which reply is measured.
    """
    run = _Run(llm, prompt, clock)
    run.warm_up(examples[0])
    seconds: dict[str, list[float]] = {way: [] for way in WAYS}
    apart, counts = [], []
    for place, example in enumerate(examples[1:], start=1):
        progress(f"reply {place} of {len(examples) - 1}")
        took, difference, tokens = run.reply(example)
        apart.append(difference)
        counts.append(tokens)
        for way in WAYS:
            seconds[way].append(took[way])
    return _report(llm, prompt, seconds, apart, counts, _matmul_rate(llm, clock))


def clock_of(llm: TorchLlm) -> Clock:
    """The process's own seconds on a CPU, where other work would count else; the wall's on a GPU.

    Every way ends with its numbers on the CPU, so a GPU has finished when the clock is read.
    """
    return time.process_time if llm.device.type == "cpu" else time.perf_counter


class _Run:
    """The four ways on one model."""

    def __init__(self, llm: TorchLlm, prompt: Prompt, clock: Clock) -> None:
        self._llm, self._prompt, self._clock = llm, prompt, clock
        self._questions = [item.question for item in prompt.items]

    def warm_up(self, example: TrainingExample) -> None:
        """Let the first pass allocate and choose what later ones find ready."""
        seen = prepare(example.context, example.reply)
        self._shared(self._prompt.messages(seen.context, seen.reply))

    def reply(self, example: TrainingExample) -> tuple[dict[str, float], float, int]:
        """Seconds of each way, largest difference in log-probability, tokens that *shared* took."""
        seen = prepare(example.context, example.reply)
        messages = self._prompt.messages(seen.context, seen.reply)
        self._keep_rubric(messages)
        before = self._llm.cache.computed
        shared, took_shared = self._timed(lambda: self._shared(messages))
        tokens = self._llm.cache.computed - before
        separate, took_separate = self._timed(lambda: self._separate(messages))
        answer = self._answer(shared)
        _, took_json = self._timed(lambda: self._json(messages, answer, kept=False))
        self._keep_rubric(_asked(messages))
        _, took_kept = self._timed(lambda: self._json(messages, answer, kept=True))
        took = dict(zip(WAYS, (took_shared, took_separate, took_json, took_kept), strict=True))
        return took, _furthest(shared, separate), tokens

    def _keep_rubric(self, messages: Sequence[Message]) -> None:
        """Have the cache hold what a reply before this one would have left: the rubric."""
        other = self._prompt.messages("Hello?", "Hello.")
        ids, others = self._llm.chat.prompt(messages), self._llm.chat.prompt(other)
        common = next(n for n, (a, b) in enumerate(zip(ids, others, strict=False)) if a != b)
        self._llm.cache.extend(ids[:common], Budget(_SECONDS))

    def _shared(self, messages: Sequence[Message]) -> list[LogProbs]:
        return self._llm.weigh(messages, self._questions, Budget(_SECONDS))

    def _separate(self, messages: Sequence[Message]) -> list[LogProbs]:
        found = []
        for question in self._questions:
            self._llm.cache.forget()
            found += self._llm.weigh(messages, [question], Budget(_SECONDS))
        return found

    def _answer(self, weighed: Sequence[LogProbs]) -> list[int]:
        ratings = {
            item.feature: round(expected(logs) * (item.levels - 1))
            for item, logs in zip(self._prompt.items, weighed, strict=True)
        }
        return self._llm.chat.tokens(json.dumps(ratings))

    def _json(self, messages: Sequence[Message], answer: Sequence[int], *, kept: bool) -> None:
        if not kept:
            self._llm.cache.forget()
        ids = self._llm.chat.prompt(_asked(messages))
        for end in range(len(answer)):
            after = self._llm.cache.extend([*ids, *answer[:end]], Budget(_SECONDS))
            assert after is not None  # noqa: S101  one token is always new
            int(after.argmax())

    def _timed(self, work: Callable[[], Any]) -> tuple[Any, float]:
        start = self._clock()
        result = work()
        return result, self._clock() - start


def _asked(messages: Sequence[Message]) -> list[Message]:
    *before, last = messages
    return [*before, Message(last.role, last.content + _ASK)]


def _furthest(a: Sequence[LogProbs], b: Sequence[LogProbs]) -> float:
    return max(
        abs(x - y) for one, other in zip(a, b, strict=True) for x, y in zip(one, other, strict=True)
    )


def _matmul_rate(llm: TorchLlm, clock: Clock, repeats: int = 20) -> float:
    """Operations a second in multiplying what a layer multiplies, in the model's own format."""
    weight = max((p for p in llm.layer_weights() if p.ndim == 2), key=lambda p: p.numel())
    tokens = torch.ones(256, weight.shape[1], dtype=weight.dtype, device=weight.device)
    with torch.inference_mode():
        float((tokens @ weight.T).sum())
        start = clock()
        for _ in range(repeats):
            result = tokens @ weight.T
        float(result.sum())
    return 2 * 256 * weight.numel() * repeats / max(clock() - start, 1e-9)


def _report(  # noqa: PLR0913, PLR0917 - what was measured, once
    llm: TorchLlm,
    prompt: Prompt,
    seconds: dict[str, list[float]],
    apart: Sequence[float],
    tokens: Sequence[int],
    rate: float,
) -> dict[str, Any]:
    middle = {way: statistics.median(took) for way, took in seconds.items()}
    weights = sum(p.numel() for p in llm.layer_weights() if p.ndim == 2)
    floor = 2 * weights * statistics.median(tokens) / rate
    return {
        "model": llm.name,
        "device": f"{llm.device} {str(llm.dtype).removeprefix('torch.')}",
        "threads": torch.get_num_threads(),
        "items": len(prompt.items),
        "replies": len(seconds["shared"]),
        "seconds": {way: round(value, 3) for way, value in middle.items()},
        "times": {way: round(middle[way] / middle["shared"], 1) for way in WAYS},
        "tokens": int(statistics.median(tokens)),
        "apart": float(f"{max(apart):.1e}"),
        "matmul_gflops": round(rate / 1e9, 1),
        "floor_seconds": round(floor, 3),
        "over_floor": round(middle["shared"] / floor, 2),
    }
