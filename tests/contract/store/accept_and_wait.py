"""A process that accepts events, says which, and waits to be killed.

Run as ``python accept_and_wait.py DATABASE KEYFILE``.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from pydantic import SecretStr

from bot.settings import Settings
from bot.store.base import Person
from bot.store.sql import open_store
from tests.contract.store.values import DRAFT


async def main(address: str, key_file: str) -> None:
    """Accept three events, take the first up, and stand still."""
    settings = Settings(database_url=SecretStr(address), key_file=Path(key_file))
    store = open_store(settings)
    for number in range(3):
        owner = Person("T0TEAM", "U0ANALONGID")
        item = (await store.accept(f"Ev{number}", "check", DRAFT, owner)).item
        assert item is not None
        if number == 0:
            await store.claim(item.id, worker="the dead one", lease_seconds=1)
        print(item.id, flush=True)  # noqa: T201
    time.sleep(600)  # noqa: ASYNC251  (blocks on purpose: nothing gets to clean up)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
