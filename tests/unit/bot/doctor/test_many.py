"""``doctor`` on an app for many workspaces, and on the app's settings at Slack."""

from __future__ import annotations

from collections.abc import AsyncIterator
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.doctor.findings import Finding, lines
from bot.doctor.many import many_findings
from bot.doctor.scorer import address_findings
from bot.doctor.subscriptions import differences, subscription_findings
from bot.manifest import bot_scopes, http_manifest, read_manifest
from bot.settings import Settings
from bot.store.base import Installation
from bot.store.keys import make_key_file
from bot.store.schema import upgrade
from bot.store.sql import open_store

pytestmark = pytest.mark.anyio
HERE = Installation(
    team_id="T0TEAM",
    enterprise_id="",
    name="Acme",
    bot_id="B0BOT",
    bot_user_id="U0BOT",
    scopes=tuple(bot_scopes()),
    token="xoxb-secret",
)


class Slack:
    """A Web API that answers as it is told."""

    def __init__(self) -> None:
        self.auth: dict[str, Any] = {"ok": True, "team": "Acme", "user": "w", "bot_id": "B0BOT"}
        self.manifest: dict[str, Any] = {"ok": True, "manifest": read_manifest()}
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        """Answer any of three methods."""
        name = request.match_info["method"]
        bot = {"ok": True, "bot": {"app_id": "A0APP"}}
        said = {"auth.test": self.auth, "bots.info": bot, "apps.manifest.export": self.manifest}
        return web.json_response(said[name], headers={"x-oauth-scopes": ",".join(bot_scopes())})


@pytest.fixture
async def slack(anyio_backend: str) -> AsyncIterator[Slack]:
    """A served Slack."""
    double, app = Slack(), web.Application()
    app.router.add_route("*", "/api/{method}", double.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    double.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
    yield double
    await runner.cleanup()


def settings(folder: Path, slack: Slack, **given: Any) -> Settings:
    """Make the settings of an app for many workspaces."""
    named = {
        "slack_client_id": "1.2",
        "slack_client_secret": SecretStr("secret"),
        "slack_signing_secret": SecretStr("secret"),
        "public_url": "https://warmline.example",
    }
    return Settings(_env_file=None, data_dir=folder, slack_api_url=slack.url, **{**named, **given})


async def installed(chosen: Settings, *there: Installation) -> None:
    """Make the database, with some installations in it."""
    make_key_file(chosen.resolved_key_file)
    upgrade(chosen.resolved_database_url)
    store = open_store(chosen)
    for one in there:
        await store.save_installation(one)
    await store.close()


def now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def brief(findings: list[Finding]) -> list[tuple[str, str]]:
    """Keep names and states."""
    return [(found.name, found.status) for found in findings]


async def test_each_workspaces_token_is_tried(tmp_path: Path, slack: Slack) -> None:
    """Credentials, number, and for each workspace token, scopes and clock."""
    chosen = settings(tmp_path, slack)
    await installed(chosen, HERE)
    assert brief(await many_findings(chosen, now)) == [
        ("slack app", "ok"),
        ("workspaces", "ok"),
        ("slack", "ok"),
        ("scopes", "ok"),
        ("clock", "ok"),
    ]


async def test_a_refused_token_names_who_can_mend_it(tmp_path: Path, slack: Slack) -> None:
    """An admin of that workspace installs again; the token is not printed."""
    chosen = settings(tmp_path, slack)
    await installed(chosen, HERE)
    slack.auth = {"ok": False, "error": "account_inactive"}
    found = await many_findings(chosen, now)
    assert (found[-1].status, "installs the app again" in found[-1].mend) == ("fail", True)
    assert not any("secret" in line for line in lines(found))


async def test_a_token_past_its_end_is_left_to_its_renewal(tmp_path: Path, slack: Slack) -> None:
    """Asking about it would only look like a fault."""
    chosen = settings(tmp_path, slack)
    ended = now() - timedelta(hours=1)
    await installed(chosen, replace(HERE, refresh_token="xoxe-1", expires_at=ended))
    assert (await many_findings(chosen, now))[-1].status == "skip"


async def broken_off(chosen: Settings, one: Installation) -> None:
    """Let a process take on the renewal of a token and die."""
    await installed(chosen, one)
    store = open_store(chosen, clock=lambda: now() - timedelta(minutes=5))
    assert await store.claim_refresh(replace(one, revision=1), lease_seconds=45)
    await store.close()


@pytest.mark.parametrize(
    ("hours", "status", "said"), [(-1, "fail", "has expired since"), (1, "warn", "still works")]
)
async def test_a_renewal_that_was_broken_off_names_its_workspace(
    tmp_path: Path, slack: Slack, hours: int, status: str, said: str
) -> None:
    """A process died between Slack's answer and the database: who is it, and who can mend it."""
    chosen = settings(tmp_path, slack)
    ends = now() + timedelta(hours=hours)
    await broken_off(chosen, replace(HERE, refresh_token="xoxe-1", expires_at=ends))
    found = (await many_findings(chosen, now))[-1]
    assert (found.name, found.status) == ("token", status)
    assert found.text.startswith("Acme: ")
    assert said in found.text
    assert "an admin of that workspace" in found.mend


async def test_a_broken_off_renewal_whose_token_slack_refuses_is_one_finding(
    tmp_path: Path, slack: Slack
) -> None:
    """Slack's refusal says it, with the workspace's name."""
    chosen = settings(tmp_path, slack)
    await broken_off(chosen, HERE)
    slack.auth = {"ok": False, "error": "token_revoked"}
    found = (await many_findings(chosen, now))[-1]
    assert (found.name, found.status) == ("slack", "fail")
    assert found.text == "Acme: Slack refuses the token (token_revoked)"


async def test_without_an_installation_the_page_is_named(tmp_path: Path, slack: Slack) -> None:
    """And without a database nothing is made to look into."""
    chosen = settings(tmp_path / "data", slack)
    assert brief(await many_findings(chosen, now))[-1] == ("workspaces", "skip")
    assert not (tmp_path / "data").exists()
    await installed(chosen)
    found = (await many_findings(chosen, now))[-1]
    assert (found.status, "/slack/install" in found.mend) == ("warn", True)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"slack_client_secret": None}, "WARMLINE_SLACK_CLIENT_SECRET"),
        ({"slack_signing_secret": SecretStr("")}, "WARMLINE_SLACK_SIGNING_SECRET"),
        ({"public_url": "http://warmline.example"}, "WARMLINE_PUBLIC_URL"),
        ({"public_url": "https://warmline.example/app"}, "WARMLINE_PUBLIC_URL"),
    ],
)
async def test_what_is_not_set_is_named(
    tmp_path: Path, slack: Slack, given: dict[str, Any], named: str
) -> None:
    """One line says what to set."""
    [found] = await many_findings(settings(tmp_path, slack, **given), now)
    assert (found.status, named in found.text) == ("fail", True)


