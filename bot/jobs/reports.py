"""The weekly report on its way: once a week and team, where its lead wants it.

A tick a minute looks which reports are due. After an outage only the last one is sent, and those
between are published all the same, so nothing is lost and nobody is flooded. A team that has just
set its report up gets the next one, not last week's.
"""

from __future__ import annotations

from typing import Final

from bot.clock import Clock
from bot.deliveries import ClientFor
from bot.jobs.claims import Claims
from bot.jobs.due import latest_due
from bot.jobs.posting import Postman
from bot.report.publish import Reports
from bot.store.reporting import ReportStore, ReportTeam

__all__ = ["JOB", "ReportJob"]

JOB: Final = "weekly-report"


class ReportJob:
    """Sends the reports that are due.

    Args:
        store: Teams, drafts, published reports.
        claims: Let one process send each.
        client_for: Finds a workspace's client.
        clock: The time.
    """

    def __init__(
        self, store: ReportStore, claims: Claims, client_for: ClientFor, clock: Clock
    ) -> None:
        self._store = store
        self._claims = claims
        self._client_for = client_for
        self._clock = clock
        self._reports = Reports(store, clock)

    async def tick(self) -> None:
        """Send what is due; one team's trouble is no other team's.

        Raises:
            Exception: The first that a team met, once all were tried.
        """
        troubles = []
        for team in await self._store.report_teams():
            try:
                await self._team(team)
            except Exception as error:  # noqa: BLE001 - raised below, after the other teams
                troubles.append(error)
        if troubles:
            raise troubles[0]

    async def _team(self, team: ReportTeam) -> None:
        report_time = team.setup.report
        if report_time is None:
            return
        name, week = f"{JOB}:{team.key}", latest_due(report_time, self._clock())
        last = await self._store.last_slot(name)
        if last is None:
            await self._claims.once(name, week.name, _nothing)
        elif last <= week.name:

            async def send() -> None:
                report = await self._reports.of(team.team, team.setup, week)
                client = await self._client_for(team.team)
                if client is not None:
                    postman = Postman(self._store, client, team.team, report)
                    await postman.deliver(report_time, team.setup.leads)

            await self._claims.once(name, week.name, send)


async def _nothing() -> None:
    """Mark the week in which a report was set up as sent."""
