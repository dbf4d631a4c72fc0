"""Settling disagreements. Who may is asked of Slack, for the list and again for each answer."""

from __future__ import annotations

from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.disputes import disputes_view
from bot.blocks.parts import View
from bot.blocks.views import error_view, loading_view
from bot.desk import Desk
from bot.errors import WarmlineError
from bot.ids import ActionId
from bot.listeners.card import open_over
from bot.listeners.incoming import person_of
from bot.store.base import Person
from bot.strings import disputes as words


class DisputeListener:
    """Handles the button in App Home and the choices in the list behind it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.HOME_DISPUTES)(self.open)
        app.action(ActionId.OUTCOME)(self.settle)

    async def open(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show what is open, to an admin."""
        await ack()
        view_id = await open_over(client, body, loading_view(words.TITLE))
        await client.views_update(view_id=view_id, view=await self._view(client, person_of(body)))

    async def settle(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Keep an answer, and show what is left."""
        person, action = person_of(body), body["actions"][0]
        await self._desk.roles.may_settle(client, person)
        check_id = str(action["block_id"]).partition(".")[2]
        outcome = str(action["selected_option"]["value"])
        if outcome in words.OUTCOMES:
            await self._desk.store.set_outcome(check_id, outcome, person)
        await ack()
        view = await self._view(client, person)
        await client.views_update(view_id=body["view"]["id"], view=view)

    async def _view(self, client: AsyncWebClient, person: Person) -> View:
        try:
            await self._desk.roles.may_settle(client, person)
            return disputes_view(await self._desk.store.disputes(person))
        except WarmlineError as error:
            return error_view(error.message, error.error_id)
