"""Block and view rules: what passes, what is refused, and in which words."""

from __future__ import annotations

import pytest
from slackblocks import errors as oracle_errors
from slackblocks.blocks import HeaderBlock

from bot.sandbox.validate import check_blocks, check_view, view_too_large


def section(text: str = "Hello", **more: object) -> dict[str, object]:
    """A section that says something."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def button(action_id: str = "go", text: str = "Go", **more: object) -> dict[str, object]:
    """A button."""
    label = {"type": "plain_text", "text": text}
    return {"type": "button", "action_id": action_id, "text": label, **more}


def actions(*elements: dict[str, object]) -> dict[str, object]:
    """A row of controls."""
    return {"type": "actions", "elements": list(elements)}


def menu(kind: str, count: int, **more: object) -> dict[str, object]:
    """A control with some options."""
    options = [
        {"text": {"type": "plain_text", "text": f"Option {n}"}, "value": str(n)}
        for n in range(count)
    ]
    return {"type": kind, "action_id": "menu", "options": options, **more}


def text_input(**more: object) -> dict[str, object]:
    """A question."""
    return {
        "type": "input",
        "block_id": "draft",
        "label": {"type": "plain_text", "text": "Draft"},
        "element": {"type": "plain_text_input", "action_id": "text", **more},
    }


def modal(*blocks: dict[str, object], **more: object) -> dict[str, object]:
    """A modal of some blocks."""
    title = {"type": "plain_text", "text": "A modal"}
    return {"type": "modal", "title": title, "blocks": list(blocks), **more}


SUBMIT = {"submit": {"type": "plain_text", "text": "Go"}}


def test_a_message_of_every_drawn_block_passes() -> None:
    """Ordinary blocks raise no complaint."""
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "A header"}},
        section(accessory=button()),
        {"type": "section", "fields": [{"type": "mrkdwn", "text": "*a*"}]},
        {"type": "divider"},
        {"type": "context", "elements": [{"type": "plain_text", "text": "small"}]},
        {"type": "image", "image_url": "https://example.com/a.png", "alt_text": "a curve"},
        {"type": "markdown", "text": "**bold**"},
        actions(button("a"), menu("static_select", 3), menu("overflow", 2) | {"action_id": "c"}),
        {
            "type": "rich_text",
            "elements": [
                {
                    "type": "rich_text_quote",
                    "elements": [{"type": "text", "text": "x", "style": {"bold": True}}],
                }
            ],
        },
    ]
    assert check_blocks(blocks, "message") == ()


@pytest.mark.parametrize(
    ("block", "line"),
    [
        (
            section("x" * 3001),
            "must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
        ),
        (section(""), "must be more than 0 characters [json-pointer:/blocks/0/text/text]"),
        ({"type": "section"}, "missing required field: text [json-pointer:/blocks/0]"),
        (
            {"type": "section", "fields": [{"type": "mrkdwn", "text": "x" * 2001}]},
            "must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]",
        ),
        (
            {"type": "header", "text": {"type": "mrkdwn", "text": "x"}},
            "must be one of: plain_text [json-pointer:/blocks/0/text/type]",
        ),
        (
            {"type": "header", "text": {"type": "plain_text", "text": "x" * 151}},
            "must be less than 151 characters [json-pointer:/blocks/0/text/text]",
        ),
        (
            actions(button(text="x" * 76)),
            "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]",
        ),
        (
            actions(button(value="x" * 2001)),
            "must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]",
        ),
        (
            actions(*(button(f"b{n}") for n in range(26))),
            "no more than 25 items allowed [json-pointer:/blocks/0/elements]",
        ),
        (actions(), "no fewer than 1 items allowed [json-pointer:/blocks/0/elements]"),
        (
            actions(button("same"), button("same")),
            '`action_id` "same" already exists for this block [json-pointer:/blocks/0/elements]',
        ),
        (
            actions(menu("static_select", 101)),
            "no more than 100 items allowed [json-pointer:/blocks/0/elements/0/options]",
        ),
        (
            actions(menu("radio_buttons", 11)),
            "no more than 10 items allowed [json-pointer:/blocks/0/elements/0/options]",
        ),
        (
            actions({"type": "static_select", "action_id": "m"}),
            "missing required field: options [json-pointer:/blocks/0/elements/0]",
        ),
        (
            actions(
                menu(
                    "static_select",
                    1,
                    initial_option={"text": {"type": "plain_text", "text": "Z"}, "value": "z"},
                )
            ),
            "`initial_option` must match exactly one of the options "
            "[json-pointer:/blocks/0/elements/0]",
        ),
        (section(colour="red"), "invalid additional property: colour [json-pointer:/blocks/0]"),
        (
            section(block_id="x" * 256),
            "must be less than 256 characters [json-pointer:/blocks/0/block_id]",
        ),
        ({"type": "sectoin"}, "unsupported type: sectoin [json-pointer:/blocks/0/type]"),
        ({"text": "no type"}, "missing required field: type [json-pointer:/blocks/0]"),
        (
            {"type": "image", "image_url": "https://example.com/a.png"},
            "missing required field: alt_text [json-pointer:/blocks/0]",
        ),
        (
            {"type": "alert", "text": {"type": "plain_text", "text": "x"}},
            "unsupported type: alert [json-pointer:/blocks/0/type]",
        ),
        (
            {"type": "table", "rows": []},
            "the sandbox does not draw table; Slack does [json-pointer:/blocks/0/type]",
        ),
        (
            text_input(max_length=3001),
            "must be less than 3001 [json-pointer:/blocks/0/element/max_length]",
        ),
        (
            {"type": "markdown", "text": "x" * 12001},
            "must be less than 12001 characters [json-pointer:/blocks/0/text]",
        ),
    ],
)
def test_a_bad_block_is_refused_in_slacks_words(block: dict[str, object], line: str) -> None:
    """The fault is named together with the place it stands at."""
    assert f"[ERROR] {line}" in check_blocks([block], "message")


def test_too_many_blocks_are_refused() -> None:
    """A message takes 50 blocks, a modal 100."""
    assert check_blocks([section()] * 50, "message") == ()
    assert check_blocks([section()] * 51, "message")
    assert check_view(modal(*[section()] * 100)) == ()
    assert check_view(modal(*[section()] * 101))


def test_block_ids_are_unique() -> None:
    """Two blocks of one message cannot share an id."""
    lines = check_blocks([section(block_id="a"), section(block_id="a")], "message")
    assert lines == ('[ERROR] `block_id` "a" already exists [json-pointer:/blocks/1/block_id]',)


def test_markdown_counts_over_the_whole_message() -> None:
    """Two markdown blocks that are each short enough can be too long together."""
    block = {"type": "markdown", "text": "x" * 6001}
    assert check_blocks([block], "message") == ()
    assert "must total less than 12001" in check_blocks([block, block], "message")[0]


def test_length_counts_code_points() -> None:
    """An emoji of one code point counts once, however many bytes it takes."""
    assert check_blocks([section("\N{SEEDLING}" * 3000)], "message") == ()
    with pytest.raises(oracle_errors.InvalidUsageError):
        HeaderBlock("\N{SEEDLING}" * 151)
    header = {"type": "header", "text": {"type": "plain_text", "text": "\N{SEEDLING}" * 151}}
    assert check_blocks([header], "message")


@pytest.mark.parametrize("kind", ["markdown", "table", "context_actions", "data_visualization"])
def test_a_modal_forbids_what_only_messages_take(kind: str) -> None:
    """The pointer of a view's fault starts at the view."""
    line = f"[ERROR] unsupported type: {kind} [json-pointer:/view/blocks/0/type]"
    assert check_view(modal({"type": kind})) == (line,)


