"""Key rotation: all is found and opened under the new keys alone, however often it breaks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet

from bot.errors import KeyMismatchError
from bot.store.base import Person, TeamSettings
from bot.store.engine import Database
from bot.store.keys import Keys
from bot.store.rotation import Rotated, Rotation
from bot.store.sql import SqlStore
from bot.store.tables import MemberRow, TeamSettingRow
from tests.contract.store.kept import full_person
from tests.contract.store.opened import opened
from tests.contract.store.test_secrecy import everything
from tests.contract.store.values import DRAFT, rows
from tests.doubles.clock import HandClock


@pytest.fixture
def new_keys(keys: Keys) -> Keys:
    """Keys in the middle of a rotation: the new ones first, the old ones still there."""
    fresh = Fernet.generate_key().decode()
    pseudonym = b"another pseudonym key of some length"
    return Keys((fresh, *keys.encryption), pseudonym, (keys.pseudonym,))


@asynccontextmanager
async def under(
    kind: type[SqlStore] | type[Rotation], database: str, keys: Keys, clock: HandClock
) -> AsyncIterator[object]:
    """Open and close."""
    made = opened(kind, Database(database), keys, clock)
    try:
        yield made
    finally:
        await made._database.close()


async def rotated(database: str, keys: Keys, clock: HandClock) -> Rotated:
    """Rotate to the newest of some keys."""
    async with under(Rotation, database, keys, clock) as rotation:
        assert isinstance(rotation, Rotation)
        return await rotation.rotate()


async def prepared(store: SqlStore, ana: Person, ben: Person) -> None:
    """Two people and a workspace's settings, with everything kept."""
    await full_person(store, ana)
    await full_person(store, ben, "Ev2")
    await store.save_team_settings(ana, TeamSettings("Call 5555 first."))


async def test_after_a_rotation_the_new_keys_alone_find_and_open_everything(  # noqa: PLR0917
    store: SqlStore,
    database: str,
    ana: Person,
    ben: Person,
    new_keys: Keys,
    clock: HandClock,
) -> None:
    """Switches, checks, samples, drafts and settings are all there, and nothing old is."""
    await prepared(store, ana, ben)
    before = await store.export(ana)
    old = [row.id for row in await rows(store, MemberRow)]
    [team] = [row.team for row in await rows(store, TeamSettingRow)]

    done = await rotated(database, new_keys, clock)

    assert done == Rotated(people=2, teams=1, sealed=8, left=0)
    alone = Keys(new_keys.encryption[:1], new_keys.pseudonym)
    async with under(SqlStore, database, alone, clock) as found:
        assert isinstance(found, SqlStore)
        after = await found.export(ana)
        for part in ("checks", "feedback", "suggestions", "samples", "drafts", "switches"):
            assert after[part] == before[part], part
        assert await found.team_settings(ben) == TeamSettings("Call 5555 first.")
        assert (await found.consent(ben)).train
        assert (await found.forget(ben)).checks == 1
    left = everything(database)
    assert not [one for one in (*old, team) if one.encode() in left]


async def test_a_rotation_that_broke_off_is_run_again(  # noqa: PLR0917 - what it needs
    store: SqlStore,
    database: str,
    ana: Person,
    ben: Person,
    new_keys: Keys,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Broken off at each of its steps, it ends the same once it is run to the end."""
    await prepared(store, ana, ben)
    for stop_at in range(6):
        with monkeypatch.context() as patch:
            _break_off(patch, stop_at)
            with pytest.raises(BrokenPipeError):
                await rotated(database, new_keys, clock)
    await rotated(database, new_keys, clock)

    alone = Keys(new_keys.encryption[:1], new_keys.pseudonym)
    async with under(SqlStore, database, alone, clock) as found:
        assert isinstance(found, SqlStore)
        for person in (ana, ben):
            stored = await found.stored_about(person)
            assert (stored.checks, stored.samples, stored.drafts) == (1, 1, 1)
            assert (await found.export(person))["samples"][0]["customer"]


def _break_off(patch: pytest.MonkeyPatch, after: int) -> None:
    """Let a rotation take some steps and break at the next."""
    taken = 0

    def counted(step: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object) -> object:
            nonlocal taken
            taken += 1
            if taken > after:
                raise BrokenPipeError
            return step(*given)

        return call

    for name in ("_move_team", "_move_member", "_reseal"):
        patch.setattr(Rotation, name, counted(getattr(Rotation, name)))


async def test_a_second_rotation_has_nothing_to_do(
    store: SqlStore, database: str, ana: Person, new_keys: Keys, clock: HandClock
) -> None:
    """What is under the newest keys already is left alone."""
    await full_person(store, ana)
    await rotated(database, new_keys, clock)
    assert await rotated(database, new_keys, clock) == Rotated(0, 0, 0, 0)


async def test_an_event_from_before_a_rotation_is_not_taken_twice(
    store: SqlStore, database: str, ana: Person, new_keys: Keys, clock: HandClock
) -> None:
    """Slack's late repeat finds the work that was made under the old key."""
    await full_person(store, ana)
    await rotated(database, new_keys, clock)
    async with under(SqlStore, database, new_keys, clock) as found:
        assert isinstance(found, SqlStore)
        again = await found.accept("Ev1", "check", DRAFT, ana)
        assert not again.first
        assert again.item is not None
        assert again.item.created_at > clock.now - timedelta(hours=1)


async def test_settings_of_a_workspace_nobody_can_name_are_counted(
    store: SqlStore, database: str, ana: Person, new_keys: Keys, clock: HandClock
) -> None:
    """From before this version, without anybody left: said, and left as they are."""
    async with store._database.transaction() as session:
        session.add(TeamSettingRow(team="f" * 64, escalation_text="x", updated_at=clock.now))
    assert (await rotated(database, new_keys, clock)).left == 1


async def test_a_rotation_without_the_old_keys_says_so(
    store: SqlStore, database: str, ana: Person, clock: HandClock
) -> None:
    """Nothing is rewritten when what is there cannot be opened."""
    await full_person(store, ana)
    strange = Keys((Fernet.generate_key().decode(),), b"a key from some other installation..")
    with pytest.raises(KeyMismatchError):
        await rotated(database, strange, clock)
    assert (await store.stored_about(ana)).checks == 1
