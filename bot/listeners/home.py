"""App Home: filled when it is opened, and again after everything that changes it."""

from __future__ import annotations

from typing import Any, get_args

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.views import InputMeta, input_view
from bot.desk import Desk
from bot.ids import ActionId
from bot.listeners.incoming import person_of
from bot.store.base import Switch


class HomeListener:
    """Handles the Home tab: opening it, its button, its switches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.HOME_CHECK)(self.check)
        app.action(ActionId.HOME_SWITCHES)(self.switches)

    async def opened(self, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Fill the tab."""
        await self._desk.homes.publish(client, person_of(body))

    async def check(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Open the form for a draft."""
        await ack()
        view = input_view(InputMeta(session_id=self._desk.new_id()))
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    async def switches(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Turn the switches that were changed, and show what holds now."""
        person, store = person_of(body), self._desk.store
        chosen = {option["value"] for option in body["actions"][0].get("selected_options") or []}
        consent = await store.consent(person)
        for switch in get_args(Switch):
            if getattr(consent, switch) != (switch in chosen):
                await store.set_switch(person, switch, on=switch in chosen)
        await ack()
        await self._desk.homes.publish(client, person)
