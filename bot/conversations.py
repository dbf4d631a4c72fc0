"""Answers in a conversation, to one person alone; and to a step of a workflow.

In a person's own conversation with the app an answer is an ordinary message in the thread of what
they wrote. Where they mentioned the app among others it is one that only they are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks import views
from bot.blocks.card import Card, card_blocks, fallback_text
from bot.blocks.parts import Block, whole
from bot.delivery import InOnePiece, direct_message, error_code, passes
from bot.payload import Place
from bot.store.base import Person
from bot.streams import Stream
from bot.strings import errors as error_words
from bot.strings import talk
from bot.strings import views as words
from scoring.contract import CheckResult

__all__ = ["ConversationDelivery", "StepDelivery", "say", "show_status"]

#: Places that can't be written to for this person: their direct messages are left.
_CLOSED: Final = frozenset(
    {
        "cannot_reply_to_message",
        "channel_not_found",
        "is_archived",
        "not_in_channel",
        "restricted_action",
        "user_not_in_channel",
    }
)
_log = structlog.get_logger(__name__)


class ConversationDelivery:
    """Answers where a person wrote to the app.

    In their own conversation the note that it takes longer becomes the card, so that one check is
    one message.
    """

    def __init__(self, client: AsyncWebClient, place: Place, owner: Person) -> None:
        self._client = client
        self._place = place
        self._note_ts: str | None = None
        self._stream = Stream(client, place, owner)

    async def grows(self) -> bool:
        """See :meth:`bot.delivery.Delivery.grows`."""
        own = (self._place.channel_id or "").startswith("D")
        return own and self._place.thread_ts is not None

    async def begin(self, early: CheckResult) -> bool:
        """See :meth:`bot.delivery.Delivery.begin`."""
        said = talk.STREAM_BEGINS.format(result=fallback_text(early))
        begun = await self._stream.begin(said)
        if begun:
            await self._take_back_note()
        return begun

    async def leave(self) -> None:
        """See :meth:`bot.delivery.Delivery.leave`."""
        await self._stream.leave()

    async def still_working(self, check_id: str) -> None:
        """See :meth:`bot.delivery.Delivery.still_working`."""
        if self._stream.is_open():
            return
        blocks = views.still_working_blocks(check_id, words.STILL_WORKING_BELOW)
        self._note_ts = await say(self._client, self._place, words.STILL_WORKING_TEXT, blocks)
        if self._stream.is_open():  # begun meanwhile
            await self._take_back_note()

    async def card(self, card: Card) -> bool:
        """See :meth:`bot.delivery.Delivery.card`."""
        await self._say(fallback_text(card.result), card_blocks(card))
        return True

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """See :meth:`bot.delivery.Delivery.error`."""
        await self._say(message, views.error_blocks(message, error_id, check_id))
        return True

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """See :meth:`bot.delivery.Delivery.reach`."""
        await self.error(message, error_id, check_id)

    async def _take_back_note(self) -> None:
        """Delete the note that it takes longer: the answer that grows below says so itself."""
        ts, self._note_ts = self._note_ts, None
        if ts is None:
            return
        try:
            await self._client.chat_delete(channel=self._place.channel_id or "", ts=ts)
        except Exception as error:
            if not isinstance(error, SlackApiError) and not passes(error):
                raise
            reason = error_code(error) if isinstance(error, SlackApiError) else ""
            _log.info("conversation.note_stays", error=type(error).__name__, reason=reason)

    async def _say(self, text: str, blocks: Sequence[Block]) -> None:
        if await self._stream.end(text, blocks):
            return
        if self._note_ts is None:
            await say(self._client, self._place, text, blocks)
        else:
            await self._client.chat_update(
                channel=self._place.channel_id or "", ts=self._note_ts, text=text, blocks=blocks
            )


class StepDelivery(InOnePiece):
    """Hands the result to the workflow that waits for it."""

    def __init__(self, client: AsyncWebClient, step_id: str) -> None:
        self._client = client
        self._step_id = step_id

    async def still_working(self, check_id: str) -> None:
        """Do nothing: nobody is looking."""

    async def card(self, card: Card) -> bool:
        """Complete the step."""
        await self._client.functions_completeSuccess(
            function_execution_id=self._step_id, outputs=step_outputs(card)
        )
        return True

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """Fail the step with a plain sentence; the workflow's owner reads it."""
        said = error_words.STEP_FAILED.format(message=message, id=error_id)
        await self._client.functions_completeError(function_execution_id=self._step_id, error=said)
        return True

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """See :meth:`bot.delivery.Delivery.reach`."""
        await self.error(message, error_id, check_id)


def step_outputs(card: Card) -> dict[str, Any]:
    """Give what the manifest promises of the step; an output that does not apply is left out."""
    score = card.result.score
    outputs = {
        "summary": fallback_text(card.result),
        "scored": score.overall is not None,
        "score": None if score.overall is None else whole(score.overall),
        "band": score.band,
        "flags": ", ".join(dict.fromkeys(flag.name for flag in score.flags)),
        "advice": score.weakest[0].edit if score.weakest else "",
        "suggestion": card.result.rewrites[0].text if card.result.rewrites else "",
    }
    return {name: value for name, value in outputs.items() if value is not None}


async def say(
    client: AsyncWebClient, place: Place, text: str, blocks: Sequence[Block] | None = None
) -> str | None:
    """Answer where a person wrote, to them alone.

    Returns:
        The message's ``ts``, if it can be changed later.
    """
    if place.channel_id and place.channel_id.startswith("D"):
        posted = await client.chat_postMessage(
            channel=place.channel_id,
            thread_ts=place.thread_ts,
            text=text,
            blocks=blocks,
            link_names=False,
            unfurl_links=False,
            unfurl_media=False,
        )
        return str(posted["ts"])
    await _aside(client, place, text, blocks)
    return None


async def _aside(
    client: AsyncWebClient, place: Place, text: str, blocks: Sequence[Block] | None
) -> None:
    """Say something to one person among others, or else in their direct messages."""
    try:
        await client.chat_postEphemeral(
            channel=place.channel_id or "",
            user=place.user_id,
            thread_ts=place.thread_ts,
            text=text,
            blocks=blocks,
            link_names=False,
        )
    except SlackApiError as error:
        if error_code(error) not in _CLOSED:
            raise
        _log.info("conversation.closed", reason=error_code(error))
        await direct_message(client, place.user_id, text, blocks)


async def show_status(client: AsyncWebClient, place: Place, status: str) -> None:
    """Show what the app is doing; without the line the answer comes all the same."""
    if not (place.channel_id and place.thread_ts):
        return
    try:
        await client.assistant_threads_setStatus(
            channel_id=place.channel_id, thread_ts=place.thread_ts, status=status
        )
    except Exception as error:
        if not (isinstance(error, SlackApiError) or passes(error)):
            raise
        _log.info("conversation.no_status", error=type(error).__name__)
