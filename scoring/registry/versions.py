"""Model versions: one folder each with its manifest, and a pointer to the current one.

Layout::

    weights/current                  the id of the version in use
    weights/<id>/manifest.json       files with sha256, base weights, data, metrics, libraries
    weights/<id>/network.safetensors, combination.json, MODEL_CARD.md
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from scoring.contract import ModelInfo
from scoring.errors import WeightsError

#: The versions that come with the package.
SHIPPED = Path(__file__).resolve().parent.parent / "weights"
NETWORK = "network.safetensors"
COMBINATION = "combination.json"
MANIFEST = "manifest.json"


class Manifest(BaseModel):
    """What a version is made of and how it was made."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    id: str
    kind: str
    base: str
    files: dict[str, str]
    licence: str
    data: dict[str, str]
    settings: dict[str, Any]
    metrics: dict[str, Any]
    libraries: dict[str, str]
    commit: str | None = None
    parent: str | None = None


def current(root: Path = SHIPPED) -> Path:
    """Find the folder of the current version.

    Raises:
        WeightsError: No pointer, or it names a folder that is not there.
    """
    pointer = root / "current"
    if not pointer.is_file():
        raise WeightsError(f"No model version is installed in {root}; run `warmline train`.")
    folder = root / pointer.read_text(encoding="utf-8").strip()
    if not (folder / MANIFEST).is_file():
        raise WeightsError(f"The current model version {folder.name} is missing from {root}.")
    return folder


def read_manifest(folder: Path) -> tuple[Manifest, ModelInfo]:
    """Read a version's manifest and check every file it lists.

    Raises:
        WeightsError: A file is missing or is not the one the manifest was written for.
    """
    raw = (folder / MANIFEST).read_bytes()
    manifest = Manifest.model_validate_json(raw)
    for name, expected in manifest.files.items():
        path = folder / name
        if not path.is_file() or sha256(path) != expected:
            raise WeightsError(
                f"{name} of model version {manifest.id} is missing or damaged; reinstall Warmline "
                "or promote another version."
            )
    info = ModelInfo(id=manifest.id, kind=manifest.kind, sha256=hashlib.sha256(raw).hexdigest())
    return manifest, info


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a version's manifest, sorted for a stable hash."""
    document = json.dumps(manifest.model_dump(), indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(document + "\n", encoding="utf-8")


def sha256(path: Path) -> str:
    """Hash a file."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