@pytest.mark.parametrize(
    ("view", "line"),
    [
        (modal(text_input()), "missing required field: submit [json-pointer:/view]"),
        (
            {**modal(section()), "title": {"type": "plain_text", "text": "x" * 25}},
            "must be less than 25 characters [json-pointer:/view/title/text]",
        ),
        (
            modal(section(), private_metadata="x" * 3001),
            "must be less than 3001 characters [json-pointer:/view/private_metadata]",
        ),
        (
            modal(section(), callback_id="x" * 256),
            "must be less than 256 characters [json-pointer:/view/callback_id]",
        ),
        (
            modal(section(), submit={"type": "plain_text", "text": "x" * 25}),
            "must be less than 25 characters [json-pointer:/view/submit/text]",
        ),
        (
            {"type": "modal", "blocks": [section()]},
            "missing required field: title [json-pointer:/view]",
        ),
        (modal(), "no fewer than 1 items allowed [json-pointer:/view/blocks]"),
        (
            modal(section(), colour="red"),
            "invalid additional property: colour [json-pointer:/view]",
        ),
    ],
)
def test_a_bad_view_is_refused_in_slacks_words(view: dict[str, object], line: str) -> None:
    """The fault is named together with the place it stands at."""
    assert f"[ERROR] {line}" in check_view(view)


def test_a_modal_with_inputs_and_a_submit_button_passes() -> None:
    """The usual form raises no complaint."""
    alert = {"type": "alert", "text": {"type": "plain_text", "text": "Careful"}, "level": "warning"}
    assert check_view(modal(alert, text_input(multiline=True, max_length=3000), **SUBMIT)) == ()


def test_a_huge_view_is_too_large() -> None:
    """Size is judged as a whole, before any rule."""
    assert not view_too_large(modal(section()))
    assert view_too_large(modal(*[section("x" * 3000)] * 100))
