"""The app's manifest, as it is given to Slack: the one source of names and scopes."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

__all__ = ["bot_scopes", "manifest_text", "read_manifest"]


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
