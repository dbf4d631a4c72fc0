"""The buttons of a card that show something: edit, use, all features, why, cancel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks import views
from bot.blocks.parts import View
from bot.checks import card_of
from bot.delivery import answer, dismiss
from bot.desk import Desk
from bot.errors import WarmlineError, WorkNotFoundError
from bot.ids import ActionId
from bot.listeners.choices import note_choice
from bot.listeners.incoming import action_key, card_state, person_of, place_of
from bot.payload import CheckPayload
from bot.store.base import NewChoice, WorkItem
from bot.strings import views as words


class CardListener:
    """Handles the card's buttons. A view is opened before the check is read: 3 s trigger."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.ALL_FEATURES)(self.all_features)
        app.action(ActionId.WHY)(self.why)
        app.action(ActionId.USE)(self.use)
        app.action(ActionId.EDIT)(self.edit)
        app.action(ActionId.CANCEL)(self.cancel)

    async def all_features(
        self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient
    ) -> None:
        """Show the whole table."""
        await ack()
        await self._show(body, client, words.TITLE_FEATURES, _features)

    async def why(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show what the score is made of."""
        await ack()
        await self._show(body, client, words.TITLE_WHY, _why)

    async def use(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Show a suggestion to copy, or to change and check again.

        That it was used is noted before its *Not for me* can be pressed: else the later word could
        be written first, and the earlier one would stay.
        """
        await ack()
        index = int(body["actions"][0]["value"])
        used = NewChoice(check_id=card_state(body).check_id, position=index, choice="used")

        async def note() -> None:
            await note_choice(self._desk.store, action_key(body), used, person_of(body))

        await self._show(body, client, words.TITLE_USE, lambda item: _use(item, index), first=note)

    async def edit(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Go back to the draft: in the same modal, or in a new one from a message."""
        await ack()
        if view := body.get("view"):
            item = await self._load(body)
            await client.views_update(view_id=view["id"], hash=view["hash"], view=_edit(item))
        else:
            await self._show(body, client, words.TITLE, _edit)

    async def cancel(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Stop a check that takes long; of one that has ended only the note goes.

        In a modal the draft goes back into its form. Beside a command it is still in the person's
        own composer history, so it is deleted here at once.
        """
        await ack()
        view = body.get("view")
        check_id, owner = card_state(body).check_id, person_of(body)
        stopped = await self._desk.cancel(check_id, owner, keep_draft=view is not None)
        if view is not None:
            item = await self._load(body)
            if item.state == "cancelled":
                await client.views_update(view_id=view["id"], hash=view["hash"], view=_edit(item))
        elif stopped:
            await answer(place_of(body).response_url, words.CANCELLED_DELETED)
        else:
            await dismiss(place_of(body).response_url)

    async def _show(
        self,
        body: dict[str, Any],
        client: AsyncWebClient,
        title: str,
        make: Callable[[WorkItem], View],
        first: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Open a view, then read the check and fill the view, with an error if it has gone.

        Args:
            body: The click.
            client: Shows the view.
            title: The view's.
            make: Fills it.
            first: What has to be done before its buttons can be pressed.
        """
        view_id = await open_over(client, body, views.loading_view(title))
        try:
            if first is not None:
                await first()
            view = make(await self._load(body))
        except WarmlineError as error:
            view = views.error_view(error.message, error.error_id)
        await client.views_update(view_id=view_id, view=view)

    async def _load(self, body: dict[str, Any]) -> WorkItem:
        return await self._desk.store.load(card_state(body).check_id, person_of(body))


async def open_over(client: AsyncWebClient, body: dict[str, Any], view: View) -> str:
    """Open a view over what was clicked, on top of a modal or as a new one; return its id."""
    inside = (body.get("view") or {}).get("type") == "modal"
    method = client.views_push if inside else client.views_open
    opened = await method(trigger_id=body["trigger_id"], view=view)
    return str(opened["view"]["id"])


def _features(item: WorkItem) -> View:
    return views.features_view(card_of(item).result)


def _why(item: WorkItem) -> View:
    return views.why_view(card_of(item).result)


def _use(item: WorkItem, index: int) -> View:
    rewrites = card_of(item).result.rewrites
    if not 0 <= index < len(rewrites):
        raise WorkNotFoundError
    meta = _meta(item, check_id=item.id).model_copy(update={"position": index})
    return views.use_view(meta, rewrites[index].text)


def _edit(item: WorkItem) -> View:
    payload = CheckPayload.model_validate(item.payload)
    return views.input_view(_meta(item), customer=payload.customer, draft=payload.draft)


def _meta(item: WorkItem, *, check_id: str | None = None) -> views.InputMeta:
    """Carry the session on, with the score so far to compare with."""
    payload = CheckPayload.model_validate(item.payload)
    overall = card_of(item).result.score.overall if item.result else payload.previous
    return views.InputMeta(
        session_id=payload.session_id,
        previous=overall,
        channel_kind=payload.channel_kind,
        check_id=check_id,
    )
