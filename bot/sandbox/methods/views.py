"""``views.*``: modals and the Home tab."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import Call, Method, invalid_arguments
from bot.sandbox.model import View
from bot.sandbox.schema import JsonObject
from bot.sandbox.validate import check_view, view_too_large


def _body(call: Call, kind: str) -> JsonObject:
    """The view of a call, if Slack would take it.

    Raises:
        SlackError: It is missing, too large, of the wrong type, or breaks a rule.
    """
    view = call.json("view")
    if view is None:
        raise invalid_arguments("[ERROR] missing required field: view")
    if view_too_large(view):
        raise SlackError("view_too_large")
    faults = check_view(view)
    if faults:
        raise invalid_arguments(*faults)
    if not isinstance(view, dict) or view.get("type") != kind:
        raise invalid_arguments(f"[ERROR] must be {kind} [json-pointer:/view/type]")
    return view


def open_view(call: Call) -> JsonObject:
    """``views.open``. The view is looked at first: a refused one leaves the trigger unused."""
    body = _body(call, "modal")
    trigger = call.workspace.use_trigger(call.needs("trigger_id"))
    return {"view": call.workspace.open_view(trigger.user, body).as_json()}


def push(call: Call) -> JsonObject:
    """``views.push``: only a trigger from inside an open modal can lay another on top."""
    body = _body(call, "modal")
    trigger = call.workspace.use_trigger(call.needs("trigger_id"))
    if trigger.view is None or call.workspace.find_view(trigger.view) is None:
        raise SlackError("not_found")
    return {"view": call.workspace.push_view(trigger.user, body).as_json()}


def update(call: Call) -> JsonObject:
    """``views.update``: by view id or the app's own external id."""
    body = _body(call, "modal")
    view = call.workspace.find_view(call.text("view_id"), call.text("external_id"))
    if view is None or view.body.get("type") != "modal":
        raise SlackError("not_found")
    _same_hash(call, view)
    call.workspace.replace_view(view, body)
    return {"view": view.as_json()}


def publish(call: Call) -> JsonObject:
    """``views.publish``: a person's Home tab."""
    user = call.needs("user_id")
    if user not in call.workspace.members:
        raise SlackError("user_not_found")
    body = _body(call, "home")
    known = call.workspace.homes.get(user)
    if known is not None:
        _same_hash(call, known)
    return {"view": call.workspace.publish_home(user, body).as_json()}


def _same_hash(call: Call, view: View) -> None:
    given = call.text("hash")
    if given and given != view.hash:
        raise SlackError("hash_conflict")


METHODS = {
    "views.open": Method(open_view),
    "views.push": Method(push),
    "views.update": Method(update),
    "views.publish": Method(publish),
}
