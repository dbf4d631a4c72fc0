"""Model versions on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.errors import WeightsError
from scoring.registry.versions import (
    SHIPPED,
    Manifest,
    current,
    installed,
    read_manifest,
    sha256,
    write_manifest,
)


def _version(root: Path) -> Path:
    folder = root / "2026-01-01.1"
    folder.mkdir()
    (folder / "network.safetensors").write_bytes(b"weights")
    write_manifest(
        folder,
        Manifest(
            id=folder.name,
            kind="encoder",
            base="tiny",
            files={"network.safetensors": sha256(folder / "network.safetensors")},
            licence="Apache-2.0",
            data={},
            settings={},
            metrics={},
            libraries={},
        ),
    )
    (root / "current").write_text(folder.name + "\n")
    return folder


def test_the_pointer_names_the_current_version(tmp_path: Path) -> None:
    """The version in the pointer is found and its files check out."""
    folder = _version(tmp_path)
    assert current(tmp_path) == folder
    manifest, info = read_manifest(folder)
    assert manifest.id == info.id
    assert len(info.sha256) == 64


def test_the_folder_of_one_version_does_as_well(tmp_path: Path) -> None:
    """What ``warmline train`` writes can be used as it is, without a pointer beside it."""
    folder = _version(tmp_path)
    (tmp_path / "current").unlink()
    assert current(folder) == folder
    assert installed(folder) == [folder]


def test_all_versions_of_a_folder_are_listed(tmp_path: Path) -> None:
    """Other folders beside the versions are passed over."""
    folder = _version(tmp_path)
    (tmp_path / "notes").mkdir()
    assert installed(tmp_path) == [folder]


def test_a_damaged_manifest_is_one_sentence(tmp_path: Path) -> None:
    """A manifest that is not one, or not there, is a failure of the weights and not of ours."""
    folder = _version(tmp_path)
    (folder / "manifest.json").write_text('{"id": 7}')
    with pytest.raises(WeightsError, match="is damaged"):
        read_manifest(folder)
    with pytest.raises(WeightsError, match="is no model version"):
        read_manifest(tmp_path / "none")


@pytest.mark.parametrize("text", [b"", b"\n", b"\xff"])
def test_a_useless_pointer_says_what_to_write(tmp_path: Path, text: bytes) -> None:
    """A pointer that names nothing is told with what belongs into it."""
    _version(tmp_path)
    (tmp_path / "current").write_bytes(text)
    with pytest.raises(WeightsError, match="write the name of a folder"):
        current(tmp_path)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    """One changed byte and the version does not load."""
    folder = _version(tmp_path)
    (folder / "network.safetensors").write_bytes(b"weighty")
    with pytest.raises(WeightsError, match="missing or damaged"):
        read_manifest(folder)


def test_no_version_says_what_to_do(tmp_path: Path) -> None:
    """An empty folder, or a pointer to nothing, is one clear sentence."""
    with pytest.raises(WeightsError, match=r"SCORER_WEIGHTS_DIR.*warmline train"):
        current(tmp_path)
    (tmp_path / "current").write_text("2020-01-01.1")
    with pytest.raises(WeightsError, match=r"2020-01-01\.1"):
        current(tmp_path)


def test_the_shipped_version_is_whole_and_small() -> None:
    """What is in the package matches its manifest, has a card and stays under 25 MB."""
    folder = current(SHIPPED)
    manifest, _ = read_manifest(folder)
    assert (folder / "MODEL_CARD.md").read_text(encoding="utf-8").count(manifest.id)
    assert sum(p.stat().st_size for p in folder.iterdir()) < 25e6
    assert manifest.licence == "Apache-2.0"
    assert set(manifest.data) <= {"support_empathy/data.jsonl.gz"} | {
        p.name for p in (SHIPPED.parent / "data").glob("*.gz")
    }
