"""The language model as second source: asked once, gone on with, left out where it can't read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.cli.learning import Lesson, study
from scoring.errors import InputError, LlmTooLongError, LlmUnreachableError
from scoring.judge.judge import Judge
from scoring.judge.prompts import load_prompt
from scoring.training.feedback import Line
from scoring.training.from_feedback import Second, learn_from, to_judge
from scoring.training.second_source import judged_by
from tests.unit.scoring.training.feedback_lines import line, raw


class Counting:
    """Rates a reply by its number, and goes away when a test says so."""

    name = "counting/1"

    def __init__(self, gone_after: int = 1000) -> None:
        self.calls = 0
        self._gone_after = gone_after

    def weigh(self, messages, questions, budget):
        """All the weight on one step of each scale."""
        if "zebra" in messages[1].content:
            raise LlmTooLongError("It does not fit.")
        if self.calls == self._gone_after:
            raise LlmUnreachableError("It is gone.")
        self.calls += 1
        return [tuple(0.0 if n == 1 else -50.0 for n in range(len(q.labels))) for q in questions]


def judge(llm: Counting) -> Judge:
    return Judge(llm, load_prompt("scale_aware"))  # type: ignore[arg-type]


def team(n: int = 40) -> list[Line]:
    """Ratings by six people; every fourth draft has none."""
    return [line(k, rating=None if k % 4 == 0 else 1 + k % 5) for k in range(n)]


def test_what_was_judged_is_not_asked_again(tmp_path: Path) -> None:
    """The model goes away in the middle: the next run asks for the rest alone."""
    lines, told = team()[:10], []
    lines[3] = line(3, reply="A zebra, very long.")
    first = Counting(gone_after=4)
    with pytest.raises(LlmUnreachableError):
        judged_by(judge(first), lines, tmp_path, lambda done, _: told.append(done))
    second = Counting()
    found = judged_by(judge(second), lines, tmp_path, lambda *_: None)
    assert (first.calls, second.calls) == (4, 5)
    assert told == [1, 2, 3, 4, 5, 6]
    assert set(found.ratings) == {x.id for x in lines} - {"id3"}
    assert found.name == "counting/1, prompt scale_aware v1"
    assert all(b"Reply number" not in path.read_bytes() for path in tmp_path.iterdir())


def test_a_draft_it_did_not_rate_has_the_score_that_was_shown() -> None:
    """Both sources on one scale."""
    second = Second("a judge", {"id1": 0.9})
    assert list(second.of([line(1), line(2, overall=40.0)])) == [0.9, 0.4]


def test_drafts_nobody_rated_are_learned_on_the_peoples_scale() -> None:
    """A judge that is a quarter too strict is shifted by a quarter before its word counts."""
    lines = team(80)
    wanted = to_judge(lines, extra=5)
    ratings = {x.id: max(0.0, (x.rating if x.rating is not None else 0.75) - 0.25) for x in wanted}
    ratings |= {x.id: 0.5 for x in wanted if x.rating is None}
    learned = learn_from(lines, "none", Second("a judge", ratings), extra=5)
    unrated = {x.id for x in lines if x.rating is None}
    more = [e for e in learned.examples if e.id in unrated]
    assert len(more) == 5
    assert {round(e.overall, 2) for e in more} == {0.75}
    assert set(learned.samples) >= {e.id for e in more}
    assert "a judge; it rated" in learned.sheet
    assert "5 drafts that\nnobody rated" in learned.sheet


def test_the_judge_is_asked_only_where_its_word_counts(tmp_path: Path) -> None:
    """Leniency rests on the shown score; far, soft and consensus ask for every learned draft."""
    file = tmp_path / "feedback.jsonl"
    file.write_text("\n".join(json.dumps(raw(k, rating=1 + k % 5)) for k in range(40)))
    asked: list[int] = []

    def ask(lines):
        asked.append(len(lines))
        return Second("a judge", {x.id: 0.5 for x in lines})

    lesson = Lesson(file, "leniency", 1.0, tmp_path, tmp_path, 0, ask)
    assert "the score that was shown" in study(lesson).sheet
    assert asked == []
    for method in ("far", "soft", "consensus"):
        learned = study(replace(lesson, method=method))
        assert "a judge; it rated" in learned.sheet
    assert asked == [len(learned.examples)] * 3


def test_extra_drafts_need_a_judge(tmp_path: Path) -> None:
    """Without a language model there is nobody to rate them."""
    lesson = Lesson(tmp_path / "f.jsonl", "leniency", 1.0, tmp_path, tmp_path, extra=10)
    with pytest.raises(InputError, match="set SCORER_LLM"):
        study(lesson)
