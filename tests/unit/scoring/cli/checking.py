"""``warmline check`` with a checker double, and the lines it reads and prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner

from scoring.cli.check import make
from scoring.cli.failures import handled
from tests.doubles.checker import DoubleChecker

SECRET = "zebra-crossing-secret"
DRAFT = "We have got your request. It will be done by 5 pm."


def run(*args: str, checker: DoubleChecker | None = None, data: bytes | str = "") -> Any:
    """Run the command."""
    double = checker or DoubleChecker()
    return run_with(lambda settings, progress: double, *args, data=data)


def run_with(load: Callable[..., Any], *args: str, data: bytes | str = "") -> Any:
    """Run the command with a way to load."""
    app = typer.Typer()
    app.command()(handled(make(load)))
    return CliRunner().invoke(app, list(args), input=data)


def write(tmp_path: Path, *lines: object) -> Path:
    """A file of lines; bytes and strings as they are, the rest as JSON."""
    path = tmp_path / "in.jsonl"
    raw = [
        line
        if isinstance(line, bytes)
        else str(line).encode()
        if isinstance(line, str)
        else json.dumps(line).encode()
        for line in lines
    ]
    path.write_bytes(b"\n".join(raw) + b"\n")
    return path


def parsed(text: str) -> list[dict[str, Any]]:
    """Lines of JSON."""
    return [json.loads(line) for line in text.splitlines()]
