"""A process that is killed loses nothing that it had accepted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from pydantic import SecretStr

from bot.settings import Settings
from bot.store.base import Person
from bot.store.keys import make_key_file
from bot.store.sql import open_store
from tests.contract.store.values import DRAFT, new_check

ROOT = Path(__file__).resolve().parents[3]


def killed_after_accepting(database: str, key_file: Path) -> list[str]:
    """Let a process accept three events and take one up, then kill it; returns the ids."""
    script = Path(__file__).with_name("accept_and_wait.py")
    process = subprocess.Popen(  # noqa: S603  (our own script)
        [sys.executable, str(script), database, str(key_file)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    with process.stdout:
        ids = [process.stdout.readline().strip() for _ in range(3)]
        process.send_signal(signal.SIGKILL)
        assert process.wait(10) == -signal.SIGKILL
    return ids


async def test_kill_9_between_accept_and_finish_loses_nothing(
    database: str, tmp_path: Path, ana: Person
) -> None:
    """After a kill, a new process finds every accepted draft and finishes each one once."""
    key_file = tmp_path / "keys.json"
    make_key_file(key_file)
    ids = await asyncio.to_thread(killed_after_accepting, database, key_file)
    await asyncio.sleep(1.1)  # the dead worker's lease

    store = open_store(Settings(database_url=SecretStr(database), key_file=key_file))
    try:
        assert sorted(await store.due()) == sorted(ids)
        again = await store.accept("Ev0", "check", DRAFT, ana)
        assert again.item is not None
        assert (again.first, again.item.id) == (False, ids[0])
        for work_id in ids:
            item = await store.claim(work_id, worker="the next one", lease_seconds=60)
            assert item is not None
            assert item.payload == DRAFT
            assert await store.finish(
                work_id, worker="the next one", check=new_check(), result={"n": 1}
            )
            assert await store.delivered(work_id, worker="the next one")
        assert await store.due() == []
    finally:
        await store.close()
