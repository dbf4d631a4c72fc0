"""The buttons under the gate's verdict: promote, reject, compare. One person has a say in it."""

from __future__ import annotations

from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.retrain import compare_view, verdict_blocks, verdict_text
from bot.blocks.views import error_view, loading_view
from bot.desk import Desk
from bot.errors import WarmlineError
from bot.ids import ActionId
from bot.listeners.card import open_over
from bot.listeners.incoming import Body, person_of
from bot.store.base import Person
from bot.store.learning import TrainingRun
from bot.strings import retrain as words

__all__ = ["RetrainListener"]


class RetrainListener:
    """Handles the message that tells the owner of a retraining."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._candidates = desk.candidates

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.MODEL_PROMOTE)(self.promote)
        app.action(ActionId.MODEL_REJECT)(self.reject)
        app.action(ActionId.MODEL_COMPARE)(self.compare)

    async def promote(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Put the version to use, and say so in place of the buttons."""
        await ack()
        person = await self._owner(client, body)
        await _redraw(client, body, await self._candidates.promote(_run_id(body), person))

    async def reject(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Note that the version is not wanted, and say so in place of the buttons."""
        await ack()
        person = await self._owner(client, body)
        await _redraw(client, body, await self._candidates.reject(_run_id(body), person))

    async def compare(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show all that was judged, both figures side by side."""
        await ack()
        view_id = await open_over(client, body, loading_view(words.COMPARE_TITLE))
        try:
            await self._owner(client, body)
            view = compare_view(await self._candidates.look(_run_id(body)))
        except WarmlineError as error:
            view = error_view(error.message, error.error_id)
        await client.views_update(view_id=view_id, view=view)

    async def _owner(self, client: AsyncWebClient, body: Body) -> Person:
        """Let the owner pass, as Slack knows them at this moment.

        Raises:
            NotAllowedError: It is somebody else, or they are no full member any more.
        """
        person = person_of(body)
        await self._desk.roles.may_decide(client, person, self._candidates.owner)
        return person


def _run_id(body: Body) -> str:
    return str(body["actions"][0].get("value") or "")


async def _redraw(client: AsyncWebClient, body: Body, run: TrainingRun) -> None:
    container = body["container"]
    await client.chat_update(
        channel=container["channel_id"],
        ts=container["message_ts"],
        text=verdict_text(run),
        blocks=verdict_blocks(run),
    )
