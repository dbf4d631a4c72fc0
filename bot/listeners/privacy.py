"""What a person does about what is kept of them: switches, a look at it, and *Forget me*."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import Block
from bot.blocks.privacy import (
    forgotten_blocks,
    privacy_blocks,
    privacy_text,
    shown_switches,
    stored_view,
)
from bot.blocks.views import error_view, loading_view, note_view
from bot.delivery import answer, direct_message
from bot.desk import Desk
from bot.errors import WarmlineError
from bot.ids import ActionId
from bot.listeners.card import open_over
from bot.listeners.incoming import Body, action_key, person_of, place_of
from bot.store.consent import SWITCHES
from bot.strings import privacy as words


class PrivacyListener:
    """Handles the message of ``/empathy privacy`` and of ``/empathy forget-me``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.PRIVACY_SWITCHES)(self.switches)
        app.action(ActionId.STORED)(self.stored)
        app.action(ActionId.FORGET)(self.forget)
        app.action(ActionId.EXPORT)(self.export)

    async def switches(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Turn the switch that was clicked, and show what holds now."""
        action, owner, store = body["actions"][0], person_of(body), self._desk.store
        chosen = {option["value"] for option in action.get("selected_options") or []}
        shown = shown_switches(str(action.get("block_id") or ""))
        for switch in SWITCHES:
            if (switch in chosen) != (switch in shown):
                await store.set_switch(owner, switch, on=switch in chosen)
        consent = await store.consent(owner)
        await ack()
        await _answer(client, body, privacy_text(consent), privacy_blocks(consent))

    async def stored(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show what is stored about the person who clicked, to them alone."""
        await ack()
        view_id = await open_over(client, body, loading_view(words.STORED_TITLE))
        try:
            view = stored_view(await self._desk.store.stored_about(person_of(body)))
        except WarmlineError as error:
            view = error_view(error.message, error.error_id)
        await client.views_update(view_id=view_id, view=view)

    async def export(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Put all that is stored about the person who clicked into their own messages, once."""
        owner, store = person_of(body), self._desk.store
        await ack()
        if not await store.first_time(f"{action_key(body)}:export", owner):
            return
        found = json.dumps(await store.export(owner), indent=2, ensure_ascii=False)
        opened = await client.conversations_open(users=owner.user_id)
        await client.files_upload_v2(
            channel=opened["channel"]["id"],
            filename=words.EXPORT_FILE,
            title=words.EXPORT_FILE_TITLE,
            content=found,
            initial_comment=words.EXPORT_COMMENT,
        )
        await client.views_update(view_id=body["view"]["id"], view=note_view(words.EXPORT_SENT))

    async def forget(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Delete the person who clicked; Slack's own dialog has asked for certainty."""
        owner = person_of(body)
        gone = await self._desk.store.forget(owner)
        await ack()
        said = forgotten_blocks(gone, self._desk.clock())
        await _answer(client, body, words.FORGOTTEN_TEXT, said)
        await self._desk.homes.publish(client, owner)


async def _answer(client: AsyncWebClient, body: Body, text: str, blocks: Sequence[Block]) -> None:
    if not await answer(place_of(body).response_url, text, blocks):
        await direct_message(client, person_of(body).user_id, text, blocks)
