"""Chooses how to reach a check's person: where they look, with their workspace's client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.card import Card
from bot.conversations import ConversationDelivery, StepDelivery
from bot.delivery import Delivery, DeliveryFactory, MessageDelivery, ModalDelivery
from bot.errors import NoLongerInstalledError
from bot.payload import Place
from bot.store.base import Person
from scoring.contract import CheckResult

__all__ = ["ClientFor", "delivery_for"]

#: Finds the client of a person's workspace; None where the app is not installed any more.
ClientFor = Callable[[Person], Awaitable[AsyncWebClient | None]]


def delivery_for(client_for: ClientFor) -> DeliveryFactory:
    """Choose for each place and person how to reach them."""

    def choose(place: Place, owner: Person) -> Delivery:
        return _InWorkspace(client_for, place, owner)

    return choose


class _InWorkspace:
    """A delivery whose workspace's client is looked up when there is first something to say."""

    def __init__(self, client_for: ClientFor, place: Place, owner: Person) -> None:
        self._client_for = client_for
        self._place = place
        self._owner = owner
        self._found: Delivery | None = None

    async def still_working(self, check_id: str) -> None:
        """See :meth:`Delivery.still_working`."""
        await (await self._delivery()).still_working(check_id)

    async def grows(self) -> bool:
        """See :meth:`Delivery.grows`."""
        return await (await self._delivery()).grows()

    async def begin(self, early: CheckResult) -> bool:
        """See :meth:`Delivery.begin`."""
        return await (await self._delivery()).begin(early)

    async def leave(self) -> None:
        """See :meth:`Delivery.leave`."""
        await (await self._delivery()).leave()

    async def card(self, card: Card) -> bool:
        """See :meth:`Delivery.card`."""
        return await (await self._delivery()).card(card)

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """See :meth:`Delivery.error`."""
        return await (await self._delivery()).error(message, error_id, check_id)

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """See :meth:`Delivery.reach`."""
        await (await self._delivery()).reach(message, error_id, check_id)

    async def _delivery(self) -> Delivery:
        """Find the delivery, once: it remembers what it has shown."""
        if self._found is None:
            client = await self._client_for(self._owner)
            if client is None:
                raise NoLongerInstalledError
            self._found = _at(self._place, client, self._owner)
        return self._found


def _at(place: Place, client: AsyncWebClient, owner: Person) -> Delivery:
    if place.step_id:
        return StepDelivery(client, place.step_id)
    if place.view_id:
        return ModalDelivery(client, place.view_id, place.user_id)
    if place.channel_id:
        return ConversationDelivery(client, place, owner)
    return MessageDelivery(client, place)
