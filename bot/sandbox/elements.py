"""Rules for what sits inside blocks: buttons, menus, inputs, and the parts they are made of."""

from __future__ import annotations

from bot.sandbox.schema import (
    Check,
    JsonObject,
    Problems,
    boolean,
    choice,
    integer,
    items,
    plain,
    record,
    string,
    text,
)

ANY_STRING = string(low=0)
ACTION_ID = string("action_id")
TYPE = {"type": ANY_STRING}

CONFIRM = record(
    {"title": plain("confirmation.title"), "text": text("confirmation.text")},
    {
        "confirm": plain("confirmation.confirm"),
        "deny": plain("confirmation.deny"),
        "style": choice("primary", "danger"),
    },
)
OPTION = record(
    {"text": text("option.text"), "value": string("option.value", low=0)},
    {"description": text("option.description"), "url": string("option.url")},
)
OPTION_GROUP = record(
    {"label": plain("option_group.label"), "options": items(OPTION, "option_group.options")}
)
DISPATCH = record(
    {},
    {
        "trigger_actions_on": items(
            choice("on_enter_pressed", "on_character_entered"),
            "dispatch_action_configuration.trigger_actions_on",
        )
    },
)
IMAGE = record(
    {**TYPE, "alt_text": string("image_element.alt_text")},
    {"image_url": string("image_element.image_url"), "slack_file": record({}, {"id": ANY_STRING})},
)
BUTTON = record(
    {**TYPE, "text": plain("button.text")},
    {
        "action_id": ACTION_ID,
        "url": string("button.url"),
        "value": string("button.value", low=0),
        "style": choice("primary", "danger"),
        "confirm": CONFIRM,
        "accessibility_label": string("button.accessibility_label"),
    },
)

_SHARED: dict[str, Check] = {
    "action_id": ACTION_ID,
    "placeholder": plain("select.placeholder"),
    "confirm": CONFIRM,
    "focus_on_load": boolean,
}
_CHOICES: dict[str, Check] = {
    "options": items(OPTION, "select.options"),
    "option_groups": items(OPTION_GROUP, "select.option_groups"),
}


def _with_choices(check: Check) -> Check:
    """A menu lists ``options`` or ``option_groups``, and starts on one of them."""

    def checked(value: object, at: str, problems: Problems) -> None:
        check(value, at, problems)
        if isinstance(value, dict):
            _needs_options(value, at, problems)
            _starts_on_an_option(value, at, problems)

    return checked


def _needs_options(element: JsonObject, at: str, problems: Problems) -> None:
    if element.get("options") is None and element.get("option_groups") is None:
        problems.add("missing required field: options", at)


def _starts_on_an_option(element: JsonObject, at: str, problems: Problems) -> None:
    known = options_of(element)
    first = element.get("initial_option")
    if first is not None and first not in known:
        problems.add("`initial_option` must match exactly one of the options", at)
    several = element.get("initial_options")
    if isinstance(several, list) and any(option not in known for option in several):
        problems.add("`initial_options` must match the options", at)


def options_of(element: JsonObject) -> list[object]:
    """Every option of a menu, those inside groups included."""
    groups = element.get("option_groups")
    listed = element.get("options")
    found: list[object] = list(listed) if isinstance(listed, list) else []
    for group in groups if isinstance(groups, list) else []:
        inside = group.get("options") if isinstance(group, dict) else None
        found += inside if isinstance(inside, list) else []
    return found


STATIC_SELECT = _with_choices(record(TYPE, {**_SHARED, **_CHOICES, "initial_option": OPTION}))
MULTI_STATIC_SELECT = _with_choices(
    record(
        TYPE,
        {
            **_SHARED,
            **_CHOICES,
            "initial_options": items(OPTION),
            "max_selected_items": integer("multi_select.max_selected_items"),
        },
    )
)
USERS_SELECT = record(TYPE, {**_SHARED, "initial_user": ANY_STRING})
MULTI_USERS_SELECT = record(
    TYPE,
    {
        **_SHARED,
        "initial_users": items(ANY_STRING),
        "max_selected_items": integer("multi_select.max_selected_items"),
    },
)
CONVERSATIONS_SELECT = record(
    TYPE,
    {
        **_SHARED,
        "initial_conversation": ANY_STRING,
        "default_to_current_conversation": boolean,
        "response_url_enabled": boolean,
        "filter": record(
            {}, {"include": items(ANY_STRING), "exclude_external_shared_channels": boolean}
        ),
    },
)
OVERFLOW = record(
    {**TYPE, "options": items(OPTION, "overflow.options")},
    {"action_id": ACTION_ID, "confirm": CONFIRM},
)
RADIO_BUTTONS = _with_choices(
    record(
        {**TYPE, "options": items(OPTION, "radio_buttons.options")},
        {
            "action_id": ACTION_ID,
            "initial_option": OPTION,
            "confirm": CONFIRM,
            "focus_on_load": boolean,
        },
    )
)
CHECKBOXES = _with_choices(
    record(
        {**TYPE, "options": items(OPTION, "checkboxes.options")},
        {
            "action_id": ACTION_ID,
            "initial_options": items(OPTION),
            "confirm": CONFIRM,
            "focus_on_load": boolean,
        },
    )
)
PLAIN_TEXT_INPUT = record(
    TYPE,
    {
        "action_id": ACTION_ID,
        "initial_value": string(low=0, high=3000),
        "multiline": boolean,
        "min_length": integer("plain_text_input.min_length"),
        "max_length": integer("plain_text_input.max_length"),
        "dispatch_action_config": DISPATCH,
        "focus_on_load": boolean,
        "placeholder": plain("plain_text_input.placeholder"),
    },
)

_FEEDBACK_BUTTON = record(
    {"text": plain("feedback_button.text"), "value": string("feedback_button.value")},
    {"accessibility_label": string("feedback_button.accessibility_label")},
)
FEEDBACK_BUTTONS = record(
    {**TYPE, "positive_button": _FEEDBACK_BUTTON, "negative_button": _FEEDBACK_BUTTON},
    {"action_id": ACTION_ID},
)
ICON_BUTTON = record(
    {**TYPE, "icon": ANY_STRING, "text": plain("text")},
    {
        "action_id": ACTION_ID,
        "value": string("icon_button.value", low=0),
        "confirm": CONFIRM,
        "accessibility_label": string("icon_button.accessibility_label"),
        "visible_to_user_ids": items(ANY_STRING, "icon_button.visible_to_user_ids"),
    },
)

BUTTONS: dict[str, Check] = {"button": BUTTON, "overflow": OVERFLOW}
MENUS: dict[str, Check] = {
    "static_select": STATIC_SELECT,
    "multi_static_select": MULTI_STATIC_SELECT,
    "users_select": USERS_SELECT,
    "multi_users_select": MULTI_USERS_SELECT,
    "conversations_select": CONVERSATIONS_SELECT,
    "radio_buttons": RADIO_BUTTONS,
    "checkboxes": CHECKBOXES,
}
#: Elements Slack has and this double does not draw.
FOREIGN_ELEMENTS = frozenset(
    {
        "channels_select",
        "datepicker",
        "datetimepicker",
        "email_text_input",
        "external_select",
        "file_input",
        "multi_channels_select",
        "multi_conversations_select",
        "multi_external_select",
        "number_input",
        "rich_text_input",
        "timepicker",
        "url_text_input",
        "workflow_button",
    }
)
