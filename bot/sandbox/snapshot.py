"""What one person's screen shows, as JSON for the browser page."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.driver import Person
from bot.sandbox.limits import ACK_SECONDS
from bot.sandbox.model import Agent, Channel, Member, Message, View
from bot.sandbox.schema import JsonObject


@dataclass(slots=True)
class Status:
    """How far the sandbox has come.

    Attributes:
        model: Whether the scorer can score yet.
        line: One sentence for the person who waits or must mend something.
    """

    model: str = "loading"
    line: str = "Loading the model…"


def snapshot(person: Person, status: Status) -> JsonObject:
    """Everything the page draws for this person."""
    space, manifest = person.workspace, person.delivery.manifest
    channels = [c for c in space.channels.values() if person.member.id in c.members]
    return {
        "me": person.member.id,
        "app": {
            "name": manifest.name,
            "about": manifest.description,
            "read_only": manifest.messages_read_only,
            "home": manifest.home,
        },
        "ack_seconds": ACK_SECONDS,
        "status": {
            "model": status.model,
            "line": status.line,
            "connected": bool(person.delivery.hub.connections),
        },
        "members": {m.id: _member(m, n) for n, m in enumerate(space.members.values())},
        "channels": [_channel(channel) for channel in channels],
        "messages": [_message(m) for c in channels for m in _in_order(person, c)],
        "views": [_view(view) for view in space.stack(person.member.id)],
        "home": _view(space.homes[person.member.id]) if person.member.id in space.homes else None,
        "agent": _agent(space.agents.get(space.direct_channel(person.member.id).id)),
        "notices": person.notices(),
        "commands": [
            {"name": c.command, "about": c.description, "hint": c.usage_hint}
            for c in manifest.commands
        ],
        "shortcuts": [
            {"name": s.name, "kind": s.kind, "id": s.callback_id, "about": s.description}
            for s in manifest.shortcuts
        ],
    }


def _in_order(person: Person, channel: Channel) -> list[Message]:
    return sorted(person.messages(channel), key=lambda message: float(message.ts))


def _member(member: Member, number: int) -> JsonObject:
    return {
        "name": member.real_name,
        "app": member.is_bot and not member.via,
        "via": member.via,
        "shade": number,
    }


def _channel(channel: Channel) -> JsonObject:
    return {
        "id": channel.id,
        "name": channel.name,
        "kind": channel.kind,
        "topic": channel.topic,
        "people": len(channel.members),
    }


def _message(message: Message) -> JsonObject:
    return {
        "ts": message.ts,
        "channel": message.channel,
        "author": message.author,
        "text": message.text,
        "blocks": message.blocks,
        "thread": message.thread_ts,
        "private": message.shown_to is not None,
        "edited": message.edited,
        "attachments": message.attachments,
        "files": [file.as_json() for file in message.files],
        "values": message.values,
        "revision": message.revision,
    }


def _agent(agent: Agent | None) -> JsonObject:
    """The app's prompts, what it says it is doing, and the threads with a Stop button."""
    shown = agent or Agent()
    stops = [thread for thread, session in shown.sessions.items() if session == "processing"]
    return {
        "title": shown.title,
        "prompts": shown.prompts,
        "status": shown.status,
        "stops": stops,
    }


def _view(view: View) -> JsonObject:
    return {
        "id": view.id,
        "revision": view.revision,
        "title": view.body.get("title"),
        "submit": view.body.get("submit"),
        "close": view.body.get("close"),
        "blocks": view.blocks,
        "values": view.values,
        "errors": view.errors,
        "trouble": view.trouble,
        "waiting": view.waiting,
    }
