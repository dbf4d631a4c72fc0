"""The weekly report on its way: once a week and team, where its lead wants it.

A tick a minute looks which reports are due. After an outage only the last one is sent, and those
between are published all the same, so nothing is lost and nobody is flooded. A team that has just
set its report up gets the next one, not last week's.
"""

from __future__ import annotations

from typing import Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import Block
from bot.blocks.report import report_blocks, report_home_view, report_text
from bot.clock import Clock
from bot.deliveries import ClientFor
from bot.delivery import direct_message, error_code, passes
from bot.errors import ReportUndeliveredError
from bot.jobs.claims import Claims
from bot.jobs.due import latest_due
from bot.report.model import Report
from bot.report.publish import Reports
from bot.store.reporting import ReportStore, ReportTeam
from bot.store.teams import ReportTime
from bot.strings import report as words

__all__ = ["JOB", "ReportJob", "post"]

JOB: Final = "weekly-report"
_log = structlog.get_logger(__name__)


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
                    await post(client, report, report_time, team.setup.leads)

            await self._claims.once(name, week.name, send)


async def _nothing() -> None:
    """Mark the week in which a report was set up as sent."""


async def post(
    client: AsyncWebClient, report: Report, where: ReportTime, leads: frozenset[str]
) -> None:
    """Post a report where it belongs; where that place is closed, its leads get it.

    Raises:
        SlackApiError: Slack is in trouble; trying again makes sense.
        ReportUndeliveredError: Nobody could be reached.
    """
    note = ""
    if where.channel_id:
        why = await _post_in(client, where.channel_id, report)
        if why is None:
            return
        said = words.WHY_CLOSED.get(why, words.WHY_OTHER)
        note = words.ELSEWHERE.format(channel=where.channel_id, why=said)
    reached = [await _send_to(client, lead, report, note) for lead in sorted(leads)]
    if not any(reached):
        raise ReportUndeliveredError


async def _post_in(client: AsyncWebClient, channel: str, report: Report) -> str | None:
    """Post in a channel; returns why it is closed."""
    try:
        await client.chat_postMessage(
            channel=channel,
            text=report_text(report),
            blocks=report_blocks(report),
            link_names=False,
            unfurl_links=False,
            unfurl_media=False,
        )
    except SlackApiError as error:
        if passes(error):
            raise
        _log.warning("report.channel_closed", reason=error_code(error))
        return error_code(error)
    return None


async def _send_to(client: AsyncWebClient, lead: str, report: Report, note: str) -> bool:
    """Send to a lead's direct messages, or else show it in their App Home."""
    blocks: list[Block] = report_blocks(report, note=note)
    try:
        await direct_message(client, lead, report_text(report), blocks)
    except SlackApiError as error:
        if passes(error):
            raise
        _log.warning("report.messages_closed", reason=error_code(error))
        return await _show_at_home(client, lead, report)
    return True


async def _show_at_home(client: AsyncWebClient, lead: str, report: Report) -> bool:
    view = report_home_view(report, note=words.ELSEWHERE_NO_DM)
    try:
        await client.views_publish(user_id=lead, view=view)
    except SlackApiError as error:
        if passes(error):
            raise
        _log.warning("report.home_closed", reason=error_code(error))
        return False
    return True
