"""The card of a finished check, made from what was recorded of it."""

from __future__ import annotations

from dataclasses import replace

from bot.blocks.card import Card
from bot.blocks.state import CardState
from bot.errors import WorkNotFoundError
from bot.payload import CheckPayload
from bot.store.base import Consent, Store, WorkItem
from scoring.contract import CheckResult

__all__ = ["Cards", "card_of"]


class Cards:
    """Makes cards with what the workspace has set up and what the person has been told.

    Args:
        store: The bot's memory.
        escalation: The words of a crisis, for workspaces without their own.
    """

    def __init__(self, store: Store, escalation: str) -> None:
        self._store = store
        self._escalation = escalation

    async def make(self, item: WorkItem, consent: Consent, state: CardState | None = None) -> Card:
        """Make the card of a finished item.

        It says what is kept if the person had not been told yet when they asked for it: so the
        notice stays on a card that is drawn again, and comes again after a card that nobody saw.

        Raises:
            WorkNotFoundError: The item has no result (any more).
        """
        settings = await self._store.team_settings(item.owner)
        untold = consent.told_at is None or item.created_at <= consent.told_at
        card = card_of(item, state, escalation=settings.escalation_text or self._escalation)
        # Who has let samples be kept has read more than the notice says.
        asked = consent.checks_count and not consent.keep_samples
        return replace(card, first_use=asked and untold)


def card_of(item: WorkItem, state: CardState | None = None, *, escalation: str = "") -> Card:
    """Make the card of a finished item.

    Raises:
        WorkNotFoundError: The item has no result (any more).
    """
    if item.result is None:
        raise WorkNotFoundError
    payload = CheckPayload.model_validate(item.payload)
    return Card(
        result=CheckResult.model_validate(item.result),
        draft=payload.draft,
        customer=payload.customer,
        state=state or CardState(item.id, previous=payload.previous),
        escalation=escalation,
    )
