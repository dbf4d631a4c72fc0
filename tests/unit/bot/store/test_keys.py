"""Keys: made once, private, checked, and never printed."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from pydantic import SecretStr

from bot.errors import SettingsError
from bot.settings import Settings
from bot.store.keys import load_keys, make_key_file, read_key_file

NAMING = "a pseudonym key of enough length"


def settings(
    folder: Path, encryption_keys: str | None = None, pseudonym_key: str | None = None
) -> Settings:
    """Settings with a data folder, and the secrets if given."""
    return Settings(
        data_dir=folder,
        encryption_keys=SecretStr(encryption_keys) if encryption_keys else None,
        pseudonym_key=SecretStr(pseudonym_key) if pseudonym_key else None,
    )


def test_a_first_run_makes_a_private_key_file(tmp_path: Path) -> None:
    """Keys appear in the data folder, for this user alone, and stay the same."""
    folder = tmp_path / "data"
    keys = load_keys(settings(folder))

    path = folder / "keys.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o077 == 0
    assert load_keys(settings(folder)) == keys
    assert list(folder.iterdir()) == [path]


def test_a_key_file_is_never_replaced(tmp_path: Path) -> None:
    """Making keys where there are some leaves them: without them stored data is lost."""
    path = tmp_path / "keys.json"
    make_key_file(path)
    before = path.read_bytes()
    make_key_file(path)

    assert path.read_bytes() == before


def test_processes_that_start_together_use_the_same_keys(tmp_path: Path) -> None:
    """Of many first runs at the same moment one makes the keys and all read them."""
    barrier, found = threading.Barrier(8), []

    def start() -> None:
        barrier.wait()
        found.append(load_keys(settings(tmp_path)))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 8
    assert len(set(found)) == 1


def test_keys_from_the_environment_need_no_file(tmp_path: Path) -> None:
    """With both secrets given, in order and with spaces, nothing is written."""
    one, two = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    keys = load_keys(settings(tmp_path, encryption_keys=f"{one}, {two}", pseudonym_key=NAMING))

    assert keys.encryption == (one, two)
    assert keys.pseudonym == NAMING.encode()
    assert list(tmp_path.iterdir()) == []


def test_one_secret_alone_is_refused(tmp_path: Path) -> None:
    """Half of the secrets in the environment is a mistake, not a reason to make a file."""
    with pytest.raises(SettingsError, match="WARMLINE_ENCRYPTION_KEYS and WARMLINE_PSEUDONYM_KEY"):
        load_keys(settings(tmp_path, pseudonym_key=NAMING))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("encryption", "naming", "says"),
    [
        ("hidden-word", NAMING, "not Fernet keys"),
        (" , ", NAMING, "not Fernet keys"),
        (Fernet.generate_key().decode(), "hidden-word", "at least 32 characters"),
    ],
)
def test_unusable_keys_are_refused_without_showing_them(
    tmp_path: Path, encryption: str, naming: str, says: str
) -> None:
    """A key that will not do is named by where it is, not by what it is."""
    with pytest.raises(SettingsError, match=says) as caught:
        load_keys(settings(tmp_path, encryption_keys=encryption, pseudonym_key=naming))
    assert "hidden-word" not in f"{caught.value!r}{caught.value.__cause__!r}"


def test_one_key_cannot_serve_for_both(tmp_path: Path) -> None:
    """Whoever can seal must not thereby know who is who."""
    key = Fernet.generate_key().decode()
    with pytest.raises(SettingsError, match="differ"):
        load_keys(settings(tmp_path, encryption_keys=key, pseudonym_key=key))


@pytest.mark.parametrize("found", ["hidden-word", "[]", '{"encryption_keys": "x"}', "{}"])
def test_a_broken_key_file_is_named_and_not_shown(tmp_path: Path, found: str) -> None:
    """A key file that cannot be read is answered with its path and what it should hold."""
    path = tmp_path / "keys.json"
    path.write_text(found)

    with pytest.raises(SettingsError, match=r"keys\.json") as caught:
        read_key_file(path)
    assert "hidden-word" not in f"{caught.value!r}{caught.value.__cause__!r}"


def test_a_file_written_by_hand_is_read(tmp_path: Path) -> None:
    """The file's form is two plain names, so that it can come from a secret manager."""
    key = Fernet.generate_key().decode()
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"encryption_keys": [key], "pseudonym_key": NAMING}))

    assert read_key_file(path).encryption == (key,)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Where no key file can be made, the message says which setting helps."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="WARMLINE_KEY_FILE"):
        make_key_file(tmp_path / "file" / "keys.json")


def test_keys_do_not_print(tmp_path: Path) -> None:
    """Keys that end up in a log line show nothing."""
    keys = load_keys(settings(tmp_path))

    assert keys.encryption[0] not in repr(keys)
    assert keys.pseudonym.decode() not in repr(keys)
