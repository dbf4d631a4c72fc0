"""How a result reaches the person who asked: into their modal, or as a private answer.

A modal that was closed is no error: the person left, the work is done, nothing is sent elsewhere.
A private answer that can't be given any more (its address is good for 30 minutes) goes to their
direct messages instead. On the slash path every answer is a message of its own: Slack ignores
``replace_original`` there, so a *still checking* note stays above its card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Final, Protocol

import structlog
from aiohttp import ClientConnectorError, ClientError
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.blocks import views
from bot.blocks.card import Card, card_blocks, fallback_text
from bot.blocks.parts import Block, View
from bot.payload import Place
from bot.store.base import Person
from bot.strings import views as words
from scoring.contract import CheckResult

__all__ = [
    "Delivery",
    "DeliveryFactory",
    "InOnePiece",
    "MessageDelivery",
    "ModalDelivery",
    "asks_once",
    "maybe_done",
    "passes",
]

#: The person closed the modal, or moved on in it: what we had to show is no longer wanted.
GONE: Final = frozenset({"not_found", "hash_conflict", "view_not_found"})
#: Refusals that say nothing about what was sent: Slack itself is in trouble, or asks for patience.
_PASSING: Final = frozenset(
    {
        "fatal_error",
        "internal_error",
        "no_answer",
        "ratelimited",
        "rate_limited",
        "request_timeout",
        "service_unavailable",
        "team_added_to_org",
    }
)
#: Answers by which Slack says that part of the work may have been done.
_MAYBE_DONE: Final = frozenset({"fatal_error", "internal_error", "no_answer"})
#: The app was removed from the workspace, or its token is worth nothing any more.
REVOKED: Final = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
_TOO_MANY: Final = 429
_SERVER_ERROR: Final = 500

_log = structlog.get_logger(__name__)


class Delivery(Protocol):
    """Where one check's person is looking."""

    async def still_working(self, check_id: str) -> None:
        """Say that it takes longer, with a way to cancel."""

    async def grows(self) -> bool:
        """Tell whether an answer can be shown there before all of it is ready."""

    async def begin(self, early: CheckResult) -> bool:
        """Show what is certain already, with a way to stop; False when Slack does not take it."""

    async def leave(self) -> None:
        """End what was begun: this process goes on with it no more."""

    async def card(self, card: Card) -> bool:
        """Show the result; False when the person has left and so does not see it."""

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """Show a plain sentence with its reference, and the way back to the draft.

        False when the person has left.
        """

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """Say the same where the person is, or else in their direct messages."""


class InOnePiece:
    """The part of a delivery whose answers come in one piece."""

    async def grows(self) -> bool:
        """See :meth:`Delivery.grows`."""
        return False

    async def begin(self, early: CheckResult) -> bool:
        """See :meth:`Delivery.begin`."""
        return False

    async def leave(self) -> None:
        """See :meth:`Delivery.leave`; nothing was begun."""


DeliveryFactory = Callable[[Place, Person], Delivery]


class ModalDelivery(InOnePiece):
    """Shows everything in the modal with this id.

    After the first update Slack's hash of the view is sent along: a view that the person changed
    meanwhile (by cancelling, say, on another replica) is left alone.
    """

    def __init__(self, client: AsyncWebClient, view_id: str, user_id: str) -> None:
        self._client = client
        self._view_id = view_id
        self._user_id = user_id
        self._hash: str | None = None

    async def still_working(self, check_id: str) -> None:
        """See :meth:`Delivery.still_working`."""
        await self._update(views.still_working_view(check_id))

    async def card(self, card: Card) -> bool:
        """See :meth:`Delivery.card`."""
        return await self._update(views.result_view(card))

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """See :meth:`Delivery.error`."""
        return await self._update(views.error_view(message, error_id, check_id))

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """See :meth:`Delivery.reach`."""
        try:
            shown = await self.error(message, error_id, check_id)
        except SlackApiError as error:
            if passes(error):
                raise
            shown = False
        if not shown:
            blocks = views.error_blocks(message, error_id, check_id)
            await direct_message(self._client, self._user_id, message, blocks)

    async def _update(self, view: View) -> bool:
        try:
            answer = await self._client.views_update(
                view_id=self._view_id, view=view, hash=self._hash
            )
        except SlackApiError as error:
            if error_code(error) not in GONE:
                raise
            _log.info("delivery.modal_gone", reason=error_code(error))
            return False
        self._hash = (answer.get("view") or {}).get("hash")
        return True


