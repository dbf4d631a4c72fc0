"""The payloads Slack sends an app: pure functions from what happened to JSON."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.model import (
    APP_ID,
    TEAM_DOMAIN,
    TEAM_ID,
    Channel,
    Member,
    Message,
    View,
)
from bot.sandbox.schema import JsonObject

# Slack still sends a verification token; apps are told not to rely on it.
_TOKEN = "sandbox"  # noqa: S105


def escape(text: str) -> str:
    """Typed text as Slack hands it on: three characters become entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(frozen=True, slots=True)
class Scene:
    """Who does something and where, with the leave Slack gives the app to react to it."""

    member: Member
    channel: Channel
    trigger: str
    response_url: str
    ts: str


def command(scene: Scene, name: str, text: str) -> JsonObject:
    """A slash command."""
    member, channel = scene.member, scene.channel
    seen_as = {"im": "directmessage", "private": "privategroup", "public": channel.name}
    return {
        "token": _TOKEN,
        "team_id": TEAM_ID,
        "team_domain": TEAM_DOMAIN,
        "channel_id": channel.id,
        "channel_name": seen_as[channel.kind],
        "user_id": member.id,
        "user_name": member.name,
        "command": name,
        "text": escape(text),
        "api_app_id": APP_ID,
        "is_enterprise_install": "false",
        "response_url": scene.response_url,
        "trigger_id": scene.trigger,
    }


def message_shortcut(
    scene: Scene, message: Message, callback_id: str, author: Member
) -> JsonObject:
    """A shortcut from a message's menu; it carries the message itself."""
    return {
        **_interaction("message_action", scene.member, scene.trigger),
        "callback_id": callback_id,
        "action_ts": scene.ts,
        "message_ts": message.ts,
        "channel": {"id": scene.channel.id, "name": scene.channel.name},
        "message": message.as_json(author),
        "response_url": scene.response_url,
    }


def global_shortcut(member: Member, callback_id: str, *, trigger: str, ts: str) -> JsonObject:
    """A shortcut from the composer or the search bar; it knows no channel."""
    return {
        **_interaction("shortcut", member, trigger),
        "callback_id": callback_id,
        "action_ts": ts,
    }


def message_actions(
    scene: Scene, message: Message, action: JsonObject, author: Member
) -> JsonObject:
    """A click in a message. An ephemeral message is not sent along, since it is kept nowhere."""
    ephemeral = message.shown_to is not None
    container: JsonObject = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": scene.channel.id,
        "is_ephemeral": ephemeral,
    }
    if message.thread_ts is not None:
        container["thread_ts"] = message.thread_ts
    return {
        **_interaction("block_actions", scene.member, scene.trigger),
        "container": container,
        "channel": {"id": scene.channel.id, "name": scene.channel.name},
        **({} if ephemeral else {"message": message.as_json(author)}),
        "state": {"values": message.values},
        "response_url": scene.response_url,
        "actions": [{**action, "action_ts": scene.ts}],
    }


def view_actions(member: Member, view: View, action: JsonObject, *, trigger: str) -> JsonObject:
    """A click in a modal or a Home tab."""
    return {
        **_interaction("block_actions", member, trigger),
        "container": {"type": "view", "view_id": view.id},
        "view": view.as_json(),
        "actions": [action],
    }


def view_submission(member: Member, view: View, *, trigger: str) -> JsonObject:
    """A submitted modal."""
    return {
        **_interaction("view_submission", member, trigger),
        "view": view.as_json(),
        "response_urls": [],
    }


def view_closed(member: Member, view: View, *, cleared: bool) -> JsonObject:
    """A modal that was closed and asked to be told."""
    found = _interaction("view_closed", member, "")
    del found["trigger_id"]
    return {**found, "view": view.as_json(), "is_cleared": cleared}


def message_event(message: Message, author: Member, channel: Channel) -> JsonObject:
    """A message as ``message.im`` and ``message.channels`` carry it."""
    kind = "im" if channel.kind == "im" else "channel"
    return {
        **message.as_json(author),
        **_homes(author),
        "channel": channel.id,
        "channel_type": kind,
        "event_ts": message.ts,
    }


def mention_event(message: Message, author: Member, channel: Channel) -> JsonObject:
    """The same message as ``app_mention`` carries it."""
    found = message_event(message, author, channel)
    del found["channel_type"]
    return {**found, "type": "app_mention"}


def home_opened(member: Member, channel: Channel, tab: str) -> JsonObject:
    """A person looks at one of the app's two tabs."""
    return {
        "type": "app_home_opened",
        "user": member.id,
        "channel": channel.id,
        "tab": tab,
    }


def session_stopped(member: Member, channel: Channel, thread_ts: str, ts: list[str]) -> JsonObject:
    """A person has stopped the app's work in a thread."""
    return {
        "type": "agent_session_stopped",
        "user": member.id,
        "channel": channel.id,
        "thread_ts": thread_ts,
        "streaming_message_ts": ts,
    }


def function_executed(callback_id: str, execution: str, inputs: JsonObject) -> JsonObject:
    """A workflow has reached the app's step."""
    return {
        "type": "function_executed",
        "function": {"id": "Fn0SANDBOX", "callback_id": callback_id, "app_id": APP_ID},
        "inputs": inputs,
        "function_execution_id": execution,
        "workflow_execution_id": f"Wx{execution[2:]}",
    }


def _homes(author: Member) -> JsonObject:
    """Where a writer is at home; only a person from outside is marked."""
    return {"user_team": author.team, "source_team": author.team} if author.is_stranger else {}


def event(
    inner: JsonObject, *, event_id: str, now: float, bot: Member, shared: bool = False
) -> JsonObject:
    """An event in its envelope."""
    return {
        "token": _TOKEN,
        "team_id": TEAM_ID,
        "api_app_id": APP_ID,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(now),
        "event": inner,
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": TEAM_ID,
                "user_id": bot.id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": shared,
    }


def _interaction(kind: str, member: Member, trigger: str) -> JsonObject:
    return {
        "type": kind,
        "token": _TOKEN,
        "team": {"id": TEAM_ID, "domain": TEAM_DOMAIN},
        "enterprise": None,
        "is_enterprise_install": False,
        "api_app_id": APP_ID,
        "user": {
            "id": member.id,
            "username": member.name,
            "name": member.name,
            "team_id": member.team,
        },
        "trigger_id": trigger,
    }
