"""What Slack sends, read once: text decoded, message text found, people and events named."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.blocks.state import CardState
from bot.errors import WorkNotFoundError
from bot.payload import Place
from bot.store.base import ChannelKind, Person

Body = Mapping[str, Any]

_TOKEN: Final = re.compile(r"<([^<>\n]+)>")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")


def decode(text: str) -> str:
    """Turn Slack's message text into what its writer typed.

    Tokens such as ``<@U1|maria>`` first, while typed brackets are still ``&lt;``; then entities,
    ``&amp;`` last and once, so that a typed ``&lt;`` (sent as ``&amp;lt;``) stays ``&lt;``.
    """
    text = _TOKEN.sub(lambda found: _token(found[1]), text)
    return decode_entities(text)


def decode_entities(text: str) -> str:
    """Decode the three entities Slack uses, once, and drop what UTF-8 can't carry."""
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return _SURROGATE.sub("\ufffd", text)


def typed(text: str | None) -> str:
    """Take the text of an input: Slack sends it as it was typed, nothing to decode."""
    return _SURROGATE.sub("\ufffd", text or "")


def _token(inner: str) -> str:
    target, _, label = inner.partition("|")
    if target.startswith("@"):
        return "@" + (label or target[1:])
    if target.startswith("#"):
        return "#" + (label or target[1:])
    if target.startswith("!"):
        return label or "@" + target[1:].split("^", 1)[0]
    bare = re.sub(r"^(mailto|tel):", "", target)
    return bare if not label or label in target else f"{label} ({bare})"


def message_text(message: Body) -> str:
    """Find what a message says: its text, its blocks or its attachments.

    A person's message has the same words in ``text`` and in blocks; a helpdesk's has a short
    ``text`` for notifications and the customer's words in blocks or attachments. The longer of
    text and blocks is taken, then attachments are added, but for previews of links.
    """
    text = decode(str(message.get("text") or ""))
    blocks = _blocks_text(message.get("blocks") or [])
    body = blocks if len(blocks) > len(text) else text
    attached = [_attachment_text(a) for a in message.get("attachments") or [] if _own(a)]
    return "\n\n".join(part for part in (body.strip(), *attached) if part)


def _own(attachment: Body) -> bool:
    return not (attachment.get("from_url") or attachment.get("is_msg_unfurl"))


def _attachment_text(attachment: Body) -> str:
    parts = [decode(str(attachment.get(key) or "")) for key in ("pretext", "title", "text")]
    parts.append(_blocks_text(attachment.get("blocks") or []))
    for field in attachment.get("fields") or []:
        title, value = (decode(str(field.get(key) or "")) for key in ("title", "value"))
        parts.append(f"{title}: {value}" if title else value)
    found = "\n".join(part for part in parts if part)
    return found or decode(str(attachment.get("fallback") or ""))


def _blocks_text(blocks: Sequence[Body]) -> str:
    return "\n".join(found for block in blocks if (found := _block_text(block).strip()))


def _block_text(block: Body) -> str:
    if block.get("type") == "rich_text":
        return "".join(_rich_text(part) for part in block.get("elements") or [])
    texts = [block.get("text"), *(block.get("fields") or [])]
    if block.get("type") == "context":
        texts += block.get("elements") or []
    return "\n".join(_object_text(text) for text in texts if text)


def _object_text(text: Any) -> str:  # noqa: ANN401 - Slack's JSON: a string or a text object
    if not isinstance(text, Mapping):
        return decode(str(text))
    words = str(text.get("text") or "")
    return decode(words) if text.get("type") == "mrkdwn" else decode_entities(words)


def _rich_text(part: Body) -> str:
    """Read a rich text element; its texts are not encoded, its mentions are elements."""
    if "elements" in part:
        inner = "".join(_rich_text(element) for element in part["elements"])
        return inner if part.get("type") == "rich_text_list" else inner + "\n"
    kind = part.get("type")
    if kind == "link":
        label, url = part.get("text"), str(part.get("url") or "")
        return f"{label} ({url})" if label and label not in url else url
    if kind in ("user", "usergroup", "broadcast"):
        return "@" + str(part.get("user_id") or part.get("usergroup_id") or part.get("range") or "")
    if kind == "emoji":
        return f":{part.get('name')}:"
    return typed(part.get("text"))


def person_of(body: Body) -> Person:
    """Name who did it, from any kind of payload."""
    if "event" in body:
        return _person_of_event(body)
    user = body.get("user") or {}
    team = body.get("team") or {}
    enterprise = body.get("enterprise") or {}
    return Person(
        team_id=str(body.get("team_id") or team.get("id") or user.get("team_id") or ""),
        user_id=str(body.get("user_id") or user.get("id") or ""),
        enterprise_id=str(body.get("enterprise_id") or enterprise.get("id") or ""),
    )


