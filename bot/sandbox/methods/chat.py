"""``chat.*``: messages for everyone in a channel, and for one person only."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import Call, Method, channel_for_bot, message_content
from bot.sandbox.model import Message, Place
from bot.sandbox.schema import JsonObject


def post_message(call: Call) -> JsonObject:
    """``chat.postMessage``."""
    channel = channel_for_bot(call.workspace, call.needs("channel"))
    text, blocks = message_content(call)
    thread = call.text("thread_ts") or None
    bot = call.workspace.bot
    message = call.workspace.post(Place(channel.id, thread), bot.id, text, blocks)
    message.metadata = _metadata(call)
    return {"channel": channel.id, "ts": message.ts, "message": message.as_json(bot)}


def post_ephemeral(call: Call) -> JsonObject:
    """``chat.postEphemeral``: the person must be in the channel to be shown anything there."""
    channel = channel_for_bot(call.workspace, call.needs("channel"))
    user = call.needs("user")
    if user not in call.workspace.members:
        raise SlackError("user_not_found")
    if user not in channel.members:
        raise SlackError("user_not_in_channel")
    text, blocks = message_content(call)
    place = Place(channel.id, call.text("thread_ts") or None, shown_to=user)
    message = call.workspace.post(place, call.workspace.bot.id, text, blocks)
    return {"message_ts": message.ts}


def update(call: Call) -> JsonObject:
    """``chat.update``: the app's own messages, never an ephemeral one.

    Blocks that are not sent stay as they were; an empty list takes them away.
    """
    message = _own(call, "cant_update_message")
    text, blocks = message_content(call)
    kept = call.arguments.get("blocks") is None
    call.workspace.rewrite(message, text, message.blocks if kept else blocks)
    shown = message.as_json(call.workspace.bot)
    return {"channel": message.channel, "ts": message.ts, "text": text, "message": shown}


def delete(call: Call) -> JsonObject:
    """``chat.delete``: the app's own messages, never an ephemeral one."""
    message = _own(call, "cant_delete_message")
    call.workspace.remove(message)
    return {"channel": message.channel, "ts": message.ts}


def _metadata(call: Call) -> JsonObject:
    """What the app wants kept with a message."""
    given = call.json("metadata")
    if given is None:
        return {}
    if not isinstance(given, dict) or not given.get("event_type"):
        raise SlackError("invalid_metadata_format")
    if not isinstance(given.get("event_payload"), dict):
        raise SlackError("invalid_metadata_format")
    return given


def _own(call: Call, refusal: str) -> Message:
    channel, ts = call.needs("channel"), call.needs("ts")
    if channel not in call.workspace.channels:
        raise SlackError("channel_not_found")
    message = call.workspace.message(channel, ts)
    if message is None or message.shown_to is not None:
        raise SlackError("message_not_found")
    if message.author != call.workspace.bot.id:
        raise SlackError(refusal)
    return message


METHODS = {
    "chat.postMessage": Method(post_message, "chat:write"),
    "chat.postEphemeral": Method(post_ephemeral, "chat:write"),
    "chat.update": Method(update, "chat:write"),
    "chat.delete": Method(delete, "chat:write"),
}
