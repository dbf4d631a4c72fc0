"""Slack's rules as an independent oracle: the limits registry of ``slackblocks`` and its surfaces.

``faults`` walks a view or a list of blocks and names every limit that is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from slack_sdk.models.blocks import Block
from slackblocks import _limits as limits

Json = dict[str, Any]

_MODAL = {"actions", "alert", "card", "context", "divider", "header", "image", "input"} | {
    "rich_text",
    "section",
    "video",
}
_MESSAGE = {"actions", "context", "divider", "header", "image", "rich_text", "section"}


def faults(blocks: Sequence[Json], *, modal: bool) -> list[str]:
    """Name what Slack would refuse in these blocks."""
    most = limits.VIEW_BLOCKS_MAX_ITEMS if modal else limits.MESSAGE_BLOCKS_MAX_ITEMS
    found = [] if 0 < len(blocks) <= most else [f"{len(blocks)} blocks"]
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    if len(ids) != len(set(ids)):
        found.append("block_id twice")
    for number, block in enumerate(blocks):
        found += [f"/{number}{fault}" for fault in _block(block, modal=modal)]
    return found


def view_faults(view: Json) -> list[str]:
    """Name what Slack would refuse in this view."""
    found = faults(view["blocks"], modal=True)
    sizes = {
        "title": limits.VIEW_TITLE_MAX_LENGTH,
        "submit": limits.VIEW_SUBMIT_MAX_LENGTH,
        "close": limits.VIEW_CLOSE_MAX_LENGTH,
    }
    for part, most in sizes.items():
        if part in view and not 1 <= len(view[part]["text"]) <= most:
            found.append(part)
    if len(view.get("private_metadata", "")) > limits.VIEW_PRIVATE_METADATA_MAX_LENGTH:
        found.append("private_metadata")
    if any(block["type"] == "input" for block in view["blocks"]) and "submit" not in view:
        found.append("input without submit")
    return found


def all_text(blocks: Sequence[Json]) -> str:
    """Read everything a person can read, block by block, top to bottom."""
    return "\n".join(text for block in blocks for text in _texts(block))


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get("text"), str):
            yield node["text"]
        for key, item in node.items():
            if key not in ("block_id", "action_id", "value"):
                yield from _texts(item)
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item)


def _block(block: Json, *, modal: bool) -> Iterator[str]:
    kind = block["type"]
    if kind not in (_MODAL if modal else _MESSAGE):
        yield f": {kind} not here"
    if len(block.get("block_id", "")) > limits.BLOCK_ID_MAX_LENGTH:
        yield "/block_id"
    yield from _RULES.get(kind, lambda _: iter(()))(block)
    yield from _elements(block)
    if kind != "rich_text" and not _model_accepts(block):
        yield ": slack_sdk's model refuses it"


def _model_accepts(block: Json) -> bool:
    [parsed] = Block.parse_all([block])
    try:
        parsed.to_dict()
    except Exception:  # noqa: BLE001 - the model raises several types
        return False
    return True


def _section(block: Json) -> Iterator[str]:
    if "text" in block and not 1 <= len(block["text"]["text"]) <= limits.SECTION_TEXT_MAX_LENGTH:
        yield "/text"
    if len(block.get("fields", [])) > limits.SECTION_FIELDS_MAX_ITEMS:
        yield "/fields"


def _header(block: Json) -> Iterator[str]:
    if block["text"]["type"] != "plain_text":
        yield "/text/type"
    if not 1 <= len(block["text"]["text"]) <= limits.HEADER_TEXT_MAX_LENGTH:
        yield "/text"


def _context(block: Json) -> Iterator[str]:
    if not 1 <= len(block["elements"]) <= limits.CONTEXT_ELEMENTS_MAX_ITEMS:
        yield "/elements"
    if any(not element["text"] for element in block["elements"]):
        yield "/elements: empty"


def _actions(block: Json) -> Iterator[str]:
    if not 1 <= len(block["elements"]) <= limits.ACTIONS_ELEMENTS_MAX_ITEMS:
        yield "/elements"
    names = [element["action_id"] for element in block["elements"]]
    if len(names) != len(set(names)):
        yield "/elements: action_id twice"


def _rich_text(block: Json) -> Iterator[str]:
    for part in block["elements"]:
        if not part["elements"]:
            yield ": empty paragraph"
        for element in part["elements"]:
            if element["type"] == "text" and not element["text"]:
                yield ": empty text"


def _input(block: Json) -> Iterator[str]:
    if len(block["label"]["text"]) > limits.INPUT_LABEL_MAX_LENGTH:
        yield "/label"
    element = block["element"]
    if element["type"] == "plain_text_input":
        most = limits.PLAIN_TEXT_INPUT_MAX_LENGTH_MAX
        if not 1 <= element.get("max_length", most + 1) <= most:
            yield "/element/max_length"
        if len(element.get("initial_value", "")) > element.get("max_length", most):
            yield "/element/initial_value"


_RULES: dict[str, Callable[[Json], Iterator[str]]] = {
    "section": _section,
    "header": _header,
    "context": _context,
    "actions": _actions,
    "rich_text": _rich_text,
    "input": _input,
}


def _elements(block: Json) -> Iterator[str]:
    inside = [block.get("accessory"), block.get("element"), *block.get("elements", [])]
    for element in inside:
        if isinstance(element, Mapping):
            yield from _element(element)


def _element(element: Mapping[str, Any]) -> Iterator[str]:
    if len(element.get("action_id", "")) > limits.ACTION_ID_MAX_LENGTH:
        yield "/action_id"
    if element["type"] == "button":
        if not 1 <= len(element["text"]["text"]) <= limits.BUTTON_TEXT_MAX_LENGTH:
            yield "/text"
        if len(element.get("value", "")) > limits.BUTTON_VALUE_MAX_LENGTH:
            yield "/value"
        label = element.get("accessibility_label", "")
        if len(label) > limits.BUTTON_ACCESSIBILITY_LABEL_MAX_LENGTH:
            yield "/accessibility_label"
    groups = element.get("option_groups") or [{"options": element.get("options", [])}]
    for group in groups:
        yield from _options(group)


def _options(group: Mapping[str, Any]) -> Iterator[str]:
    if "label" in group and len(group["label"]["text"]) > limits.OPTION_GROUP_LABEL_MAX_LENGTH:
        yield "/label"
    if len(group["options"]) > limits.SELECT_OPTIONS_MAX_ITEMS:
        yield "/options"
    for option in group["options"]:
        if not 1 <= len(option["text"]["text"]) <= limits.OPTION_TEXT_MAX_LENGTH:
            yield "/options/text"
        if len(option["value"]) > limits.OPTION_VALUE_MAX_LENGTH:
            yield "/options/value"
