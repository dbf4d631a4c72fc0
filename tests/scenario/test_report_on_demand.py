"""The weekly report on demand, over a quarter of data: for whoever asks, the same for all."""

from __future__ import annotations

from bot.clock import utc_now
from bot.ids import ActionId, FieldId, ViewId
from bot.report.weeks import Week
from bot.sandbox.driver import shown_text
from bot.sandbox.model import TEAM_ID
from bot.sandbox.run import fill_demo, sandbox_settings
from bot.settings import Settings
from bot.store.base import Person
from tests.scenario.conftest import Office


async def with_a_quarter(office: Office) -> str:
    """Put the simulated quarter behind the team; returns its last week."""
    settings = sandbox_settings(
        Settings(_env_file=None), office.sandbox.double.base_url, office.folder
    )
    await fill_demo(settings, TEAM_ID)
    return Week.of(utc_now(), "UTC").later(-1).name


async def test_a_preview_is_for_its_reader_alone_and_app_home_shows_the_same(
    office: Office,
) -> None:
    """The command says where and when the report comes by itself; a colleague reads the same."""
    week = await with_a_quarter(office)
    await office.you.types("/empathy report")
    preview = await office.you.sees("people checked")
    assert preview.shown_to == office.you.member.id
    assert "Only you see this. The same report comes to <#C0INBOX> on Mondays." in shown_text(
        preview
    )
    assert week in shown_text(preview)
    await office.you.opens_home()
    await office.you.sees_home("What leads see")
    await office.you.clicks_home(ActionId.HOME_REPORT)
    home = await office.you.sees_home("people checked")
    sentence = next(line for line in shown_text(preview).splitlines() if line.startswith("*"))
    assert "people checked" in sentence
    assert sentence in shown_text(home)


async def test_a_team_opts_out_and_can_still_ask(office: Office) -> None:
    """*No weekly report* ends the report that comes by itself; nothing is hidden from who asks."""
    assert office.bot is not None
    await with_a_quarter(office)
    team = Person(TEAM_ID, "")
    assert [found.team for found in await office.bot.store.report_teams()] == [team]
    await office.you.opens_home()
    await office.you.sees_home("Your team")
    await office.you.clicks_home(ActionId.HOME_SETUP)
    form = await office.you.sees_view(ViewId.SETUP)
    await office.you.fills(form, {FieldId.DAY: "none"}).submits()
    await office.you.sees_home("Your team")
    assert await office.bot.store.report_teams() == []
    await office.you.types("/empathy report")
    preview = await office.you.sees("people checked")
    assert "No weekly report is set up" in shown_text(preview)
