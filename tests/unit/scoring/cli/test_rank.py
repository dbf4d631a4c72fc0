"""``warmline rank`` and ``warmline rewrite`` with doubles for the scorer and the model."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from scoring.cli import rank as rank_module
from scoring.cli import rewrite as rewrite_module
from scoring.cli.failures import handled
from scoring.llm.base import Completion
from tests.doubles.checker import DoubleChecker

MESSAGE = "I was charged twice for my March bill and my rent is due tomorrow."
DRAFT = "The second charge of £64 was reversed. It takes 5 days."
WARM = f"Being charged twice with rent due is a real worry. {DRAFT}"
LINES = [
    {"id": "mine", "text": DRAFT},
    {"id": "warm", "text": WARM},
    {"id": "sweet", "text": f"We completely understand how you feel. {DRAFT}"},
    {
        "id": "loose",
        "text": "Being charged twice is a real worry. It was reversed, a rent voucher comes.",
    },
]
_REPLY = re.compile(r"<reply (\d)>\n(.*?)\n</reply \d>", re.DOTALL)


class Likes:
    """A judge that likes a word."""

    name = "likes"

    def __init__(self, word: str) -> None:
        self.word = word

    def complete(self, messages, sampling, budget):
        """Write nothing."""
        return Completion("", "stop")

    def weigh(self, messages, questions, budget):
        """Replies with the word first, the others after them."""
        held = [self.word in text for _, text in _REPLY.findall(messages[-1].content)]
        ranks = [0 if h else sum(held) for h in held]
        return [
            tuple(0.0 if k == rank else -math.inf for k in range(len(q.labels)))
            for q, rank in zip(questions, ranks, strict=True)
        ]

    def surprise(self, text, budget):
        """Every text is as odd."""
        return 1.0

    def close(self):
        """Hold nothing."""


class LikesPlace(Likes):
    """A judge that puts whatever stands first in the list first."""

    def weigh(self, messages, questions, budget):
        """All the weight on a reply's own number."""
        return [
            tuple(0.0 if k == place else -math.inf for k in range(len(q.labels)))
            for place, q in enumerate(questions)
        ]


class Needy(DoubleChecker):
    """Finds that every message calls for much care."""

    def check(self, items, *, rewrites=True):
        """Set the need."""
        results = super().check(items, rewrites=rewrites)
        scores = (r.score.model_copy(update={"need": 1.6}) for r in results)
        return [r.model_copy(update={"score": s}) for r, s in zip(results, scores, strict=True)]


def run(lines: list[Any], tmp_path: Path, *args: str, llm: Any = None) -> Any:
    """Run ``rank`` on a file of lines."""
    file = tmp_path / "candidates.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    command = rank_module.make(lambda settings, progress: Needy(), lambda s, p: llm)
    app = typer.Typer()
    app.command()(handled(command))
    asked = ["--candidates", str(file), "--context", MESSAGE, *args]
    return CliRunner().invoke(app, asked)


def test_a_model_ranks_and_the_draft_competes(tmp_path: Path) -> None:
    """One document: how it was ranked, each reply's figures, what is better and safe."""
    result = run(LINES, tmp_path, "--draft", "mine", "--json", llm=Likes("worry"))
    report = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (report["method"], report["judge"], report["shots"]) == ("emrank", "likes", "zero")
    assert report["lists"] == 3 * 6  # filler is left out, so three different replies are compared
    assert report["consistency"] == 1.0
    assert (report["draft"], report["draft_wins"]) == ("mine", False)
    rows = {row["id"]: row for row in report["candidates"]}
    assert [row["id"] for row in report["candidates"]][:2] == ["warm", "loose"]
    assert rows["warm"]["better"]
    assert rows["warm"]["offered"]
    assert rows["loose"]["better"]
    assert not rows["loose"]["safe"]
    assert not rows["loose"]["offered"]
    assert "£64" in rows["loose"]["facts"]["missing"]
    assert rows["sweet"]["borda"] == rows["mine"]["borda"]
    assert not rows["sweet"]["better"]
    assert not rows["mine"]["offered"]
    assert rows["mine"]["win"] == {"share": 0.5, "interval": [0.5, 0.5]}
    assert rows["warm"]["perplexity"] == 2.7
    assert rows["warm"]["like_length"] is False
    assert set(rows["warm"]["dimensions"]) == {"cognitive", "affective", "compassionate"}


def test_a_draft_that_nothing_beats_is_good_as_it_is(tmp_path: Path) -> None:
    """It is said, in the table and in the document."""
    args = ("--draft", "mine")
    result = run(LINES, tmp_path, *args, "--json", llm=Likes("second charge of"))
    assert json.loads(result.stdout)["draft_wins"] is True
    shown = run(LINES, tmp_path, *args, llm=Likes("second charge of")).stdout
    assert "The draft is good as it is" in shown
    assert "likes" in shown


