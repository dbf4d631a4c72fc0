"""What the scenarios of reported faults share: their drafts, and ways to ask and to look."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from bot.ids import FieldId, Shortcut, ViewId
from bot.sandbox import payloads
from bot.sandbox.model import Member, Message, View
from tests.scenario.conftest import Office

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."
LONG = "Thank you for waiting. " * 130


def answers(office: Office) -> list[Message]:
    """What the app wrote in the person's own conversation with it."""
    space = office.sandbox.double.workspace
    channel = space.direct_channel(office.you.member.id).id
    return [m for m in space.messages if m.channel == channel and m.author == space.bot.id]


def cards(office: Office) -> int:
    """How many cards the person was shown anywhere."""
    shown = [*office.you.ephemerals(), *answers(office)]
    return sum("of 100" in m.text for m in shown)


async def settled(office: Office) -> None:
    """Wait until all work is done."""
    assert office.bot is not None
    await asyncio.sleep(0.05)
    await office.bot.pool.idle()


async def form(office: Office) -> View:
    """Open the form for a draft."""
    await office.you.global_shortcut(Shortcut.CHECK_GLOBAL)
    return await office.you.sees_view(ViewId.INPUT)


async def submitted(office: Office, draft: str = DRAFT) -> View:
    """Submit a draft in the form."""
    opened = await form(office)
    await office.you.fills(opened, {FieldId.DRAFT: draft}).submits()
    return opened


def event_of(office: Office, post: Message, **more: Any) -> dict[str, Any]:
    """The event of a message, changed as a report tells."""
    space = office.sandbox.double.workspace
    author, channel = space.members[post.author], space.channels[post.channel]
    return {**payloads.message_event(post, author, channel), **more}


def written(office: Office, text: str) -> Message:
    """Put a message of the person's into their conversation with the app, unannounced."""
    space = office.sandbox.double.workspace
    office.you.goes_to(space.direct_channel(office.you.member.id))
    return Message(
        ts=space.ids.ts(space.clock.now()),
        channel=office.you.channel.id,
        author=office.you.member.id,
        text=payloads.escape(text),
    )


def replace_author(post: Message, author: Member) -> Message:
    """The same message, written by somebody else."""
    return replace(post, author=author.id)


def live_texts(value: object) -> list[str]:
    """Texts in which Slack brings mentions to life: mrkdwn, and the text of a message."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for part in value for text in live_texts(part)]
    if isinstance(value, dict):
        own = [str(value["text"])] if value.get("type") == "mrkdwn" else []
        nested = [part for part in value.values() if isinstance(part, list | dict)]
        return own + [text for part in nested for text in live_texts(part)]
    return []
