"""What Slack accepts as blocks and as a view; everything else comes back as Slack says it.

Run against every payload the double receives, in a Web API call, a ``response_url`` post or an
acknowledgement. Types that Slack has and the double does not draw are refused openly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from bot.sandbox import elements as el
from bot.sandbox.charts import DATA_VISUALIZATION, charts_in
from bot.sandbox.limits import LIMITS, SURFACES, VIEW_BYTES, Surface
from bot.sandbox.rich_text import RICH_TEXT
from bot.sandbox.schema import (
    Check,
    JsonObject,
    Problems,
    boolean,
    choice,
    items,
    plain,
    record,
    string,
    tagged,
    text,
)
from bot.sandbox.tables import DATA_TABLE

_ID = {"block_id": string("block_id")}
_TYPE = {"type": string()}

_INPUTS: dict[str, Check] = {**el.MENUS, "plain_text_input": el.PLAIN_TEXT_INPUT}
_ACCESSORIES: dict[str, Check] = {**el.BUTTONS, **el.MENUS, "image": el.IMAGE}


def _one_of(kinds: dict[str, Check]) -> Check:
    return tagged(kinds, foreign=el.FOREIGN_ELEMENTS)


def _section(value: object, at: str, problems: Problems) -> None:
    """A section shows text, or fields, or both."""
    record(
        _TYPE,
        {
            **_ID,
            "text": text("section.text"),
            "fields": items(_field, "section.fields"),
            "accessory": _one_of(_ACCESSORIES),
            "expand": boolean,
        },
    )(value, at, problems)
    if isinstance(value, dict) and value.get("text") is None and value.get("fields") is None:
        problems.add("missing required field: text", at)


def _field(value: object, at: str, problems: Problems) -> None:
    record(
        {
            "type": choice("plain_text", "mrkdwn"),
            "text": string(high=LIMITS["section.fields.item_max_length"]),
        },
        {"emoji": boolean, "verbatim": boolean},
    )(value, at, problems)


def _image(value: object, at: str, problems: Problems) -> None:
    """An image has a URL or a Slack file, and always a text for those who do not see it."""
    record(
        {**_TYPE, "alt_text": string("image.alt_text")},
        {
            **_ID,
            "image_url": string("image.image_url"),
            "slack_file": record({}, {"id": string(), "url": string()}),
            "title": plain("image.title"),
        },
    )(value, at, problems)
    if isinstance(value, dict) and not (value.get("image_url") or value.get("slack_file")):
        problems.add("missing required field: image_url", at)


_BLOCKS: dict[str, Check] = {
    "actions": record(
        {
            **_TYPE,
            "elements": items(_one_of({**el.BUTTONS, **el.MENUS}), "actions.elements"),
        },
        _ID,
    ),
    "alert": record(
        {**_TYPE, "text": text("alert.text")},
        {**_ID, "level": choice("default", "info", "warning", "error", "success")},
    ),
    "context": record(
        {
            **_TYPE,
            "elements": items(
                tagged({"plain_text": text("text"), "mrkdwn": text("text"), "image": el.IMAGE}),
                "context.elements",
            ),
        },
        _ID,
    ),
    "context_actions": record(
        {
            **_TYPE,
            "elements": items(
                tagged({"feedback_buttons": el.FEEDBACK_BUTTONS, "icon_button": el.ICON_BUTTON}),
                "context_actions.elements",
            ),
        },
        _ID,
    ),
    "data_table": DATA_TABLE,
    "data_visualization": DATA_VISUALIZATION,
    "divider": record(_TYPE, _ID),
    "header": record({**_TYPE, "text": plain("header.text")}, _ID),
    "image": _image,
    "input": record(
        {**_TYPE, "label": plain("input.label"), "element": _one_of(_INPUTS)},
        {**_ID, "hint": plain("input.hint"), "optional": boolean, "dispatch_action": boolean},
    ),
    "markdown": record({**_TYPE, "text": string("markdown.text")}, _ID),
    "rich_text": RICH_TEXT,
    "section": _section,
}

#: Block types the double takes and the page draws.
DRAWN_BLOCKS = frozenset(_BLOCKS)


def check_blocks(blocks: object, surface: Surface, at: str = "/blocks") -> tuple[str, ...]:
    """Everything wrong with a list of blocks on a surface, as lines with JSON pointers."""
    problems = Problems()
    allowed = SURFACES[surface]
    kinds = {kind: check for kind, check in _BLOCKS.items() if kind in allowed}
    limit = "message.blocks" if surface == "message" else "view.blocks"
    lowest = 0 if surface == "message" else 1
    items(tagged(kinds, foreign=allowed - set(_BLOCKS)), limit, low=lowest)(blocks, at, problems)
    if isinstance(blocks, list):
        _unique_ids(blocks, at, problems)
        _markdown_total(blocks, at, problems)
        if surface == "message":
            _few_charts(blocks, at, problems)
    return tuple(problems.lines)


def check_view(view: object) -> tuple[str, ...]:
    """Everything wrong with a modal or a Home view, as lines with JSON pointers."""
    problems = Problems()
    _view(view, "/view", problems)
    if not isinstance(view, dict):
        return tuple(problems.lines)
    surface: Surface = "home" if view.get("type") == "home" else "modal"
    lines = [*problems.lines, *check_blocks(view.get("blocks", []), surface, "/view/blocks")]
    if surface == "modal" and has_inputs(view) and not view.get("submit"):
        lines.append("[ERROR] missing required field: submit [json-pointer:/view]")
    return tuple(lines)


def _view(value: object, at: str, problems: Problems) -> None:
    shared: dict[str, Check] = {
        "private_metadata": string("view.private_metadata", low=0),
        "callback_id": string("view.callback_id", low=0),
        "external_id": string("view.external_id", low=0),
    }
    modal: dict[str, Check] = {
        "close": plain("view.close"),
        "submit": plain("view.submit"),
        "clear_on_close": boolean,
        "notify_on_close": boolean,
        "submit_disabled": boolean,
    }
    blocks = items(lambda *_: None, low=0)
    tagged(
        {
            "home": record({**_TYPE, "blocks": blocks}, shared),
            "modal": record(
                {**_TYPE, "title": plain("view.title"), "blocks": blocks}, {**shared, **modal}
            ),
        }
    )(value, at, problems)


def view_too_large(view: object) -> bool:
    """Whether a view is bigger than Slack takes at all."""
    return len(json.dumps(view).encode()) > VIEW_BYTES


def has_inputs(view: JsonObject) -> bool:
    """Whether a view asks for something, and so needs a submit button."""
    return any(block.get("type") == "input" for block in objects(view.get("blocks")))


def objects(value: object) -> Iterator[JsonObject]:
    """The objects of a list, leaving out whatever else stands in it."""
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            yield item


def strings(value: object) -> Iterator[str]:
    """Everything a person can read in some blocks."""
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            yield value["text"]
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def interactive(block: JsonObject) -> Iterator[JsonObject]:
    """The elements of a block that a person can use."""
    for single in (block.get("accessory"), block.get("element")):
        if isinstance(single, dict) and single.get("type") != "image":
            yield single
    if block.get("type") in {"actions", "context_actions"}:
        yield from objects(block.get("elements"))


def _unique_ids(blocks: list[object], at: str, problems: Problems) -> None:
    seen: set[object] = set()
    for index, block in enumerate(blocks):
        if not isinstance(block, dict):
            continue
        name = block.get("block_id")
        if name is not None and name in seen:
            problems.add(f'`block_id` "{name}" already exists', f"{at}/{index}/block_id")
        seen.add(name)
        _unique_actions(block, f"{at}/{index}", problems)


def _unique_actions(block: JsonObject, at: str, problems: Problems) -> None:
    names = [e["action_id"] for e in interactive(block) if e.get("action_id") is not None]
    for name in dict.fromkeys(n for n in names if names.count(n) > 1):
        problems.add(f'`action_id` "{name}" already exists for this block', f"{at}/elements")


def _few_charts(blocks: list[object], at: str, problems: Problems) -> None:
    most = LIMITS["message.data_visualizations.max_items"]
    if charts_in(list(objects(blocks))) > most:
        problems.add(f"no more than {most} data_visualization blocks allowed", at)


def _markdown_total(blocks: list[object], at: str, problems: Problems) -> None:
    texts = [str(b.get("text", "")) for b in objects(blocks) if b.get("type") == "markdown"]
    most = LIMITS["markdown.total_text.max_length"]
    if len(texts) > 1 and sum(map(len, texts)) > most:
        problems.add(f"markdown blocks must total less than {most + 1} characters", at)
