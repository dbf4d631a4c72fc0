"""``conversations.history``: what was said in a place, as far as the app may read there."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import Call, Method, channel_for_bot, invalid_arguments
from bot.sandbox.model import ChannelKind, Message
from bot.sandbox.schema import JsonObject

#: What reading each kind of place needs.
SCOPES: dict[ChannelKind, str] = {
    "public": "channels:history",
    "private": "groups:history",
    "im": "im:history",
}
_PAGE = 100


def history(call: Call) -> JsonObject:
    """``conversations.history``: newest first, replies in threads and private messages left out."""
    channel = channel_for_bot(call.workspace, call.needs("channel"))
    call.requires(SCOPES[channel.kind])
    oldest, limit = float(call.text("oldest") or 0), int(call.text("limit") or _PAGE)
    start = call.text("cursor") or "0"
    if not start.isdigit() or not 0 < limit < 1000:
        raise invalid_arguments("[ERROR] invalid cursor or limit")
    found = [
        message
        for message in reversed(call.workspace.messages)
        if message.channel == channel.id
        and message.shown_to is None
        and message.thread_ts in (None, message.ts)
        and float(message.ts) > oldest
    ]
    page = found[int(start) : int(start) + limit]
    more = int(start) + limit < len(found)
    return {
        "messages": [_shown(call, message) for message in page],
        "has_more": more,
        "response_metadata": {"next_cursor": str(int(start) + limit) if more else ""},
    }


def _shown(call: Call, message: Message) -> JsonObject:
    author = call.workspace.members.get(message.author)
    if author is None:
        raise SlackError("fatal_error")
    shown = message.as_json(author)
    if message.metadata and call.flag("include_all_metadata"):
        shown["metadata"] = message.metadata
    return shown


METHODS = {"conversations.history": Method(history)}
