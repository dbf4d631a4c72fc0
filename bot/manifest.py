"""The app's manifest, as it is given to Slack: the one source of names and scopes."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

__all__ = [
    "EVENTS_PATH",
    "INSTALL_PATH",
    "REDIRECT_PATH",
    "bot_scopes",
    "http_manifest",
    "manifest_text",
    "read_manifest",
]

#: Where Slack and people reach the app over HTTP.
EVENTS_PATH: Final = "/slack/events"
INSTALL_PATH: Final = "/slack/install"
REDIRECT_PATH: Final = "/slack/oauth_redirect"


def manifest_text() -> str:
    """Read the manifest as it is shipped, ready to be pasted into Slack."""
    return files("bot").joinpath("manifest.json").read_text("utf-8")


def read_manifest() -> dict[str, Any]:
    """Read the manifest."""
    manifest: dict[str, Any] = json.loads(manifest_text())
    return manifest


def bot_scopes() -> frozenset[str]:
    """Name the scopes the bot needs."""
    return frozenset(read_manifest()["oauth_config"]["scopes"]["bot"])


def http_manifest(public_url: str) -> dict[str, Any]:
    """Make the manifest for many workspaces: requests over HTTP, OAuth, tokens that expire."""
    manifest, events = read_manifest(), public_url + EVENTS_PATH
    settings = manifest["settings"]
    settings |= {"socket_mode_enabled": False, "token_rotation_enabled": True}
    settings["event_subscriptions"]["request_url"] = events
    settings["interactivity"]["request_url"] = events
    for command in manifest["features"]["slash_commands"]:
        command["url"] = events
    manifest["oauth_config"]["redirect_urls"] = [public_url + REDIRECT_PATH]
    return manifest
