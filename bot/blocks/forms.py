"""What modals are made of: the frame, and its inputs."""

from __future__ import annotations

from collections.abc import Sequence

from bot.blocks.parts import INPUT_MAX, TITLE_MAX, Block, View, plain
from bot.strings import views as words


def modal(  # noqa: PLR0913 - one argument for each part of Slack's view
    callback_id: str,
    title: str,
    blocks: Sequence[Block],
    *,
    submit: str | None = None,
    close: str = words.CLOSE,
    metadata: str = "",
) -> View:
    """Build a modal."""
    view: View = {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain(title, TITLE_MAX),
        "close": plain(close, TITLE_MAX),
        "blocks": list(blocks),
        "private_metadata": metadata,
    }
    return view | ({"submit": plain(submit, TITLE_MAX)} if submit else {})


def field(
    block_id: str, label: str, element: Block, *, hint: str = "", optional: bool = False
) -> Block:
    """Build a labelled input."""
    made: Block = {
        "type": "input",
        "block_id": block_id,
        "optional": optional,
        "label": plain(label),
        "element": element,
    }
    return made | ({"hint": plain(hint)} if hint else {})


def text_input(  # noqa: PLR0913 - one argument for each part of Slack's input
    block_id: str,
    action_id: str,
    label: str,
    hint: str = "",
    placeholder: str = "",
    *,
    value: str = "",
    optional: bool = False,
    focus: bool = False,
    longest: int = INPUT_MAX,
    multiline: bool = True,
) -> Block:
    """Build an input for text."""
    element: Block = {
        "type": "plain_text_input",
        "action_id": action_id,
        "multiline": multiline,
        "max_length": longest,
    }
    extras = {
        "initial_value": value,
        "placeholder": plain(placeholder, 150) if placeholder else None,
        "focus_on_load": focus,
    }
    element |= {key: item for key, item in extras.items() if item}
    return field(block_id, label, element, hint=hint, optional=optional)
