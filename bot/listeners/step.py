"""The step *Score a draft* of a workflow: a draft goes in, its score comes out.

No person asked for it, so no numbers are kept of it; the draft is kept while it is scored, so that
a restart does not leave the workflow waiting.
"""

from __future__ import annotations

from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.fail.async_fail import AsyncFail

from bot.blocks.parts import INPUT_MAX
from bot.desk import Desk
from bot.ids import Step
from bot.listeners.incoming import decode, person_of, place_of
from bot.payload import CheckPayload
from bot.strings import views as words


class StepListener:
    """Handles the step."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app; acknowledged by hand, once the draft is kept."""
        app.function(Step.SCORE_DRAFT, auto_acknowledge=False)(self.score)

    async def score(
        self, ack: AsyncAck, body: dict[str, Any], inputs: dict[str, Any], fail: AsyncFail
    ) -> None:
        """Start the check of the draft that the workflow brings."""
        draft = decode(str(inputs.get("draft") or "")).strip()
        if not draft or len(draft) > INPUT_MAX:
            too_long = words.DRAFT_TOO_LONG.format(length=len(draft), limit=INPUT_MAX)
            await ack()
            await fail(too_long if draft else words.STEP_EMPTY)
            return
        payload = CheckPayload(
            draft=draft,
            customer=decode(str(inputs.get("customer_message") or "")),
            session_id=self._desk.new_id(),
            place=place_of(body),
        )
        accepted = await self._desk.accept(
            f"step:{payload.place.step_id}", payload, person_of(body)
        )
        await ack()
        if accepted.first and accepted.item is not None:
            self._desk.start(accepted.item)
