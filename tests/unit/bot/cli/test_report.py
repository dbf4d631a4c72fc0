"""``warmline report``: a wrong call is answered in one line; a demonstration always works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.report.model import Report
from tests.unit.bot.cli.test_main import run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--demo", "--week", "2026-W60"], "That is no week"),
        (["--demo", "--format", "pdf"], "Choose one of these formats"),
        ([], "Name the team with --team"),
    ],
)
def test_a_wrong_call_is_answered_with_one_line(
    words: list[str], said: str, tmp_path: Path
) -> None:
    """Exit code 2, and what to write instead."""
    ended = run("report", *words, WARMLINE_DATA_DIR=str(tmp_path))
    assert ended.returncode == 2
    assert said in ended.stderr
    assert ended.stdout == ""


def test_a_demonstration_needs_no_database(tmp_path: Path) -> None:
    """The report of a simulated quarter, as a program reads it; nothing is left behind."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WARMLINE_")}
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "report", "--demo", "--week", "2026-W48", "--format", "json"],
        env=clean | {"WARMLINE_DATA_DIR": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    report = Report.model_validate(json.loads(ended.stdout))
    assert report.week == "2026-W48"
    assert "simulated" in report.team
    assert len(report.trend) == 13
    assert list(tmp_path.iterdir()) == []
