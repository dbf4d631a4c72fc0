"""What counts as a draft, whose message it is, and where the customer's words end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.listeners.incoming import is_outsider, person_of, place_of
from bot.listeners.talk import is_draft, is_written, split, written_text
from bot.store.base import Person
from bot.strings import talk as words


@pytest.mark.parametrize(
    ("text", "customer", "draft"),
    [
        ("On its way.", "", "On its way."),
        ("> Where is it?\nOn its way.", "Where is it?", "On its way."),
        (">Where\n> is it?\n\nOn its way.", "Where\nis it?", "On its way."),
        ("> Where?\n\n> Really?\nHere.", "Where?\n\nReally?", "Here."),
        ("Hello\n> quoted below", "", "Hello\n> quoted below"),
        ("> only this", "only this", ""),
        ("", "", ""),
    ],
)
def test_a_quote_at_the_top_is_the_customers(text: str, customer: str, draft: str) -> None:
    """Quoted lines before the draft, and none after it."""
    assert split(text) == (customer, draft)


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("Thank you for waiting.", True),
        ("", False),
        ("Help", False),
        ("?", False),
        (words.ASK_HOW, False),
        (words.ASK_KEPT, False),
        ("x" * 3000, True),
        ("x" * 3001, False),
    ],
)
def test_questions_to_the_app_are_no_drafts(text: str, checked: bool) -> None:
    """Neither are calls for help, nothing at all, and what is too long for a form."""
    assert is_draft(text) is checked


def message(**changed: Any) -> dict[str, Any]:
    """The event of a person's direct message."""
    plain = {"type": "message", "channel_type": "im", "channel": "D1", "user": "U1", "ts": "1.2"}
    return {**plain, "text": "Hi", **changed}


@pytest.mark.parametrize(
    ("changed", "written"),
    [
        ({}, True),
        ({"subtype": "file_share"}, True),
        ({"subtype": "thread_broadcast"}, True),
        ({"type": "app_mention", "channel_type": None}, True),
        ({"subtype": "message_changed", "hidden": True}, False),
        ({"subtype": "message_deleted"}, False),
        ({"subtype": "channel_join"}, False),
        ({"bot_id": "B1"}, False),
        ({"user": None}, False),
        ({"channel_type": "channel"}, False),
        ({"type": "app_home_opened"}, False),
    ],
)
def test_only_what_a_person_wrote_to_the_app_is_read(
    changed: dict[str, Any], written: bool
) -> None:
    """Slack's own news, apps, and what was said to others start nothing."""
    assert is_written(message(**changed)) is written


def test_the_apps_name_is_no_part_of_the_draft() -> None:
    """Its first mention goes, whatever stands around it."""
    event = message(text="<@U0BOT> Thank you, <@U2>.")
    assert written_text(event, "U0BOT") == "Thank you, @U2."


def envelope(event: dict[str, Any], **home: Any) -> dict[str, Any]:
    """An event in a shared channel, for an app of workspace T1."""
    return {
        "team_id": "T2",
        "event": event,
        "authorizations": [{"team_id": "T1", "enterprise_id": None, **home}],
    }


@pytest.mark.parametrize(
    ("body", "outside"),
    [
        (envelope(message(user_team="T2")), True),
        (envelope(message(user_team="T1")), False),
        (envelope(message()), False),
        (envelope(message(user_team="T2"), enterprise_id="E1"), False),
        (envelope(message(user_team="T2"), team_id=None), False),
        ({"user": {"id": "U1", "team_id": "T2"}, "team": {"id": "T1"}}, True),
        ({"user": {"id": "U1", "team_id": "T1"}, "team": {"id": "T1"}}, False),
        ({"user": {"id": "U1", "team_id": "T2"}, "team": None}, False),
        ({"user_id": "U1", "team_id": "T1", "command": "/empathy"}, False),
    ],
)
def test_who_is_from_outside(body: dict[str, Any], outside: bool) -> None:
    """Another company in a shared channel; nobody inside one organisation."""
    assert is_outsider(body) is outside


def test_an_event_belongs_to_the_workspace_that_installed_the_app() -> None:
    """Not to the one that the envelope happens to name."""
    assert person_of(envelope(message(user="U1"))) == Person("T1", "U1", "")


@pytest.mark.parametrize(
    ("event", "thread"),
    [
        (message(), "1.2"),
        (message(thread_ts="1.0"), "1.0"),
        (message(channel="C1", type="app_mention"), None),
        (message(channel="C1", type="app_mention", thread_ts="1.0"), "1.0"),
    ],
)
def test_an_answer_goes_to_the_thread_it_belongs_to(
    event: dict[str, Any], thread: str | None
) -> None:
    """In the app's own conversation each message begins a thread; elsewhere none is begun."""
    assert place_of({"event": event}).thread_ts == thread
