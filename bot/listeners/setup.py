"""Setting a team up. Who may is asked of Slack and the store, on opening and again on saving."""

from __future__ import annotations

import asyncio
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.setup import CUSTOMER_ON, LEADS_MAX, NO_DAY, setup_view
from bot.blocks.views import error_view, loading_view
from bot.desk import Desk
from bot.errors import WarmlineError
from bot.ids import ActionId, BlockId, FieldId, ViewId
from bot.listeners.card import open_over
from bot.listeners.incoming import (
    chosen,
    chosen_conversation,
    chosen_users,
    input_value,
    person_of,
    ticked,
)
from bot.profiles import Profile
from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.strings import home as words


class SetupListener:
    """Handles the button in App Home and the form behind it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, app: AsyncApp) -> None:
        """Join the app."""
        app.action(ActionId.HOME_SETUP)(self.open)
        app.view(ViewId.SETUP)(self.save)

    async def open(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Open the form, for who may use it."""
        await ack()
        view_id = await open_over(client, body, loading_view(words.SETUP_TITLE))
        person, store = person_of(body), self._desk.store
        try:
            role, profile = await self._desk.roles.may_set_up(client, person)
            settings, setup = await store.team_settings(person), await store.team_setup(person)
            consent = await store.consent(person)
            kept = consent.customer_text
            view = setup_view(settings, setup, role, profile, customer_text=kept)
        except WarmlineError as error:
            view = error_view(error.message, error.error_id)
        await client.views_update(view_id=view_id, view=view)

    async def save(self, ack: AsyncAck, body: dict[str, Any], client: AsyncWebClient) -> None:
        """Keep what was set up, and show it in App Home."""
        person = person_of(body)
        role, profile = await self._desk.roles.may_set_up(client, person)
        leads = chosen_users(body, BlockId.LEADS, FieldId.LEADS) if role == "admin" else ()
        if fault := await self._fault(client, person, leads):
            await ack(response_action="errors", errors={BlockId.LEADS: fault})
            return
        settings, setup = _read(body, profile, frozenset(leads))
        await self._desk.store.save_team(person, settings, setup, with_leads=role == "admin")
        if role == "admin" and profile.owner:
            await self._turn_customer_text(body, person)
        await ack()
        await self._desk.homes.publish(client, person)

    async def _turn_customer_text(self, body: dict[str, Any], person: Person) -> None:
        """Turn the owner's switch as it was left in the form; a form without it turns nothing."""
        chosen_boxes = ticked(body, BlockId.CUSTOMER_TEXT, FieldId.CUSTOMER_TEXT)
        if chosen_boxes is None:
            return
        on, store = CUSTOMER_ON in chosen_boxes, self._desk.store
        if (await store.consent(person)).customer_text != on:
            await store.set_customer_text(person, on=on)

    async def _fault(
        self, client: AsyncWebClient, person: Person, leads: tuple[str, ...]
    ) -> str | None:
        """Say what is wrong with the chosen leads: Slack's client is not to be relied on."""
        if len(leads) > LEADS_MAX:
            return words.TOO_MANY_LEADS.format(limit=LEADS_MAX)
        named = [Person(person.team_id, lead, person.enterprise_id) for lead in leads]
        found = await asyncio.gather(*(self._desk.profiles.now(client, lead) for lead in named))
        fit = all(not (lead.guest or lead.outsider or lead.bot) for lead in found)
        return None if fit else words.LEADS_REFUSED


def _read(
    body: dict[str, Any], profile: Profile, leads: frozenset[str]
) -> tuple[TeamSettings, TeamSetup]:
    day = chosen(body, BlockId.DAY, FieldId.DAY) or NO_DAY
    report = None
    if day != NO_DAY:
        report = ReportTime(
            channel_id=chosen_conversation(body, BlockId.CHANNEL, FieldId.CHANNEL) or "",
            weekday=int(day),
            hour=int(chosen(body, BlockId.HOUR, FieldId.HOUR) or 0),
            timezone=profile.timezone,
        )
    name = input_value(body, BlockId.TEAM_NAME, FieldId.TEAM_NAME).strip()
    guidelines = input_value(body, BlockId.GUIDELINES, FieldId.GUIDELINES).strip()
    escalation = input_value(body, BlockId.CRISIS_TEXT, FieldId.CRISIS_TEXT).strip()
    settings = TeamSettings(escalation or None, guidelines or None)
    return settings, TeamSetup(name=name, report=report, leads=leads)
