"""Slack's published limits, for the blocks, elements and views the double checks.

Counted in Unicode code points. The tests hold every number equal to the registry of the
``slackblocks`` package, so a change on Slack's side shows up there first.
"""

from __future__ import annotations

from typing import Final, Literal

Surface = Literal["message", "modal", "home"]

LIMITS: Final[dict[str, int]] = {
    "text.min_length": 1,
    "text.max_length": 3000,
    "action_id.max_length": 255,
    "block_id.max_length": 255,
    "button.text.max_length": 75,
    "button.url.max_length": 3000,
    "button.value.max_length": 2000,
    "button.accessibility_label.max_length": 75,
    "confirmation.title.max_length": 100,
    "confirmation.text.max_length": 300,
    "confirmation.confirm.max_length": 30,
    "confirmation.deny.max_length": 30,
    "option.text.max_length": 75,
    "option.value.max_length": 150,
    "option.description.max_length": 75,
    "option.url.max_length": 3000,
    "option_group.label.max_length": 75,
    "option_group.options.min_items": 1,
    "option_group.options.max_items": 100,
    "select.placeholder.max_length": 150,
    "select.options.min_items": 1,
    "select.options.max_items": 100,
    "select.option_groups.min_items": 1,
    "select.option_groups.max_items": 100,
    "overflow.options.min_items": 1,
    "overflow.options.max_items": 5,
    "checkboxes.options.min_items": 1,
    "checkboxes.options.max_items": 10,
    "radio_buttons.options.min_items": 1,
    "radio_buttons.options.max_items": 10,
    "multi_select.max_selected_items.min": 1,
    "plain_text_input.min_length.min": 0,
    "plain_text_input.min_length.max": 3000,
    "plain_text_input.max_length.min": 1,
    "plain_text_input.max_length.max": 3000,
    "plain_text_input.placeholder.max_length": 150,
    "dispatch_action_configuration.trigger_actions_on.min_items": 1,
    "dispatch_action_configuration.trigger_actions_on.max_items": 2,
    "actions.elements.max_items": 25,
    "alert.text.max_length": 200,
    "context.elements.max_items": 10,
    "context_actions.elements.max_items": 5,
    "data_table.rows.min_items": 2,
    "data_table.rows.max_items": 201,
    "data_table.columns.max_items": 20,
    "data_table.page_size.min": 1,
    "data_table.page_size.max": 100,
    "data_table.content.max_length": 20000,
    "data_table.total_content.max_length": 20000,
    "data_table.row_header_column_index.min": 0,
    "data_visualization.title.max_length": 50,
    "data_visualization.series.max_items": 12,
    "data_visualization.series_name.max_length": 20,
    "data_visualization.data.max_items": 20,
    "data_visualization.point_label.max_length": 20,
    "data_visualization.categories.max_items": 20,
    "data_visualization.category_label.max_length": 20,
    "data_visualization.axis_label.max_length": 50,
    "feedback_button.text.max_length": 75,
    "feedback_button.value.max_length": 2000,
    "feedback_button.accessibility_label.max_length": 75,
    "icon_button.value.max_length": 2000,
    "icon_button.accessibility_label.max_length": 75,
    "icon_button.visible_to_user_ids.max_items": 10,
    "header.text.max_length": 150,
    "image.image_url.max_length": 3000,
    "image.alt_text.max_length": 2000,
    "image.title.max_length": 2000,
    "image_element.image_url.max_length": 3000,
    "image_element.alt_text.max_length": 2000,
    "input.label.max_length": 2000,
    "input.hint.max_length": 2000,
    "markdown.text.max_length": 12000,
    "markdown.total_text.max_length": 12000,
    "rich_text_list.indent.min": 0,
    "rich_text_list.indent.max": 8,
    "rich_text_list.offset.min": 0,
    "rich_text_list.border.min": 0,
    "rich_text_list.border.max": 1,
    "rich_text_quote.border.min": 0,
    "rich_text_quote.border.max": 1,
    "rich_text_preformatted.border.min": 0,
    "rich_text_preformatted.border.max": 1,
    "section.text.max_length": 3000,
    "section.fields.max_items": 10,
    "section.fields.item_max_length": 2000,
    "message.blocks.max_items": 50,
    "message.data_visualizations.max_items": 2,
    "view.blocks.max_items": 100,
    "view.private_metadata.max_length": 3000,
    "view.callback_id.max_length": 255,
    "view.external_id.max_length": 255,
    "view.title.max_length": 24,
    "view.close.max_length": 24,
    "view.submit.max_length": 24,
}

#: Block types each surface takes.
SURFACES: Final[dict[Surface, frozenset[str]]] = {
    "message": frozenset(
        {
            "actions",
            "card",
            "carousel",
            "container",
            "context",
            "context_actions",
            "data_table",
            "data_visualization",
            "divider",
            "file",
            "header",
            "image",
            "input",
            "markdown",
            "plan",
            "rich_text",
            "section",
            "table",
            "task_card",
            "video",
        }
    ),
    "modal": frozenset(
        {
            "actions",
            "alert",
            "card",
            "context",
            "divider",
            "header",
            "image",
            "input",
            "rich_text",
            "section",
            "video",
        }
    ),
    "home": frozenset(
        {
            "actions",
            "card",
            "carousel",
            "container",
            "context",
            "data_table",
            "data_visualization",
            "divider",
            "header",
            "image",
            "input",
            "rich_text",
            "section",
            "table",
            "video",
        }
    ),
}

#: Seconds a trigger_id lives; it works once.
TRIGGER_SECONDS: Final = 3.0
#: Seconds an app has to acknowledge an envelope.
ACK_SECONDS: Final = 3.0
#: A response_url takes this many posts, within this many seconds.
RESPONSE_USES: Final = 5
RESPONSE_SECONDS: Final = 30 * 60.0
#: Suggested prompts in the app's direct messages.
PROMPTS: Final = 4
#: Modals on top of each other.
STACK: Final = 3
#: Longest ``text`` of a message.
MESSAGE_TEXT: Final = 40_000
#: Most text in all blocks of a message. Slack publishes no figure; messages fail near this one.
MESSAGE_BLOCKS_TEXT: Final = 13_000
#: Largest view Slack takes, in bytes of JSON. Slack publishes no figure; this is the one apps meet.
VIEW_BYTES: Final = 250_000
#: Seconds the double waits for the other side when it closes a WebSocket.
CLOSE_SECONDS: Final = 0.5
#: Socket Mode connections of one app.
CONNECTIONS: Final = 10
