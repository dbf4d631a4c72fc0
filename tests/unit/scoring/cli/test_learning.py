"""Retraining by command: one at a time, and what is to be done with what came of it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from filelock import FileLock

from scoring.cli import learning
from scoring.cli.learning import Lesson, learn, next_step
from scoring.errors import ScorerError
from scoring.training import run as training
from scoring.training.workers import ALONE


def lesson(tmp_path: Path) -> Lesson:
    """Some export, taught in a folder of its own on a machine with a lock."""
    machine = tmp_path / "cache"
    return Lesson(tmp_path / "f.jsonl", "none", 4.0, tmp_path / "out", tmp_path, machine=machine)


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Folders in which a training began; it ends at once."""
    began: list[Path] = []

    def run(_: Any, out: Path, progress: Any) -> Path:
        del progress
        began.append(out)
        return out / "v2"

    monkeypatch.setattr(training, "run", run)
    monkeypatch.setattr(learning, "_with", lambda job, *_: job)
    return began


@pytest.mark.parametrize("folder", ["cache", "out"])
def test_only_one_retraining_runs_on_a_machine(
    tmp_path: Path, trained: list[Path], folder: str
) -> None:
    """Neither a second one in that folder nor one that writes elsewhere; afterwards it may."""
    job: Any = SimpleNamespace(workers=ALONE)
    (tmp_path / folder).mkdir()
    tell: Any = None
    with (
        FileLock(tmp_path / folder / ".training.lock"),
        pytest.raises(ScorerError, match=f"Another training holds .*{folder}: wait"),
    ):
        learn(job, lesson(tmp_path), tell, tell)
    assert trained == []
    learn(job, lesson(tmp_path), tell, tell)
    assert trained == [tmp_path / "out"]


def test_what_learned_from_feedback_goes_to_the_gate(tmp_path: Path) -> None:
    """A version of the shipped data is put to use as it is; one of feedback is judged first."""
    version = tmp_path / "out" / "v2"
    told = next_step(version, lesson(tmp_path))
    assert told == f"next: warmline models gate {version} --feedback {tmp_path / 'f.jsonl'}"
    assert next_step(version, None).startswith("SCORER_WEIGHTS_DIR=")
