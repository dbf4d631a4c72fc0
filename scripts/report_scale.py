"""How a week's report behaves as the table grows: the scale table of ``docs/report.md``.

    .venv/bin/python scripts/report_scale.py --sizes 10000 100000
    .venv/bin/python scripts/report_scale.py --sizes 10000 1000000 --database postgresql://…

For each size it fills a database of its own with a year of checks: one team that is the same every
time, and others round it that make up the rest. Then it makes a week's report of that team several
times, and prints the fastest, which other work disturbs least, and the peak of memory. A database
that is named must be empty of Warmline's tables; its tables are removed again.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe

from cryptography.fernet import Fernet
from pydantic import SecretStr

from bot.report.demo import demo_setup, loading_store
from bot.report.publish import Reports
from bot.report.simulate import SimulatedTeam
from bot.report.weeks import Week
from bot.settings import Settings
from bot.store.base import Person
from bot.store.load import LoadingStore
from bot.store.reporting import Draft
from bot.store.schema import downgrade, upgrade

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LAST = Week.parse("2026-W48")
ZONE = "Europe/London"
#: The team whose report is timed: about 110 drafts and 160 checks a week.
OURS = SimulatedTeam(people=12, drafts=9.0)
#: A draft makes 1.45 checks.
CHECKS_A_DRAFT = 1.45
OTHER_TEAMS = 20


def main() -> None:
    """Print one line a size."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    asked.add_argument("--database", default="", help="empty: SQLite in a temporary folder")
    asked.add_argument("--runs", type=int, default=9)
    options = asked.parse_args()
    print("| checks in the table | of them in the week | ms | ratio | peak memory |")
    print("|---|---|---|---|---|")
    first = None
    for size in options.sizes:
        checks, seconds, peak = asyncio.run(_measure(size, options.database, options.runs))
        first = first or seconds
        print(
            f"| {size:,} | {checks} | {1000 * seconds:.0f} | {seconds / first:.2f} "
            f"| {peak / 1e6:.1f} MB |",
            flush=True,
        )


async def _measure(size: int, database: str, runs: int) -> tuple[int, float, int]:
    with tempfile.TemporaryDirectory(prefix="warmline-scale-") as folder:
        settings = Settings(
            _env_file=None,
            data_dir=Path(folder),
            database_url=SecretStr(database),
            encryption_keys=SecretStr(Fernet.generate_key().decode()),
            pseudonym_key=SecretStr(token_urlsafe(48)),
        )
        upgrade(settings.resolved_database_url)
        store = loading_store(settings, lambda: NOW)
        try:
            await _fill(store, size)
            return await _time(store, runs)
        finally:
            await store.close()
            if database:
                downgrade(database, "base")


async def _fill(store: LoadingStore, size: int) -> None:
    """A year: our team in every week, and the others for the rest of the rows."""
    written = 0
    for drafts in OURS.quarter(LAST, ZONE, seed=1, weeks=52):
        written += await store.load_drafts(Person("T0", ""), drafts, features=True)
    each = max(0.0, (size - written) / OTHER_TEAMS / 52 / 12 / CHECKS_A_DRAFT)
    if each < 0.5:
        return
    others = SimulatedTeam(people=12, drafts=each, absent=0.0)
    for number in range(1, OTHER_TEAMS + 1):
        team = Person(f"T{number}", "")
        await store.load_drafts(team, _year(others, number), features=True)


def _year(team: SimulatedTeam, seed: int) -> Iterator[Draft]:
    for drafts in team.quarter(LAST, ZONE, seed=seed, weeks=52):
        yield from drafts


async def _time(store: LoadingStore, runs: int) -> tuple[int, float, int]:
    """Publish the last week, each time as if for the first: only the weeks before are kept."""
    team, setup = Person("T0", ""), demo_setup()
    reports = Reports(store, lambda: NOW)
    await reports.of(team, setup, LAST.later(-1))
    published = await reports.published(team)
    took = []
    for _ in range(runs):
        started = time.perf_counter()
        made = await reports.make(team, setup, LAST, published)
        took.append(time.perf_counter() - started)
    tracemalloc.start()
    await reports.make(team, setup, LAST, published)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    drafts = await store.report_drafts(team, LAST.span(ZONE))
    assert len(drafts) == made.drafts  # noqa: S101 - a benchmark that measures nothing is worthless
    return sum(draft.checks for draft in drafts), min(took), peak


if __name__ == "__main__":
    main()
