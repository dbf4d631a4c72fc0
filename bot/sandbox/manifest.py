"""What the app may do and how it is called, read from the manifest the app ships.

The double knows no other scopes, commands and shortcuts, so a manifest that lacks one fails here
as it would in a workspace.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal


@dataclass(frozen=True, slots=True)
class Shortcut:
    """An entry of a message's menu or of the composer's."""

    name: str
    kind: Literal["message", "global"]
    callback_id: str
    description: str


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command."""

    command: str
    description: str
    usage_hint: str
    should_escape: bool


@dataclass(frozen=True, slots=True)
class Manifest:
    """The parts of an app manifest that the double goes by.

    Attributes:
        functions: Callback ids of the steps it offers to workflows.
        messages_read_only: People cannot write to the app in its direct messages.
        home: It has a Home tab.
    """

    name: str
    description: str
    bot_name: str
    scopes: frozenset[str]
    events: frozenset[str]
    commands: tuple[Command, ...]
    shortcuts: tuple[Shortcut, ...]
    functions: frozenset[str] = frozenset()
    messages_read_only: bool = False
    home: bool = False

    def command(self, name: str) -> Command | None:
        """The slash command of that name, if the app has it."""
        return next((one for one in self.commands if one.command == name), None)


def read_manifest() -> Manifest:
    """The manifest shipped with the bot."""
    return parse_manifest(files("bot").joinpath("manifest.json").read_text("utf-8"))


def parse_manifest(source: str) -> Manifest:
    """Read a manifest.

    Args:
        source: The manifest as JSON, in Slack's version 2 form.
    """
    whole = json.loads(source)
    features, settings = whole["features"], whole.get("settings", {})
    return Manifest(
        name=whole["display_information"]["name"],
        description=whole["display_information"].get("description", ""),
        bot_name=features["bot_user"]["display_name"],
        scopes=frozenset(whole["oauth_config"]["scopes"]["bot"]),
        events=frozenset(settings.get("event_subscriptions", {}).get("bot_events", ())),
        commands=tuple(
            Command(
                command=one["command"],
                description=one["description"],
                usage_hint=one.get("usage_hint", ""),
                should_escape=one.get("should_escape", False),
            )
            for one in features.get("slash_commands", ())
        ),
        shortcuts=tuple(
            Shortcut(one["name"], one["type"], one["callback_id"], one["description"])
            for one in features.get("shortcuts", ())
        ),
        functions=frozenset(whole.get("functions", {})),
        home=features.get("app_home", {}).get("home_tab_enabled", False),
        messages_read_only=features.get("app_home", {}).get(
            "messages_tab_read_only_enabled", False
        ),
    )
