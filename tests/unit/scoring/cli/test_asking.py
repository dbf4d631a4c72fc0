"""Where ``warmline train`` gets its feedback from."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
import typer

from scoring.cli.asking import feedback_file
from scoring.errors import InputError
from scoring.training.workers import ALONE


class _Two:
    """The first of two processes."""

    rank, count, device = 0, 2, None


def context(obj: object) -> typer.Context:
    """The context of a command in an application that was put together with ``obj``."""
    return typer.Context(click.Command("train"), obj=obj)  # type: ignore[arg-type]


def test_a_file_is_taken_as_it_is() -> None:
    """Also one that is called as the word for the store, by its path."""
    for name in ("feedback.jsonl", "folder/store"):
        assert feedback_file(context(None), Path(name), ALONE) == Path(name)


def test_the_store_is_exported_by_whoever_has_it(tmp_path: Path) -> None:
    """The application's own function writes the file; without one, the sentence names the file."""
    told = tmp_path / "export.jsonl"
    assert feedback_file(context({"store": lambda: told}), Path("store"), ALONE) == told
    with pytest.raises(InputError, match="give the file of `warmline feedback export`"):
        feedback_file(context(None), Path("store"), ALONE)


def test_several_processes_share_one_file() -> None:
    """Each would export with other random ids."""
    with pytest.raises(InputError, match="Several processes"):
        feedback_file(context({"store": Path}), Path("store"), _Two())  # type: ignore[arg-type]
