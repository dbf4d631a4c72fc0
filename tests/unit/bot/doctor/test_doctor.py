"""``doctor`` finds what is wrong and says how to mend it, and never prints a secret."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot.doctor import scorer as scorer_checks
from bot.doctor.findings import Finding, fail, lines, ok, summary, warn
from bot.doctor.local import database_findings, file_findings, key_findings
from bot.doctor.scorer import address_findings, scorer_findings
from bot.doctor.slack import slack_findings
from bot.manifest import bot_scopes
from bot.scorer_client import ScorerHealth
from bot.settings import Settings
from bot.store.keys import make_key_file
from bot.store.schema import upgrade

pytestmark = pytest.mark.anyio
BOT = "xoxb-1-secret"
APP = "xapp-1-secret"


def settings(folder: Path, **given: Any) -> Settings:
    """Make settings with a folder of their own."""
    return Settings(_env_file=None, data_dir=folder, **given)


def only(findings: list[Finding], name: str) -> Finding:
    """Find one line."""
    [found] = [finding for finding in findings if finding.name == name]
    return found


class Slack:
    """A Web API that answers two methods as it is told."""

    def __init__(self) -> None:
        self.auth: dict[str, Any] = {"ok": True, "team": "Acme", "user": "warmline"}
        self.socket: dict[str, Any] = {"ok": True, "url": "ws://127.0.0.1/"}
        self.scopes: str | None = ",".join(bot_scopes())
        self.url = ""

    async def auth_test(self, _: web.Request) -> web.Response:
        """Answer ``auth.test``."""
        headers = {} if self.scopes is None else {"x-oauth-scopes": self.scopes}
        return web.json_response(self.auth, headers=headers)

    async def open(self, _: web.Request) -> web.Response:
        """Answer ``apps.connections.open``."""
        return web.json_response(self.socket)


@pytest.fixture
async def slack(anyio_backend: str) -> AsyncIterator[Slack]:
    """A served Slack."""
    double, app = Slack(), web.Application()
    app.router.add_post("/api/auth.test", double.auth_test)
    app.router.add_post("/api/apps.connections.open", double.open)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    double.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
    yield double
    await runner.cleanup()


@pytest.fixture
def ask(slack: Slack, tmp_path: Path) -> Callable[..., Any]:
    """Ask the double with both tokens, at some time."""

    async def asked(off: float = 0.0, **given: Any) -> list[Finding]:
        tokens = {"slack_bot_token": SecretStr(BOT), "slack_app_token": SecretStr(APP)}
        chosen = settings(tmp_path, slack_api_url=slack.url, **(tokens | given))
        return await slack_findings(chosen, lambda: datetime.now(UTC) + timedelta(seconds=off))

    return asked


async def test_a_good_workspace_is_all_well(ask: Callable[..., Any]) -> None:
    """Tokens, scopes, clock and Socket Mode are each a line."""
    found = await ask()
    assert [(f.name, f.status) for f in found] == [
        ("slack", "ok"),
        ("scopes", "ok"),
        ("clock", "ok"),
        ("socket mode", "ok"),
    ]


async def test_a_missing_scope_is_named(ask: Callable[..., Any], slack: Slack) -> None:
    """The report says which scope is missing and how to get it."""
    slack.scopes = ",".join(bot_scopes() - {"im:write"})
    found = only(await ask(), "scopes")
    assert (found.status, found.text) == ("fail", "missing: im:write")


async def test_slack_that_names_no_scopes_is_only_a_warning(
    ask: Callable[..., Any], slack: Slack
) -> None:
    """Without the header nothing is claimed."""
    slack.scopes = None
    assert only(await ask(), "scopes").status == "warn"


@pytest.mark.parametrize(("off", "status"), [(5, "ok"), (-90, "warn"), (400, "fail")])
async def test_the_clock_is_compared_with_slacks(
    ask: Callable[..., Any], off: float, status: str
) -> None:
    """Five minutes off is where Slack refuses."""
    assert only(await ask(off), "clock").status == status


async def test_a_refused_token_is_said_with_slacks_reason(
    ask: Callable[..., Any], slack: Slack
) -> None:
    """The reason is Slack's; the token is not printed."""
    slack.auth = {"ok": False, "error": "invalid_auth"}
    slack.socket = {"ok": False, "error": "not_allowed_token_type"}
    found = await ask()
    assert "invalid_auth" in only(found, "slack").text
    assert "not_allowed_token_type" in only(found, "socket mode").text
    assert not any("secret" in line for line in lines(found))


async def test_swapped_tokens_are_noticed_without_asking_slack(
    ask: Callable[..., Any],
) -> None:
    """A token of the wrong kind is told by its beginning."""
    found = await ask(slack_bot_token=SecretStr(APP), slack_app_token=SecretStr(BOT))
    assert [f.status for f in found] == ["fail", "fail"]
    assert not any("secret" in line for line in lines(found))


async def test_slack_out_of_reach_is_a_fault(tmp_path: Path) -> None:
    """No route to Slack is not reported as a bad token, nor as Socket Mode switched off."""
    chosen = settings(
        tmp_path,
        slack_api_url="http://127.0.0.1:9/api/",
        slack_bot_token=SecretStr(BOT),
        slack_app_token=SecretStr(APP),
    )
    found = await slack_findings(chosen, lambda: datetime.now(UTC))
    assert [(one.name, one.status) for one in found] == [("slack", "fail"), ("socket mode", "fail")]
    for one in found:
        assert "does not answer" in one.text
        assert "127.0.0.1:9" in one.mend


