"""One Web API call, and what is needed to answer it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.sandbox.errors import SlackError
from bot.sandbox.limits import MESSAGE_BLOCKS_TEXT, MESSAGE_TEXT
from bot.sandbox.model import Channel
from bot.sandbox.schema import JsonObject
from bot.sandbox.state import Workspace
from bot.sandbox.validate import check_blocks, objects, strings


@dataclass(frozen=True, slots=True)
class Call:
    """A call that passed token and scope.

    Attributes:
        base: Address of the double, without a slash at the end.
        tickets: Makes the one-time ticket of a Socket Mode connection.
        scopes: What the token may do.
    """

    workspace: Workspace
    arguments: JsonObject
    base: str
    tickets: Callable[[], str]
    scopes: frozenset[str]

    def requires(self, scope: str) -> None:
        """Go on only with a scope.

        Raises:
            SlackError: The token does not have it.
        """
        if scope not in self.scopes:
            provided = ",".join(sorted(self.scopes))
            raise SlackError("missing_scope", extra={"needed": scope, "provided": provided})

    def text(self, name: str, default: str = "") -> str:
        """An argument as a string."""
        value = self.arguments.get(name)
        return default if value is None else str(value)

    def flag(self, name: str) -> bool:
        """An argument as yes or no, in a JSON body or a form."""
        return self.arguments.get(name) in (True, "true", "1", 1)

    def needs(self, name: str) -> str:
        """An argument that must be there.

        Raises:
            SlackError: It is missing.
        """
        if not self.text(name):
            raise invalid_arguments(f"[ERROR] missing required field: {name}")
        return self.text(name)

    def json(self, name: str) -> object:
        """An argument that is JSON: as such in a JSON body, as a string in a form."""
        value = self.arguments.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except json.JSONDecodeError as e:
            raise invalid_arguments(f"[ERROR] {name} is not valid JSON") from e


@dataclass(frozen=True, slots=True)
class Method:
    """What answers a method, and the leave it needs."""

    run: Callable[[Call], JsonObject]
    scope: str | None = None
    caller: Literal["bot", "app"] = "bot"


def invalid_arguments(*messages: str) -> SlackError:
    """The refusal of arguments as a whole."""
    return SlackError("invalid_arguments", messages)


def message_content(call: Call) -> tuple[str, list[JsonObject]]:
    """Text and blocks of a message.

    Raises:
        SlackError: There is neither, the text is too long, or the blocks break a rule.
    """
    text, blocks = call.text("text"), call.json("blocks")
    return checked_content(text, blocks)


def checked_content(text: str, blocks: object) -> tuple[str, list[JsonObject]]:
    """Text and blocks, if Slack would take them; see ``message_content``."""
    if len(text) > MESSAGE_TEXT:
        raise SlackError("msg_too_long")
    faults = check_blocks(blocks, "message") if blocks is not None else ()
    if faults:
        raise SlackError("invalid_blocks", faults)
    found = list(objects(blocks))
    if sum(map(len, strings(found))) > MESSAGE_BLOCKS_TEXT:
        raise SlackError("msg_blocks_too_long")
    if not text.strip() and not found:
        raise SlackError("no_text")
    return text, found


def channel_for_bot(workspace: Workspace, name: str) -> Channel:
    """A channel the app may write to; a person's id stands for the conversation with them.

    Raises:
        SlackError: The channel does not exist for the app, it is not in it, or it is archived.
    """
    if name in workspace.members and not workspace.members[name].is_bot:
        return workspace.direct_channel(name)
    channel = workspace.channels.get(name)
    if channel is None:
        raise SlackError("channel_not_found")
    if workspace.bot.id not in channel.members:
        raise SlackError("not_in_channel" if channel.kind == "public" else "channel_not_found")
    if channel.archived:
        raise SlackError("is_archived")
    return channel
