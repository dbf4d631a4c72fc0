"""Files of training examples follow the people in them."""

from __future__ import annotations

import json
import os
from pathlib import Path

from bot.exports import LIFE, prune, write_examples
from bot.store.base import Person
from bot.store.sql import SqlStore
from tests.contract.store.kept import full_person
from tests.doubles.clock import HandClock


async def test_an_export_holds_what_is_allowed_and_follows_a_withdrawal(
    store: SqlStore, ana: Person, ben: Person, clock: HandClock, tmp_path: Path
) -> None:
    """Each line is one redacted example; who is forgotten is taken out of the file."""
    mine, theirs = await full_person(store, ana), await full_person(store, ben, "Ev2")
    path, count = await write_examples(store, tmp_path / "exports", clock.now)
    lines = [json.loads(line) for line in path.read_text().splitlines()]

    assert count == 2
    assert {line["id"] for line in lines} == {mine, theirs}
    assert lines[0]["reply"] == "Dear [name], I am sorry. PLANTEDREPLY goes out today."
    assert path.stat().st_mode & 0o077 == 0

    await store.forget(ana)
    assert await prune(store, path.parent, clock.now) == 1
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == [theirs]
    assert mine not in path.read_text()
    assert await prune(store, path.parent, clock.now) == 0


async def test_a_file_is_deleted_when_its_time_is_up(
    store: SqlStore, ana: Person, clock: HandClock, tmp_path: Path
) -> None:
    """Thirty days after it was written, however often it was pruned."""
    await full_person(store, ana)
    path, _ = await write_examples(store, tmp_path, clock.now)
    os.utime(path, (clock.now.timestamp(),) * 2)

    await prune(store, tmp_path, clock.now + LIFE / 2)
    assert path.exists()
    await prune(store, tmp_path, clock.now + LIFE)
    assert not path.exists()
