"""Time from the slash command to the card, as a multiple of the bare model's forward pass.

    python scripts/slash_latency.py --runs 30

One process: the local Slack double, the app, the store and the scorer as in ``warmline sandbox``,
and the same network called directly on the same draft. Medians; the ratio is the figure to quote,
since both move with the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch

from bot import logs
from bot.sandbox.driver import Person
from bot.sandbox.run import open_app, open_sandbox
from bot.settings import Settings
from scoring import settings as scorer_settings
from scoring.models.build import build
from scoring.models.inputs import collate, encode
from scoring.models.packing import unpack_into
from scoring.registry import versions
from scoring.registry.base_weights import locate
from scoring.registry.progress import NullProgress
from scoring.text.prepare import prepare

DRAFT = (
    "I am sorry about the wait. Your parcel left our depot this morning and should be with you "
    "on Friday. Please keep the tracking number, number {n}, at hand."
)


async def measure(runs: int) -> dict[str, object]:
    """Run slash commands and bare forwards in turn."""
    logs.configure("error", json=False)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            open_sandbox() as sandbox,
            open_app(sandbox, Settings(_env_file=None), Path(folder)),
        ):
            forward = bare_forward()
            await _card(sandbox.page.person, 0)  # first use tells what is kept, and warms up
            forward(DRAFT.format(n=0))
            cards, bares = [], []
            for n in range(1, runs + 1):
                cards.append(await _card(sandbox.page.person, n))
                bares.append(await asyncio.to_thread(forward, DRAFT.format(n=n)))
    card, bare = statistics.median(cards), statistics.median(bares)
    return {
        "runs": runs,
        "card_ms": round(card * 1000, 1),
        "bare_forward_ms": round(bare * 1000, 1),
        "multiple": round(card / bare, 1),
    }


async def _card(person: Person, n: int) -> float:
    """Type the command and wait for its card, which is a new ephemeral message."""
    started, before = time.perf_counter(), len(person.ephemerals())
    await person.types("/empathy " + DRAFT.format(n=n))
    await person.waits_for(lambda: len(person.ephemerals()) > before or None, "a card", 30)
    return time.perf_counter() - started


def bare_forward() -> Callable[[str], float]:
    """Load the shipped network once more; the function gives the seconds of one forward pass."""
    settings = scorer_settings.load()
    version = versions.current(settings.weights_dir or versions.SHIPPED)
    manifest, _ = versions.read_manifest(version)
    built = build(locate(manifest.base, settings, NullProgress()))
    unpack_into(built.network, version / versions.NETWORK)
    built.network.eval()

    def forward(draft: str) -> float:
        batch = collate(encode(prepare("", draft), built.tokenizer), built.pad)
        started = time.perf_counter()
        with torch.inference_mode():
            built.network(batch)
        return time.perf_counter() - started

    return forward


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=30)
    print(json.dumps(asyncio.run(measure(parser.parse_args().runs)), indent=1))
