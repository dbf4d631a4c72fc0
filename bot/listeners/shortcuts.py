"""The shortcuts: on a customer's message, and from anywhere. Both open the modal."""

from __future__ import annotations

from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.views import InputMeta, input_view
from bot.desk import Desk
from bot.ids import Shortcut
from bot.listeners.incoming import channel_kind, message_text


class ShortcutListener:
    """Handles both shortcuts. Opening the modal comes before anything else: 3 s trigger."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.shortcut({"type": "message_action", "callback_id": Shortcut.CHECK_MESSAGE})(
            self.on_message
        )
        app.shortcut({"type": "shortcut", "callback_id": Shortcut.CHECK_GLOBAL})(self.anywhere)

    async def on_message(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Open the modal with the message as what the customer wrote."""
        await ack()
        channel = body.get("channel") or {}
        meta = InputMeta(
            session_id=self._desk.new_id(),
            channel_kind=channel_kind(channel.get("id"), channel.get("name")),
        )
        view = input_view(meta, customer=message_text(body.get("message") or {}))
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    async def anywhere(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Open the empty modal."""
        await ack()
        view = input_view(InputMeta(session_id=self._desk.new_id()))
        await client.views_open(trigger_id=body["trigger_id"], view=view)