async def test_without_tokens_only_the_sandbox_works(tmp_path: Path) -> None:
    """Missing tokens are a warning that names the sandbox."""
    found = await slack_findings(settings(tmp_path), lambda: datetime.now(UTC))
    assert [f.status for f in found] == ["warn", "warn"]
    assert all("sandbox" in f.mend for f in found)


def test_the_database_is_up_to_date_or_says_what_to_run(tmp_path: Path) -> None:
    """Looking makes no database."""
    chosen = settings(tmp_path / "data")
    assert database_findings(chosen)[0].status == "fail"
    assert not (tmp_path / "data").exists()
    upgrade(chosen.resolved_database_url)
    assert database_findings(chosen)[0].status == "ok"


def test_an_address_that_is_none_is_reported_without_its_password(tmp_path: Path) -> None:
    """A wrong address is a fault, and what it holds stays hidden."""
    chosen = settings(tmp_path, database_url=SecretStr("mysql://u:secret@h/x"))
    [found] = database_findings(chosen)
    assert found.status == "fail"
    assert "secret" not in found.text


def test_keys_others_can_read_are_a_fault(tmp_path: Path) -> None:
    """Mode 0600 is well; anything more open is named with the command to mend it."""
    path = tmp_path / "elsewhere" / "keys.json"
    chosen = settings(tmp_path, key_file=path)
    assert key_findings(chosen)[0].status == "ok"
    assert not path.exists()
    make_key_file(path)
    assert [f.status for f in key_findings(chosen)] == ["ok"]
    path.chmod(0o640)
    [found] = key_findings(chosen)
    assert found.status == "fail"
    assert "chmod 600" in found.mend


def test_keys_beside_the_database_are_worth_a_word(tmp_path: Path) -> None:
    """A backup of that folder would hold both."""
    chosen = settings(tmp_path)
    make_key_file(chosen.resolved_key_file)
    assert [f.status for f in key_findings(chosen)] == ["ok", "warn"]


def test_a_broken_key_file_is_a_fault(tmp_path: Path) -> None:
    """Unreadable keys are told without quoting them."""
    path = tmp_path / "keys.json"
    path.write_text('{"encryption_keys": ["secret"]}')
    path.chmod(0o600)
    [found] = key_findings(settings(tmp_path, key_file=path))
    assert found.status == "fail"
    assert "secret" not in found.text


def test_the_scorers_token_file_is_looked_at(tmp_path: Path) -> None:
    """Missing or open to others is a fault; none at all is nothing to report."""
    assert file_findings(settings(tmp_path)) == []
    path = tmp_path / "token"
    chosen = settings(tmp_path, scorer_token_file=path)
    assert file_findings(chosen)[0].status == "fail"
    path.write_text("x")
    path.chmod(0o600)
    assert file_findings(chosen)[0].status == "ok"


async def test_a_scorer_that_is_away_is_a_fault(tmp_path: Path) -> None:
    """Nothing listens there: the report says how to start it."""
    [found] = await scorer_findings(settings(tmp_path, scorer_url="http://127.0.0.1:9"))
    assert found.status == "fail"
    assert "warmline scorer" in found.mend


@pytest.mark.parametrize(
    ("url", "addresses", "status"),
    [
        ("", [], "ok"),
        ("http://127.0.0.1:8431", ["127.0.0.1"], "ok"),
        ("https://scorer.example", ["10.0.0.7"], "ok"),
        ("http://scorer.example", ["10.0.0.7"], "warn"),
        ("https://scorer.example", ["10.0.0.7", "8.8.8.8"], "warn"),
        ("https://scorer.example", [], "fail"),
    ],
)
async def test_a_scorer_outside_the_house_is_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    url: str,
    addresses: list[str],
    status: str,
) -> None:
    """Public addresses, plain HTTP over a network and unknown hosts are told apart."""
    import ipaddress

    async def resolve(_: str) -> list[Any]:
        return [ipaddress.ip_address(address) for address in addresses]

    monkeypatch.setattr(scorer_checks, "_resolve", resolve)
    found = only(await address_findings(settings(tmp_path, scorer_url=url)), "scorer address")
    assert found.status == status


@pytest.mark.parametrize(
    ("address", "addresses", "status"),
    [
        ("http://127.0.0.1:8000", ["127.0.0.1"], "ok"),
        ("http://llm.example:8000", ["10.0.0.7"], "warn"),
        ("https://llm.example", ["93.184.216.34"], "warn"),
        ("https://llm.example", [], "fail"),
    ],
)
async def test_where_a_language_model_reads_drafts_is_told(
    monkeypatch: pytest.MonkeyPatch, address: str, addresses: list[str], status: str
) -> None:
    """The scorer says where its drafts go; without a language model there is nothing to say."""
    import ipaddress

    async def resolve(_: str) -> list[Any]:
        return [ipaddress.ip_address(address) for address in addresses]

    monkeypatch.setattr(scorer_checks, "_resolve", resolve)
    health = ScorerHealth(ready=True, detail={"language_model": address})
    [found] = await scorer_checks._language_model(health)
    assert (found.name, found.status) == ("language model", status)
    assert "SCORER_LLM_URL" in found.mend or status == "ok"
    assert await scorer_checks._language_model(ScorerHealth(ready=True, detail={})) == []


def test_the_summary_counts() -> None:
    """The last line says how it stands."""
    assert summary([ok("a", "x")]) == "All is well."
    assert "1 to look at" in summary([ok("a", "x"), warn("b", "y", "z")])
    assert summary([fail("a", "x", "y"), warn("b", "y", "z")]) == "1 to mend."
