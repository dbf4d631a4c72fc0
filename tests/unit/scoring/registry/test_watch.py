"""What a pointer names at this moment."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from scoring.errors import WeightsError
from scoring.registry.shelf import Shelf
from scoring.registry.watch import FolderSource
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.registry.test_shelf import version


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "models", lambda: datetime(2026, 12, 1, tzinfo=UTC))
    for name in ("v1", "v2"):
        shelf.add(version(tmp_path / "made", name))
    shelf.promote("v1", "")
    return shelf


def source(root: Path, pointer: str, loaded: list[Path | None]) -> FolderSource:
    def load(settings: Settings) -> DoubleChecker:
        loaded.append(settings.weights_dir)
        return DoubleChecker()

    return FolderSource(Settings(weights_dir=root), load, pointer)


def test_a_promotion_changes_the_signature_and_what_is_loaded(shelf: Shelf) -> None:
    """Each version has its own signature; going back gives the first one again."""
    loaded: list[Path | None] = []
    current = source(shelf.root, "current", loaded)
    first = current.signature()
    shelf.promote("v2", "")
    assert current.signature() != first
    current.load()
    assert loaded == [shelf.root / "v2"]
    shelf.rollback("")
    assert current.signature() == first


def test_a_shadow_is_there_only_while_it_is_named(shelf: Shelf) -> None:
    """Without a pointer there is none; the folder of one version never has one."""
    loaded: list[Path | None] = []
    shadow = source(shelf.root, "shadow", loaded)
    assert shadow.signature() == ""
    shelf.shadow("v2")
    assert shadow.signature()
    shadow.load()
    assert loaded == [shelf.root / "v2"]
    assert source(shelf.root / "v1", "shadow", []).signature() == ""
    assert source(shelf.root / "v1", "current", []).signature()


def test_a_tampered_version_is_not_loaded(shelf: Shelf) -> None:
    """The loader is not even asked."""
    loaded: list[Path | None] = []
    (shelf.root / "v1" / "manifest.json").write_text("{}")
    with pytest.raises(WeightsError, match="not the one that was promoted"):
        source(shelf.root, "current", loaded).load()
    assert loaded == []
