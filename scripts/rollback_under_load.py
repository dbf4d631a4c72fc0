"""Promote and roll back while checks run: counts the checks that failed, which are to be none.

    python scripts/rollback_under_load.py --seconds 60 --clients 4

A scorer of its own (``warmline scorer``) on a shelf with the shipped version and a copy of it under
another id; ``warmline models promote`` and ``rollback`` in turns, each a process of its own as a
person would give them; and clients that check drafts one after another and note which version
answered. The last act damages the other version and promotes it all the same: it must be refused.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from scoring.registry.versions import SHIPPED, current, read_manifest, write_manifest

_OTHER = "2000-01-01.1"
_DRAFT = (
    "I am sorry about the wait. Your parcel left us this morning and comes on Friday, number {n}."
)


@dataclass(slots=True)
class Seen:
    """What the clients saw.

    Attributes:
        times: Seconds of each check.
        versions: Which version answered how often.
        changes: How often a client was answered by another version than before.
        failures: What went wrong instead.
    """

    times: list[float] = field(default_factory=list)
    versions: Counter[str] = field(default_factory=Counter)
    changes: int = 0
    failures: Counter[str] = field(default_factory=Counter)


def make_shelf(folder: Path) -> str:
    """Copy the shipped version twice, the second time under another id; give the first one's id."""
    shipped = current(SHIPPED)
    name = read_manifest(shipped)[0].id
    shutil.copytree(shipped, folder / name)
    shutil.copytree(shipped, folder / _OTHER)
    manifest = read_manifest(folder / _OTHER)[0]
    gate = {"passed": True, "champion": name, "findings": []}
    write_manifest(folder / _OTHER, manifest.model_copy(update={"id": _OTHER, "gate": gate}))
    return name


async def warmline(*arguments: str) -> tuple[int, str]:
    """Give a command; its exit code and last word."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode().strip().rpartition("\n")[2]


async def client(http: httpx.AsyncClient, number: int, seen: Seen, until: asyncio.Event) -> None:
    """Check drafts until told to stop."""
    before, n = "", 0
    while not until.is_set():
        n += 1
        draft = _DRAFT.format(n=number * 100000 + n)
        item = {"id": f"{number}-{n}", "context": "Where is my parcel?", "reply": draft}
        started = time.monotonic()
        try:
            answer = await http.post("/v1/check", json={"items": [item]}, timeout=60)
        except httpx.HTTPError as error:
            seen.failures[type(error).__name__] += 1
            continue
        if answer.status_code != 200:
            seen.failures[str(answer.status_code)] += 1
            continue
        seen.times.append(time.monotonic() - started)
        version = answer.json()["items"][0]["score"]["model"]["id"]
        seen.versions[version] += 1
        seen.changes += bool(before) and version != before
        before = version


async def ready(http: httpx.AsyncClient) -> None:
    """Wait for the model."""
    for _ in range(600):
        try:
            if (await http.get("/readyz")).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        await asyncio.sleep(0.2)
    sys.exit("The scorer did not become ready.")


async def switch(seconds: float, pause: float) -> list[str]:
    """Promote and roll back in turns."""
    told, turn, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        arguments = ["promote", _OTHER] if turn % 2 == 0 else ["rollback"]
        code, word = await warmline("models", *arguments, "--why", "under load")
        told.append(f"{arguments[0]}: {word}" + (f" (exit {code})" if code else ""))
        turn += 1
        await asyncio.sleep(pause)
    return told


async def damaged(folder: Path) -> str:
    """Cut the other version's weights short and promote it, past the gate."""
    weights = folder / _OTHER / "network.safetensors"
    os.truncate(weights, weights.stat().st_size // 2)
    code, word = await warmline("models", "promote", _OTHER, "--force")
    return f"promote a truncated version: exit {code}, {word}"


async def measure(seconds: float, clients: int, pause: float, port: int) -> dict[str, object]:
    """Run the scorer, the clients and the commands."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        name = make_shelf(folder)
        os.environ |= {"SCORER_WEIGHTS_DIR": made, "SCORER_RELOAD_SECONDS": "1"}
        await warmline("models", "promote", name, "--force")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "scorer", "--port", str(port),
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
                await ready(http)
                return await _driven(http, folder, seconds, clients, pause)
        finally:
            process.terminate()
            await process.wait()


async def _driven(
    http: httpx.AsyncClient, folder: Path, seconds: float, clients: int, pause: float
) -> dict[str, object]:
    seen, until = Seen(), asyncio.Event()
    running = [asyncio.create_task(client(http, n, seen, until)) for n in range(clients)]
    told = await switch(seconds, pause)
    last = await damaged(folder)
    await asyncio.sleep(3)
    until.set()
    await asyncio.gather(*running)
    return {
        "checks": len(seen.times),
        "failed": sum(seen.failures.values()),
        "failures": dict(seen.failures),
        "answered_by": dict(seen.versions),
        "changes_of_version_seen_by_clients": seen.changes,
        "commands": len(told) + 1,
        "median_ms": round(1000 * statistics.median(seen.times), 1),
        "slowest_ms": round(1000 * max(seen.times), 1),
        "told": [*told, last],
    }


def main() -> None:
    """Read the options, measure, print; exit 1 if any check failed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--clients", type=int, default=4)
    options.add_argument("--pause", type=float, default=4, help="Seconds between two commands.")
    options.add_argument("--port", type=int, default=8439)
    given = options.parse_args()
    found = asyncio.run(measure(given.seconds, given.clients, given.pause, given.port))
    print(json.dumps(found, indent=2))
    sys.exit(1 if found["failed"] else 0)


if __name__ == "__main__":
    main()
