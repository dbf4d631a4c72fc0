"""Where the app listens over HTTP, and what it says when it can't."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from bot.__main__ import build
from bot.app import open_bot, open_jobs
from bot.errors import SettingsError
from bot.http import Address, parse_address
from bot.settings import Settings
from tests.doubles.scorer import DoubleScorer


@pytest.mark.parametrize(
    ("text", "host", "port", "local"),
    [
        ("127.0.0.1:8432", "127.0.0.1", 8432, True),
        ("[::1]:80", "::1", 80, True),
        ("localhost:0", "localhost", 0, True),
        ("0.0.0.0:8432", "0.0.0.0", 8432, False),  # noqa: S104 - read, not listened at
        ("warmline.example:8432", "warmline.example", 8432, False),
    ],
)
def test_an_address_is_read(text: str, host: str, port: int, local: bool) -> None:
    """Host and port, and whether only this machine reaches it."""
    found = parse_address(text)
    assert (found, found.is_local) == (Address(host, port), local)


@pytest.mark.parametrize("text", ["", "8432", ":8432", "127.0.0.1:", "127.0.0.1:99999", "a:b"])
def test_what_is_no_address_is_refused(text: str) -> None:
    """With an example of one."""
    with pytest.raises(SettingsError, match="HOST:PORT"):
        parse_address(text)


def test_an_address_needs_the_option() -> None:
    """`warmline bot 127.0.0.1:80` would otherwise connect by Socket Mode unasked."""
    result = CliRunner().invoke(build(), ["bot", "127.0.0.1:80"])
    assert result.exit_code == 2
    assert "--http" in result.output


def settings(folder: Path, **given: Any) -> Settings:
    """Settings of an app for many workspaces."""
    named = {
        "slack_client_id": "1.2",
        "slack_client_secret": SecretStr("s"),
        "slack_signing_secret": SecretStr("s"),
        "public_url": "https://warmline.example",
    }
    return Settings(_env_file=None, data_dir=folder, **{**named, **given})


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"slack_client_id": ""}, "WARMLINE_SLACK_CLIENT_ID"),
        ({"slack_signing_secret": None}, "WARMLINE_SLACK_SIGNING_SECRET"),
        ({"public_url": ""}, "WARMLINE_PUBLIC_URL"),
    ],
)
async def test_what_is_missing_is_named_before_anything_opens(
    tmp_path: Path, given: dict[str, Any], named: str
) -> None:
    """Without a signing secret, above all, nothing listens."""
    folder = tmp_path / "data"
    with pytest.raises(SettingsError, match=named):
        async with open_bot(settings(folder, **given), http=Address("127.0.0.1", 0)):
            pass
    assert not folder.exists()


async def test_a_taken_port_is_said(tmp_path: Path) -> None:
    """With the command that chooses another."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        where = Address("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(SettingsError, match="--http HOST:PORT"):
            async with open_bot(settings(tmp_path), scorer=DoubleScorer(), http=where):
                pass


async def test_jobs_of_many_workspaces_need_no_bot_token(tmp_path: Path) -> None:
    """They find each workspace's token in the database."""
    async with open_jobs(settings(tmp_path)):
        assert (tmp_path / "warmline.sqlite3").exists()
