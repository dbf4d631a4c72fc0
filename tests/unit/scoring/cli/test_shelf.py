"""``warmline models promote`` and its like, as a person gives them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scoring.cli import models
from scoring.registry import versions
from tests.unit.scoring.registry.test_shelf import version


def run(*args: str) -> Any:
    return CliRunner().invoke(models.make(), list(args))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for versions, and a small one in place of the shipped version."""
    monkeypatch.setenv("SCORER_WEIGHTS_DIR", str(tmp_path / "models"))
    shipped = version(tmp_path / "shipped", "shipped")
    monkeypatch.setattr(versions, "SHIPPED", shipped)
    return tmp_path / "models"


def test_a_folder_is_promoted_and_rolled_back(root: Path, tmp_path: Path) -> None:
    """It is copied in; the shipped version is there to go back to."""
    made = version(tmp_path / "runs", "v2")
    assert run("promote", str(made), "--why", "better").stdout == (
        "v2 is in use now; before: shipped.\n"
    )
    assert run("promote", "v2").stdout == "v2 is in use already.\n"
    assert versions.current(root).name == "v2"
    assert run("rollback").stdout == "Back to shipped; v2 stays on the shelf.\n"
    assert versions.current(root).name == "shipped"
    refused = run("rollback")
    assert (refused.exit_code, "no earlier version" in refused.stderr) == (1, True)


def test_the_gate_is_told_in_one_line(root: Path, tmp_path: Path) -> None:
    """Exit 2, the reason and the way on."""
    made = version(tmp_path / "runs", "v3", passed=False)
    refused = run("promote", str(made))
    assert refused.exit_code == 2
    assert "The gate is closed for v3 (crisis)" in refused.stderr
    assert run("promote", "v3", "--force").exit_code == 0
    assert versions.current(root).name == "v3"


def test_shadow_and_prune(root: Path, tmp_path: Path) -> None:
    """A shadow is named and ended; old versions go."""
    for name in ("v1", "v2", "v3"):
        assert run("shadow", str(version(tmp_path / "runs", name))).exit_code == 0
    assert run("shadow", "off").stdout == "No version shadows.\n"
    assert run("prune", "--keep", "1").stdout == "Deleted: v1, v2.\n"
    assert run("prune").stdout == "Nothing to delete.\n"
    assert {p.name for p in versions.installed(root)} == {"shipped", "v3"}


def test_the_packages_own_versions_are_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder of one's own nothing can be promoted."""
    monkeypatch.delenv("SCORER_WEIGHTS_DIR", raising=False)
    refused = run("promote", "v1")
    assert refused.exit_code == 2
    assert "Set SCORER_WEIGHTS_DIR" in refused.stderr
