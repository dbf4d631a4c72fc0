"""A language model that remembers, for benchmarks that take hours on a CPU.

Each answer is kept as soon as it is given, under a hash of all that it depends on, so that a run
that was ended goes on where it stopped. Answers are texts: the file belongs beside research data,
not on a server.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scoring.llm.base import Budget, Completion, Llm, LogProbs, Message, Question, Sampling

__all__ = ["KeptLlm"]


class KeptLlm:
    """Asks a model once for each thing.

    Args:
        llm: The model.
        folder: Where its answers are kept, one file a model.
        clock: Tells the seconds an answer took.

    Attributes:
        saved: Seconds that kept answers had taken when they were given.
    """

    def __init__(
        self, llm: Llm, folder: Path, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._llm, self._clock = llm, clock
        self._path = folder / f"{_slug(llm.name)}.jsonl"
        self._kept = _read(self._path)
        self.saved = 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._llm.name

    def complete(
        self, messages: Sequence[Message], sampling: Sampling, budget: Budget
    ) -> Completion:
        """Write the next turn, or give what was written."""
        asked = [[asdict(m) for m in messages], asdict(sampling)]
        answer = self._once(asked, lambda: asdict(self._llm.complete(messages, sampling, budget)))
        return Completion(**answer)

    def weigh(
        self, messages: Sequence[Message], questions: Sequence[Question], budget: Budget
    ) -> list[LogProbs]:
        """Weigh the labels, or give what was weighed."""
        asked = [[asdict(m) for m in messages], [asdict(q) for q in questions]]
        answer = self._once(asked, lambda: self._llm.weigh(messages, questions, budget))
        return [tuple(logs) for logs in answer]

    def surprise(self, text: str, budget: Budget) -> float:
        """Read a text, or give what was read."""
        return float(self._once([text], lambda: self._llm.surprise(text, budget)))

    def close(self) -> None:
        """Free the model."""
        self._llm.close()

    def _once(self, asked: list[Any], ask: Callable[[], Any]) -> Any:  # noqa: ANN401 - JSON
        key = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:24]
        if key not in self._kept:
            start = self._clock()
            answer = ask()
            self._kept[key] = (answer, self._clock() - start)
            self._append(key)
            return answer
        answer, seconds = self._kept[key]
        self.saved += seconds
        return answer

    def _append(self, key: str) -> None:
        answer, seconds = self._kept[key]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"key": key, "answer": answer, "seconds": round(seconds, 3)})
        with self._path.open("a", encoding="utf-8") as out:
            # A run that was ended may have left half a line: a new one starts before, too.
            out.write(f"\n{line}\n")


def _read(path: Path) -> dict[str, tuple[Any, float]]:
    found: dict[str, tuple[Any, float]] = {}
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:  # empty, or cut off by the end of a run: asked anew
            continue
        found[row["key"]] = (row["answer"], row["seconds"])
    return found


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in name)
