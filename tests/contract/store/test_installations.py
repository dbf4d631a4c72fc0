"""Where the app is installed: tokens sealed, found by workspace, refreshed by one, removed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet

from bot.store.base import Installation, Person
from bot.store.keys import Keys
from bot.store.rotation import Rotation
from bot.store.sql import SqlStore
from bot.store.tables import EventSeenRow, InstallationRow
from tests.contract.store.kept import full_person
from tests.contract.store.test_rotation import under
from tests.contract.store.test_secrecy import everything
from tests.contract.store.values import accepted, rows
from tests.doubles.clock import HandClock

HERE = Installation(
    team_id="T0TEAM",
    enterprise_id="",
    name="Acme",
    bot_id="B0BOT",
    bot_user_id="U0BOT",
    scopes=("chat:write", "commands"),
    token="xoxb-PLANTEDTOKEN",
    refresh_token="xoxe-PLANTEDREFRESH",
)
OTHER = replace(HERE, team_id="T0OTHER", name="Other", token="xoxb-other")
ORG = replace(HERE, team_id="", enterprise_id="E0GRID", name="Grid", token="xoxb-org")


async def test_each_workspace_finds_its_own_installation(store: SqlStore, ana: Person) -> None:
    """Two workspaces are two tokens; a third has none."""
    for one in (HERE, OTHER):
        await store.save_installation(one)

    assert await store.installation(ana) == replace(HERE, revision=1)
    assert await store.installation(Person("T0OTHER", ana.user_id)) == replace(OTHER, revision=1)
    assert await store.installation(Person("T0THIRD", ana.user_id)) is None
    assert [one.name for one in await store.installations()] == ["Acme", "Other"]


async def test_an_organisations_installation_serves_its_workspaces(store: SqlStore) -> None:
    """Any workspace of the organisation finds it, unless it has one of its own; no other does."""
    own = replace(HERE, enterprise_id="E0GRID")
    for one in (ORG, own):
        await store.save_installation(one)

    asked = [Person("T9", "U1", "E0GRID"), Person("", "U1", "E0GRID"), own.home]
    assert [found and found.token for found in [await store.installation(p) for p in asked]] == [
        ORG.token,
        ORG.token,
        own.token,
    ]
    for stranger in (Person("T9", "U1"), Person("T9", "U1", "E0ELSE"), Person("", "")):
        assert await store.installation(stranger) is None


async def test_no_token_and_no_id_stand_in_the_clear(store: SqlStore, database: str) -> None:
    """Whoever has the database has neither the tokens nor the workspaces."""
    await store.save_installation(HERE)
    left = everything(database)
    assert (await rows(store, InstallationRow))[0].access in left
    assert not [one for one in (b"PLANTED", b"T0TEAM", b"B0BOT", b"Acme") if one in left]
    assert "PLANTED" not in repr(await store.installation(HERE.home))


async def test_one_of_many_exchanges_a_token(store: SqlStore, clock: HandClock) -> None:
    """Twenty ask at once and one is told to; if it dies, another one is after a while."""
    await store.save_installation(HERE)
    [seen] = await store.installations()
    asked = [store.claim_refresh(seen, lease_seconds=30) for _ in range(20)]
    assert sum(await asyncio.gather(*asked)) == 1

    clock.advance(seconds=31)
    assert await store.claim_refresh(seen, lease_seconds=30)


async def test_a_refreshed_token_is_kept_with_its_end(store: SqlStore, clock: HandClock) -> None:
    """The new token and its time are read from then on; the claim is over."""
    await store.save_installation(HERE)
    [seen] = await store.installations()
    await store.claim_refresh(seen, lease_seconds=30)
    fresh = replace(seen, token="xoxb-2", expires_at=clock.now + timedelta(hours=12))
    assert await store.renew_installation(fresh)

    found = await store.installation(HERE.home)
    assert found == replace(fresh, revision=2)
    assert found is not None
    assert await store.claim_refresh(found, lease_seconds=30)


@pytest.mark.parametrize("again", [True, False])
async def test_a_late_refresh_does_not_undo_what_came_after(store: SqlStore, again: bool) -> None:
    """Installed anew or removed meanwhile: the token of before is thrown away."""
    await store.save_installation(HERE)
    [seen] = await store.installations()
    await (
        store.save_installation(replace(HERE, token="xoxb-new"))
        if again
        else store.forget_team(team_id="T0TEAM")
    )
    assert not await store.claim_refresh(seen, lease_seconds=30)
    assert not await store.renew_installation(replace(seen, token="xoxb-late"))
    found = await store.installation(HERE.home)
    assert (found and found.token) == ("xoxb-new" if again else None)


async def test_uninstalling_takes_the_token_of_this_workspace_alone(
    store: SqlStore, database: str
) -> None:
    """Nothing of it is left in any byte; the other workspace works on."""
    await store.save_installation(HERE)
    [row] = await rows(store, InstallationRow)
    await store.save_installation(OTHER)
    await store.forget_team(team_id="T0TEAM")

    assert [one.name for one in await store.installations()] == ["Other"]
    left = everything(database)
    assert row.team.encode() not in left
    assert row.access not in left


async def test_an_organisation_that_removes_the_app_takes_every_workspaces_token(
    store: SqlStore,
) -> None:
    """Its own token and those of workspaces in which nobody has checked anything yet."""
    for one in (ORG, replace(HERE, enterprise_id="E0GRID"), OTHER):
        await store.save_installation(one)
    await store.forget_team(team_id="", enterprise_id="E0GRID")
    assert [one.name for one in await store.installations()] == ["Other"]


async def test_an_uninstallation_told_late_leaves_the_new_token(
    store: SqlStore, ana: Person
) -> None:
    """The people of before are forgotten as they asked; the app that is there again goes on."""
    await full_person(store, ana)
    await store.save_installation(HERE)
    gone = await store.forget_team(team_id="T0TEAM", still_installed=True)
    assert gone.people == 1
    assert await store.installation(ana) is not None


async def test_a_state_is_good_once_and_for_ten_minutes(store: SqlStore, clock: HandClock) -> None:
    """The second use, a forged one and a stale one are refused; issuing writes nothing."""
    state = await store.issue_state()
    assert await rows(store, EventSeenRow) == []
    assert [await store.use_state(state) for _ in range(2)] == [True, False]

    stale = await store.issue_state()
    clock.advance(minutes=10)
    forged = ["", "x", state[:-4] + "AAAA", Fernet(Fernet.generate_key()).encrypt(b"{}").decode()]
    assert [await store.use_state(one) for one in (stale, *forged, "é")] == [False] * 6


async def test_what_is_sealed_elsewhere_is_no_state(store: SqlStore) -> None:
    """A sealed token taken from the database opens nothing here."""
    await store.save_installation(HERE)
    [row] = await rows(store, InstallationRow)
    assert not await store.use_state(row.access.decode())


async def test_a_state_is_used_once_among_replicas(store: SqlStore) -> None:
    """Twenty that come back at once with the same state: one is let in."""
    state = await store.issue_state()
    assert sum(await asyncio.gather(*[store.use_state(state) for _ in range(20)])) == 1


async def test_a_key_rotation_reaches_the_tokens(
    store: SqlStore, database: str, keys: Keys, clock: HandClock
) -> None:
    """Under the new keys alone all is found; nothing is left under the old pseudonym."""
    await store.save_installation(HERE)
    [row] = await rows(store, InstallationRow)
    fresh = Fernet.generate_key().decode()
    during = Keys((fresh, *keys.encryption), b"another pseudonym key of some length", ())
    async with under(Rotation, database, during, clock) as rotation:
        assert isinstance(rotation, Rotation)
        assert (await rotation.rotate()).installations == 1
        assert (await rotation.rotate()).installations == 0

    async with under(SqlStore, database, Keys((fresh,), during.pseudonym), clock) as found:
        assert isinstance(found, SqlStore)
        assert await found.installation(HERE.home) == replace(HERE, revision=1)
    assert row.team.encode() not in everything(database)


async def test_the_same_event_key_in_two_workspaces_is_two_events(
    store: SqlStore, ana: Person
) -> None:
    """Ids of people, channels and messages are unique in one workspace alone."""
    stranger = replace(ana, team_id="T0OTHER")
    first, second = [await accepted(store, one, "message:C1:1.0") for one in (ana, stranger)]
    assert first.id != second.id
    assert second.owner == stranger
    assert not (await store.accept("message:C1:1.0", "check", {}, ana)).first
