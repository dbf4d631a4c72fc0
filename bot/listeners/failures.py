"""The one place where a listener's error becomes a sentence where the person is looking."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import structlog
from aiohttp import ClientError
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.home import home_error_view
from bot.blocks.parts import Block
from bot.blocks.views import error_blocks, error_view
from bot.conversations import say
from bot.delivery import GONE, REVOKED, answer, direct_message, error_code, needed_scope
from bot.errors import WarmlineError, new_error_id
from bot.ids import BlockId
from bot.listeners.incoming import Body, person_of, place_of
from bot.strings import errors as words

_log = structlog.get_logger(__name__)

#: The event was delivered twice, or the person moved on: nothing is wrong for anybody.
_QUIET: Final = GONE | {"exchanged_trigger_id", "duplicate_external_id"}
_REINSTALL: Final = "https://api.slack.com/apps/{app_id}/install-on-team"
_TOO_LATE: Final = frozenset({"expired_trigger_id", "invalid_trigger_id", "trigger_expired"})


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as its person reads it.

    Attributes:
        link: Where it can be mended, if that is a place in Slack.
    """

    message: str
    error_id: str
    link: str = ""

    @property
    def blocks(self) -> list[Block]:
        """The error as a message."""
        return error_blocks(self.message, self.error_id, link=self.link)


def describe(error: Exception, app_id: str = "", install_url: str = "") -> Failure:
    """Find the sentence for an error; never its own text, which could quote a draft.

    Args:
        error: What went wrong.
        app_id: The app, for the link to its page at Slack.
        install_url: Our own page for installing it, where there is one.
    """
    if isinstance(error, WarmlineError):
        return Failure(error.message, error.error_id)
    code = error_code(error) if isinstance(error, SlackApiError) else ""
    if isinstance(error, SlackApiError) and code == "missing_scope":
        said = words.MISSING_SCOPE.format(scope=needed_scope(error))
        link = install_url or _REINSTALL.format(app_id=app_id)
        return Failure(said, new_error_id(), link)
    if code in REVOKED:
        return Failure(words.NO_LONGER_INSTALLED, new_error_id(), install_url)
    if code in _TOO_LATE:
        return Failure(words.SLOW_TO_OPEN, new_error_id())
    return Failure(words.UNEXPECTED, new_error_id())


class FailureListener:
    """Handles every error that a listener raises.

    Args:
        install_url: Our own page for installing the app, where there is one.
    """

    def __init__(self, install_url: str = "") -> None:
        self._install_url = install_url

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
        failure = describe(error, str(body.get("api_app_id") or ""), self._install_url)
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
        except (SlackApiError, ClientError, TimeoutError, OSError) as error:
            # Last resort was tried; the log has the id that the person would have been given.
            reason = error_code(error) if isinstance(error, SlackApiError) else ""
            told = {"error": type(error).__name__, "reason": reason}
            _log.error("listener.untold", error_id=failure.error_id, **told)


async def _tell_in_place(body: Body, client: AsyncWebClient, failure: Failure) -> None:
    if "event" in body:
        await _tell_of_event(body["event"], client, failure)
        return
    place = place_of(body)
    if place.view_id:
        view = error_view(failure.message, failure.error_id, link=failure.link)
        await client.views_update(view_id=place.view_id, view=view)
    elif not await answer(place.response_url, failure.message, failure.blocks, replace=False):
        user_id = person_of(body).user_id
        await direct_message(client, user_id, failure.message, failure.blocks)


async def _tell_of_event(event: Body, client: AsyncWebClient, failure: Failure) -> None:
    """Tell in the tab that was opened, in the workflow, or where the message was written."""
    if event["type"] == "app_home_opened":
        if event.get("tab") == "home":
            view = home_error_view(failure.message, failure.error_id, failure.link)
            await client.views_publish(user_id=event["user"], view=view)
    elif event["type"] == "function_executed":
        said = words.STEP_FAILED.format(message=failure.message, id=failure.error_id)
        await client.functions_completeError(
            function_execution_id=event["function_execution_id"], error=said
        )
    else:
        await say(client, place_of({"event": event}), failure.message, failure.blocks)


def _in_acknowledgement(body: Body, failure: Failure) -> BoltResponse | None:
    """Answer a submission beside its field, so that nothing typed is lost; a command privately."""
    if body.get("type") == "view_submission":
        said = words.IN_FIELD.format(message=failure.message, id=failure.error_id)
        return _json({"response_action": "errors", "errors": {_field(body): said}})
    if body.get("command"):
        answered = {"text": failure.message, "blocks": failure.blocks}
        return _json({"response_type": "ephemeral", **answered})
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
