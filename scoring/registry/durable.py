"""Writing so that a reader, or a crash at any moment, sees the old state or the new one whole."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

__all__ = ["place_folder", "replace_text", "sync_folder"]


def replace_text(path: Path, text: str) -> None:
    """Replace a file's text in one step: written aside, flushed to the disk, renamed."""
    aside = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with aside.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(path.parent)


def place_folder(staged: Path, target: Path) -> None:
    """Move a finished folder to its place in one step, every file flushed to the disk before.

    Raises:
        OSError: Something is there already.
    """
    for path in sorted(p for p in staged.rglob("*") if p.is_file()):
        with path.open("rb") as written:
            os.fsync(written.fileno())
    sync_folder(staged)
    staged.rename(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable, where the platform lets a folder be synced."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
