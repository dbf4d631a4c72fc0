"""Files of base weights: hashed, checked, written aside and put in place in one step."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scoring.errors import HashMismatchError, NoSpaceError
from scoring.registry.durable import sync_folder
from scoring.registry.entries import BaseWeights, WeightFile
from scoring.registry.progress import Update

__all__ = [
    "check_file",
    "chunks",
    "install",
    "is_complete",
    "sha256_of",
    "space_errors",
    "write_file",
]

_CHUNK = 1024 * 1024


def chunks(stream: IO[bytes]) -> Iterator[bytes]:
    """Read a stream in pieces of one mebibyte."""
    while piece := stream.read(_CHUNK):
        yield piece


def sha256_of(path: Path) -> str:
    """Hex sha256 of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def check_file(path: Path, expected: WeightFile) -> None:
    """Check a file against its entry.

    Raises:
        HashMismatchError: The bytes are not the published ones.
    """
    if expected.sha256 is None:
        return
    found = sha256_of(path)
    if found != expected.sha256:
        message = (
            f"{path} is not the published file (sha256 {found[:12]}…, expected "
            f"{expected.sha256[:12]}…): delete it and try again, or use another source."
        )
        raise HashMismatchError(message)


def is_complete(folder: Path, entry: BaseWeights) -> bool:
    """Whether every file is there and every recorded hash fits."""
    try:
        for file in entry.files:
            path = folder / file.name
            if not path.is_file():
                return False
            check_file(path, file)
    except HashMismatchError:
        return False
    return True


def write_file(path: Path, data: Iterable[bytes], limit: int | None, update: Update) -> None:
    """Write pieces to a new file and flush them to the disk.

    Args:
        path: The file; its folder is made.
        data: The pieces.
        limit: Most bytes taken, against archives that unpack to more than they should.
        update: Told the bytes written so far.

    Raises:
        HashMismatchError: There are more bytes than ``limit``.
        NoSpaceError: The disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    done = 0
    with space_errors(path), path.open("wb") as out:
        for piece in data:
            done += len(piece)
            if limit is not None and done > limit:
                message = f"{path.name} is longer than the published file: use another source."
                raise HashMismatchError(message)
            out.write(piece)
            update(done)
        out.flush()
        os.fsync(out.fileno())


def install(staged: Path, folder: Path, entry: BaseWeights) -> None:
    """Check all staged files, then move each into place; a reader never sees half a file.

    The weights file goes last, so a folder that has it has everything.

    Raises:
        HashMismatchError: A staged file is not the published one; nothing is moved.
    """
    for file in entry.files:
        check_file(staged / file.name, file)
    folder.mkdir(parents=True, exist_ok=True)
    for file in reversed(entry.files):
        (staged / file.name).replace(folder / file.name)
    sync_folder(folder)


@contextmanager
def space_errors(path: Path, need: int = 0) -> Iterator[None]:
    """Say in one sentence that the disk is full, before (``need`` bytes) or while writing.

    Raises:
        NoSpaceError: The disk has, or proves to have, too little room.
    """
    free = shutil.disk_usage(_existing(path)).free
    if free < need:
        raise NoSpaceError(_no_space(path, f"{need >> 20} MB needed, {free >> 20} MB free"))
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoSpaceError(_no_space(path, "the disk is full")) from error
        raise


def _existing(path: Path) -> Path:
    return next(p for p in (path, *path.parents) if p.exists())


def _no_space(path: Path, why: str) -> str:
    return (
        f"Not enough room for base weights under {path.parent} ({why}): free some space or set "
        "SCORER_CACHE_DIR to another disk."
    )
