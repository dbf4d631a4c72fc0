"""How ``warmline check`` tells what went wrong: a call, a setting, a failure and its cause."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from scoring.contract import CheckItem
from scoring.errors import NoSourceError
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.cli.checking import DRAFT, run, run_with

pytestmark = pytest.mark.usefixtures("plain_terminal")


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--jsonl", "x", "--reply", "a"], "--jsonl"),
        (["--jsonl", "x", "--context", "a"], "--jsonl"),
        (["--jsonl", "x", "--json"], "--jsonl"),
        (["--out", "x", "--reply", "a"], "--out"),
        (["--jsonl", "/nowhere/x.jsonl"], "/nowhere/x.jsonl"),
    ],
)
def test_refuses_calls_that_make_no_sense(args: list[str], word: str) -> None:
    """Options that exclude each other, or files that are not there: exit 2, one line, named."""
    result = run(*args)
    assert result.exit_code == 2
    assert word in result.stderr
    assert result.stderr.count("\n") == 1


def test_does_not_load_the_model_for_a_wrong_call() -> None:
    """A wrong call is told before anything slow begins."""
    loads: list[int] = []
    result = run_with(lambda *_: loads.append(1), "--jsonl", "/nowhere/x.jsonl")
    assert result.exit_code == 2
    assert loads == []


def test_debug_shows_the_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``WARMLINE_DEBUG=1`` the traceback is printed as well."""

    def trip(items: Sequence[CheckItem]) -> None:
        raise RuntimeError("the cause")

    checker = DoubleChecker(before=trip)
    assert "Traceback" not in run("--reply", DRAFT, checker=checker).stderr
    monkeypatch.setenv("WARMLINE_DEBUG", "1")
    shown = run("--reply", DRAFT, checker=checker)
    assert "Traceback" in shown.stderr
    assert "the cause" in shown.stderr
    assert shown.exit_code == 1


def test_a_known_failure_is_one_line() -> None:
    """What the scorer foresees is its one sentence, exit 1."""

    def fail(*_: object) -> DoubleChecker:
        raise NoSourceError("No source for the weights: set SCORER_ALLOW_HUB.")

    result = run_with(fail, "--reply", DRAFT)
    assert result.stderr == "No source for the weights: set SCORER_ALLOW_HUB.\n"
    assert result.exit_code == 1


def test_misspelt_settings_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ``SCORER_`` variable nobody reads is mentioned on stderr, and stdout stays clean."""
    monkeypatch.setenv("SCORER_DEVISE", "cpu")
    result = run("--json", "--reply", DRAFT)
    assert "SCORER_DEVISE" in result.stderr
    json.loads(result.stdout)


def test_a_bad_setting_is_a_wrong_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that can't be used: exit 2 and its name."""
    monkeypatch.setenv("SCORER_BATCH_SIZE", "many")
    result = run("--reply", DRAFT)
    assert result.exit_code == 2
    assert "SCORER_BATCH_SIZE" in result.stderr