def test_a_judge_that_knows_nothing_does_not_praise_the_draft(tmp_path: Path) -> None:
    """All its verdicts flip with the list: that is said, and nothing of the draft."""
    shown = run(LINES, tmp_path, "--draft", "mine", llm=LikesPlace("")).stdout
    assert "0% of verdicts held" in shown
    assert "can't tell these replies apart" in " ".join(shown.split())
    assert "good as it is" not in shown


def test_without_a_model_the_scorer_ranks(tmp_path: Path) -> None:
    """By its score, best first; texts alone get their line's number as name."""
    report = json.loads(run([DRAFT, WARM], tmp_path, "--json").stdout)
    assert report["method"] == "scorer"
    scores = [row["score"] for row in report["candidates"]]
    assert scores == sorted(scores, reverse=True)
    assert {row["id"] for row in report["candidates"]} == {"1", "2"}
    assert report["draft_wins"] is None
    assert "borda" not in report["candidates"][0]
    assert "Ranked by the scorer" in run([DRAFT, WARM], tmp_path).stdout


@pytest.mark.parametrize(
    ("lines", "args", "words"),
    [
        (LINES, ("--draft", "nobody"), "none of the candidates"),
        (LINES, ("--shots", "seven"), "zero, one, few, ensemble"),
        ([DRAFT], (), "2 to 9 replies; 1"),
        ([DRAFT] * 10, (), "2 to 9 replies; 10"),
        ([{"id": "a", "text": "x"}, {"id": "a", "text": "y"}], (), "one id"),
        ([{"id": "a"}, DRAFT], (), "Line 1"),
        ([DRAFT, 7], (), "Line 2"),
        ([DRAFT, {"text": 7}], (), "not a string"),
    ],
)
def test_a_call_that_is_wrong_is_told_in_one_line(
    tmp_path: Path, lines: list[Any], args: tuple[str, ...], words: str
) -> None:
    """Exit code 2 and nothing on standard output."""
    result = run(lines, tmp_path, *args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With what is wrong."""
    app = typer.Typer()
    app.command()(handled(rank_module.make(lambda s, p: DoubleChecker(), lambda s, p: None)))
    result = CliRunner().invoke(app, ["--candidates", str(tmp_path / "none.jsonl")])
    assert result.exit_code == 2
    assert "none.jsonl can't be opened" in result.stderr


class Without(DoubleChecker):
    """Has no suggestion, for a reason."""

    reason = "none_passed"

    def check(self, items, *, rewrites=True):
        """Take the suggestions out."""
        update = {"rewrites": [], "outcome": self.reason}
        return [r.model_copy(update=update) for r in super().check(items, rewrites=rewrites)]


def rewrite(*args: str, checker: DoubleChecker | None = None) -> Any:
    """Run ``rewrite``."""
    double = checker or DoubleChecker()
    app = typer.Typer()
    app.command()(handled(rewrite_module.make(lambda settings, progress: double)))
    return CliRunner().invoke(app, ["--context", MESSAGE, "--reply", DRAFT, *args])


def test_rewrite_gives_suggestions_and_nothing_else() -> None:
    """As one document, or to be read."""
    document = json.loads(rewrite("--json").stdout)
    assert set(document) == {"outcome", "overall", "rewrites", "weakest"}
    assert document["outcome"] == "offered"
    assert document["rewrites"][0]["facts"]["kept"] is True
    shown = rewrite().stdout
    assert "Suggestion 1" in shown
    assert "of 100" not in shown


def test_rewrite_gives_the_edit_in_words_where_nothing_passed() -> None:
    """It says that nothing passed, and what to do by hand."""
    shown = rewrite(checker=Without()).stdout
    assert "No suggestion this time" in shown
    assert "Name the feeling in a few words" in shown


def test_guidelines_and_channel_go_with_the_draft(tmp_path: Path) -> None:
    """From a file, into what is checked."""
    seen: list[Any] = []
    file = tmp_path / "house.txt"
    file.write_text("Avoid: kindly\n", encoding="utf-8")
    double = DoubleChecker(before=seen.extend)
    assert rewrite("--guidelines", str(file), "--channel", "chat", checker=double).exit_code == 0
    assert (seen[0].guidelines, seen[0].channel) == ("Avoid: kindly\n", "chat")
    missing = rewrite("--guidelines", str(tmp_path / "none"))
    assert missing.exit_code == 2
    assert "can't be read" in missing.stderr
