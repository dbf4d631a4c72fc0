"""The switch of *My checks count*, in the private message of ``/empathy privacy``."""

from __future__ import annotations

from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.privacy import privacy_blocks, privacy_text
from bot.delivery import answer, direct_message
from bot.desk import Desk
from bot.ids import ActionId
from bot.listeners.incoming import person_of, place_of


class PrivacyListener:
    """Handles both positions of the switch."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.COUNT_OFF)(self.off)
        app.action(ActionId.COUNT_ON)(self.on)

    async def off(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Stop keeping this person's checks and remove those that were kept."""
        await self._switch(ack, body, client, on=False)

    async def on(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Keep this person's checks from now on."""
        await self._switch(ack, body, client, on=True)

    async def _switch(
        self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient, *, on: bool
    ) -> None:
        owner = person_of(body)
        consent = await self._desk.store.set_checks_count(owner, on=on)
        await ack()
        text, blocks = privacy_text(consent), privacy_blocks(consent)
        if not await answer(place_of(body).response_url, text, blocks):
            await direct_message(client, owner.user_id, text, blocks)
