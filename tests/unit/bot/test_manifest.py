"""The manifests that Slack is given, against each other and against Slack's rules."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from typer.testing import CliRunner

from bot.__main__ import build
from bot.manifest import http_manifest, read_manifest
from tests.unit.bot.manifest_rules import faults

URL = "https://warmline.example"
PUBLISHED = Path(__file__).resolve().parents[2] / "fixtures" / "slack" / "manifest.schema.json"
#: Documented by Slack, and not yet among the names that its SDK lists.
AHEAD = ["assistant:write", "agent_session_stopped", "function_executed"]


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Every leaf of a document, by where it stands."""
    if isinstance(value, dict):
        inner = [flat(part, f"{path}/{name}") for name, part in value.items()]
    elif isinstance(value, list):
        inner = [flat(part, f"{path}/{number}") for number, part in enumerate(value)]
    else:
        return {path: value}
    return {name: leaf for part in inner for name, leaf in part.items()}


def test_over_http_only_addresses_and_two_switches_differ() -> None:
    """Names, scopes and events are the same for one workspace and for many."""
    one, many = flat(read_manifest()), flat(http_manifest(URL))
    assert {name: leaf for name, leaf in many.items() if one.get(name) != leaf} == {
        "/features/slash_commands/0/url": f"{URL}/slack/events",
        "/oauth_config/redirect_urls/0": f"{URL}/slack/oauth_redirect",
        "/settings/event_subscriptions/request_url": f"{URL}/slack/events",
        "/settings/interactivity/request_url": f"{URL}/slack/events",
        "/settings/socket_mode_enabled": False,
        "/settings/token_rotation_enabled": True,
    }
    assert set(one) <= set(many)


def test_the_command_prints_it_for_an_https_address_alone() -> None:
    """What is printed can be pasted; an address without a certificate is refused."""
    run = CliRunner()
    printed = run.invoke(build(), ["manifest", "--http", f"{URL}/"])
    assert json.loads(printed.output) == http_manifest(URL)
    assert run.invoke(build(), ["manifest", "--http", "http://warmline.example"]).exit_code == 2


@pytest.mark.parametrize("manifest", [read_manifest(), http_manifest(URL)], ids=["socket", "http"])
def test_both_fit_what_slack_publishes(manifest: dict[str, Any]) -> None:
    """Every key, kind and name is Slack's own, but for three that are newer than its list."""
    schema = json.loads(PUBLISHED.read_text("utf-8"))
    found = Draft7Validator(schema).iter_errors(manifest)
    assert [fault.instance for fault in found] == AHEAD


@pytest.mark.parametrize("manifest", [read_manifest(), http_manifest(URL)], ids=["socket", "http"])
def test_both_keep_slacks_rules(manifest: dict[str, Any]) -> None:
    """Names, lengths, counts and kinds, as far as the manifests use them."""
    assert faults(manifest) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("display_information/name", "W" * 36),
        ("display_information/description", "D" * 141),
        ("display_information/long_description", "L" * 174),
        ("display_information/background_color", "teal"),
        ("features/agent_view/agent_description", "A" * 301),
        ("features/agent_view/suggested_prompts", [{"title": "t", "message": "m"}] * 5),
        ("features/agent_view/suggested_prompts", [{"title": "t"}]),
        ("features/assistant_view", {"assistant_description": "of before"}),
        ("features/shortcuts/0/name", "N" * 25),
        ("features/shortcuts/0/type", "channel"),
        ("features/slash_commands/0/command", "empathy"),
        ("functions/score_draft/input_parameters/properties/draft/type", "text"),
        ("functions/score_draft/step", {}),
        ("settings/event_subscriptions/bot_events", ["message.im", "message.im"]),
        ("settings/event_subscriptions/request_url", "warmline.example"),
        ("settings/interactivity", {}),
        ("settings/socket_mode_enabled", "yes"),
        ("oauth_config/scopes/bots", []),
        ("unknown", {}),
    ],
)
def test_a_manifest_that_breaks_a_rule_is_found(path: str, value: object) -> None:
    """Each rule by one thing that breaks it."""
    broken = deepcopy(read_manifest())
    *way, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    place: Any = broken
    for part in way:
        place = place[part]
    place[last] = value
    assert faults(broken)
