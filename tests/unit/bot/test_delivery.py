"""How a result reaches a person, and which of Slack's refusals pass by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientConnectorError, ClientError
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.delivery import ModalDelivery, asks_once, maybe_done, passes

pytestmark = pytest.mark.anyio


def refusal(code: str, status: int = 200) -> SlackApiError:
    """Make Slack's refusal."""
    response = AsyncSlackResponse(
        client=None,
        http_verb="POST",
        api_url="",
        req_args={},
        data={"ok": False, "error": code},
        headers={},
        status_code=status,
    )
    return SlackApiError("refused", response)


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (ClientError(), True),
        (TimeoutError(), True),
        (OSError(), True),
        (refusal("ratelimited", 429), True),
        (refusal("internal_error"), True),
        (refusal("fatal_error"), True),
        (refusal("service_unavailable"), True),
        (refusal("anything", 502), True),
        (SlackApiError("a gateway's page", {}), True),
        (refusal("invalid_blocks"), False),
        (refusal("invalid_auth"), False),
        (refusal("not_found"), False),
        (ValueError(), False),
    ],
)
def test_what_passes_by_itself_is_told_from_what_does_not(error: Exception, passing: bool) -> None:
    """An outage is waited for; a refusal of what was sent is not."""
    assert passes(error) is passing


@pytest.mark.parametrize(
    ("error", "maybe"),
    [
        (refusal("internal_error"), True),
        (refusal("anything", 502), True),
        (TimeoutError(), True),
        (refusal("ratelimited", 429), False),
        (refusal("is_archived"), False),
        (ClientConnectorError(None, OSError()), False),  # type: ignore[arg-type]
    ],
)
def test_what_may_have_been_done_is_told_from_what_was_not(error: Exception, maybe: bool) -> None:
    """An answer that never came is no refusal."""
    assert maybe_done(error) is maybe


def test_a_client_that_asks_once_still_waits_when_slack_says_so() -> None:
    """Its other retries are left to the client it was made from."""
    patience = AsyncRateLimitErrorRetryHandler()
    client = AsyncWebClient(retry_handlers=[AsyncServerErrorRetryHandler(), patience])
    assert asks_once(client).retry_handlers == [patience]
    assert len(client.retry_handlers) == 2


class Client:
    """Notes calls; updates of views are refused with a code."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.sent: list[dict[str, Any]] = []

    async def views_update(self, **_: Any) -> None:
        """Refuse."""
        raise refusal(self.code)

    async def conversations_open(self, **_: Any) -> dict[str, Any]:
        """Open."""
        return {"channel": {"id": "D1"}}

    async def chat_postMessage(self, **message: Any) -> None:  # noqa: N802 - the SDK's name
        """Note the message."""
        self.sent.append(message)


@pytest.mark.parametrize("code", ["not_found", "hash_conflict", "invalid_arguments"])
async def test_who_has_left_the_modal_is_reached_by_direct_message(code: str) -> None:
    """A check that was given up is told even when its modal has gone."""
    client = Client(code)
    await ModalDelivery(client, "V1", "U1").reach("Stopped.", "e1", "c1")  # type: ignore[arg-type]
    [message] = client.sent
    assert (message["channel"], message["text"]) == ("D1", "Stopped.")


async def test_an_outage_is_not_taken_for_somebody_who_left() -> None:
    """Then the same is tried again later."""
    client = Client("internal_error")
    with pytest.raises(SlackApiError):
        await ModalDelivery(client, "V1", "U1").reach("Stopped.", "e1", "c1")  # type: ignore[arg-type]
    assert client.sent == []


async def test_an_error_in_a_closed_modal_says_that_nobody_saw_it() -> None:
    """The caller knows whether it was shown."""
    client = Client("not_found")
    assert not await ModalDelivery(client, "V1", "U1").error("No.", "e1", "c1")  # type: ignore[arg-type]
