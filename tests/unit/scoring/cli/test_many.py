"""``warmline check --jsonl``: many drafts, a result for each, and nothing done twice or lost."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from scoring.contract import CheckItem
from scoring.errors import NoSourceError
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.cli.checking import DRAFT, SECRET, parsed, run, run_with, write

pytestmark = pytest.mark.usefixtures("plain_terminal")


def test_checks_many_lines(tmp_path: Path) -> None:
    """Each line gets its result under its own id, in order, and the same as alone."""
    replies = [f"Number {n} is on its way now." for n in range(40)]
    path = write(
        tmp_path, *({"id": f"x{n}", "context": "?", "reply": r} for n, r in enumerate(replies))
    )
    result = run("--jsonl", str(path))
    rows = parsed(result.stdout)
    assert [row["id"] for row in rows] == [f"x{n}" for n in range(40)]
    alone = DoubleChecker().check([CheckItem(context="?", reply=replies[7])])[0]
    assert rows[7]["score"] == alone.score.model_dump(mode="json")
    assert result.exit_code == 0
    assert "40 lines checked." in result.stderr


def test_writes_to_a_file(tmp_path: Path) -> None:
    """``--out`` gets the lines, standard output nothing."""
    path = write(tmp_path, {"id": "a", "reply": DRAFT})
    out = tmp_path / "out.jsonl"
    result = run("--jsonl", str(path), "--out", str(out), "--no-rewrites")
    [row] = parsed(out.read_text())
    assert (row["id"], row["rewrites"]) == ("a", [])
    assert result.stdout == ""


def test_reads_lines_from_a_pipe(tmp_path: Path) -> None:
    """A named pipe, as ``<(zcat x.gz)`` makes one, is read once and whole."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    lines = b"".join(json.dumps({"id": n, "reply": DRAFT}).encode() + b"\n" for n in range(3))
    writer = threading.Thread(target=pipe.write_bytes, args=(lines,), daemon=True)
    writer.start()
    result = run("--jsonl", str(pipe))
    writer.join(5)
    assert [row["id"] for row in parsed(result.stdout)] == [0, 1, 2]
    assert "3 lines checked." in result.stderr


def test_reads_lines_from_standard_input() -> None:
    """``--jsonl -`` is standard input."""
    result = run("--jsonl", "-", data=json.dumps({"id": 5, "reply": DRAFT}))
    assert parsed(result.stdout)[0]["id"] == 5


def test_refuses_to_overwrite_its_input(tmp_path: Path) -> None:
    """The input file can't be the output file; it stays as it was."""
    path = write(tmp_path, {"reply": DRAFT})
    before = path.read_bytes()
    result = run("--jsonl", str(path), "--out", str(path))
    assert result.exit_code == 2
    assert path.read_bytes() == before


def test_earlier_results_survive_a_failed_load(tmp_path: Path) -> None:
    """An output file is replaced once the model is loaded, not before."""
    path, out = write(tmp_path, {"id": "new", "reply": DRAFT}), tmp_path / "out.jsonl"
    out.write_text("earlier results\n")

    def fail(*_: object) -> DoubleChecker:
        raise NoSourceError("No source.")

    assert run_with(fail, "--jsonl", str(path), "--out", str(out)).exit_code == 1
    assert out.read_text() == "earlier results\n"
    assert run("--jsonl", str(path), "--out", str(out)).exit_code == 0
    assert [row["id"] for row in parsed(out.read_text())] == ["new"]


def test_an_interruption_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C leaves whole, valid lines of every finished batch, and says how many."""
    monkeypatch.setenv("SCORER_BATCH_SIZE", "4")
    path = write(tmp_path, *({"id": n, "reply": DRAFT} for n in range(20)))
    out = tmp_path / "out.jsonl"

    def interrupt(items: Sequence[CheckItem]) -> None:
        if items[0].id == "9":
            raise KeyboardInterrupt

    result = run("--jsonl", str(path), "--out", str(out), checker=DoubleChecker(before=interrupt))
    assert [row["id"] for row in parsed(out.read_text())] == list(range(8))
    assert "8 lines are done" in result.stderr
    assert result.exit_code == 1


def test_a_failure_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unforeseen failure leaves the finished lines, an id and no text: exit 1."""
    monkeypatch.setenv("SCORER_BATCH_SIZE", "1")
    path = write(tmp_path, {"id": 1, "reply": DRAFT}, {"id": 2, "reply": SECRET + " it is."})
    out = tmp_path / "out.jsonl"

    def trip(items: Sequence[CheckItem]) -> None:
        if SECRET in items[0].reply:
            raise RuntimeError(items[0].reply)

    result = run("--jsonl", str(path), "--out", str(out), checker=DoubleChecker(before=trip))
    assert [row["id"] for row in parsed(out.read_text())] == [1]
    assert result.exit_code == 1
    assert re.search(r"RuntimeError, id [0-9a-f]{8}", result.stderr)
    assert SECRET not in result.stderr
