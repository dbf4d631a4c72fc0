"""What controls hold: what they start with, what a person puts in, what Slack's client allows."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox.elements import options_of
from bot.sandbox.errors import DriverError
from bot.sandbox.model import Values, View
from bot.sandbox.schema import JsonObject
from bot.sandbox.validate import interactive, objects

#: The field of a control's state, and the field of the control that it starts from.
_STATE: dict[str, tuple[str, str]] = {
    "plain_text_input": ("value", "initial_value"),
    "static_select": ("selected_option", "initial_option"),
    "radio_buttons": ("selected_option", "initial_option"),
    "checkboxes": ("selected_options", "initial_options"),
    "multi_static_select": ("selected_options", "initial_options"),
    "users_select": ("selected_user", "initial_user"),
    "multi_users_select": ("selected_users", "initial_users"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
}


def state_field(kind: object) -> str:
    """The name under which Slack reports what a person chose in a control of this type.

    Raises:
        DriverError: A control of this type holds nothing, as a button.
    """
    if str(kind) not in _STATE:
        raise DriverError(f"A {kind} holds no value.")
    return _STATE[str(kind)][0]


def initial_values(blocks: Iterable[JsonObject]) -> Values:
    """What the controls of some blocks hold before anyone touches them."""
    values: Values = {}
    for block in blocks:
        for element in interactive(block):
            kind = str(element.get("type"))
            if kind not in _STATE:
                continue
            name, start = _STATE[kind]
            empty: object = [] if name in ("selected_options", "selected_users") else None
            held: JsonObject = {"type": kind, name: element.get(start, empty)}
            values.setdefault(str(block["block_id"]), {})[str(element["action_id"])] = held
    return values


def merge_values(fresh: Values, kept: Values) -> Values:
    """Carry what a person entered over to new blocks, where both ids and the type are the same."""
    for block_id, actions in fresh.items():
        for action_id, held in actions.items():
            before = kept.get(block_id, {}).get(action_id)
            if before is not None and before.get("type") == held["type"]:
                actions[action_id] = before
    return fresh


def hold(values: Values, element: JsonObject, answer: object) -> None:
    """Put an answer into a control.

    Raises:
        DriverError: It is no option of the control, or the control takes none.
    """
    kind = str(element["type"])
    name = state_field(kind)
    held: JsonObject = {"type": kind, name: _answer(element, name, answer)}
    values.setdefault(str(element["block_id"]), {})[str(element["action_id"])] = held


def _answer(element: JsonObject, name: str, answer: object) -> object:
    if name == "selected_option":
        return None if answer is None else _option(element, answer)
    if name == "selected_options":
        chosen = answer if isinstance(answer, list) else [answer]
        return [_option(element, one) for one in chosen]
    if name == "selected_users":
        return answer if isinstance(answer, list) else [answer]
    return answer


def _option(element: JsonObject, value: object) -> JsonObject:
    for option in objects(options_of(element)):
        if option.get("value") == value:
            return option
    raise DriverError(f"{element['action_id']} has no option {value!r}.")


def client_errors(view: View) -> dict[str, str]:
    """What Slack's own client says before it sends a modal off, by block id."""
    found = {}
    for block in view.blocks:
        element = block.get("element")
        if block.get("type") != "input" or not isinstance(element, dict):
            continue
        name, action = str(block["block_id"]), str(element["action_id"])
        held = view.values.get(name, {}).get(action, {})
        line = _client_error(block, element, held.get(state_field(element["type"])))
        if line:
            found[name] = line
    return found


def _client_error(block: JsonObject, element: JsonObject, answer: object) -> str | None:
    if answer in (None, "", []):
        return None if block.get("optional") else "Please complete this required field."
    if not isinstance(answer, str) or element.get("type") != "plain_text_input":
        return None
    low, high = element.get("min_length"), element.get("max_length")
    if isinstance(low, int) and len(answer) < low:
        return f"Use at least {low} characters."
    if isinstance(high, int) and len(answer) > high:
        return f"Use at most {high} characters."
    return None
