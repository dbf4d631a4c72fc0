"""What a lead sets up for a team, and who leads it."""

from __future__ import annotations

from dataclasses import replace

from bot.store.base import Person, ReportTime, TeamSettings, TeamSetup
from bot.store.sql import SqlStore
from bot.store.tables import AuditRow, MemberRow, TeamSettingRow
from tests.contract.store.values import rows

SETTINGS = TeamSettings("Ring 100 first.", "No exclamation marks.")
REPORT = ReportTime("C0TEAM", 4, 16, "Europe/Berlin")


async def test_nothing_is_set_up_at_first(store: SqlStore, ana: Person) -> None:
    """No name, no report, no leads."""
    assert await store.team_setup(ana) == TeamSetup()
    assert not await store.is_lead(ana)


async def test_what_is_set_up_is_read_by_all_of_the_workspace(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """A colleague reads the same, another workspace nothing."""
    setup = TeamSetup("Parcels", REPORT, frozenset({ben.user_id}))
    await store.save_team(ana, SETTINGS, setup, with_leads=True)

    assert await store.team_setup(ben) == setup
    assert await store.team_settings(ben) == SETTINGS
    assert await store.team_setup(Person("T0OTHER", ana.user_id)) == TeamSetup()


async def test_leads_are_those_named_last(store: SqlStore, ana: Person, ben: Person) -> None:
    """Naming others takes the mark from those who had it."""
    await store.save_team(ana, SETTINGS, TeamSetup(leads=frozenset({ben.user_id})), with_leads=True)
    assert [await store.is_lead(person) for person in (ana, ben)] == [False, True]

    await store.save_team(ana, SETTINGS, TeamSetup(leads=frozenset({ana.user_id})), with_leads=True)
    assert [await store.is_lead(person) for person in (ana, ben)] == [True, False]


async def test_who_may_not_name_leads_leaves_them(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """Without leads the rest is replaced and the leads stay."""
    first = TeamSetup("Parcels", REPORT, frozenset({ben.user_id}))
    await store.save_team(ana, SETTINGS, first, with_leads=True)
    await store.save_team(ben, TeamSettings(), TeamSetup("Letters"), with_leads=False)

    assert await store.team_setup(ana) == TeamSetup("Letters", None, first.leads)
    assert await store.team_settings(ana) == TeamSettings()


async def test_a_lead_of_one_workspace_leads_no_other(store: SqlStore, ana: Person) -> None:
    """The same id elsewhere is another person."""
    setup = TeamSetup(leads=frozenset({ana.user_id}))
    await store.save_team(ana, SETTINGS, setup, with_leads=True)
    stranger = replace(ana, team_id="T0OTHER")
    await store.save_team(stranger, SETTINGS, TeamSetup(), with_leads=True)

    assert await store.is_lead(ana)
    assert not await store.is_lead(stranger)


async def test_no_lead_is_named_in_the_clear(store: SqlStore, ana: Person, ben: Person) -> None:
    """The database knows a pseudonym that leads; whose it is, is sealed."""
    setup = TeamSetup("Parcels", REPORT, frozenset({ben.user_id}))
    await store.save_team(ana, SETTINGS, setup, with_leads=True)

    kept = [*await rows(store, MemberRow), *await rows(store, TeamSettingRow)]
    assert ben.user_id not in str([row.model_dump() for row in kept])


async def test_who_is_forgotten_leads_nothing(store: SqlStore, ana: Person, ben: Person) -> None:
    """Forgetting a lead takes the mark with the person."""
    setup = TeamSetup(leads=frozenset({ben.user_id}))
    await store.save_team(ana, SETTINGS, setup, with_leads=True)
    await store.forget(ben)

    assert (await store.team_setup(ana)).leads == frozenset()
    assert not await store.is_lead(ben)


async def test_a_change_of_the_setup_is_in_the_audit_trail(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """Who changed which fields and when; nothing of what was written in them."""
    setup = TeamSetup("Parcels", REPORT, frozenset({ben.user_id}))
    await store.save_team(ana, SETTINGS, setup, with_leads=True)
    later = replace(SETTINGS, escalation_text="Ring 200 first.")
    await store.save_team(ben, later, replace(setup, name="Letters"), with_leads=False)
    await store.save_team(ben, later, replace(setup, name="Letters"), with_leads=True)

    first, second = await rows(store, AuditRow)
    assert [first.action, second.action] == ["setup_changed"] * 2
    assert sorted(first.counts) == [
        "escalation_text",
        "guidelines",
        "leads",
        "name",
        "report_channel",
        "report_hour",
        "report_timezone",
        "report_weekday",
    ]
    assert second.counts == {"name": 1, "escalation_text": 1}
    assert first.member != second.member
    [shown] = (await store.export(ben))["audit"]
    assert (shown["action"], shown["counts"]) == ("setup_changed", second.counts)


async def test_who_is_forgotten_leaves_the_change_and_not_their_name(
    store: SqlStore, ana: Person
) -> None:
    """The entry stays, nobody stands in it."""
    await store.save_team(ana, SETTINGS, TeamSetup("Parcels"), with_leads=False)
    await store.forget(ana)
    entries = {entry.action: entry.member for entry in await rows(store, AuditRow)}
    assert entries == {"setup_changed": None, "person_forgotten": None}
