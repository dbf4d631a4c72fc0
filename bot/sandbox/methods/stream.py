"""``chat.*Stream`` and ``agents.sessions.*``: an answer that grows, and its Stop button."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import Call, Method, channel_for_bot
from bot.sandbox.model import Message, Place
from bot.sandbox.schema import JsonObject
from bot.sandbox.validate import check_blocks, objects

#: Longest text of one call.
MARKDOWN = 12_000
_STATUSES = ("active", "processing", "suspended", "closed")


def start(call: Call) -> JsonObject:
    """``chat.startStream``: an empty or begun message in a thread; in channels for one person."""
    channel = channel_for_bot(call.workspace, call.needs("channel"))
    thread, text = call.needs("thread_ts"), _text(call)
    if channel.kind != "im":
        for name in ("recipient_user_id", "recipient_team_id"):
            if not call.text(name):
                raise SlackError(f"missing_{name}")
    message = call.workspace.post(Place(channel.id, thread), call.workspace.bot.id, text)
    message.stream = "open"
    return {"channel": channel.id, "ts": message.ts}


def append(call: Call) -> JsonObject:
    """``chat.appendStream``: more text, as long as nobody has stopped it."""
    message, text = _open(call), _text(call)
    if not text:
        raise SlackError("markdown_text_required")
    call.workspace.rewrite(message, message.text + text, [])
    return {"channel": message.channel, "ts": message.ts}


def stop(call: Call) -> JsonObject:
    """``chat.stopStream``: the end, blocks below the text that stays; the session is active."""
    message, blocks = _open(call), call.json("blocks")
    faults = check_blocks(blocks, "message") if blocks is not None else ()
    if faults:
        raise SlackError("invalid_blocks", faults)
    message.stream = ""
    text = message.text + _text(call)
    streamed: list[JsonObject] = [{"type": "markdown", "text": text}] if text else []
    call.workspace.rewrite(message, text, [*streamed, *objects(blocks)] if blocks else [])
    session = call.text("session_status") or "active"
    call.workspace.agent(message.channel).sessions[message.thread_ts or ""] = session
    return {"channel": message.channel, "ts": message.ts}


def _open(call: Call) -> Message:
    message = call.workspace.message(call.needs("channel"), call.needs("ts"))
    if message is None:
        raise SlackError("message_not_found")
    if message.author != call.workspace.bot.id:
        raise SlackError("message_not_owned_by_app")
    if message.stream == "stopped":
        raise SlackError("stopped_by_user")
    if message.stream != "open":
        raise SlackError("message_not_in_streaming_state")
    return message


def _text(call: Call) -> str:
    text = call.text("markdown_text")
    if len(text) > MARKDOWN:
        raise SlackError("msg_too_long")
    return text


def set_session(call: Call) -> JsonObject:
    """``agents.sessions.setStatus``: with *processing* the person has a Stop button."""
    channel = channel_for_bot(call.workspace, call.needs("channel_id"))
    status = call.needs("status")
    if status not in _STATUSES:
        raise SlackError("invalid_status")
    if not call.text("thread_ts"):
        raise SlackError("thread_ts_required")
    call.workspace.agent(channel.id).sessions[call.text("thread_ts")] = status
    call.workspace.changed()
    return {"agent_status": status}


METHODS = {
    "chat.startStream": Method(start, "chat:write"),
    "chat.appendStream": Method(append, "chat:write"),
    "chat.stopStream": Method(stop, "chat:write"),
    "agents.sessions.setStatus": Method(set_session, "chat:write"),
}
