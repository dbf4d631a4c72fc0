"""What Slack sends, read once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.listeners.incoming import channel_kind, decode, message_text, person_of, typed
from bot.store.base import Person


def encode(text: str) -> str:
    """Encode as Slack does."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=200))
def test_what_a_person_typed_comes_back_exactly(text: str) -> None:
    """Encoding and decoding is lossless, also for a typed ``&lt;``."""
    assert decode(encode(text)) == text


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("ask <@U1|maria> or <@U2>", "ask @maria or @U2"),
        ("in <#C1|general> now", "in #general now"),
        ("<!here> <!channel> <!subteam^S1|@team>", "@here @channel @team"),
        ("<https://a.example/x|a.example/x>", "https://a.example/x"),
        ("<https://a.example/x|the form>", "the form (https://a.example/x)"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("&lt;@U1&gt; &amp;lt;", "<@U1> &lt;"),
        ("a <b\nc> d", "a <b\nc> d"),
    ],
)
def test_tokens_become_what_a_reader_sees(raw: str, read: str) -> None:
    """Mentions, channels and links read as in Slack; typed brackets stay brackets."""
    assert decode(raw) == read


def test_a_lone_surrogate_is_replaced() -> None:
    """What UTF-8 can't carry never gets past the door."""
    assert typed("a\ud83db") == "a\ufffdb"
    assert typed(None) == ""


RICH: dict[str, Any] = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_section",
            "elements": [
                {"type": "text", "text": "See "},
                {"type": "link", "url": "https://a.example", "text": "here"},
                {"type": "text", "text": " "},
                {"type": "user", "user_id": "U1"},
                {"type": "emoji", "name": "wave"},
            ],
        },
        {
            "type": "rich_text_list",
            "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]},
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "two"}]},
            ],
        },
    ],
}


def test_a_persons_message_is_read_once() -> None:
    """Text and blocks say the same: it is not doubled."""
    message = {"text": "My parcel is late.", "blocks": []}
    assert message_text(message) == "My parcel is late."


def test_a_helpdesks_message_is_read_from_its_blocks() -> None:
    """A short notification text gives way to the blocks with the customer's words."""
    message = {
        "text": "New ticket #12",
        "blocks": [
            {"type": "header", "text": {"type": "plain_text", "text": "Ticket & more"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "My parcel &amp; I wait."}},
            {"type": "divider"},
        ],
    }
    assert message_text(message) == "Ticket & more\nMy parcel & I wait."


def test_rich_text_is_read_as_it_looks() -> None:
    """Links, mentions, emoji and lists keep their words."""
    text = message_text({"text": "", "blocks": [RICH]})
    assert text == "See here (https://a.example) @U1:wave:\none\ntwo"


def test_attachments_are_added_but_link_previews_are_not() -> None:
    """A forwarded mail in an attachment counts, the preview of a link does not."""
    message = {
        "text": "",
        "attachments": [
            {
                "title": "Mail",
                "text": "It is broken.",
                "fields": [{"title": "Order", "value": "7"}],
            },
            {"from_url": "https://x.example", "text": "A shop."},
            {"fallback": "Only this"},
        ],
    }
    assert message_text(message) == "Mail\nIt is broken.\nOrder: 7\n\nOnly this"


def test_a_message_without_words_is_empty() -> None:
    """A file alone gives an empty context, not an error."""
    assert message_text({"files": [{}]}) == ""


def test_people_are_found_in_any_payload() -> None:
    """Commands and interactions name them differently."""
    command = {"team_id": "T1", "user_id": "U1", "enterprise_id": "E1"}
    click = {"team": {"id": "T1"}, "user": {"id": "U1"}, "enterprise": {"id": "E1"}}
    assert person_of(command) == person_of(click) == Person("T1", "U1", "E1")


@pytest.mark.parametrize(
    ("channel", "name", "kind"),
    [
        (None, None, "none"),
        ("C1", "inbox", "public"),
        ("G1", "secret", "private"),
        ("C2", "privategroup", "private"),
        ("D1", "directmessage", "dm"),
        ("G2", "mpdm-a--b-1", "group_dm"),
    ],
)
def test_the_kind_of_conversation(channel: str | None, name: str | None, kind: str) -> None:
    """Id and name tell it without another request."""
    assert channel_kind(channel, name) == kind
