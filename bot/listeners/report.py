"""The weekly report on demand: by the slash command and in App Home. Whoever asks, it is the same.

Staff read exactly what their lead reads; that is why nothing here asks who somebody is.
"""

from __future__ import annotations

from typing import Any, Final

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.report import report_blocks, report_home_view, report_text
from bot.delivery import answer, direct_message
from bot.desk import Desk
from bot.ids import ActionId
from bot.listeners.incoming import person_of
from bot.report.model import Report
from bot.report.publish import Reports
from bot.report.weeks import Week
from bot.store.base import Person, TeamSetup
from bot.strings import home as home_words
from bot.strings import report as words

__all__ = ["ReportListener"]

_WORDS: Final = ("", "last", "this")


class ReportListener:
    """Handles ``/empathy report`` and the buttons of App Home."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._reports = Reports(desk.store, desk.clock)

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.HOME_REPORT)(self.open)
        app.action(ActionId.HOME_BACK)(self.back)

    async def command(
        self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient, which: str
    ) -> None:
        """Answer privately with the report of a week.

        Args:
            ack: Slack waits for it; a report that is published first takes longer.
            body: What Slack sent.
            client: The workspace's client.
            which: A week such as ``2026-W48``, ``this``, ``last``, or nothing for the last one.
        """
        try:
            named = Week.parse(which) if which not in _WORDS else None
        except ValueError:
            example = Week.of(self._desk.clock(), "UTC").later(-1)
            await ack(text=words.NOT_A_WEEK.format(example=example.name))
            return
        await ack()  # before anything is read: Slack waits three seconds
        person = person_of(body)
        setup = await self._desk.store.team_setup(person)
        last = self._reports.latest(setup)
        week = named or (last.later(1) if which == "this" else last)
        report = await self._reports.of(person, setup, week)
        text, blocks = report_text(report), report_blocks(report, note=_note(setup))
        if not await answer(body.get("response_url"), text, blocks, replace=False):
            await direct_message(client, person.user_id, text, blocks)

    async def open(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show the last report in App Home."""
        await ack()
        person = person_of(body)
        view = report_home_view(await self._last(person))
        await client.views_publish(user_id=person.user_id, view=view)

    async def back(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show App Home again."""
        await ack()
        await self._desk.homes.publish(client, person_of(body))

    async def _last(self, person: Person) -> Report:
        setup = await self._desk.store.team_setup(person)
        return await self._reports.of(person, setup, self._reports.latest(setup))


def _note(setup: TeamSetup) -> str:
    """Say where the same report comes by itself."""
    if setup.report is None:
        return words.PREVIEW_NONE
    channel = setup.report.channel_id
    where = words.IN_CHANNEL.format(channel=channel) if channel else words.TO_LEADS
    return words.PREVIEW.format(where=where, day=home_words.DAYS[setup.report.weekday])
