"""People's data by hand: see it, forget it, export it, rotate the keys."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.store.base import Person
from bot.store.schema import upgrade
from bot.store.sql import SqlStore, open_store
from tests.contract.store.kept import full_person
from tests.unit.bot.cli.test_main import run

ANA = Person(team_id="T0TEAM", user_id="U0ANALONGID")
WHO = ("--team", ANA.team_id, "--user", ANA.user_id)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with one person in its database."""
    settings = _settings(tmp_path)
    upgrade(settings.resolved_database_url)

    async def fill(store: SqlStore) -> None:
        await full_person(store, ANA)

    with_store(tmp_path, fill)
    return tmp_path


def _settings(home: Path) -> Settings:
    return Settings(_env_file=None, data_dir=home)


def with_store(home: Path, use: object) -> object:
    """Do something with the folder's store, with the keys that are there now."""

    async def go() -> object:
        store = open_store(_settings(home))
        try:
            return await use(store)  # type: ignore[operator]
        finally:
            await store.close()

    return asyncio.run(go())


def test_about_prints_everything_of_one_person(home: Path) -> None:
    """One JSON document with the texts opened; of somebody unknown, that nothing is stored."""
    shown = json.loads(run("about", *WHO, WARMLINE_DATA_DIR=str(home)).stdout)
    assert shown["person"]["user_id"] == ANA.user_id
    assert shown["samples"][0]["reply"].startswith("Dear [name]")

    other = run("about", "--team", "T0TEAM", "--user", "U0NOBODY", WARMLINE_DATA_DIR=str(home))
    assert json.loads(other.stdout) == {"stored": False}


def test_forget_asks_first(home: Path) -> None:
    """Without a yes nothing is deleted; with one, the numbers are printed."""
    refused = run("forget", *WHO, WARMLINE_DATA_DIR=str(home))
    assert refused.returncode != 0

    done = run("forget", *WHO, "--yes", WARMLINE_DATA_DIR=str(home))
    assert done.returncode == 0
    assert "Deleted 1 checks, 1 samples and 1 drafts" in done.stdout


def test_an_export_goes_into_the_data_folder(home: Path) -> None:
    """The file is named and holds one line."""
    done = run("feedback", "export", WARMLINE_DATA_DIR=str(home))
    [file] = (home / "exports").iterdir()
    assert str(file) in done.stdout
    assert json.loads(file.read_text())["context"] == "It broke. PLANTEDCUSTOMER is waiting."


def test_training_exports_the_store_itself(tmp_path: Path) -> None:
    """``--from-feedback store`` writes the file that it reads; here nobody has rated anything."""
    models = str(tmp_path / "models")
    environment = {"WARMLINE_DATA_DIR": str(tmp_path), "SCORER_WEIGHTS_DIR": models}
    done = run("train", "--from-feedback", "store", **environment)
    assert done.returncode == 2
    assert "holds nothing to learn from" in done.stderr
    [file] = (tmp_path / "exports").iterdir()
    assert file.read_text() == ""


def test_a_store_that_cannot_be_read_is_said_in_one_sentence(tmp_path: Path) -> None:
    """The bot's own sentence and exit code, though the command is the model side's."""
    environment = {"WARMLINE_DATA_DIR": str(tmp_path), "WARMLINE_DATABASE_URL": "nonsense://"}
    done = run("train", "--from-feedback", "store", **environment)
    assert done.returncode == 2
    assert done.stderr == "WARMLINE_DATABASE_URL must begin with sqlite: or postgresql:.\n"


def test_the_owners_switch_names_its_legal_basis(home: Path) -> None:
    """On prints what it takes and asks; off removes the messages."""
    environment = {"WARMLINE_DATA_DIR": str(home)}
    asked = run("customer-text", "on", "--team", ANA.team_id, **environment)
    assert asked.returncode != 0
    assert "Article 6(1)(f)" in asked.stderr
    assert "Slack's API terms" in asked.stderr

    assert run("customer-text", "off", "--team", ANA.team_id, **environment).returncode == 0
    shown = json.loads(run("about", *WHO, **environment).stdout)
    assert shown["samples"][0]["customer"] is None
    assert run("customer-text", "maybe", "--team", "T1", **environment).returncode == 2


def test_rotated_keys_find_everything_and_the_old_ones_are_gone(home: Path) -> None:
    """New keys in the file, the same data under them, and the old encryption key dropped."""
    old = json.loads((home / "keys.json").read_text())
    done = run("keys", "rotate", "--yes", WARMLINE_DATA_DIR=str(home))
    new = json.loads((home / "keys.json").read_text())

    assert done.returncode == 0, done.stderr
    assert "1 people, 1 workspaces, 0 installations and 4 sealed texts" in done.stdout
    assert len(new["encryption_keys"]) == 1
    assert new["encryption_keys"] != old["encryption_keys"]
    assert new["earlier_pseudonym_keys"] == [old["pseudonym_key"]]
    assert "rotating" not in new
    assert (home / "keys.json").stat().st_mode & 0o077 == 0

    async def look(store: SqlStore) -> int:
        return (await store.stored_about(ANA)).checks

    assert with_store(home, look) == 1


def test_a_rotation_that_was_begun_goes_on_with_its_keys(home: Path) -> None:
    """A second run makes no third key: what the first run wrote stays readable."""
    from bot.store.keys import begin_rotation

    begin_rotation(home / "keys.json")
    begun = json.loads((home / "keys.json").read_text())
    begin_rotation(home / "keys.json")
    assert json.loads((home / "keys.json").read_text()) == begun
    run("keys", "rotate", "--yes", WARMLINE_DATA_DIR=str(home))
    ended = json.loads((home / "keys.json").read_text())
    assert ended["encryption_keys"] == begun["encryption_keys"][:1]
