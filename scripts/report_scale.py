"""How a week's report behaves as the table grows: the scale table of ``docs/report.md``.

    .venv/bin/python scripts/report_scale.py --sizes 10000 100000
    .venv/bin/python scripts/report_scale.py --sizes 10000 1000000 --database postgresql://…

For each size it fills a database of its own with a year of checks: one team that is the same every
time, and copies of another that make up the rest. Then it makes a week's report of that team in
each of them in turn, many times, and prints the fastest, which other work on the machine disturbs
least, and the peak of memory. A PostgreSQL server gets a database for each size, which is removed
again; it is told to ANALYZE them, as it does by itself after a minute or so.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from pydantic import SecretStr

from bot.report.demo import demo_setup, loading_store
from bot.report.model import Report
from bot.report.publish import Reports
from bot.report.simulate import SimulatedTeam
from bot.report.weeks import Week
from bot.settings import Settings
from bot.store.base import Person
from bot.store.load import LoadingStore
from bot.store.schema import upgrade

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LAST = Week.parse("2026-W48")
ZONE = "Europe/London"
#: The team whose report is timed: about 110 drafts and 160 checks a week.
OURS = SimulatedTeam(people=12, drafts=9.0)
#: A team that is copied until the table is full.
OTHERS = SimulatedTeam(people=12, drafts=3.5)
OUR_TEAM = Person("T0", "")


def main() -> None:
    """Print one line a size."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    asked.add_argument("--database", default="", help="empty: SQLite in a temporary folder")
    asked.add_argument("--runs", type=int, default=15)
    options = asked.parse_args()
    measured = asyncio.run(_measure(options.sizes, options.database, options.runs))
    print("| checks in the table | of them in the week | ms | ratio | peak memory |")
    print("|---|---|---|---|---|")
    for size, one in zip(options.sizes, measured, strict=True):
        ratio = min(one.took) / min(measured[0].took)
        print(
            f"| {size:,} | {one.checks} | {1000 * min(one.took):.0f} | {ratio:.2f} "
            f"| {one.peak / 1e6:.1f} MB |"
        )


@dataclass
class Measured:
    """What was seen of one size.

    Attributes:
        checks: Checks of the week that was reported.
        peak: Most memory that making its report took, in bytes.
        took: Seconds of each run.
    """

    checks: int
    peak: int
    took: list[float] = field(default_factory=list)


async def _measure(sizes: list[int], database: str, runs: int) -> list[Measured]:
    """Fill a database for each size, then time them in turn, so that other work hits all alike."""
    async with AsyncExitStack() as stack:
        stores = []
        for size in sizes:
            store = await stack.enter_async_context(_opened(database, size))
            await _fill(store, size)
            if database:
                _analyse(database, size)
            stores.append(store)
        prepared = [await _prepared(store) for store in stores]
        measured = [await _looked_at(*one) for one in prepared]
        for _ in range(runs):
            for (reports, published), one in zip(prepared, measured, strict=True):
                started = time.perf_counter()
                await reports.make(OUR_TEAM, demo_setup(), LAST, published)
                one.took.append(time.perf_counter() - started)
        return measured


@asynccontextmanager
async def _opened(database: str, size: int) -> AsyncIterator[LoadingStore]:
    """Open an empty database of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="warmline-scale-") as folder, ExitStack() as stack:
        url = stack.enter_context(_sibling(database, size)) if database else ""
        settings = Settings(
            _env_file=None,
            data_dir=Path(folder),
            database_url=SecretStr(url),
            encryption_keys=SecretStr(Fernet.generate_key().decode()),
            pseudonym_key=SecretStr(token_urlsafe(48)),
        )
        await asyncio.to_thread(upgrade, settings.resolved_database_url)
        store = loading_store(settings, lambda: NOW)
        try:
            yield store
        finally:
            await store.close()


@contextmanager
def _sibling(database: str, size: int) -> Iterator[str]:
    """Make a database beside a named one of a PostgreSQL server, and remove it again."""
    from psycopg import connect, sql  # noqa: PLC0415 - not needed for SQLite

    name = _name(size)
    with connect(database, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield _beside(database, name)
        finally:
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def _analyse(database: str, size: int) -> None:
    from psycopg import connect  # noqa: PLC0415 - not needed for SQLite

    with connect(_beside(database, _name(size)), autocommit=True) as server:
        server.execute("ANALYZE")


def _name(size: int) -> str:
    return f"warmline_scale_{size}"


def _beside(database: str, name: str) -> str:
    return urlsplit(database)._replace(path=f"/{name}").geturl()


async def _fill(store: LoadingStore, size: int) -> None:
    """A year: our team in every week, and others for the rest of the rows."""
    written = await _year(store, OUR_TEAM, OURS, seed=1)
    theirs = await _year(store, Person("T1", ""), OTHERS, seed=2)
    written += theirs
    for number in range(1, 1 + round((size - written) / theirs)):
        written += await store.copy_team(Person("T1", ""), number)
    print(f"{written:,} checks written", file=sys.stderr, flush=True)


async def _year(store: LoadingStore, team: Person, like: SimulatedTeam, seed: int) -> int:
    weeks = like.quarter(LAST, ZONE, seed=seed, weeks=52)
    return sum([await store.load_drafts(team, drafts, features=True) for drafts in weeks])


async def _prepared(store: LoadingStore) -> tuple[Reports, list[Report]]:
    """Publish all weeks before the last, which is then made each time as if for the first."""
    reports = Reports(store, lambda: NOW)
    await reports.of(OUR_TEAM, demo_setup(), LAST.later(-1))
    return reports, await reports.published(OUR_TEAM)


async def _looked_at(reports: Reports, published: list[Report]) -> Measured:
    tracemalloc.start()
    made = await reports.make(OUR_TEAM, demo_setup(), LAST, published)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    drafts = await reports._store.report_drafts(OUR_TEAM, LAST.span(ZONE))  # noqa: SLF001
    if len(drafts) != made.drafts:
        raise SystemExit("the report is not about the week: nothing was measured")
    return Measured(sum(draft.checks for draft in drafts), peak)


if __name__ == "__main__":
    main()
