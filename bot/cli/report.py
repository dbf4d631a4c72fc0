"""``warmline report``: a team's weekly report, in any of its forms."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot.cli.start import begin
from bot.errors import SettingsError
from bot.strings import report as words

if TYPE_CHECKING:
    from bot.report.model import Report
    from bot.report.publish import Reports
    from bot.report.weeks import Week
    from bot.settings import Settings
    from bot.store.base import Person, Store, TeamSetup

FORMATS: Final = ("blocks", "png", "html", "csv", "json")
_Asked = tuple["Reports", "Person", "TeamSetup"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("report")(report)


def report(
    team: Annotated[str, typer.Option(help="Slack id of the workspace, T….")] = "",
    week: Annotated[str, typer.Option(help="Such as 2026-W48; empty: the last week.")] = "",
    form: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "html",
    out: Annotated[Path | None, typer.Option(help="File to write; else standard output.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Of a simulated quarter.")] = False,
) -> None:
    """Write a team's weekly report. A report that was published stays as it was."""
    from bot.report.weeks import Week  # noqa: PLC0415 - keeps --help fast

    if form not in FORMATS:
        raise SettingsError(words.CLI_BAD_FORMAT.format(formats=words.LIST_JOIN.join(FORMATS)))
    if form == "png" and out is None and sys.stdout.isatty():
        raise SettingsError(words.CLI_BINARY)
    try:
        asked = Week.parse(week) if week else None
    except ValueError:
        raise SettingsError(words.NOT_A_WEEK.format(example="2026-W48")) from None
    settings = begin()
    made = asyncio.run(_made(settings, team, asked, demo=demo))
    _write(_forms()[form](made), out)


async def _made(settings: Settings, team: str, week: Week | None, *, demo: bool) -> Report:
    opened = _demo(week) if demo else _real(settings, team)
    async with opened as (reports, person, setup):
        return await reports.of(person, setup, week or reports.latest(setup))


@asynccontextmanager
async def _demo(week: Week | None) -> AsyncIterator[_Asked]:
    from bot.clock import utc_now  # noqa: PLC0415 - keeps --help fast
    from bot.report.demo import DEMO_TEAM, demo_setup, demo_store  # noqa: PLC0415
    from bot.report.publish import Reports  # noqa: PLC0415
    from bot.report.weeks import Week  # noqa: PLC0415

    last = week or Week.of(utc_now(), "UTC").later(-1)
    # The quarter ends with the week that is asked for, also one that is still to come.
    clock = lambda: last.later(1).starts("UTC").replace(hour=12)  # noqa: E731
    async with demo_store(last, clock) as store:
        yield Reports(store, clock), DEMO_TEAM, demo_setup()


@asynccontextmanager
async def _real(settings: Settings, team: str) -> AsyncIterator[_Asked]:
    from bot.app import prepare_database  # noqa: PLC0415 - keeps --help fast
    from bot.clock import utc_now  # noqa: PLC0415
    from bot.report.publish import Reports  # noqa: PLC0415
    from bot.store.sql import open_store  # noqa: PLC0415

    await asyncio.to_thread(prepare_database, settings)
    store = open_store(settings)
    try:
        person = await _team(store, team)
        yield Reports(store, utc_now), person, await store.team_setup(person)
    finally:
        await store.close()


async def _team(store: Store, team: str) -> Person:
    """Find the team that is meant: the named one, or the only one that has a report."""
    known = {found.team.team_id: found.team for found in await store.report_teams()}
    if not team and len(known) == 1:
        return next(iter(known.values()))
    if not team:
        raise SettingsError(words.CLI_NO_TEAM)
    from bot.store.base import Person  # noqa: PLC0415 - keeps --help fast

    return known.get(team) or Person(team, "")


def _forms() -> dict[str, Callable[[Report], str | bytes]]:
    from bot.blocks.report import report_blocks, report_text  # noqa: PLC0415 - keeps --help fast
    from bot.report.charts import to_png  # noqa: PLC0415
    from bot.report.page import to_html  # noqa: PLC0415
    from bot.report.tables import to_csv, to_json  # noqa: PLC0415

    def to_blocks(made: Report) -> str:
        message: dict[str, Any] = {"text": report_text(made), "blocks": report_blocks(made)}
        return json.dumps(message, indent=2, ensure_ascii=False) + "\n"

    return {
        "blocks": to_blocks,
        "png": to_png,
        "html": to_html,
        "csv": to_csv,
        "json": to_json,
    }


def _write(content: str | bytes, out: Path | None) -> None:
    data = content.encode("utf-8") if isinstance(content, str) else content
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        out.write_bytes(data)
    except OSError as error:
        raise SettingsError(words.CLI_UNWRITABLE.format(path=out, why=error.strerror)) from error
