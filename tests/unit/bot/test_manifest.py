"""The manifests that Slack is given, against each other and against Slack's own schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import build
from bot.manifest import http_manifest, read_manifest

URL = "https://warmline.example"
SCHEMA = os.environ.get("WARMLINE_TEST_MANIFEST_SCHEMA", "")


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


@pytest.mark.skipif(not SCHEMA, reason="WARMLINE_TEST_MANIFEST_SCHEMA names no file")
@pytest.mark.parametrize("manifest", [read_manifest(), http_manifest(URL)], ids=["socket", "http"])
def test_slacks_own_schema_takes_both(manifest: dict[str, Any]) -> None:
    """Against the published manifest.schema.2.0.0.json, where a copy of it lies."""
    validation = pytest.importorskip("jsonschema")
    validation.validate(manifest, json.loads(Path(SCHEMA).read_text("utf-8")))
