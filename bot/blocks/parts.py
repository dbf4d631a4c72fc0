"""Small Block Kit parts, safe for any text: what a person wrote can neither ping nor break a view.

Anything a person wrote goes into ``plain_text`` or into rich text elements, which Slack never
interprets. Only our own sentences are mrkdwn; what is filled into them passes ``escape``.
Slack's limits count Unicode code points; ``clip`` holds them and never splits a surrogate pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

Block = dict[str, Any]
View = dict[str, Any]

SECTION_MAX: Final = 3000
HEADER_MAX: Final = 150
CONTEXT_MAX: Final = 1000
BUTTON_MAX: Final = 75
METADATA_MAX: Final = 3000
INPUT_MAX: Final = 3000
TITLE_MAX: Final = 24

_METER_CELLS: Final = 10
#: What Slack refuses or what would garble a line: lone surrogates and control characters.
_UNSHOWABLE: Final = re.compile(r"[\ud800-\udfff\x00-\x08\x0b-\x1f\x7f]")


def showable(text: str) -> str:
    """Replace what can't be sent as UTF-8 or shown: lone surrogates, control characters."""
    return _UNSHOWABLE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def clip(text: str, limit: int) -> str:
    """Cut to ``limit`` code points, with an ellipsis where something was cut."""
    safe = showable(text)
    return safe if len(safe) <= limit else safe[: limit - 1].rstrip() + "…"


def escape(text: str, limit: int = SECTION_MAX) -> str:
    """Make text safe inside mrkdwn: no mention, link or formatting, at most ``limit`` long.

    Slack reads ``& < >`` as control characters. A zero-width space after ``* _ ~ `` `` keeps those
    from formatting, so that a draft's own asterisks stay asterisks.
    """
    kept = clip(text, limit)
    while (over := len(safe := _inert(kept)) - limit) > 0:
        # One character becomes five at most, so this never cuts more than is needed.
        kept = clip(kept, len(kept) - max(1, over // 5))
    return safe


def _inert(text: str) -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([*_~`])", "\\1\u200b", safe)


def plain(text: str, limit: int = SECTION_MAX) -> Block:
    """Build a plain_text object; an empty text becomes a dash, as Slack refuses empty ones."""
    return {"type": "plain_text", "text": clip(text, limit) or "–", "emoji": True}


def mrkdwn(text: str, limit: int = SECTION_MAX) -> Block:
    """Build a mrkdwn object from our own words (or escaped ones)."""
    return {"type": "mrkdwn", "text": clip(text, limit) or "–"}


def section(text: str, *, block_id: str | None = None, accessory: Block | None = None) -> Block:
    """Build a section of mrkdwn, with a button at its right if given."""
    return _with_id({"type": "section", "text": mrkdwn(text)}, block_id, accessory=accessory)


def header(text: str, *, block_id: str | None = None) -> Block:
    """Build a header."""
    return _with_id({"type": "header", "text": plain(text, HEADER_MAX)}, block_id)


def context(lines: Sequence[str], *, block_id: str | None = None) -> Block:
    """Build a line of small grey text from mrkdwn pieces, at most ten."""
    elements = [mrkdwn(line, CONTEXT_MAX) for line in lines[:10]]
    return _with_id({"type": "context", "elements": elements}, block_id)


def divider() -> Block:
    """Build a thin line."""
    return {"type": "divider"}


def actions(elements: Sequence[Block], *, block_id: str) -> Block:
    """Build a row of buttons and selects."""
    return {"type": "actions", "block_id": block_id, "elements": list(elements)}


def button(
    text: str,
    action_id: str,
    *,
    value: str = "",
    label: str | None = None,
    style: str | None = None,
) -> Block:
    """Build a button; ``label`` is what a screen reader says when the text is not enough."""
    made: Block = {"type": "button", "action_id": action_id, "text": plain(text, BUTTON_MAX)}
    extras = {"value": value, "accessibility_label": label, "style": style}
    return made | {key: item for key, item in extras.items() if item}


def option(text: str, value: str, *, description: str = "") -> Block:
    """Build one choice of a select, of radio buttons or of checkboxes."""
    made: Block = {"text": plain(text, BUTTON_MAX), "value": value}
    return made | ({"description": plain(description, BUTTON_MAX)} if description else {})


def span(text: str, *, bold: bool = False, strike: bool = False, italic: bool = False) -> Block:
    """Build a rich text element: Slack shows the characters as they are."""
    made: Block = {"type": "text", "text": showable(text)}
    style = {"bold": bold, "strike": strike, "italic": italic}
    chosen = {name: True for name, on in style.items() if on}
    return made | ({"style": chosen} if chosen else {})


def rich_section(elements: Iterable[Block]) -> Block:
    """Build a paragraph of rich text; empty elements are left out, as Slack refuses them."""
    return {"type": "rich_text_section", "elements": [e for e in elements if e["text"]]}


def rich_quote(text: str, limit: int) -> Block:
    """Build a quotation of what a person wrote."""
    return {"type": "rich_text_quote", "elements": [span(clip(text, limit))]}


def rich_preformatted(text: str) -> Block:
    """Build a box of text that is easy to copy."""
    return {"type": "rich_text_preformatted", "elements": [span(text)]}


def rich_text(elements: Sequence[Block], *, block_id: str | None = None) -> Block:
    """Build a block of rich text."""
    return _with_id({"type": "rich_text", "elements": list(elements)}, block_id)


def meter(share: float) -> str:
    """Draw 0-1 as ten cells; always shown beside the number it stands for."""
    full = round(max(0.0, min(1.0, share)) * _METER_CELLS)
    return "▰" * full + "▱" * (_METER_CELLS - full)


def whole(number: float) -> int:
    """Round half up, as people do: 62.5 becomes 63."""
    return int(number + 0.5)


def _with_id(block: Block, block_id: str | None, *, accessory: Block | None = None) -> Block:
    extras = {"block_id": block_id, "accessory": accessory}
    return block | {key: item for key, item in extras.items() if item}