async def test_the_apps_settings_at_slack_are_compared(tmp_path: Path, slack: Slack) -> None:
    """The same is well; a missing event is named with the command to mend it."""
    given = {"slack_config_token": SecretStr("xoxe.xoxp-1"), "slack_client_id": ""}
    chosen = settings(tmp_path, slack, slack_bot_token=SecretStr("xoxb-secret"), **given)
    [found] = await subscription_findings(chosen)
    assert found.status == "ok"

    lacking = deepcopy(slack.manifest)
    lacking["manifest"]["settings"]["event_subscriptions"]["bot_events"].remove("message.im")
    slack.manifest = lacking
    [found] = await subscription_findings(chosen)
    assert found.text.endswith("lacks events: message.im")
    assert "`warmline manifest`" in found.mend


async def test_without_a_configuration_token_nothing_is_claimed(
    tmp_path: Path, slack: Slack
) -> None:
    """Not compared is not the same as well; a stale token is said to be one."""
    [found] = await subscription_findings(settings(tmp_path, slack))
    assert found.status == "skip"
    slack.manifest = {"ok": False, "error": "token_expired"}
    tokens = {"slack_bot_token": SecretStr("xoxb-1"), "slack_config_token": SecretStr("xoxe-1")}
    [found] = await subscription_findings(settings(tmp_path, slack, **tokens))
    assert (found.status, "token_expired" in found.text) == ("warn", True)


def test_every_part_of_the_manifest_is_compared() -> None:
    """An app without anything lacks all; one for Socket Mode lacks addresses and has it on."""
    empty = differences(read_manifest(), {})
    for kind in ("events", "scopes", "commands", "shortcuts", "steps"):
        assert [line for line in empty if line.startswith(kind)]
    over_http = differences(http_manifest("https://warmline.example"), read_manifest())
    assert "socket_mode_enabled should be false" in over_http
    assert [line for line in over_http if "https://warmline.example/slack/events" in line]


@pytest.mark.parametrize(
    ("given", "name", "status"),
    [
        ({"slack_api_url": "https://slack.com/api/"}, "slack address", "ok"),
        ({"slack_api_url": "https://slack.com.example/api/"}, "slack address", "warn"),
        ({}, "database address", "ok"),
        ({"database_url": "postgresql://u:pw@127.0.0.1/w"}, "database address", "ok"),
        ({"database_url": "postgresql://u:pw@8.8.8.8/w"}, "database address", "warn"),
    ],
)
async def test_addresses_outside_the_house_are_noticed(
    tmp_path: Path, given: dict[str, str], name: str, status: str
) -> None:
    """Of the database and of Slack itself, too; a password is not printed."""
    found = await address_findings(Settings(_env_file=None, data_dir=tmp_path, **given))
    assert dict(brief(found))[name] == status
    assert not any("pw@" in line for line in lines(found))
