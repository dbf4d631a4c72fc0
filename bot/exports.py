"""Files of training examples: written in one folder, pruned of what was withdrawn, and short-lived.

Only files in that folder follow the people in them. Whoever copies one elsewhere answers for the
copy; ``docs/privacy.md`` says so.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from bot.anonymise.feedback import anonymous_lines
from bot.store.base import Example, Store

__all__ = ["LIFE", "prune", "write_examples"]

#: After this a file is deleted: a fresh one is a command away.
LIFE: Final = timedelta(days=30)
_BATCH: Final = 500


async def write_examples(store: Store, folder: Path, now: datetime) -> tuple[Path, int]:
    """Write every example that its person allows into a new file, one JSON object a line.

    The format is in ``docs/feedback-format.md``. The salt that made the raters' ids is thrown away.

    Returns:
        The file, readable by this user alone, and how many examples it holds.
    """
    found: list[Example] = []
    salt, after = secrets.token_bytes(32), ""
    while batch := await store.examples(after=after, limit=_BATCH, salt=salt):
        found += batch
        after = batch[-1].id
    # ASCII: a lone surrogate in a draft is no UTF-8.
    lines = [json.dumps(line) for line in anonymous_lines(found, lambda: secrets.token_hex(8))]
    path = folder / f"feedback-{now:%Y%m%dT%H%M%S}.jsonl"
    await asyncio.to_thread(_replace, path, lines)
    return path, len(lines)


async def prune(store: Store, folder: Path, now: datetime) -> int:
    """Take withdrawn examples out of every file, and delete files whose time is up.

    Returns:
        How many lines were taken out, and files deleted.
    """
    withdrawn = {one.id for one in await store.withdrawals()}
    return await asyncio.to_thread(_prune_all, folder, withdrawn, now)


def _prune_all(folder: Path, withdrawn: set[str], now: datetime) -> int:
    return sum(_pruned(path, withdrawn, now) for path in sorted(folder.glob("feedback-*.jsonl")))


def _pruned(path: Path, withdrawn: set[str], now: datetime) -> int:
    if path.stat().st_mtime <= (now - LIFE).timestamp():
        path.unlink()
        return 1
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if json.loads(line)["id"] not in withdrawn]
    if len(kept) < len(lines):
        _replace(path, kept)
    return len(lines) - len(kept)


def _replace(path: Path, lines: list[str]) -> None:
    """Write a file whole or not at all; mkstemp lets nobody else read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    if path.exists():
        stat = path.stat()
        os.utime(name, (stat.st_atime, stat.st_mtime))  # pruning makes no file younger
    Path(name).replace(path)
