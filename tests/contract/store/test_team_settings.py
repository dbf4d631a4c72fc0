"""What a workspace sets up."""

from __future__ import annotations

from bot.store.base import Person, TeamSettings
from bot.store.sql import SqlStore


async def test_a_workspace_begins_with_defaults(store: SqlStore, ana: Person) -> None:
    """Nothing set up reads as None, which means Warmline's default."""
    assert await store.team_settings(ana) == TeamSettings(None, None)


async def test_settings_belong_to_the_workspace(store: SqlStore, ana: Person, ben: Person) -> None:
    """What one person saves, a colleague reads and another workspace does not."""
    stranger = Person(team_id="T0OTHER", user_id=ana.user_id)
    await store.save_team_settings(ana, TeamSettings("Call 5555 first.", None))
    await store.save_team_settings(ben, TeamSettings("Call 6666 first.", "No exclamation marks."))

    assert await store.team_settings(ana) == TeamSettings(
        "Call 6666 first.", "No exclamation marks."
    )
    assert await store.team_settings(stranger) == TeamSettings()
