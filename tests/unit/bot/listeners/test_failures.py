"""Errors of listeners reach the person, in words, wherever they are looking."""

from __future__ import annotations

import json
from typing import Any

import pytest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError

from bot.blocks import views
from bot.errors import StoreError
from bot.ids import BlockId, FieldId, Shortcut, ViewId
from bot.listeners.failures import FailureListener, describe
from tests.unit.bot.listeners.conftest import Desktop
from tests.unit.bot.listeners.test_modal import opened, value

pytestmark = pytest.mark.anyio


def refused(code: str) -> SlackApiError:
    """Make Slack's refusal."""
    return SlackApiError("refused", {"ok": False, "error": code})


def test_a_late_trigger_has_its_own_sentence() -> None:
    """The person is told to try again, not that something broke."""
    assert "before it could open" in describe(refused("expired_trigger_id")).message


def test_our_own_errors_keep_their_sentence_and_id() -> None:
    """What we raise on purpose is shown as it is."""
    error = StoreError("Try later.", error_id="abc")
    assert (describe(error).message, describe(error).error_id) == ("Try later.", "abc")


def test_other_errors_never_show_their_text() -> None:
    """Anything else may quote a draft."""
    assert "secret" not in describe(ValueError("secret words")).message


class Client:
    """Notes which Web API methods are called; none of them works."""

    def __init__(self) -> None:
        self.called: list[str] = []

    def __getattr__(self, name: str) -> Any:
        async def call(**_: Any) -> Any:
            self.called.append(name)
            raise refused("channel_not_found")

        return call


@pytest.mark.parametrize("code", ["exchanged_trigger_id", "hash_conflict", "not_found"])
async def test_a_repeated_event_is_quiet(code: str) -> None:
    """A second delivery meets a used trigger: nobody is bothered."""
    client = Client()
    told = await FailureListener().handle(
        refused(code), {"user": {"id": "U1"}}, client, BoltResponse(status=500)
    )
    assert (told.status, client.called) == (200, [])


async def test_an_unanswered_command_is_answered_with_the_sentence() -> None:
    """The acknowledgement itself carries the private note."""
    told = await FailureListener().handle(
        StoreError("Try later."), {"command": "/empathy"}, Client(), BoltResponse(status=500)
    )
    body = json.loads(told.body)
    assert body["response_type"] == "ephemeral"
    assert body["text"] == "Try later."


async def test_when_nobody_can_be_told_it_is_at_least_no_second_error() -> None:
    """Slack refusing the note as well does not raise."""
    client = Client()
    told = await FailureListener().handle(ValueError("x"), {"user": {"id": "U1"}}, client, None)
    assert told is None
    assert client.called == ["conversations_open"]


async def test_a_draft_that_cannot_be_kept_stays_in_its_form(
    at_desk: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence stands at the field, and what was typed is still in it."""

    async def away(*_: object) -> None:
        raise StoreError

    view = await opened(at_desk)
    monkeypatch.setattr(at_desk.bot.store, "accept", away)
    await at_desk.ana.fills(view, {FieldId.DRAFT: "We are on it now."}).submits()
    shown = await at_desk.ana.waits_for(lambda: view.errors and view, "an error at the field")
    assert "could not reach its database" in shown.errors[BlockId.DRAFT]
    assert "Reference" in shown.errors[BlockId.DRAFT]
    assert shown.body["callback_id"] == ViewId.INPUT
    assert value(shown, BlockId.DRAFT, FieldId.DRAFT) == "We are on it now."
    assert at_desk.scorer.asked == []


@pytest.mark.parametrize(
    ("view", "block"),
    [
        (views.use_view(views.InputMeta(session_id="s"), "A draft."), BlockId.DRAFT),
        (views.disagree_view(views.DisagreeMeta(state="s")), BlockId.REASON),
    ],
)
async def test_every_form_keeps_what_was_typed(view: dict[str, Any], block: str) -> None:
    """No form is replaced by an error: the error stands at an input that the form has."""
    told = await FailureListener().handle(
        StoreError("Try later.", error_id="abc"),
        {"type": "view_submission", "view": view},
        Client(),
        BoltResponse(status=500),
    )
    answer = json.loads(told.body)
    assert answer["response_action"] == "errors"
    assert list(answer["errors"]) == [block]
    assert answer["errors"][block].startswith("Try later.")
    assert "abc" in answer["errors"][block]


async def test_the_global_shortcut_delivered_twice_opens_one_modal(at_desk: Desktop) -> None:
    """The second delivery meets a used trigger and does nothing."""
    at_desk.double.faults.duplicates = 1
    await at_desk.ana.global_shortcut(Shortcut.CHECK_GLOBAL)
    await at_desk.ana.sees_view(ViewId.INPUT)
    assert len(at_desk.double.workspace.stack("U1")) == 1
    assert at_desk.ana.ephemerals() == []