def _person_of_event(body: Body) -> Person:
    """Name who did it; in a shared channel the envelope's own team can be the other side's."""
    [home, *_] = body.get("authorizations") or [{}]
    return Person(
        team_id=str(home.get("team_id") or body.get("team_id") or ""),
        user_id=str(body["event"].get("user") or ""),
        enterprise_id=str(home.get("enterprise_id") or body.get("enterprise_id") or ""),
    )


def is_outsider(body: Body) -> bool:
    """Tell whether somebody of another workspace did it, through a shared channel.

    Inside one Enterprise Grid people of several workspaces work together: nobody is outside.
    """
    if "event" in body:
        homes = {home.get("team_id") for home in body.get("authorizations") or []}
        theirs = body["event"].get("user_team")
    else:
        homes = {(body.get("team") or {}).get("id")}
        theirs = (body.get("user") or {}).get("team_id")
    inside = theirs is None or theirs in homes or None in homes or person_of(body).enterprise_id
    return not inside


def channel_kind(channel_id: str | None, name: str | None = None) -> ChannelKind:
    """Tell what kind of conversation it is, from what Slack sends without another request."""
    if not channel_id:
        return "none"
    if channel_id.startswith("D") or name == "directmessage":
        return "dm"
    if (name or "").startswith("mpdm-"):
        return "group_dm"
    return "private" if channel_id.startswith("G") or name == "privategroup" else "public"


def command_key(body: Body) -> str:
    """Name a slash command's event: its trigger is made once."""
    return f"command:{body['trigger_id']}"


def message_key(event: Body) -> str:
    """Name a message: two events of it (a mention and a message, an edit) are one."""
    return f"message:{event['channel']}:{event['ts']}"


def submission_key(body: Body) -> str:
    """Name a submission: the same view with the same answers can be submitted once.

    Slack's hash of a view does not change as somebody types, so who changes a draft after an
    acknowledgement was lost submits something new under the same hash.
    """
    view = body["view"]
    answers = json.dumps(view["state"]["values"], sort_keys=True).encode()
    return f"view:{view['id']}:{view['hash']}:{hashlib.sha256(answers).hexdigest()}"


def action_key(body: Body) -> str:
    """Name a click."""
    action = body["actions"][0]
    return f"action:{person_of(body).user_id}:{action['action_ts']}:{action['action_id']}"


def card_state(body: Body) -> CardState:
    """Read which card was clicked.

    Raises:
        WorkNotFoundError: The click is not on one of our cards.
    """
    state = CardState.parse(str(body["actions"][0].get("block_id") or ""))
    if state is None:
        raise WorkNotFoundError
    return state


def place_of(body: Body) -> Place:
    """Tell where a clicked or submitted thing is."""
    if "event" in body:
        return _place_of_event(body["event"])
    view = body.get("view") or {}
    return Place(
        user_id=person_of(body).user_id,
        view_id=view.get("id") if view.get("type") != "home" else None,
        response_url=body.get("response_url"),
    )


def _place_of_event(event: Body) -> Place:
    """Tell where to answer: in a thread, which a direct message begins itself."""
    channel, thread = event.get("channel"), event.get("thread_ts")
    own = str(channel or "").startswith("D")
    return Place(
        user_id=str(event.get("user") or ""),
        channel_id=channel,
        thread_ts=thread or (event.get("ts") if own else None),
        step_id=event.get("function_execution_id"),
    )


def input_value(body: Body, block_id: str, action_id: str) -> str:
    """Read a text input of a submitted view."""
    values = body["view"]["state"]["values"]
    return typed(values.get(block_id, {}).get(action_id, {}).get("value"))


def chosen_conversation(body: Body, block_id: str, action_id: str) -> str | None:
    """Read a chosen channel of a submitted view; None when none was chosen."""
    held = body["view"]["state"]["values"].get(block_id, {}).get(action_id, {})
    picked = held.get("selected_conversation")
    return str(picked) if picked else None


def chosen_users(body: Body, block_id: str, action_id: str) -> tuple[str, ...]:
    """Read the chosen people of a submitted view."""
    held = body["view"]["state"]["values"].get(block_id, {}).get(action_id, {})
    return tuple(str(user_id) for user_id in held.get("selected_users") or ())


def ticked(body: Body, block_id: str, action_id: str) -> frozenset[str] | None:
    """Read the ticked boxes of a submitted view; None when it has no such boxes."""
    held = body["view"]["state"]["values"].get(block_id, {}).get(action_id)
    if held is None:
        return None
    return frozenset(str(one["value"]) for one in held.get("selected_options") or ())


def chosen(body: Body, block_id: str, action_id: str) -> str | None:
    """Read a choice of a submitted view; None when nothing was chosen."""
    values = body["view"]["state"]["values"]
    picked = values.get(block_id, {}).get(action_id, {}).get("selected_option") or {}
    return picked.get("value")