class MessageDelivery(InOnePiece):
    """Answers a slash command privately.

    Slack lets a command's ``response_url`` add messages and replace none of them (only that of a
    click replaces; slackapi/bolt-js#2287, bolt-python#1268), so the card comes below the note.
    """

    def __init__(self, client: AsyncWebClient, place: Place) -> None:
        self._client = client
        self._place = place

    async def still_working(self, check_id: str) -> None:
        """See :meth:`Delivery.still_working`; not worth a direct message."""
        blocks = views.still_working_blocks(check_id, words.STILL_WORKING_BELOW)
        await answer(self._place.response_url, words.STILL_WORKING_TEXT, blocks, replace=False)

    async def card(self, card: Card) -> bool:
        """See :meth:`Delivery.card`."""
        await self._say(fallback_text(card.result), card_blocks(card))
        return True

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """See :meth:`Delivery.error`."""
        await self._say(message, views.error_blocks(message, error_id, check_id))
        return True

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """See :meth:`Delivery.reach`."""
        await self.error(message, error_id, check_id)

    async def _say(self, text: str, blocks: Sequence[Block]) -> None:
        if not await answer(self._place.response_url, text, blocks, replace=False):
            await direct_message(self._client, self._place.user_id, text, blocks)


async def answer(
    response_url: str | None,
    text: str,
    blocks: Sequence[Block] | None = None,
    *,
    replace: bool = True,
) -> bool:
    """Answer at a ``response_url``, for its person alone; False when Slack takes it no more."""
    if not response_url:
        return False
    try:
        sent = await _webhook(response_url).send(
            text=text,
            blocks=blocks,
            response_type="ephemeral",
            replace_original=replace,
            unfurl_links=False,
            unfurl_media=False,
        )
    except (ClientError, TimeoutError, OSError) as error:
        _log.warning("delivery.answer_failed", error=type(error).__name__)
        return False
    if sent.status_code != 200:
        _log.warning("delivery.answer_refused", status=sent.status_code)
    return sent.status_code == 200


async def dismiss(response_url: str | None) -> None:
    """Take the clicked private message off the screen."""
    if response_url:
        await _webhook(response_url).send(delete_original=True)


def _webhook(response_url: str) -> AsyncWebhookClient:
    """Make a client that waits once when Slack asks for it."""
    patience = [AsyncConnectionErrorRetryHandler(), AsyncRateLimitErrorRetryHandler()]
    return AsyncWebhookClient(response_url, retry_handlers=patience)


async def direct_message(
    client: AsyncWebClient, user_id: str, text: str, blocks: Sequence[Block] | None = None
) -> None:
    """Write to a person's direct messages with the app."""
    opened = await client.conversations_open(users=user_id)
    await client.chat_postMessage(
        channel=opened["channel"]["id"],
        text=text,
        blocks=blocks,
        link_names=False,
        unfurl_links=False,
        unfurl_media=False,
    )


def passes(error: Exception) -> bool:
    """Tell whether Slack can't be reached or is in trouble, so that trying again makes sense."""
    if not isinstance(error, SlackApiError):
        return isinstance(error, ClientError | TimeoutError | OSError)
    status = getattr(error.response, "status_code", None) or 0
    troubled = status == _TOO_MANY or status >= _SERVER_ERROR
    return troubled or error_code(error) in _PASSING


def maybe_done(error: Exception) -> bool:
    """Tell whether Slack may have done what it was asked to, although it said nothing of it."""
    if isinstance(error, SlackApiError):
        status = getattr(error.response, "status_code", None) or 0
        return status >= _SERVER_ERROR or error_code(error) in _MAYBE_DONE
    return not isinstance(error, ClientConnectorError)


def asks_once(client: AsyncWebClient) -> AsyncWebClient:
    """Return the same client, but one that repeats a request only if Slack asked it to wait.

    The client's other retries repeat what may have been done: with them a message can come twice.
    """
    once = copy(client)
    once.retry_handlers = [
        handler
        for handler in client.retry_handlers
        if isinstance(handler, AsyncRateLimitErrorRetryHandler)
    ]
    return once


def error_code(error: SlackApiError) -> str:
    """Read Slack's short error name, such as ``not_found``; never text of a message."""
    answer = getattr(error.response, "data", error.response)
    # A gateway's error page is text, not Slack's JSON.
    code = answer.get("error") if isinstance(answer, Mapping) else None
    return str(code or "no_answer")


def needed_scope(error: SlackApiError) -> str:
    """Read which permission Slack says is missing, such as ``users:read``."""
    answer = getattr(error.response, "data", error.response)
    needed = answer.get("needed") if isinstance(answer, Mapping) else None
    return str(needed or "?")
