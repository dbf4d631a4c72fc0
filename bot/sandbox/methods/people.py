"""Who the app is, who people are, and where it can reach them."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import Call, Method
from bot.sandbox.model import APP_ID, BOT_ID, TEAM_DOMAIN, TEAM_ID, Channel
from bot.sandbox.schema import JsonObject


def auth_test(call: Call) -> JsonObject:
    """``auth.test``."""
    bot = call.workspace.bot
    return {
        "url": f"{call.base}/",
        "team": TEAM_DOMAIN,
        "team_id": TEAM_ID,
        "user": bot.name,
        "user_id": bot.id,
        "bot_id": BOT_ID,
        "app_id": APP_ID,
        "is_enterprise_install": False,
    }


def connections_open(call: Call) -> JsonObject:
    """``apps.connections.open``: an address that admits one Socket Mode connection."""
    address = call.base.replace("http", "ws", 1)
    return {"url": f"{address}/socket?ticket={call.tickets()}&app_id={APP_ID}"}


def users_info(call: Call) -> JsonObject:
    """``users.info``."""
    member = call.workspace.members.get(call.needs("user"))
    if member is None:
        raise SlackError("user_not_found")
    user: JsonObject = {
        "id": member.id,
        "team_id": member.team,
        "name": member.name,
        "real_name": member.real_name,
        "tz": member.tz,
        "is_bot": member.is_bot,
        "is_admin": member.admin,
        "is_owner": member.owner,
        "is_primary_owner": False,
        "is_restricted": member.guest,
        "is_ultra_restricted": False,
        "is_stranger": member.is_stranger,
        "deleted": False,
        "profile": {"real_name": member.real_name, "display_name": member.name},
    }
    return {"user": user | ({"locale": member.locale} if call.flag("include_locale") else {})}


def conversations_open(call: Call) -> JsonObject:
    """``conversations.open``: the app's conversation with one person."""
    user = call.needs("users")
    if "," in user:
        raise SlackError("method_not_supported_for_channel_type")
    if user not in call.workspace.members:
        raise SlackError("user_not_found")
    return {"channel": {"id": call.workspace.direct_channel(user).id}}


def conversations_info(call: Call) -> JsonObject:
    """``conversations.info``: private places the app is not in do not exist for it."""
    channel = call.workspace.channels.get(call.needs("channel"))
    member = channel is not None and call.workspace.bot.id in channel.members
    if channel is None or (channel.kind != "public" and not member):
        raise SlackError("channel_not_found")
    return {"channel": _described(channel, is_member=member)}


def _described(channel: Channel, *, is_member: bool) -> JsonObject:
    shared: JsonObject = {"id": channel.id, "is_ext_shared": False}
    if channel.kind == "im":
        return {**shared, "is_im": True, "user": channel.name}
    return {
        **shared,
        "name": channel.name,
        "is_channel": True,
        "is_im": False,
        "is_private": channel.kind == "private",
        "is_member": is_member,
    }


METHODS = {
    "auth.test": Method(auth_test),
    "apps.connections.open": Method(connections_open, "connections:write", caller="app"),
    "users.info": Method(users_info, "users:read"),
    "conversations.open": Method(conversations_open, "im:write"),
    "conversations.info": Method(conversations_info, "channels:read"),
}
