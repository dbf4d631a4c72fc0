"""Two hundred people, two thousand checks, and what goes wrong on the way: a load run on loopback.

    python scripts/slack_load.py --people 200 --checks 2000 --seconds 400 --faults 0.05

One process: the local Slack double, the app, the SQLite store and the scorer, as in ``warmline
sandbox``. People check drafts by command, by form and in their conversation with the app, each at
times drawn before the run; one in four presses *Helpful* on the card. Of all deliveries and calls a
share goes wrong: delivered twice, acknowledgement lost, 429, 500, slow; and Slack asks the app to
reconnect five times. Counted are answers, second answers, losses, rows in the database, and the
time from the click to the card, as multiples of the bare forward pass of the same network.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from slash_latency import bare_forward

from bot import logs
from bot.app import Bot
from bot.ids import ActionId, FieldId, Shortcut, ViewId
from bot.sandbox.deliver import control
from bot.sandbox.driver import Person
from bot.sandbox.errors import DriverError
from bot.sandbox.faults import ApiFault
from bot.sandbox.model import Member, Message, View
from bot.sandbox.run import Sandbox, open_app, open_sandbox
from bot.sandbox.web_api import RESPONSE_URL
from bot.settings import Settings

DRAFT = (
    "I am sorry about the wait. Your parcel left our depot this morning and should be with you "
    "on Friday. Please keep the tracking number, number {n}, at hand."
)
#: Seconds after which a check counts as lost.
PATIENCE = 90.0
WAYS = ("command", "form", "conversation")
CALLS = ("chat.postMessage", "chat.postEphemeral", "views.open", "views.update", RESPONSE_URL)
FAULTS = (ApiFault("rate_limited", 1), ApiFault("server_error"), ApiFault("slow", 1.0))
RECONNECTS = 5


@dataclass(slots=True)
class Mail:
    """Who was shown which message; reads each message of the workspace once."""

    sandbox: Sandbox
    _read: int = 0
    _of: dict[str, list[Message]] = field(default_factory=lambda: defaultdict(list))

    def cards(self, person: Person) -> list[Message]:
        """The cards a person was shown outside forms, the oldest first."""
        space = self.sandbox.double.workspace
        for message in space.messages[self._read :]:
            direct = message.channel.startswith("D") and f"U{message.channel[1:]}"
            self._of[message.shown_to or direct or ""].append(message)
        self._read = len(space.messages)
        return [m for m in self._of[person.member.id] if _is_card(m)]


@dataclass(slots=True)
class Tally:
    """What has happened so far."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    in_messages: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    rated: int = 0


@dataclass(slots=True)
class Crowd:
    """People at work, and the chance that something of theirs goes wrong."""

    sandbox: Sandbox
    chance: float
    source: random.Random
    mail: Mail
    tally: Tally = field(default_factory=Tally)

    async def check(self, person: Person, way: str, number: int) -> None:
        """Check one draft, wait for its card, and perhaps say that it helped."""
        self._trouble()
        self.tally.in_messages[person.member.id] += way != "form"
        begun = time.perf_counter()
        acting = asyncio.create_task(self._act(person, way, DRAFT.format(n=number)))
        try:
            card = await self._card(person, way)
        except DriverError as error:
            self.tally.lost.append(f"{way}: {error}")
        else:
            self.tally.seconds[way].append(time.perf_counter() - begun)
            await self._rate(person, card)
        await acting
        if way == "form":
            await person.closes()

    async def _act(self, person: Person, way: str, draft: str) -> None:
        if way == "command":
            await person.types(f"/empathy {draft}")
        elif way == "conversation":
            await person.dms(draft)
        else:
            await person.global_shortcut(Shortcut.CHECK_GLOBAL)
            form = await person.sees_view(ViewId.INPUT, timeout=PATIENCE)
            await person.fills(form, {FieldId.DRAFT: draft}).submits()

    async def _card(self, person: Person, way: str) -> Message | View:
        if way == "form":
            return await person.sees_view(ViewId.RESULT, timeout=PATIENCE)
        wanted = self.tally.in_messages[person.member.id]

        def found() -> Message | None:
            cards = self.mail.cards(person)
            return cards[-1] if len(cards) >= wanted else None

        return await person.waits_for(found, "a card", PATIENCE)

    async def _rate(self, person: Person, card: Message | View) -> None:
        if self.source.random() < 0.25:
            await person.acts(card, ActionId.THUMBS_UP, "")
            self.tally.rated += 1

    def _trouble(self) -> None:
        """Prepare what goes wrong next."""
        faults = self.sandbox.double.faults
        faults.duplicates += self.source.random() < 2 * self.chance
        faults.dropped_acks += self.source.random() < self.chance / 2
        if self.source.random() < self.chance:
            faults.on(self.source.choice(CALLS), self.source.choice(FAULTS))


