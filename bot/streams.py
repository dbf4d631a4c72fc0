"""An answer that is shown while a language model still writes the rest of it.

It begins with what is certain already, and ends as the same card that comes in one piece where
nothing is written. Whatever Slack refuses on the way, the card still comes: into the message that
was begun if that can be changed, else as one of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import Block
from bot.delivery import error_code, passes
from bot.payload import Place
from bot.store.base import Person

__all__ = ["Stream"]

_log = structlog.get_logger(__name__)


class Stream:
    """One answer in a person's own conversation with the app.

    Args:
        client: The workspace's client.
        place: The thread that it answers in.
        owner: Whose conversation it is.
    """

    def __init__(self, client: AsyncWebClient, place: Place, owner: Person) -> None:
        self._client = client
        self._channel = place.channel_id or ""
        self._thread = place.thread_ts or ""
        self._owner = owner
        self._ts = ""

    def is_open(self) -> bool:
        """Tell whether an answer is growing."""
        return bool(self._ts)

    async def begin(self, text: str) -> bool:
        """Show the first words and a Stop button; False when Slack does not stream here now."""
        try:
            await self._session("processing")
            answer = await self._client.chat_startStream(
                channel=self._channel,
                thread_ts=self._thread,
                markdown_text=text,
                recipient_user_id=self._owner.user_id,
                recipient_team_id=self._owner.team_id,
            )
        except Exception as error:
            if not (isinstance(error, SlackApiError) or passes(error)):
                raise
            _told("stream.not_begun", error)
            return False
        self._ts = str(answer["ts"])
        return True

    async def end(self, text: str, blocks: Sequence[Block]) -> str:
        """End with the card; returns the message it is in, or nothing if it could not be put there.

        The card is put over what was begun: blocks given with the end of a stream stand below its
        text, which would go on saying that a model is at work.

        Args:
            text: The card in one sentence.
            blocks: The card.
        """
        ts, self._ts = self._ts, ""
        if not ts:
            return ""
        ended = await self._ended(ts)
        try:
            await self._client.chat_update(channel=self._channel, ts=ts, text=text, blocks=blocks)
            if not ended:
                await self._session("active")
        except Exception as error:
            if not isinstance(error, SlackApiError):
                self._ts = ts  # the card is brought again, over what was begun
                raise
            _told("stream.not_put_over", error)
            return ""
        return ts

    async def leave(self) -> None:
        """End without a card; another process brings it, in a message of its own."""
        ts, self._ts = self._ts, ""
        if ts:
            await self._client.chat_stopStream(channel=self._channel, ts=ts)

    async def _ended(self, ts: str) -> bool:
        """End the stream; False where it is none any more: its person stopped it, say."""
        try:
            await self._client.chat_stopStream(channel=self._channel, ts=ts)
        except Exception as error:
            if not isinstance(error, SlackApiError) and not passes(error):
                raise
            _told("stream.not_ended", error)
            return False
        return True

    async def _session(self, status: str) -> None:
        await self._client.agents_sessions_setStatus(
            channel_id=self._channel, thread_ts=self._thread, status=status
        )


def _told(event: str, error: Exception) -> None:
    reason = error_code(error) if isinstance(error, SlackApiError) else ""
    _log.info(event, error=type(error).__name__, reason=reason)
