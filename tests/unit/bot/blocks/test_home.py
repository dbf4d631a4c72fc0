"""App Home and the team's form: within Slack's limits, inert, and true to who looks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from slackblocks import AxisConfig, DataPoint, DataSeries, DataVisualizationBlock, LineChart

from bot.blocks.home import Home, home_error_view, home_view
from bot.blocks.setup import setup_view
from bot.ids import ActionId, BlockId
from bot.profiles import Profile
from bot.sandbox.validate import check_view
from bot.store.base import Consent, OwnCheck, ReportTime, TeamSettings, TeamSetup
from tests.unit.bot.blocks.oracle import all_text

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
LEADS = frozenset(f"U{n:010d}" for n in range(10))
FULL = TeamSetup(
    "P" * 80, ReportTime("C0123456789", 6, 23, "America/Argentina/Buenos_Aires"), LEADS
)
TEXTS = TeamSettings("Ring 100. " * 250, "No jargon. " * 270)


def checks(count: int, *, apart: timedelta) -> list[OwnCheck]:
    """Checks of different drafts, newest first."""
    return [
        OwnCheck(f"c{n}", f"s{n}", NOW - n * apart, 100.0 - n % 90, "excellent", n % 5 + 1)
        for n in range(count)
    ]


def home(**changed: Any) -> Home:
    """An admin's Home with everything in it."""
    full = Home(
        profile=Profile(admin=True, timezone="Europe/London"),
        role="admin",
        consent=Consent(True, NOW, keep_samples=True, train=True),
        checks=checks(500, apart=timedelta(hours=4)),
        settings=TEXTS,
        setup=FULL,
        now=NOW,
    )
    return replace(full, **changed)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"checks": []},
        {"checks": checks(1, apart=timedelta(hours=1))},
        {"checks": checks(60, apart=timedelta(minutes=1))},
        {"consent": Consent(False, None)},
        {"role": "member", "setup": TeamSetup(), "settings": TeamSettings()},
        {"setup": replace(FULL, report=None, leads=frozenset())},
    ],
)
def test_every_home_is_one_that_slack_takes(changed: dict[str, Any]) -> None:
    """Full or empty, on or off: no limit is broken."""
    assert check_view(home_view(home(**changed))) == ()


@pytest.mark.parametrize("apart", [timedelta(hours=4), timedelta(minutes=1)])
def test_the_chart_is_one_that_others_would_build(apart: timedelta) -> None:
    """``slackblocks`` makes the same block from the same points, and finds nothing wrong."""
    blocks = home_view(home(checks=checks(60, apart=apart)))["blocks"]
    [ours] = [b for b in blocks if b["type"] == "data_visualization"]
    chart, axis = ours["chart"], ours["chart"]["axis_config"]
    theirs = DataVisualizationBlock(
        title=ours["title"],
        block_id=ours["block_id"],
        chart=LineChart(
            series=[
                DataSeries(
                    name=series["name"],
                    data=[DataPoint(p["label"], p["value"]) for p in series["data"]],
                )
                for series in chart["series"]
            ],
            axis_config=AxisConfig(axis["categories"], axis["x_label"], axis["y_label"]),
        ),
    )
    assert theirs._resolve() == ours


def test_a_team_name_pings_nobody() -> None:
    """A lead's name for the team is letters."""
    shown = home_view(home(setup=TeamSetup("<!channel> *bold* <@U1>")))
    [team] = [b for b in shown["blocks"] if b.get("block_id") == BlockId.TEAM]
    assert "<!" not in team["text"]["text"]
    assert "<@U1>" not in team["text"]["text"]


def test_a_member_is_offered_no_setup() -> None:
    """The button is for who may use it; what is set up is for all to read."""
    shown = home_view(home(role="member"))
    assert ActionId.HOME_SETUP not in str(shown)
    assert "Leads:" in all_text(shown["blocks"])


def test_only_six_checks_are_listed() -> None:
    """The last ones, each with the person's own rating where they gave one."""
    shown = home_view(home())
    [last] = [b for b in shown["blocks"] if b.get("block_id") == BlockId.LAST]
    lines = last["text"]["text"].splitlines()
    assert len(lines) == 6
    assert all("your rating" in line for line in lines)


def test_a_check_that_was_not_scored_has_no_number() -> None:
    """It says so in place of a score."""
    [check] = checks(1, apart=timedelta(hours=1))
    shown = home_view(home(checks=[replace(check, overall=None, band=None)]))
    [last] = [b for b in shown["blocks"] if b.get("block_id") == BlockId.LAST]
    assert last["text"]["text"].endswith("not scored")


@pytest.mark.parametrize("role", ["admin", "lead"])
@pytest.mark.parametrize("locale", ["en-GB", "en-US"])
@pytest.mark.parametrize("setup", [FULL, TeamSetup()])
def test_the_form_is_one_that_slack_takes(role: Any, locale: str, setup: TeamSetup) -> None:
    """With everything filled in or nothing."""
    profile = Profile(admin=True, timezone="Europe/London", locale=locale)
    shown = setup_view(TEXTS, setup, role, profile)
    assert check_view(shown) == ()
    assert (BlockId.LEADS in [b["block_id"] for b in shown["blocks"]]) is (role == "admin")


def test_an_error_is_a_home_of_its_own() -> None:
    """A sentence, its reference and the place to mend it."""
    shown = home_error_view("It broke.", "3f9a01c2", "https://api.slack.com/apps/A1")
    assert check_view(shown) == ()
    assert "https://api.slack.com/apps/A1" in str(shown)
