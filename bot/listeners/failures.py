"""The one place where a listener's error becomes a sentence where the person is looking."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import structlog
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.views import error_blocks, error_view
from bot.delivery import GONE, answer, direct_message, error_code
from bot.errors import WarmlineError, new_error_id
from bot.ids import BlockId
from bot.listeners.incoming import Body, person_of, place_of
from bot.strings import errors as words

_log = structlog.get_logger(__name__)

#: The event was delivered twice, or the person moved on: nothing is wrong for anybody.
_QUIET: Final = GONE | {"exchanged_trigger_id", "duplicate_external_id"}
_TOO_LATE: Final = frozenset({"expired_trigger_id", "invalid_trigger_id", "trigger_expired"})


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as its person reads it."""

    message: str
    error_id: str


def describe(error: Exception) -> Failure:
    """Find the sentence for an error; never its own text, which could quote a draft."""
    if isinstance(error, WarmlineError):
        return Failure(error.message, error.error_id)
    if isinstance(error, SlackApiError) and error_code(error) in _TOO_LATE:
        return Failure(words.SLOW_TO_OPEN, new_error_id())
    return Failure(words.UNEXPECTED, new_error_id())


class FailureListener:
    """Handles every error that a listener raises."""

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.error(self.handle)

    async def handle(
        self,
        error: Exception,
        body: dict[str, Any],
        client: AsyncWebClient,
        response: BoltResponse | None,
    ) -> BoltResponse | None:
        """Tell the person, in the acknowledgement if Slack still waits for one."""
        if isinstance(error, SlackApiError) and error_code(error) in _QUIET:
            _log.info("listener.repeated", reason=error_code(error))
            return BoltResponse(status=200) if response is not None else None
        failure = describe(error)
        reason = error_code(error) if isinstance(error, SlackApiError) else ""
        _log.error(
            "listener.failed",
            error=type(error).__name__,
            error_id=failure.error_id,
            reason=reason,
        )
        if response is not None and (told := _in_acknowledgement(body, failure)) is not None:
            return told
        await self._tell(body, client, failure)
        return BoltResponse(status=200) if response is not None else None

    async def _tell(self, body: Body, client: AsyncWebClient, failure: Failure) -> None:
        try:
            await _tell_in_place(body, client, failure)
        except SlackApiError as error:
            # Last resort was tried; the log has the id that the person would have been given.
            _log.error("listener.untold", error_id=failure.error_id, reason=error_code(error))


async def _tell_in_place(body: Body, client: AsyncWebClient, failure: Failure) -> None:
    blocks = error_blocks(failure.message, failure.error_id)
    place = place_of(body)
    if place.view_id:
        view = error_view(failure.message, failure.error_id)
        await client.views_update(view_id=place.view_id, view=view)
    elif not await answer(place.response_url, failure.message, blocks, replace=False):
        await direct_message(client, person_of(body).user_id, failure.message, blocks)


def _in_acknowledgement(body: Body, failure: Failure) -> BoltResponse | None:
    """Answer a submission beside its field, so that nothing typed is lost; a command privately."""
    if body.get("type") == "view_submission":
        said = words.IN_FIELD.format(message=failure.message, id=failure.error_id)
        return _json({"response_action": "errors", "errors": {_field(body): said}})
    if body.get("command"):
        blocks = error_blocks(failure.message, failure.error_id)
        return _json({"response_type": "ephemeral", "text": failure.message, "blocks": blocks})
    return None


def _field(body: Body) -> str:
    """Choose the input an error is shown at: the draft, or the first one of another view."""
    inputs = [block["block_id"] for block in body["view"]["blocks"] if block["type"] == "input"]
    return BlockId.DRAFT if BlockId.DRAFT in inputs else str(inputs[0])


def _json(answered: dict[str, Any]) -> BoltResponse:
    return BoltResponse(
        status=200,
        body=json.dumps(answered),
        headers={"Content-Type": "application/json;charset=utf-8"},
    )
