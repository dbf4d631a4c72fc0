"""A process that sends the reports that are due, to be killed while it does.

Run as ``python report_process.py DATABASE KEYFILE SLACK``. It reads a moment in ISO 8601, forks a
worker that ticks once at that moment, and prints the worker's id. At the next line it waits for the
worker's end and prints how that was: its exit code, or minus the signal that killed it. Until then
the id is no other process's.
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs.claims import Claims
from bot.jobs.reports import ReportJob
from bot.report.demo import loading_store
from bot.sandbox.model import BOT_TOKEN
from bot.settings import Settings
from bot.store.base import Person


async def tick(settings: Settings, slack: str, now: datetime) -> None:
    """Send what is due, as a process that has just been started."""
    store = loading_store(settings, lambda: now)

    async def client_for(_team: Person) -> AsyncWebClient:
        return AsyncWebClient(token=BOT_TOKEN, base_url=slack)

    worker = f"process {os.getpid()}"
    await ReportJob(store, Claims(store, worker), client_for, lambda: now).tick()
    await store.close()


def worker(settings: Settings, slack: str, now: datetime) -> int:
    """Start a worker; returns its id."""
    child = os.fork()
    if child == 0:
        os.dup2(2, 1)  # its log is nothing for whoever reads this program
        try:
            asyncio.run(tick(settings, slack, now))
        except BaseException:  # noqa: BLE001 - nothing of this process may go on in the worker
            os._exit(1)
        os._exit(0)
    return child


def main(database: str, key_file: str, slack: str) -> None:
    """Start a worker for every line."""
    settings = Settings(_env_file=None, database_url=SecretStr(database), key_file=Path(key_file))
    if find_spec("matplotlib"):
        import_module("matplotlib.backends.backend_agg")  # once, and not in every worker
    for line in sys.stdin:
        child = worker(settings, slack, datetime.fromisoformat(line.strip()))
        print(child, flush=True)  # noqa: T201
        sys.stdin.readline()
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
