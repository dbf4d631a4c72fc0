"""What a person says of a check: kept before it is acknowledged, then shown on the card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast, get_args

from pydantic import ValidationError
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks import views
from bot.blocks.card import card_blocks, fallback_text
from bot.blocks.state import CardState
from bot.delivery import GONE, answer, error_code
from bot.desk import Desk
from bot.errors import CheckNotFoundError, WorkNotFoundError
from bot.ids import ActionId, BlockId, FieldId, ViewId
from bot.listeners.card import open_over
from bot.listeners.incoming import (
    Body,
    action_key,
    card_state,
    chosen,
    person_of,
    place_of,
    submission_key,
)
from bot.payload import Place
from bot.store.base import NewFeedback, Person, Reason, Thumb
from bot.strings import card as card_words
from bot.strings import views as words


class FeedbackListener:
    """Handles thumbs, own rating, *I disagree* and *Don't keep mine*."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.THUMBS_UP)(self.thumbs_up)
        app.action(ActionId.THUMBS_DOWN)(self.thumbs_down)
        app.action(ActionId.OWN_RATING)(self.rating)
        app.action(ActionId.DISAGREE)(self.open_disagree)
        app.action(ActionId.DONT_COUNT)(self.dont_count)
        app.view(ViewId.DISAGREE)(self.disagree)

    async def thumbs_up(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Record that the check helped."""
        await self._thumb(ack, body, client, "up")

    async def thumbs_down(
        self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient
    ) -> None:
        """Record that it did not."""
        await self._thumb(ack, body, client, "down")

    async def rating(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Record the person's own rating."""
        rating = int(body["actions"][0]["selected_option"]["value"])
        state = replace(card_state(body), rating=rating)
        said = NewFeedback(check_id=state.check_id, rating=rating)
        note = await self._record(action_key(body), said, person_of(body))
        await ack()
        await self._redraw(client, place_of(body), state, person_of(body), note)

    async def open_disagree(
        self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient
    ) -> None:
        """Ask what is off."""
        await ack()
        place = place_of(body)
        meta = views.DisagreeMeta(
            state=card_state(body).block_id(BlockId.FEEDBACK),
            view_id=place.view_id,
            response_url=place.response_url,
        )
        await open_over(client, body, views.disagree_view(meta))

    async def disagree(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Record the reason, close the view and show it on the card below."""
        meta, state = _read_disagree(body)
        owner = person_of(body)
        said = NewFeedback(
            check_id=state.check_id,
            reasons=(state.reason,) if state.reason else (),
            disputed_feature=state.feature,
        )
        note = await self._record(submission_key(body), said, owner)
        await ack()
        place = Place(user_id=owner.user_id, view_id=meta.view_id, response_url=meta.response_url)
        await self._redraw(client, place, state, owner, note)

    async def dont_count(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Stop keeping this person's checks and remove those that were kept."""
        owner = person_of(body)
        await self._desk.store.set_switch(owner, "checks_count", on=False)
        await ack()
        state = CardState(card_state(body).check_id)
        await self._redraw(client, place_of(body), state, owner, card_words.NOT_COUNTED)

    async def _thumb(
        self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient, thumb: Thumb
    ) -> None:
        state = replace(card_state(body), thumb=thumb)
        said = NewFeedback(check_id=state.check_id, thumb=thumb)
        note = await self._record(action_key(body), said, person_of(body))
        await ack()
        await self._redraw(client, place_of(body), state, person_of(body), note)

    async def _record(self, event_key: str, said: NewFeedback, owner: Person) -> str | None:
        """Keep it; return the sentence to show instead when there is nothing to keep it with."""
        try:
            await self._desk.store.record_feedback(event_key, said, owner)
        except CheckNotFoundError as error:
            return error.message
        return None

    async def _redraw(
        self,
        client: AsyncWebClient,
        place: Place,
        state: CardState,
        owner: Person,
        note: str | None,
    ) -> None:
        """Show the card again with what is recorded now, or only say so if the text has gone."""
        try:
            item = await self._desk.store.load(state.check_id, owner)
        except WorkNotFoundError:
            await _say_recorded(client, place, note or words.RECORDED_ALONE)
            return
        card = await self._desk.runner.card(item, state)
        card = replace(card, note=note or "")
        if place.view_id:
            await _update(client, place.view_id, views.result_view(card))
        else:
            await answer(place.response_url, fallback_text(card.result), card_blocks(card))


async def _say_recorded(client: AsyncWebClient, place: Place, text: str) -> None:
    if place.view_id:
        await _update(client, place.view_id, views.note_view(text))
    else:
        await answer(place.response_url, text, replace=False)


async def _update(client: AsyncWebClient, view_id: str, view: dict[str, Any]) -> None:
    try:
        await client.views_update(view_id=view_id, view=view)
    except SlackApiError as error:
        if error_code(error) not in GONE:
            raise


def _read_disagree(body: Body) -> tuple[views.DisagreeMeta, CardState]:
    try:
        meta = views.DisagreeMeta.model_validate_json(body["view"]["private_metadata"])
    except ValidationError:
        raise WorkNotFoundError from None
    state = CardState.parse(meta.state)
    if state is None:
        raise WorkNotFoundError
    reason = chosen(body, BlockId.REASON, FieldId.REASON)
    return meta, replace(
        state,
        reason=cast("Reason", reason) if reason in get_args(Reason) else None,
        feature=chosen(body, BlockId.FEATURE, FieldId.FEATURE),
    )
