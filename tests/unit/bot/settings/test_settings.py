"""Settings: described, checked, and a misspelt one is noticed."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.errors import SettingsError
from bot.settings import PREFIX, Settings, default_data_dir, read_settings, unknown_variables


@pytest.fixture(autouse=True)
def _bare_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variables and no ``.env`` of whoever runs the tests."""
    for name in list(os.environ):
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_every_setting_is_described() -> None:
    """Each setting says what it is for, in a sentence."""
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name


def test_nothing_is_needed_to_begin(tmp_path: Path) -> None:
    """Without any setting there are a database and a key file in the user's data folder."""
    settings = read_settings()

    folder = tmp_path / "data" / "warmline"
    assert default_data_dir() == folder
    assert settings.resolved_database_url == f"sqlite+aiosqlite:///{folder / 'warmline.sqlite3'}"
    assert settings.resolved_key_file == folder / "keys.json"
    assert settings.work_ttl == timedelta(hours=24)
    assert settings.uncounted_ttl == timedelta(minutes=15)
    assert settings.event_memory == timedelta(hours=24)
    assert settings.slack_bot_token is None


def test_variables_and_dotenv_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ``.env`` file sets what the environment does not."""
    Path(".env").write_text("WARMLINE_LOG_JSON=true\nWARMLINE_WORKER_POOL_SIZE=2\n")
    monkeypatch.setenv("WARMLINE_WORKER_POOL_SIZE", "7")

    settings = read_settings()
    assert (settings.log_json, settings.worker_pool_size) == (True, 7)


def test_settings_do_not_change() -> None:
    """Nobody can alter the settings of a running process."""
    with pytest.raises(ValidationError):
        read_settings().log_level = "debug"  # type: ignore[misc]


def test_secrets_do_not_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens, keys and the database's password show neither in text nor in a dump."""
    for name in (
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "SLACK_SIGNING_SECRET",
        "DATABASE_URL",
        "ENCRYPTION_KEYS",
        "PSEUDONYM_KEY",
    ):
        monkeypatch.setenv(PREFIX + name, "hidden-word")

    settings = read_settings()
    assert "hidden-word" not in f"{settings!r} {settings} {settings.model_dump()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WARMLINE_WORK_TTL_HOURS", "25"),
        ("WARMLINE_EVENT_MEMORY_HOURS", "0.5"),
        ("WARMLINE_WORKER_POOL_SIZE", "none"),
        ("WARMLINE_LOG_LEVEL", "loud"),
        ("WARMLINE_ESCALATION_TEXT", ""),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """A value that cannot be is answered with the variable's name and exit code 2."""
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError, match=name) as caught:
        read_settings()
    assert caught.value.exit_code == 2


def test_a_wrong_value_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was wrongly put into a variable may be a secret, so the message leaves it out."""
    monkeypatch.setenv("WARMLINE_LOG_LEVEL", "xoxb-hidden-word")

    with pytest.raises(SettingsError) as caught:
        read_settings()
    assert "hidden-word" not in f"{caught.value!r}{caught.value.__cause__!r}"


def test_misspelt_variables_are_found() -> None:
    """A variable with our prefix that nothing reads is named, with what was probably meant."""
    Path(".env").write_text("WARMLINE_LOGJSON=true\n")
    found = unknown_variables(
        {
            "WARMLINE_SCORER_URI": "x",
            "WARMLINE_SCORER_URL": "x",
            "WARMLINE_WEIGHTS_DIR": "x",
            "WARMLINE_TEST_POSTGRES": "x",
            "WARMLINE_TEST_SANDBOX": "x",
            "WARMLINE_REQUIRE_ALL": "1",
            "WARMLINE_DATA": "x",
            "WARMLINE_DEBUG": "1",
            "PATH": "x",
        },
        also_known={"WARMLINE_WEIGHTS_DIR"},
    )

    assert found == [
        "WARMLINE_LOGJSON is not a setting of Warmline and has no effect; "
        "did you mean WARMLINE_LOG_JSON?",
        "WARMLINE_SCORER_URI is not a setting of Warmline and has no effect; "
        "did you mean WARMLINE_SCORER_URL?",
    ]
