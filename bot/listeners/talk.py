"""The app's own conversation, and mentions of it: a draft is checked, all else is answered.

What a listener's middleware does comes before Slack is acknowledged: a draft is persisted there,
so that it is either kept or delivered again.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import INPUT_MAX, section
from bot.blocks.privacy import privacy_blocks, privacy_text
from bot.conversations import say, show_status
from bot.desk import Desk
from bot.ids import COMMAND
from bot.listeners.home import HomeListener
from bot.listeners.incoming import (
    Body,
    channel_kind,
    message_key,
    message_text,
    person_of,
    place_of,
)
from bot.payload import CheckPayload, stop_mark
from bot.store.base import Accepted
from bot.strings import talk as words
from bot.strings import views

_QUOTED: Final = re.compile(r"^>\s?")
#: Kinds of messages that people write; all others are Slack's own news of a conversation.
_WRITTEN: Final = frozenset({None, "file_share", "thread_broadcast"})
_TAKEN: Final = "warmline_accepted"
Next = Callable[[], Awaitable[None]]


class TalkListener:
    """Handles events: messages to the app, mentions of it, and the opening of its tabs."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._home = HomeListener(desk)

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.event("app_home_opened")(self.opened)
        app.event("message", middleware=[self.keep])(self.answer)
        app.event("app_mention", middleware=[self.keep])(self.answer)
        app.event("agent_session_stopped")(self.stopped)

    async def opened(self, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Fill the tab that was opened: Home, or the conversation's suggested messages."""
        event = body["event"]
        if event.get("tab") == "home":
            await self._home.opened(body, client)
        elif event.get("tab") == "messages":
            prompts = [{"title": title, "message": said} for title, said in words.PROMPTS]
            await client.assistant_threads_setSuggestedPrompts(
                channel_id=event["channel"], title=words.PROMPTS_TITLE, prompts=prompts
            )

    async def stopped(self, body: dict[str, Any]) -> None:
        """Leave word that the person wants no more written in a thread, for whoever writes it."""
        await self._desk.store.mark(stop_mark(place_of(body)), person_of(body))

    async def keep(self, body: dict[str, Any], context: AsyncBoltContext, next: Next) -> None:  # noqa: A002 - Bolt's name
        """Persist a draft."""
        event = body["event"]
        if is_written(event):
            customer, draft = split(written_text(event, context.get("bot_user_id")))
            if is_draft(draft):
                context[_TAKEN] = await self._accept(body, customer, draft)
        await next()

    async def answer(
        self, body: dict[str, Any], context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """Start the check of a draft, or answer what is none."""
        taken: Accepted | None = context.get(_TAKEN)
        if taken is not None:
            if taken.first and taken.item is not None:
                await self._start(client, taken)
        elif is_written(body["event"]):
            await self._reply(body, context, client)

    async def _accept(self, body: Body, customer: str, draft: str) -> Accepted:
        payload = CheckPayload(
            draft=draft,
            customer=customer,
            session_id=self._desk.new_id(),
            channel_kind=channel_kind(body["event"]["channel"]),
            place=place_of(body),
        )
        return await self._desk.accept(message_key(body["event"]), payload, person_of(body))

    async def _start(self, client: AsyncWebClient, taken: Accepted) -> None:
        if taken.item is None:
            return
        place = CheckPayload.model_validate(taken.item.payload).place
        if (place.channel_id or "").startswith("D"):
            await show_status(client, place, words.STATUS)
        self._desk.start(taken.item)

    async def _reply(self, body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        place, event = place_of(body), body["event"]
        customer, said = split(written_text(event, context.get("bot_user_id")))
        if said == words.ASK_KEPT:
            consent = await self._desk.store.consent(person_of(body))
            await say(client, place, privacy_text(consent), privacy_blocks(consent))
            return
        text = _sentence(customer, said, mentioned=event["type"] == "app_mention")
        await say(client, place, text, [section(text)])


def is_written(event: Body) -> bool:
    """Tell whether a person wrote this message, just now; apps and edits are left alone."""
    by_person = bool(event.get("user")) and not event.get("bot_id")
    direct = event["type"] == "message" and event.get("channel_type") == "im"
    heard = direct or event["type"] == "app_mention"
    fresh = event.get("subtype") in _WRITTEN and not event.get("hidden")
    return by_person and heard and fresh


def written_text(event: Body, bot_user: str | None) -> str:
    """Read what was written to the app, without its name."""
    text = message_text(event)
    return text.replace(f"@{bot_user}", "", 1).strip() if bot_user else text.strip()


def split(text: str) -> tuple[str, str]:
    """Part the customer's message, quoted at the top, from the draft below it."""
    lines = text.split("\n")
    top = 0
    while top < len(lines) and (_QUOTED.match(lines[top]) or (top and not lines[top].strip())):
        top += 1
    quoted = "\n".join(_QUOTED.sub("", line) for line in lines[:top]).strip()
    return quoted, "\n".join(lines[top:]).strip()


def is_draft(text: str) -> bool:
    """Tell whether a text is to be checked: not one of our own questions, not a call for help."""
    asked = text in (words.ASK_HOW, words.ASK_KEPT) or text.lower() in ("help", "?")
    return bool(text) and not asked and len(text) <= INPUT_MAX


def _sentence(customer: str, said: str, *, mentioned: bool) -> str:
    if len(said) > INPUT_MAX:
        return views.DRAFT_TOO_LONG.format(length=len(said), limit=INPUT_MAX)
    if customer and not said:
        return words.ONLY_QUOTE
    if mentioned:
        return words.MENTIONED.format(command=COMMAND)
    return words.HOW.format(command=COMMAND) if said else words.NO_WORDS
