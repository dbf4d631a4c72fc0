"""``/empathy``: with a draft it answers privately, without one it opens the modal."""

from __future__ import annotations

import re
from typing import Any, Final

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import INPUT_MAX
from bot.blocks.privacy import forget_blocks, privacy_blocks, privacy_text
from bot.blocks.views import InputMeta, input_view
from bot.desk import Desk
from bot.ids import COMMAND
from bot.listeners.incoming import channel_kind, command_key, decode, person_of
from bot.listeners.report import ReportListener
from bot.payload import CheckPayload, Place
from bot.strings import privacy as privacy_words
from bot.strings import views as words

_HELP: Final = frozenset({"help", "?", "-h", "--help"})
_PRIVACY: Final = "privacy"
_FORGET: Final = frozenset({"forget-me", "forget me"})
#: ``report``, ``report 2026-W48`` or ``report last``; anything longer is a draft.
_REPORT: Final = re.compile(r"report(\s+(\d{4}-w\d{2}|last|this))?")
#: People copy a word of the command with its quotes; phones make curly ones of them.
_QUOTES: Final = "\"'`“”‘’"


class CommandListener:
    """Handles the slash command."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._report = ReportListener(desk)

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.command(COMMAND)(self.handle)

    async def handle(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Say help or what is kept, open the modal or start a check."""
        draft = decode(str(body.get("text") or "")).strip()
        word = draft.strip(_QUOTES).lower()
        if not draft:
            await self._open(ack, body, client)
        elif word in _HELP:
            await ack(text=words.HELP.format(command=COMMAND))
        elif word == _PRIVACY:
            consent = await self._desk.store.consent(person_of(body))
            await ack(text=privacy_text(consent), blocks=privacy_blocks(consent))
        elif word in _FORGET:
            await ack(text=privacy_words.FORGET_ME_TEXT, blocks=forget_blocks())
        elif asked := _REPORT.fullmatch(word):
            await self._report.command(ack, body, client, asked[2] or "")
        elif len(draft) > INPUT_MAX:
            await ack(text=words.DRAFT_TOO_LONG.format(length=len(draft), limit=INPUT_MAX))
        else:
            await self._check(ack, body, draft)

    async def _open(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Open the modal first of all: the trigger lives three seconds."""
        await ack()
        kind = channel_kind(body.get("channel_id"), body.get("channel_name"))
        meta = InputMeta(session_id=self._desk.new_id(), channel_kind=kind)
        await client.views_open(trigger_id=body["trigger_id"], view=input_view(meta))

    async def _check(self, ack: AsyncAck, body: dict[str, Any], draft: str) -> None:
        owner = person_of(body)
        payload = CheckPayload(
            draft=draft,
            session_id=self._desk.new_id(),
            channel_kind=channel_kind(body.get("channel_id"), body.get("channel_name")),
            place=Place(user_id=owner.user_id, response_url=body.get("response_url")),
        )
        accepted = await self._desk.accept(command_key(body), payload, owner)
        await ack()
        # A repeat needs nothing: the card is a message of its own and comes, or came, once.
        if accepted.first and accepted.item is not None:
            self._desk.start(accepted.item)
