"""What a person does with a suggestion: noted where its check is kept, and nowhere else."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.views import note_view
from bot.desk import Desk
from bot.errors import CheckNotFoundError
from bot.ids import ActionId
from bot.listeners.incoming import action_key, card_state, person_of
from bot.store.base import NewChoice, Person, Store
from bot.strings import privacy as words

__all__ = ["ChoiceListener", "note_choice"]


async def note_choice(store: Store, event_key: str, choice: NewChoice, owner: Person) -> None:
    """Note a choice, once per event. Of a check that was not kept there is nothing to note."""
    with suppress(CheckNotFoundError):
        await store.record_choice(f"{event_key}:choice", choice, owner)


class ChoiceListener:
    """Handles *Not for me*."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.REFUSE)(self.refuse)

    async def refuse(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Note that a suggestion did not fit, and put a word of thanks in its place."""
        position = int(body["actions"][0]["value"])
        refused = NewChoice(check_id=card_state(body).check_id, position=position, choice="refused")
        await note_choice(self._desk.store, action_key(body), refused, person_of(body))
        await ack()
        await client.views_update(view_id=body["view"]["id"], view=note_view(words.REFUSED))
