"""A submitted draft: persist, acknowledge with the *working* view, then work."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.blocks.parts import showable
from bot.blocks.views import InputMeta, working_view
from bot.checks import card_of
from bot.desk import Desk
from bot.errors import WorkNotFoundError
from bot.ids import BlockId, FieldId, ViewId
from bot.listeners.choices import note_choice
from bot.listeners.incoming import input_value, person_of, submission_key
from bot.payload import CheckPayload, Place
from bot.store.base import NewChoice, Person
from bot.strings import views as words


class SubmissionListener:
    """Handles the input view and the view of a suggestion, which is checked again."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.view(ViewId.INPUT)(self.handle)
        app.view(ViewId.USE)(self.handle)

    async def handle(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        """Start the check of what was written."""
        draft = input_value(body, BlockId.DRAFT, FieldId.DRAFT)
        if not draft.strip():
            await ack(response_action="errors", errors={BlockId.DRAFT: words.DRAFT_EMPTY})
            return
        owner, key = person_of(body), submission_key(body)
        payload = await self._payload(body, draft, owner)
        accepted = await self._desk.accept_submission(key, payload, owner)
        # Tiny on purpose: Slack drops a view in an acknowledgement that is too big, silently.
        await ack(response_action="update", view=working_view())
        if accepted.item is None:
            raise WorkNotFoundError
        if accepted.first:
            self._desk.start(accepted.item)
            await self._note_edit(key, read_meta(body), draft, owner)
        else:
            await self._desk.runner.answer_repeat(accepted.item)

    async def _note_edit(self, key: str, meta: InputMeta, draft: str, owner: Person) -> None:
        """Note that a suggestion was changed before it was checked again."""
        if meta.check_id is None or meta.position is None:
            return
        offered = card_of(await self._desk.store.load(meta.check_id, owner)).result.rewrites
        if showable(offered[meta.position].text) != draft:
            edited = NewChoice(check_id=meta.check_id, position=meta.position, choice="edited")
            await note_choice(self._desk.store, key, edited, owner)

    async def _payload(self, body: dict[str, Any], draft: str, owner: Person) -> CheckPayload:
        meta = read_meta(body)
        return CheckPayload.model_validate(
            {
                "draft": draft,
                "customer": await self._customer(body, meta, owner),
                "session_id": meta.session_id,
                "previous": meta.previous,
                "channel_kind": meta.channel_kind,
                "place": Place(user_id=owner.user_id, view_id=body["view"]["id"]),
            }
        )

    async def _customer(self, body: dict[str, Any], meta: InputMeta, owner: Person) -> str:
        """Take the customer's message from the view, or from the check the suggestion is of."""
        if meta.check_id is None:
            return input_value(body, BlockId.CONTEXT, FieldId.CONTEXT)
        item = await self._desk.store.load(meta.check_id, owner)
        return CheckPayload.model_validate(item.payload).customer


def read_meta(body: dict[str, Any]) -> InputMeta:
    """Read what the view carries.

    Raises:
        WorkNotFoundError: It is not one of our views.
    """
    try:
        return InputMeta.model_validate_json(body["view"]["private_metadata"] or "{}")
    except ValidationError:
        raise WorkNotFoundError from None
