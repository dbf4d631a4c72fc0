"""A report on its way to its readers: once in each place, also when a process dies on the way.

Before Slack is asked, the posting is noted; when Slack has answered, it is closed. One that was
noted and never closed may have arrived or not. Its message carries the posting's key, so it is
looked for where the app may read: in direct messages always, in a channel only where an admin has
granted a history scope, for which Warmline does not ask. Where it can't look, nothing is posted a
second time: the leads get the report, and are told why.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final

import structlog
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import Block
from bot.blocks.report import report_blocks, report_home_view, report_text
from bot.delivery import asks_once, error_code, maybe_done, passes
from bot.errors import ReportUndeliveredError, SettingsError
from bot.report import tell
from bot.report.charts import to_png
from bot.report.model import Report
from bot.store.base import Person
from bot.store.reporting import Posting, ReportStore
from bot.store.teams import ReportTime
from bot.strings import report as words

__all__ = ["EVENT", "Postman"]

#: What the message's metadata is called; its payload is the posting's key.
EVENT: Final = "warmline_report"
#: By how much Slack's clock and ours may differ.
_SKEW: Final = timedelta(minutes=10)
_PAGE: Final = 200
#: Longest description of a picture that Slack takes.
_ALT: Final = 1000
_log = structlog.get_logger(__name__)


class _UnsureError(Exception):
    """The message may be in a channel that can't be read."""


class Postman:
    """Posts one report.

    Args:
        store: Notes what is on its way.
        client: The workspace's client.
        team: The workspace.
        report: What to post.
    """

    def __init__(
        self, store: ReportStore, client: AsyncWebClient, team: Person, report: Report
    ) -> None:
        self._store = store
        self._client = client
        self._team = team
        self._report = report

    async def deliver(self, where: ReportTime, leads: frozenset[str]) -> None:
        """Post where it belongs; where that place is closed, its leads get it.

        Raises:
            SlackApiError: Slack is in trouble; trying again makes sense.
            ReportUndeliveredError: Nobody could be reached.
        """
        note = ""
        if where.channel_id:
            note = await self._in_channel(where.channel_id, alone=not leads)
            if not note:
                return
        reached = [await self._to_lead(lead, note) for lead in sorted(leads)]
        if not any(reached):
            raise ReportUndeliveredError

    async def _in_channel(self, channel: str, *, alone: bool) -> str:
        """Post in a channel; returns what to tell the leads if it is not sure to be there.

        Args:
            channel: The channel's id.
            alone: Whether there is no lead: then twice is better than not at all.
        """
        try:
            await self._once(channel, channel, again=alone)
        except _UnsureError:
            return words.UNSURE.format(channel=channel)
        except SlackApiError as error:
            if passes(error):
                raise
            _log.warning("report.channel_closed", reason=error_code(error))
            why = words.WHY_CLOSED.get(error_code(error), words.WHY_OTHER)
            return words.ELSEWHERE.format(channel=channel, why=why)
        return ""

    async def _to_lead(self, lead: str, note: str) -> bool:
        """Send to a lead's direct messages, or else show it in their App Home."""
        try:
            opened = await self._client.conversations_open(users=lead)
            await self._once(lead, str(opened["channel"]["id"]), note=note, again=True)
        except SlackApiError as error:
            if passes(error):
                raise
            _log.warning("report.messages_closed", reason=error_code(error))
            return await self._at_home(lead)
        return True

    async def _at_home(self, lead: str) -> bool:
        view = report_home_view(self._report, note=words.ELSEWHERE_NO_DM)
        try:
            await self._client.views_publish(user_id=lead, view=view)
        except SlackApiError as error:
            if passes(error):
                raise
            _log.warning("report.home_closed", reason=error_code(error))
            return False
        return True

    async def _once(self, place: str, channel: str, *, note: str = "", again: bool) -> None:
        """Post in a place unless the report is there.

        Args:
            place: What the posting is noted under: the channel, or the person.
            channel: Where the message goes.
            note: A sentence of our own above the report.
            again: Whether to post again where it can't be seen if it is there.

        Raises:
            _UnsureError: It may be there, and is not to be posted again.
        """
        posting = await self._store.begin_post(self._team, self._report.week, place)
        if posting.state == "done":
            return
        ts = await self._found(channel, posting, again=again) if posting.state == "open" else ""
        if not ts:
            ts = await self._say(channel, report_blocks(self._report, note=note), posting)
        await self._store.end_post(posting, there=True)
        await self._picture(channel, ts)

    async def _say(self, channel: str, blocks: list[Block], posting: Posting) -> str:
        """Post the message; returns its timestamp."""
        try:
            answer = await asks_once(self._client).chat_postMessage(
                channel=channel,
                text=report_text(self._report),
                blocks=blocks,
                metadata={"event_type": EVENT, "event_payload": {"key": posting.key}},
                link_names=False,
                unfurl_links=False,
                unfurl_media=False,
            )
        except (SlackApiError, ClientError, TimeoutError, OSError) as error:
            if not maybe_done(error):
                await self._store.end_post(posting, there=False)
            raise
        return str(answer["ts"])

    async def _found(self, channel: str, posting: Posting, *, again: bool) -> str:
        """Look for a message that may have been posted; returns its timestamp, or nothing."""
        try:
            return await self._look(channel, posting)
        except SlackApiError as error:
            if passes(error):
                raise
            _log.warning("report.history_closed", reason=error_code(error))
            if again:
                return ""
            raise _UnsureError from error

    async def _look(self, channel: str, posting: Posting) -> str:
        oldest, cursor = f"{(posting.began - _SKEW).timestamp():.6f}", ""
        while True:
            answer = await self._client.conversations_history(
                channel=channel,
                oldest=oldest,
                cursor=cursor,
                limit=_PAGE,
                include_all_metadata=True,
            )
            for message in answer["messages"]:
                payload = (message.get("metadata") or {}).get("event_payload") or {}
                if payload.get("key") == posting.key:
                    return str(message["ts"])
            cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return ""

    async def _picture(self, channel: str, ts: str) -> None:
        """Add the charts as a picture in the message's thread; the report is there without it."""
        report = self._report
        if report.withheld or report.empty:
            return
        try:
            # Shared into the thread as a file: a block that shows one is refused until Slack has
            # looked it over.
            await self._client.files_upload_v2(
                channel=channel,
                thread_ts=ts,
                filename=f"weekly-report-{report.week}.png",
                content=await asyncio.to_thread(to_png, report),
                title=f"{tell.title(report)}, {report.days}",
                alt_txt=tell.alt_text(report)[:_ALT],
            )
        except SettingsError:
            _log.info("report.no_picture", hint=words.CLI_NO_CHARTS)
        except SlackApiError as error:
            _log.warning("report.no_picture", reason=error_code(error))
        except (SlackRequestError, ClientError, TimeoutError, OSError) as error:
            _log.warning("report.no_picture", reason=type(error).__name__)