async def measure(
    people: int, checks: int, seconds: float, chance: float, seed: int
) -> dict[str, object]:
    """Run the load and count."""
    logs.configure("error", json=False)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            open_sandbox() as sandbox,
            open_app(sandbox, Settings(_env_file=None), Path(folder)) as bot,
        ):
            source = random.Random(seed)  # noqa: S311 - drawn again with the same seed
            crowd = Crowd(sandbox, chance, source, Mail(sandbox))
            forward = bare_forward()
            bare = [await _bare(forward) for _ in range(25)]
            took = await _work(crowd, _joined(sandbox, people), checks, seconds)
            await _quiet(bot)
            bare += [await _bare(forward) for _ in range(25)]
            kept = _rows(Path(folder))
            return _told(crowd, checks, took, statistics.median(bare), kept)


async def _bare(forward: Callable[[str], float]) -> float:
    return await asyncio.to_thread(forward, DRAFT.format(n=0))


def _joined(sandbox: Sandbox, people: int) -> list[Person]:
    """Let people join the workspace and look at its inbox."""
    double, inbox = sandbox.double, sandbox.page.person.channel
    joined = []
    for number in range(people):
        member = double.workspace.add_member(
            Member(f"U0LOAD{number:03}", f"p{number}", f"P {number}")
        )
        inbox.members.add(member.id)
        double.workspace.direct_channel(member.id)
        joined.append(double.person(member.id, inbox))
    return joined


async def _work(crowd: Crowd, people: list[Person], checks: int, seconds: float) -> float:
    """Let everyone check at their times; somebody still busy with one begins the next late."""
    begun = time.perf_counter()
    plans = [
        _day(crowd, person, share, begun, seconds)
        for person, share in zip(people, _shares(checks, len(people)), strict=True)
    ]
    await asyncio.gather(*plans, _reconnects(crowd.sandbox, seconds))
    return time.perf_counter() - begun


def _shares(checks: int, people: int) -> list[range]:
    return [range(checks)[first::people] for first in range(people)]


def _day(
    crowd: Crowd, person: Person, numbers: range, begun: float, seconds: float
) -> Awaitable[None]:
    times = sorted(crowd.source.uniform(0, seconds) for _ in numbers)
    ways = [crowd.source.choice(WAYS) for _ in numbers]

    async def spend() -> None:
        for at, way, number in zip(times, ways, numbers, strict=True):
            await asyncio.sleep(max(0.0, begun + at - time.perf_counter()))
            person.goes_to(crowd.sandbox.page.person.channel)
            await crowd.check(person, way, number)

    return spend()


async def _reconnects(sandbox: Sandbox, seconds: float) -> None:
    for _ in range(RECONNECTS):
        await asyncio.sleep(seconds / (RECONNECTS + 1))
        await sandbox.double.hub.refresh()


async def _quiet(bot: Bot) -> None:
    """Wait until nothing is under way any more, and a little longer for what should not come."""
    await bot.pool.idle()
    await asyncio.sleep(5.0)
    await bot.pool.idle()


def _rows(folder: Path) -> dict[str, int]:
    """Count what the database holds."""
    (file,) = folder.glob("warmline.sqlite3")
    with sqlite3.connect(file) as database:
        return {
            table: database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608
            for table in ("check", "feedback")
        }


def _told(
    crowd: Crowd, checks: int, took: float, bare: float, kept: dict[str, int]
) -> dict[str, object]:
    tally = crowd.tally
    people = crowd.sandbox.double.workspace.members.values()
    inbox = crowd.sandbox.page.person.channel
    shown = sum(
        len(crowd.mail.cards(crowd.sandbox.double.person(member.id, inbox)))
        for member in people
        if member.id in tally.in_messages
    )
    everything = [second for seconds in tally.seconds.values() for second in seconds]
    return {
        "checks": checks,
        "answered": len(everything),
        "answered_twice": shown - sum(tally.in_messages.values()) + _unseen(tally),
        "lost": len(tally.lost),
        "why_lost": tally.lost[:5],
        "rows": kept,
        "rated": tally.rated,
        "seconds": round(took),
        "bare_forward_ms": round(bare * 1000, 1),
        "multiples": {
            name: _multiples(seconds, bare)
            for name, seconds in [("all", everything), *sorted(tally.seconds.items())]
        },
    }


def _unseen(tally: Tally) -> int:
    """Cards outside forms that never came, so that a loss does not hide a second answer."""
    return sum(not lost.startswith("form") for lost in tally.lost)


def _multiples(seconds: list[float], bare: float) -> dict[str, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return {
        "n": len(seconds),
        "p50": round(cuts[49] / bare, 1),
        "p95": round(cuts[94] / bare, 1),
        "p99": round(cuts[98] / bare, 1),
    }


def _is_card(message: Message) -> bool:
    return control(message.blocks, ActionId.THUMBS_UP) is not None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--checks", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=400.0, help="over which they begin")
    parser.add_argument("--faults", type=float, default=0.05, help="chance for each check")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    done = measure(given.people, given.checks, given.seconds, given.faults, given.seed)
    print(json.dumps(asyncio.run(done), indent=1))
