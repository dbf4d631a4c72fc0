"""App Home: a person's own trend and last checks, their switches, what leads see, the team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.blocks.parts import (
    Block,
    View,
    actions,
    button,
    context,
    divider,
    escape,
    header,
    option,
    section,
    whole,
)
from bot.blocks.views import error_blocks
from bot.ids import COMMAND, ActionId, BlockId
from bot.profiles import Profile
from bot.roles import Role
from bot.store.base import Consent, OwnCheck, TeamSettings, TeamSetup
from bot.store.consent import SWITCHES
from bot.strings import card as card_words
from bot.strings import disputes
from bot.strings import home as words
from bot.trend import Trend, last_of_each_draft, trend_of
from bot.when import hour_name, next_report, slack_date

LAST_SHOWN: Final = 6


@dataclass(frozen=True, slots=True)
class Home:
    """Everything a person's Home tab is drawn from.

    Attributes:
        profile: Who they are.
        role: What they may do.
        consent: Their switches.
        checks: Their own checks, newest first.
        settings: Guidelines and escalation text of their team.
        setup: Name, report and leads of their team.
        now: The time.
    """

    profile: Profile
    role: Role
    consent: Consent
    checks: Sequence[OwnCheck]
    settings: TeamSettings
    setup: TeamSetup
    now: datetime


def home_view(home: Home) -> View:
    """Draw the Home tab; about thirty blocks."""
    check = button(words.CHECK, ActionId.HOME_CHECK, style="primary")
    blocks = [
        section(words.INTRO),
        actions([check], block_id=BlockId.ACTIONS),
        *_trend(home),
        *_last(home),
        *_switches(home.consent),
        header(words.LEADS_SEE_HEADER),
        section(words.LEADS_SEE, accessory=button(words.REPORT_OPEN, ActionId.HOME_REPORT)),
        *_team(home),
        *_admin(home),
        divider(),
        context([words.FOOTER]),
    ]
    return {"type": "home", "blocks": blocks}


def home_error_view(message: str, error_id: str, link: str = "") -> View:
    """Draw a Home tab that could not be made: a plain sentence with its reference."""
    return {"type": "home", "blocks": error_blocks(message, error_id, link=link)}


def _trend(home: Home) -> list[Block]:
    if not home.consent.checks_count:
        return [header(words.TREND_HEADER), section(words.TREND_OFF)]
    trend = trend_of(home.checks, home.profile)
    if len(trend.points) < 2:
        return [header(words.TREND_HEADER), section(words.TREND_TOO_FEW)]
    weekly = trend.by == "week"
    note = words.TREND_NOTE_WEEK if weekly else words.TREND_NOTE_DRAFT
    return [header(words.TREND_HEADER), _chart(trend), context([note])]


def _chart(trend: Trend) -> Block:
    labels = [label for label, _ in trend.points]
    by_draft = words.TREND_BY_DRAFT.format(count=len(labels))
    return {
        "type": "data_visualization",
        "block_id": BlockId.TREND,
        "title": words.TREND_TITLE,
        "chart": {
            "type": "line",
            "series": [
                {
                    "name": words.TREND_SERIES,
                    "data": [{"label": label, "value": value} for label, value in trend.points],
                }
            ],
            "axis_config": {
                "categories": labels,
                "x_label": words.TREND_BY_WEEK if trend.by == "week" else by_draft,
                "y_label": words.TREND_AXIS,
            },
        },
    }


def _last(home: Home) -> list[Block]:
    shown = last_of_each_draft(home.checks)[:LAST_SHOWN]
    rows = [_row(check, home.profile) for check in shown]
    body = "\n".join(rows) or words.LAST_NONE
    return [header(words.LAST_HEADER), section(body, block_id=BlockId.LAST)]


def _row(check: OwnCheck, profile: Profile) -> str:
    when = slack_date(check.checked_at, profile.timezone, profile.locale)
    if check.overall is None or check.band is None:
        return words.LAST_ROW_NOT_SCORED.format(when=when)
    template = words.LAST_ROW if check.rating is None else words.LAST_ROW_RATED
    told = f" · {disputes.TOLD[check.outcome]}" if check.outcome else ""
    row = template.format(
        when=when,
        score=whole(check.overall),
        band=card_words.BAND[check.band],
        rating=check.rating,
    )
    return row + told


def _switches(consent: Consent) -> list[Block]:
    options = {
        name: option(title, name, description=about)
        for name, (title, about) in words.SWITCHES.items()
    }
    boxes: Block = {
        "type": "checkboxes",
        "action_id": ActionId.HOME_SWITCHES,
        "options": [options[name] for name in SWITCHES],
    }
    if on := [options[name] for name in SWITCHES if getattr(consent, name)]:
        boxes["initial_options"] = on
    return [
        header(words.SWITCHES_HEADER),
        actions([boxes], block_id=_state_id(consent)),
        context([words.SWITCHES_NOTE.format(command=COMMAND)]),
    ]


def _state_id(consent: Consent) -> str:
    """Name the block after what it shows.

    Slack keeps what was clicked in a control whose ids stay the same: under a fresh name the
    switches always show what is stored, also when they were changed elsewhere.
    """
    return ".".join([BlockId.SWITCHES, *(name for name in SWITCHES if getattr(consent, name))])


def _team(home: Home) -> list[Block]:
    may = home.role != "member"
    if home.setup == TeamSetup() and home.settings == TeamSettings():
        text = words.TEAM_NONE_MAY if may else words.TEAM_NONE
    else:
        text = "\n".join(_team_lines(home))
    label = words.CHANGE_SETUP if home.setup.name else words.SET_UP
    change = button(label, ActionId.HOME_SETUP) if may else None
    return [header(words.TEAM_HEADER), section(text, block_id=BlockId.TEAM, accessory=change)]


def _admin(home: Home) -> list[Block]:
    if home.role != "admin":
        return []
    return [actions([button(disputes.OPEN, ActionId.HOME_DISPUTES)], block_id=BlockId.ADMIN)]


def _team_lines(home: Home) -> list[str]:
    setup, settings = home.setup, home.settings
    name = words.TEAM_NAME.format(name=escape(setup.name)) if setup.name else words.TEAM_UNNAMED
    leads = " ".join(f"<@{user_id}>" for user_id in sorted(setup.leads))
    own = words.OWN_TEXT
    return [
        name,
        _report(home),
        words.TEAM_LEADS.format(leads=leads) if leads else words.TEAM_NO_LEADS,
        words.TEAM_GUIDELINES.format(state=own if settings.guidelines else words.NO_TEXT),
        words.TEAM_ESCALATION.format(state=own if settings.escalation_text else words.DEFAULT_TEXT),
    ]


def _report(home: Home) -> str:
    report = home.setup.report
    if report is None:
        return words.TEAM_NO_REPORT
    channel = words.TEAM_IN_CHANNEL.format(channel=report.channel_id)
    return words.TEAM_REPORT.format(
        day=words.DAYS[report.weekday],
        hour=hour_name(report.hour, home.profile.locale),
        timezone=report.timezone,
        where=channel if report.channel_id else words.TEAM_TO_LEADS,
        next=slack_date(next_report(report, home.now), home.profile.timezone, home.profile.locale),
    )
