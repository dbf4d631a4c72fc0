"""Model versions: one folder each with its manifest, and a pointer to the current one.

Layout::

    weights/current                  the id of the version in use, and its manifest's sha256
    weights/<id>/manifest.json       files with sha256, base weights, data, metrics, libraries
    weights/<id>/network.safetensors, combination.json, MODEL_CARD.md

Where a folder of versions is expected, the folder of one version does as well.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from scoring.contract import ModelInfo
from scoring.errors import WeightsError
from scoring.registry.durable import replace_text

#: The versions that come with the package.
SHIPPED = Path(__file__).resolve().parent.parent / "weights"
NETWORK = "network.safetensors"
COMBINATION = "combination.json"
MANIFEST = "manifest.json"
_REMEDY = "reinstall Warmline, or set SCORER_WEIGHTS_DIR to another version's folder"


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
    #: Ids of the feedback examples it learned from: random, and known to the bot's store alone.
    samples: tuple[str, ...] = ()
    #: What the gate said of it against its champion; None before it was asked.
    gate: dict[str, Any] | None = None


def current(root: Path = SHIPPED, name: str = "current") -> Path:
    """Find the folder of the version to use.

    Args:
        root: The folder of one version, or a folder of versions with a pointer.
        name: Name of the pointer.

    Raises:
        WeightsError: It is neither, the pointer names a version that is not there, or the version's
            manifest is not the one that was promoted.
    """
    if (root / MANIFEST).is_file():
        return root
    pointer = root / name
    if not pointer.is_file():
        raise WeightsError(
            f"There is no model version in {root}: set SCORER_WEIGHTS_DIR to the folder of one, as "
            f"`warmline train` writes it (it holds {MANIFEST}), or unset it."
        )
    name, _, expected = pointer.read_text(encoding="utf-8", errors="replace").partition("\n")
    name, folder = name.strip(), root / name.strip()
    if not name or not (folder / MANIFEST).is_file():
        raise WeightsError(
            f"{pointer} names version {name!r}, which is not there: write the name of a folder "
            f"beside it that holds {MANIFEST} into it."
        )
    if expected.strip() and sha256(folder / MANIFEST) != expected.strip():
        raise WeightsError(
            f"The manifest of model version {name} is not the one that was promoted: "
            "`warmline models rollback` goes back to the version before it."
        )
    return folder


def signature(root: Path, pointer: str = "current") -> str:
    """Tell one version from another, cheaply: what the pointer says, or the only manifest."""
    for path in (root / MANIFEST, root / pointer):
        if path.is_file():
            return f"{path.name} {sha256(path)}"
    return ""


def installed(root: Path = SHIPPED) -> list[Path]:
    """List the folders of all versions under a root, or the root if it is a version itself."""
    if (root / MANIFEST).is_file():
        return [root]
    found = (path.parent for path in root.glob(f"*/{MANIFEST}"))
    return sorted(folder for folder in found if not folder.name.startswith("."))


def read_manifest(folder: Path) -> tuple[Manifest, ModelInfo]:
    """Read a version's manifest and check every file it lists.

    Raises:
        WeightsError: There is no manifest that can be read, or a file is missing or is not the one
            it was written for.
    """
    manifest, raw = _parsed(folder)
    for name, expected in manifest.files.items():
        path = folder / name
        if not path.is_file() or sha256(path) != expected:
            raise WeightsError(
                f"{name} of model version {manifest.id} is missing or damaged: {_REMEDY}."
            )
    info = ModelInfo(id=manifest.id, kind=manifest.kind, sha256=hashlib.sha256(raw).hexdigest())
    return manifest, info


def describe(folder: Path) -> Manifest:
    """Read a version's manifest without checking the files it lists.

    Raises:
        WeightsError: There is no manifest that can be read.
    """
    return _parsed(folder)[0]


def _parsed(folder: Path) -> tuple[Manifest, bytes]:
    try:
        raw = (folder / MANIFEST).read_bytes()
        return Manifest.model_validate_json(raw), raw
    except OSError as error:
        message = f"{folder} is no model version: its {MANIFEST} can't be read ({error.strerror})."
        raise WeightsError(message) from error
    except ValidationError:
        message = f"{folder / MANIFEST} is damaged: {_REMEDY}."
        raise WeightsError(message) from None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a version's manifest, sorted for a stable hash."""
    document = json.dumps(manifest.model_dump(), indent=1, sort_keys=True)
    replace_text(folder / MANIFEST, document + "\n")


def sha256(path: Path) -> str:
    """Hash a file."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
