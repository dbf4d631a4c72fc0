"""Behaviour cases from a file: what can't be judged is told with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.benchmarks.cases import read_cases
from scoring.errors import InputError

CASES = Path(__file__).resolve().parents[3] / "behaviour" / "cases.jsonl"
SECRET = "zebra-crossing-secret"


def case(**fields: Any) -> dict[str, Any]:
    """A good case, with what a test changes."""
    check = {"type": "delta", "target": "overall", "op": ">=", "value": 0.1}
    good = {"id": "1", "kind": "DIR", "capability": "raise", "context": "Hello?"}
    return {**good, "a": "It is.", "b": "It is, dear.", "check": check, **fields}


def check(**fields: Any) -> dict[str, Any]:
    """A case whose check has some keys changed."""
    good = case()
    return {**good, "check": {**good["check"], **fields}}


def write(folder: Path, *lines: bytes | dict[str, Any]) -> Path:
    """A file of lines."""
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    path = folder / "cases.jsonl"
    path.write_bytes(b"\n".join(raw) + b"\n")
    return path


def test_the_projects_own_cases_are_good() -> None:
    """Every line of the behaviour suite is read, in order and with its own words."""
    lines = [json.loads(x) for x in CASES.read_text(encoding="utf-8").split("\n") if x]
    cases = read_cases(CASES)
    assert [c["id"] for c in cases] == [line["id"] for line in lines]
    assert [(c["a"], c["b"]) for c in cases] == [(x["a"], x.get("b")) for x in lines]


def test_lines_end_at_line_feeds_alone(tmp_path: Path) -> None:
    """A line separator inside a text is text; blank lines are passed over."""
    text = "One\u2028two\u0085three."
    raw = json.dumps(case(a=text), ensure_ascii=False).encode()
    [read] = read_cases(write(tmp_path, b"", raw, b"  "))
    assert read["a"] == text


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"{broken", "Not JSON"),
        (b"\xff\xfe", "Not UTF-8"),
        (b"[]", "the case"),
        ({k: v for k, v in case().items() if k != "check"}, "check"),
        ({k: v for k, v in case().items() if k != "a"}, "a:"),
        (case(id=7), "id"),
        (case(kind="XYZ"), "kind"),
        (case(check="delta"), "check"),
        (case(check={"type": "sparkle"}), "check"),
        (case(check={"type": "flag", "name": "sparkle", "value": True}), "check.flag.name"),
        (case(check={"type": "rewrite_preserves", "items": []}), "items"),
        (case(check={"type": "rewrite_preserves", "items": "KB"}), "items"),
        (case(b=None), "b: "),
        (case(a="a" * 100_001), "a:"),
        (check(target="empathie"), "check.target"),
        (check(target="each_subfactor"), "check.target"),
        (check(op="=="), "op"),
        (check(value="high"), "value"),
        (check(extra=1), "a key that no check has"),
        (case(), "line 1 has the same id"),
    ],
)
def test_a_wrong_case_is_told_with_its_line(
    tmp_path: Path, line: bytes | dict[str, Any], word: str
) -> None:
    """A line that is no case is a wrong input: its number and what is wrong, in one line."""
    with pytest.raises(InputError, match=r"^Line 3: ") as caught:
        read_cases(write(tmp_path, case(), b"", line))
    assert word in str(caught.value)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_what_is_wrong_is_not_repeated(tmp_path: Path) -> None:
    """No sentence quotes the text of a case."""
    wrong = [case(a=[SECRET]), check(target=SECRET), check(op=SECRET), check(type=SECRET)]
    for line in (*wrong, case(check=SECRET), check(**{SECRET: 1})):
        with pytest.raises(InputError) as caught:
            read_cases(write(tmp_path, line))
        assert SECRET not in str(caught.value)


def test_a_file_without_cases_is_told(tmp_path: Path) -> None:
    """A file that is not there, a folder, or one without any case: no empty report."""
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match="can't be read"):
            read_cases(path)
    with pytest.raises(InputError, match="no cases"):
        read_cases(write(tmp_path, b""))
