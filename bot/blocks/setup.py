"""The form in which a lead or an admin sets a team up."""

from __future__ import annotations

from typing import Final

from bot.blocks.forms import field, modal, text_input
from bot.blocks.parts import Block, View, option, plain, showable
from bot.ids import BlockId, FieldId, ViewId
from bot.profiles import Profile
from bot.roles import Role
from bot.store.base import TeamSettings, TeamSetup
from bot.store.teams import NAME_MAX
from bot.strings import home as words
from bot.when import hour_name

#: Value of *No weekly report*.
NO_DAY: Final = "none"
#: Value of the owner's box when it is ticked.
CUSTOMER_ON: Final = "on"
LEADS_MAX: Final = 10
ESCALATION_MAX: Final = 2500
_FIRST_HOUR: Final = 9


def setup_view(
    settings: TeamSettings,
    setup: TeamSetup,
    role: Role,
    profile: Profile,
    *,
    customer_text: bool = False,
) -> View:
    """Build the form; only an admin is asked who leads, only an owner about customers' messages."""
    blocks = [
        text_input(
            BlockId.TEAM_NAME,
            FieldId.TEAM_NAME,
            words.SETUP_NAME,
            value=setup.name,
            focus=True,
            longest=NAME_MAX,
            multiline=False,
        ),
        *_report_fields(setup, profile),
        *([_leads_field(setup)] if role == "admin" else []),
        text_input(
            BlockId.GUIDELINES,
            FieldId.GUIDELINES,
            words.SETUP_GUIDELINES,
            words.SETUP_GUIDELINES_HINT,
            value=showable(settings.guidelines or ""),
            optional=True,
        ),
        text_input(
            BlockId.CRISIS_TEXT,
            FieldId.CRISIS_TEXT,
            words.SETUP_ESCALATION,
            words.SETUP_ESCALATION_HINT,
            value=showable(settings.escalation_text or ""),
            optional=True,
            longest=ESCALATION_MAX,
        ),
        *([_customer_field(on=customer_text)] if profile.owner else []),
    ]
    return modal(ViewId.SETUP, words.SETUP_TITLE, blocks, submit=words.SETUP_SAVE)


def _report_fields(setup: TeamSetup, profile: Profile) -> list[Block]:
    report = setup.report
    day = str(report.weekday) if report else NO_DAY
    hour = str(report.hour if report else _FIRST_HOUR)
    days = {NO_DAY: words.SETUP_NO_DAY} | {str(n): name for n, name in enumerate(words.DAYS)}
    hours = {str(n): hour_name(n, profile.locale) for n in range(24)}
    timezone = words.SETUP_HOUR_HINT.format(timezone=profile.timezone)
    return [
        field(
            BlockId.CHANNEL,
            words.SETUP_CHANNEL,
            _channel_select(report.channel_id if report else ""),
            hint=words.SETUP_CHANNEL_HINT,
            optional=True,
        ),
        field(BlockId.DAY, words.SETUP_DAY, _select(FieldId.DAY, days, day)),
        field(BlockId.HOUR, words.SETUP_HOUR, _select(FieldId.HOUR, hours, hour), hint=timezone),
    ]


def _select(action_id: str, choices: dict[str, str], chosen: str) -> Block:
    options = {value: option(text, value) for value, text in choices.items()}
    return {
        "type": "static_select",
        "action_id": action_id,
        "options": list(options.values()),
        "initial_option": options[chosen],
    }


def _channel_select(channel_id: str) -> Block:
    select: Block = {
        "type": "conversations_select",
        "action_id": FieldId.CHANNEL,
        "placeholder": plain(words.SETUP_CHANNEL_PLACEHOLDER, 150),
        "filter": {
            "include": ["public", "private"],
            "exclude_external_shared_channels": True,
        },
    }
    return select | ({"initial_conversation": channel_id} if channel_id else {})


def _customer_field(*, on: bool) -> Block:
    choice = option(words.SETUP_CUSTOMER_OPTION, CUSTOMER_ON)
    boxes: Block = {
        "type": "checkboxes",
        "action_id": FieldId.CUSTOMER_TEXT,
        "options": [choice],
    }
    if on:
        boxes["initial_options"] = [choice]
    hint = words.SETUP_CUSTOMER_HINT
    return field(BlockId.CUSTOMER_TEXT, words.SETUP_CUSTOMER, boxes, hint=hint, optional=True)


def _leads_field(setup: TeamSetup) -> Block:
    select: Block = {
        "type": "multi_users_select",
        "action_id": FieldId.LEADS,
        "placeholder": plain(words.SETUP_LEADS_PLACEHOLDER, 150),
        "max_selected_items": LEADS_MAX,
    }
    if setup.leads:
        select["initial_users"] = sorted(setup.leads)
    hint = words.SETUP_LEADS_HINT
    return field(BlockId.LEADS, words.SETUP_LEADS, select, hint=hint, optional=True)
