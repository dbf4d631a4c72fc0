"""Row 6 of the methods, and what sharing saves, on a model small enough for a test."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
import pytest

from scoring.benchmarks.judge import PROMPTS, choose, judge_rows, judged
from scoring.benchmarks.judge_speed import WAYS, judge_speed
from scoring.cli import judging, tables
from scoring.errors import SettingsError
from scoring.judge.judge import Judge
from scoring.judge.prompts import NAMES, Item, Prompt, load_prompt
from scoring.llm.base import LogProbs
from scoring.settings import Settings
from scoring.training.examples import TrainingExample
from tests.fixtures.tiny_llm import tiny_llm


class WordsLlm:
    """Rates a reply by how often it says sorry, and counts how often it is asked."""

    name = "words/1"

    def __init__(self) -> None:
        self.calls = 0

    def complete(self, messages, sampling, budget):
        """Never asked."""
        raise AssertionError

    def weigh(self, messages, questions, budget) -> list[LogProbs]:
        """All the weight on one step of each scale."""
        self.calls += 1
        step = messages[1].content.count("sorry")
        return [
            tuple(0.0 if n == min(step, len(q.labels) - 1) else -50.0 for n in range(len(q.labels)))
            for q in questions
        ]

    def close(self) -> None:
        """Hold nothing."""


def example(number: int, source: str) -> TrainingExample:
    reply = "We are looking into it. " + "I am sorry. " * (number % 10)
    return TrainingExample(
        f"{source}-{number}",
        f"{source}-{number}",
        "test",
        source,
        "My parcel is late.",
        reply,
        (number % 10) / 9,
        0.5,
        0.0,
        (),
    )


TEST = [example(n, s) for s in ("composed", "ibm", "minimal") for n in range(40)]


def test_the_chosen_drafts_are_the_same_each_time() -> None:
    """Half of real agents, half composed, whatever the order they come in."""
    chosen = choose(TEST, 30)
    assert chosen == choose(TEST[::-1], 30)
    assert [e.source for e in chosen].count("ibm") == 15
    assert [e.source for e in chosen].count("composed") == 15


def test_a_run_that_was_ended_goes_on(tmp_path: Path) -> None:
    """What was judged is read again, a half written line is judged anew, no text is kept."""
    llm, prompt = WordsLlm(), load_prompt("naive")
    first = judged(Judge(llm, prompt), TEST[:6], tmp_path, print)
    assert llm.calls == 6
    file = next(tmp_path.iterdir())
    assert file.name == "words-1-naive-v1.jsonl"
    kept = file.read_text()
    assert "looking" not in kept
    file.write_text(kept[:-20])
    assert judged(Judge(llm, prompt), TEST[:8], tmp_path, print)[:6] == first
    assert llm.calls == 6 + 3
    judged(Judge(llm, prompt), TEST[:8], tmp_path, print)
    assert llm.calls == 6 + 3


def test_other_prompts_do_not_count(tmp_path: Path) -> None:
    """Each prompt has a file of its own, named with its version."""
    llm = WordsLlm()
    judged(Judge(llm, load_prompt("naive")), TEST[:2], tmp_path, print)
    judged(Judge(llm, load_prompt("dimensions")), TEST[:2], tmp_path, print)
    assert llm.calls == 4


def test_the_rows_say_what_was_asked_and_of_how_many(tmp_path: Path) -> None:
    """One row for each prompt and one for the encoder on the same drafts."""
    chosen = choose(TEST, 20)
    others = {"multi-task encoder, same drafts": np.linspace(0, 1, 20)}
    rows = judge_rows(WordsLlm(), chosen, others, tmp_path, lambda _: None)
    assert sorted(PROMPTS) == sorted(NAMES)
    assert len(rows) == len(PROMPTS) + 1
    naive = next(r for r in rows if "naive v1" in r["method"])
    assert naive["n"] == 20
    assert naive["spearman"] == pytest.approx(1.0)
    lines = list(tables.judge(rows))
    assert lines[2].startswith("| 6 | words/1, prompt naive v1 | 20 | ")
    assert lines[-1].startswith("| 7 | multi-task encoder")


def test_without_a_model_the_setting_is_named() -> None:
    """The benchmark of a judge that is not there says what to set."""
    with pytest.raises(SettingsError, match="set SCORER_LLM"):
        judging._llm(Settings())


def short_prompt(count: int) -> Prompt:
    """A prompt of many items and few words: a test's tokenizer makes a token of each letter."""
    names = [f"item {chr(97 + n)}" for n in range(count)]
    items = [Item(feature=name, text=name, levels=10) for name in names]
    return Prompt(
        name="short",
        version=1,
        source="test",
        overall="mean",
        rubric="Rate these:\n{definitions}",
        case="{context}\n{reply}",
        items=tuple(items),
    )


def test_sharing_computes_less_and_says_the_same() -> None:
    """Seconds counted in tokens computed: sharing needs a fraction, and agrees within 1e-2."""
    llm = tiny_llm(context=4000)
    report = judge_speed(llm, short_prompt(15), TEST[:3], lambda: float(llm.cache.computed), print)
    assert report["items"] == 15
    assert report["replies"] == 2
    assert set(report["times"]) == set(WAYS)
    assert report["times"]["shared"] == 1.0
    assert report["times"]["separate"] > 6
    assert report["times"]["json"] > report["times"]["json, kept"] > 1
    assert report["apart"] < 1e-2
    assert int(report["seconds"]["shared"]) == report["tokens"]
    assert "15 ratings, median of 2 replies" in next(tables.judge_speed(report))


def test_a_clock_that_stands_still_divides_nothing() -> None:
    """A rate is measured with any clock; here each look takes a second."""
    ticks = count()
    llm = tiny_llm(context=4000)
    report = judge_speed(llm, short_prompt(1), TEST[:2], lambda: float(next(ticks)), print)
    assert report["matmul_gflops"] >= 0
    assert report["times"]["separate"] == 1.0
