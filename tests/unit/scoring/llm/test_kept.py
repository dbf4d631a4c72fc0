"""A model that remembers what it said."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from scoring.errors import LlmTimeoutError
from scoring.llm.base import Budget, Completion, Message, Question, Sampling
from scoring.llm.kept import KeptLlm

ASK = [Message("user", "Say hello.")]
DIGITS = Question("warmth", ("0", "1"))


class Slow:
    """Answers with a number that grows, and fails when told to."""

    name = "slow/1"

    def __init__(self) -> None:
        self.calls = 0
        self.fails = False

    def complete(self, messages, sampling, budget):
        """Write how often it was asked."""
        self.calls += 1
        if self.fails:
            raise LlmTimeoutError("too slow")
        return Completion(f"Hello {self.calls}.", "stop")

    def weigh(self, messages, questions, budget):
        """Weigh all alike."""
        self.calls += 1
        return [(-0.5, -1.5) for _ in questions]

    def surprise(self, text, budget):
        """Find each text as odd as the last."""
        self.calls += 1
        return 2.5

    def close(self):
        """Hold nothing."""


@pytest.fixture
def model() -> Slow:
    return Slow()


def kept(model: Slow, folder: Path) -> KeptLlm:
    """A new process, with a clock of which each look takes a second."""
    ticks = count()
    return KeptLlm(model, folder, lambda: float(next(ticks)))


def ask(llm: KeptLlm, text: str = "Say hello.", tokens: int = 9) -> str:
    """Have something written."""
    sampling = Sampling(max_tokens=tokens)
    return llm.complete([Message("user", text)], sampling, Budget(9)).text


def test_the_next_run_asks_nothing_twice(model: Slow, tmp_path: Path) -> None:
    """Each of the three kinds of question is answered from the file, with the seconds it took."""

    def all_three(llm: KeptLlm) -> list[object]:
        return [ask(llm), llm.weigh(ASK, [DIGITS], Budget(9)), llm.surprise("Hi.", Budget(9))]

    first = kept(model, tmp_path)
    said = all_three(first)
    assert first.saved == 0
    again = kept(model, tmp_path)
    assert all_three(again) == said
    assert model.calls == 3
    assert again.saved == 3.0


def test_another_question_is_another_answer(model: Slow, tmp_path: Path) -> None:
    """Other words, and other sampling."""
    llm = kept(model, tmp_path)
    assert len({ask(llm), ask(llm, "Say goodbye."), ask(llm, tokens=5)}) == 3


def test_what_failed_is_asked_again(model: Slow, tmp_path: Path) -> None:
    """A failure is no answer."""
    llm = kept(model, tmp_path)
    model.fails = True
    with pytest.raises(LlmTimeoutError):
        ask(llm)
    model.fails = False
    assert ask(llm) == "Hello 2."


def test_a_line_cut_off_is_asked_again(model: Slow, tmp_path: Path) -> None:
    """The next line starts anew."""
    ask(kept(model, tmp_path))
    file = tmp_path / "slow-1.jsonl"
    file.write_text(file.read_text()[:-20])
    assert ask(kept(model, tmp_path)) == "Hello 2."
    assert ask(kept(model, tmp_path)) == "Hello 2."
