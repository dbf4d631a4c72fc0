"""People who click without pause, and a process that is killed again and again meanwhile.

Run as ``python click_storm.py DATABASE KEYFILE KILLS SEED``. It prints, as one JSON document, every
effect that was acknowledged. Each round is a forked process with connections of its own; it tells
its acknowledgements through a pipe and dies by SIGKILL a moment after one of them: which one, and
how long a moment, is drawn. Counted so, and not by the clock alone, a busy machine is killed as far
into its work as an idle one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from pydantic import SecretStr

from bot.settings import Settings
from bot.store.base import NewChoice, NewFeedback, Person
from bot.store.sql import SqlStore, open_store
from tests.contract.store.kept import OFFERS, sample
from tests.contract.store.values import DRAFT, new_check

PEOPLE = tuple(Person("T0TEAM", f"U0PERSON{number}") for number in range(5))
AT_ONCE = 4
#: The latest acknowledgement after which a round is killed, and the longest moment after it.
LATEST, MOMENT = 40, 0.03


async def clicks(store: SqlStore, round_name: str, lane: int, told: int) -> None:
    """Check drafts one after another; every second event is delivered twice."""
    for number in range(10_000):
        owner = PEOPLE[(lane + number) % len(PEOPLE)]
        key = f"{round_name}-{lane}-{number}"
        item = (await store.accept(key, "check", DRAFT, owner)).item
        assert item is not None
        tell(told, "accepted", key, item.id)
        if number % 2:
            await store.accept(key, "check", DRAFT, owner)
        worker = f"{round_name}-{lane}"
        await store.claim(item.id, worker=worker, lease_seconds=60)
        check = new_check(session_id=key, offers=OFFERS)
        if await store.finish(
            item.id, worker=worker, check=check, result={"n": 1}, sample=sample()
        ):
            tell(told, "finished", key, item.id)
        for again in range(1 + number % 2):
            said = NewFeedback(check_id=item.id, thumb="up", rating=4)
            if await store.record_feedback(f"{key}:f", said, owner) or again:
                tell(told, "rated", key, item.id)
        used = NewChoice(check_id=item.id, position=1, choice="used")
        await store.record_choice(f"{key}:c", used, owner)
        tell(told, "chosen", key, item.id)


def tell(told: int, *said: str) -> None:
    """Acknowledge; a short line is written to a pipe whole or not at all."""
    os.write(told, (" ".join(said) + "\n").encode())


async def storm(settings: Settings, round_name: str, told: int) -> None:
    """Click in several lanes at once."""
    store = open_store(settings)
    for person in PEOPLE:
        await store.set_switch(person, "keep_samples", on=True)
    await asyncio.gather(*(clicks(store, round_name, lane, told) for lane in range(AT_ONCE)))


def killed(settings: Settings, round_name: str, after: int, seconds: float) -> list[str]:
    """Let a process storm, kill it some time after so many acknowledgements; what it said."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        asyncio.run(storm(settings, round_name, write))
        os._exit(0)
    os.close(write)
    said = b""
    while said.count(b"\n") < after and (more := os.read(read, 65_536)):
        said += more
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(read, 65_536):
        said += more
    os.close(read)
    return said.decode().splitlines()


def main(address: str, key_file: str, kills: str, seed: str) -> None:
    """Kill so often, and print all that was acknowledged."""
    settings = Settings(database_url=SecretStr(address), key_file=Path(key_file))
    source = random.Random(int(seed))
    said = [
        line
        for number in range(int(kills))
        for line in killed(
            settings, f"r{number}", source.randint(1, LATEST), source.uniform(0.0, MOMENT)
        )
    ]
    print(json.dumps([line.split() for line in said]))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
