"""Publishing: each week's report is made once, in order, and from then on read as it was made."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.clock import Clock
from bot.errors import ReportNotReadyError
from bot.report.build import Around, build, drift_of
from bot.report.model import Report
from bot.report.weeks import Week
from bot.report.windows import LONGEST, Window, by_week, choose
from bot.store.base import Person
from bot.store.reporting import Draft, ReportStore
from bot.store.teams import TeamSetup

__all__ = ["Reports"]

#: How many weeks back a mean is compared with.
BASELINE_WEEKS: Final = 4
DEFAULT_ZONE: Final = "UTC"


class Reports:
    """Makes and reads reports.

    Args:
        store: Drafts, and what was published.
        clock: The time.
    """

    def __init__(self, store: ReportStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def latest(self, setup: TeamSetup) -> Week:
        """Name the last week that is over where the team is."""
        return Week.of(self._clock(), _zone(setup)).later(-1)

    async def of(self, team: Person, setup: TeamSetup, week: Week) -> Report:
        """Read a week's report, publishing it and those before it that are still missing.

        Raises:
            ReportNotReadyError: The week is not over.
        """
        if week > self.latest(setup):
            raise ReportNotReadyError
        if found := await self._store.saved_report(team, week.name):
            return Report.model_validate(found)
        published = await self.published(team)
        first = await self._first_week(team, setup, published)
        if first is None or week < first:
            # Before anything was kept: said, and not published.
            return await self.make(team, setup, week, ())
        while first <= week:
            made = await self.make(team, setup, first, published)
            document = made.model_dump(mode="json")
            kept = await self._store.save_report(team, first.name, document)
            published.append(Report.model_validate(kept))
            first = first.later(1)
        return published[-1]

    async def published(self, team: Person) -> list[Report]:
        """Read a team's published reports, oldest first."""
        return [Report.model_validate(d) for d in await self._store.saved_reports(team)]

    async def _first_week(
        self, team: Person, setup: TeamSetup, published: Sequence[Report]
    ) -> Week | None:
        """Find the first week that is still to be published; None when nothing was ever kept."""
        if published:
            return Week.parse(published[-1].week).later(1)
        began = await self._store.first_check(team)
        return Week.of(began, _zone(setup)) if began else None

    async def make(
        self, team: Person, setup: TeamSetup, week: Week, published: Sequence[Report]
    ) -> Report:
        """Make a week's report, given those that were published before it; publish nothing."""
        zone = _zone(setup)
        window, drafts = await self._window(team, zone, week, published)
        baseline = _baseline(window, published)
        earlier: Sequence[Draft] = ()
        if baseline and drafts and not window.withheld:
            drafts, earlier = await self._together(team, zone, window, baseline)
        around = Around(
            team=setup.name,
            timezone=zone,
            until=week.span(zone)[1].isoformat(),
            before=published,
            baseline=baseline,
            earlier=earlier,
            drift=drift_of(await self._store.anchors(), week.name),
            events=await self._store.model_events(window.week.span(zone, window.weeks)),
        )
        return build(window, drafts, around)

    async def _window(
        self, team: Person, zone: str, week: Week, published: Sequence[Report]
    ) -> tuple[Window, Sequence[Draft]]:
        """Choose the weeks, reading further back only if the week alone is not enough."""
        free_from, taken_until = _free(published)
        for weeks in (1, LONGEST):
            found = await self._store.report_drafts(team, week.span(zone, weeks))
            sorted_in = by_week([d for d in found if d.at >= taken_until], zone)
            window = choose(week, sorted_in, free_from)
            if window.withheld is None:
                break
        return window, _within(sorted_in, window)

    async def _together(
        self, team: Person, zone: str, window: Window, baseline: Sequence[Report]
    ) -> tuple[Sequence[Draft], Sequence[Draft]]:
        """Read window and baseline in one answer, so that a person has one number in both."""
        since = _first_of(baseline[0])
        weeks = (window.week.monday - since.monday).days // 7 + 1
        found = await self._store.report_drafts(team, window.week.span(zone, weeks))
        taken_until = datetime.fromisoformat(baseline[-1].until)
        sorted_in = by_week([d for d in found if d.at >= taken_until], zone)
        before = {w.name for r in baseline for w in _weeks(r)}
        earlier = [d for d in found if d.at < taken_until and Week.of(d.at, zone).name in before]
        return _within(sorted_in, window), earlier


def _zone(setup: TeamSetup) -> str:
    return setup.report.timezone if setup.report else DEFAULT_ZONE


def _free(published: Sequence[Report]) -> tuple[Week, datetime]:
    """Tell from where on no published report has used any draft, by weeks and to the moment.

    To the moment, because a team may move to another time zone between two reports.
    """
    told = [report for report in published if report.drafts]
    if not told:
        never = datetime.fromisoformat("0001-01-02T00:00:00+00:00")
        return Week(never.date()), never
    return Week.parse(told[-1].week).later(1), datetime.fromisoformat(told[-1].until)


def _baseline(window: Window, published: Sequence[Report]) -> list[Report]:
    oldest = window.first.later(-BASELINE_WEEKS)
    return [
        report
        for report in published
        if report.mean and oldest <= Week.parse(report.week) < window.first
    ]


def _first_of(report: Report) -> Week:
    return Week.parse(report.week).later(1 - report.weeks)


def _weeks(report: Report) -> list[Week]:
    return [Week.parse(report.week).later(-back) for back in range(report.weeks)]


def _within(sorted_in: dict[Week, list[Draft]], window: Window) -> list[Draft]:
    weeks = [window.first.later(number) for number in range(window.weeks)]
    return [draft for week in weeks for draft in sorted_in.get(week, ())]
