"""The lines ``warmline check --jsonl`` reads: the good, the bad and the odd."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from scoring.cli.lines import MAX_LINE, BadLine, read
from tests.unit.scoring.cli.checking import DRAFT, SECRET, parsed, run, write

pytestmark = pytest.mark.usefixtures("plain_terminal")


def test_names_bad_lines_and_does_the_rest(tmp_path: Path) -> None:
    """Each bad line is named by its number with its fault; all others are done; exit 2."""
    path = write(
        tmp_path,
        {"id": "one", "reply": DRAFT},
        "{broken",
        {"id": "three", "context": "no reply"},
        b"\xff\xfe binary",
        "[]",
        {"id": "six", "reply": 6},
        {"id": "seven", "reply": "a" * 100_001},
        {"id": "eight", "reply": DRAFT, "context": None},
        {"id": "nine", "reply": DRAFT, "context": []},
        "",
        {"id": "eleven", "reply": DRAFT},
    )
    result = run("--jsonl", str(path))
    assert [row["id"] for row in parsed(result.stdout)] == ["one", "eight", "eleven"]
    named = [int(n) for n in re.findall(r"^line (\d+):", result.stderr, re.MULTILINE)]
    assert named == [2, 3, 4, 5, 6, 7, 9]
    assert "line 3: No reply" in result.stderr
    assert "3 lines checked, 7 can't be used." in result.stderr
    assert result.exit_code == 2


def test_bad_lines_do_not_repeat_their_text(tmp_path: Path) -> None:
    """What a bad line says is not printed back."""
    path = write(tmp_path, '{"reply": "' + SECRET, {"reply": {"a": SECRET}})
    assert SECRET not in run("--jsonl", str(path)).stderr


def test_unknown_keys_are_mentioned_once(tmp_path: Path) -> None:
    """Unknown keys are ignored with one warning for the whole file."""
    path = write(tmp_path, *({"reply": DRAFT, "gold": n} for n in range(30)))
    result = run("--jsonl", str(path))
    assert result.stderr.count("'gold'") == 1
    assert result.exit_code == 0


def test_lines_without_id_get_their_number(tmp_path: Path) -> None:
    """A line without an id is known by its number; an id keeps its type."""
    path = write(tmp_path, {"reply": DRAFT}, "", {"reply": DRAFT, "id": 77})
    assert [row["id"] for row in parsed(run("--jsonl", str(path)).stdout)] == [1, 77]


def test_surrogates_in_a_line_are_mended(tmp_path: Path) -> None:
    """A lone surrogate escape is scored as U+FFFD and can be written."""
    path = write(tmp_path, b'{"id": "\\udfff", "reply": "We \\ud800 see you there."}')
    [row] = parsed(run("--jsonl", str(path)).stdout)
    assert row["score"]["weakest"][0]["quote"] == "We \ufffd see you there."


def test_a_line_without_end_is_bounded() -> None:
    """A line past the cap is named and skipped; the next one is read."""
    stream = io.BytesIO(b"x" * (MAX_LINE * 2 + 5) + b'\n{"reply": "a b c"}\n')
    first, second = read(stream)
    assert isinstance(first, BadLine)
    assert second.number == 2
    assert not isinstance(second, BadLine)


def test_a_line_at_the_longest_fits() -> None:
    """Two texts of the longest length, every character escaped, are one good line."""
    text = "\U0001f600" * 100_000
    raw = json.dumps({"context": text, "reply": text}).encode() + b"\n"
    [line] = read(io.BytesIO(raw))
    assert not isinstance(line, BadLine)
    assert line.item.reply == text
