"""The modals: input, working, result and error as four explicit views, and those behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.blocks.card import Card, card_blocks
from bot.blocks.details import features_blocks, why_blocks
from bot.blocks.parts import (
    INPUT_MAX,
    TITLE_MAX,
    Block,
    View,
    actions,
    button,
    clip,
    option,
    plain,
    rich_preformatted,
    rich_text,
    section,
    showable,
)
from bot.blocks.state import CardState
from bot.ids import ActionId, BlockId, FieldId, ViewId
from bot.strings import errors, features
from bot.strings import views as words
from scoring.contract import BY_ID, FEATURE_IDS, CheckResult, Family

ERROR_MAX: Final = 1000


class InputMeta(BaseModel):
    """What an input view carries: which session its checks belong to.

    Attributes:
        session_id: The same for a draft and its re-checks.
        previous: Overall score (0-100) of the check before, to show the difference.
        channel_kind: Kind of conversation the check was asked from.
        check_id: The check whose customer message is used again, when the view has no field for
            it (*Use this*).
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    session_id: str
    previous: float | None = None
    channel_kind: str = "none"
    check_id: str | None = None


class DisagreeMeta(BaseModel):
    """What the *I disagree* view carries: the card it belongs to, and where that card is."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    state: str
    view_id: str | None = None
    response_url: str | None = None


def input_view(meta: InputMeta, *, customer: str = "", draft: str = "") -> View:
    """Build the input view; a customer message that is too long is cut, and the hint says so."""
    kept = showable(customer)[:INPUT_MAX]
    cut = len(showable(customer)) > INPUT_MAX
    hint = words.CONTEXT_CUT_HINT.format(kept=INPUT_MAX) if cut else words.CONTEXT_HINT
    blocks = [
        _text_input(
            BlockId.CONTEXT,
            FieldId.CONTEXT,
            words.CONTEXT_LABEL,
            hint,
            words.CONTEXT_PLACEHOLDER,
            value=kept,
            optional=True,
        ),
        _text_input(
            BlockId.DRAFT,
            FieldId.DRAFT,
            words.DRAFT_LABEL,
            words.DRAFT_HINT,
            words.DRAFT_PLACEHOLDER,
            value=showable(draft)[:INPUT_MAX],
            focus=True,
        ),
    ]
    return _modal(
        ViewId.INPUT,
        words.TITLE,
        blocks,
        submit=words.SUBMIT,
        close=words.CANCEL,
        metadata=meta.model_dump_json(exclude_none=True),
    )


def working_view() -> View:
    """Build the tiny view that acknowledges a submission."""
    return _modal(ViewId.WORKING, words.TITLE, [section(words.WORKING, block_id=BlockId.WORKING)])


def still_working_view(check_id: str) -> View:
    """Build the view of a check that takes long: it can be cancelled."""
    return _modal(ViewId.WORKING, words.TITLE, still_working_blocks(check_id))


def still_working_blocks(check_id: str, text: str = words.STILL_WORKING) -> list[Block]:
    """Build the *still checking* note with its Cancel button."""
    state = CardState(check_id)
    cancel = button(words.CANCEL_CHECK, ActionId.CANCEL)
    return [
        section(text),
        actions([cancel], block_id=state.block_id(BlockId.WORKING)),
    ]


def result_view(card: Card) -> View:
    """Build the result view."""
    return _modal(ViewId.RESULT, words.TITLE_RESULT, card_blocks(card))


def error_blocks(message: str, error_id: str, check_id: str | None = None) -> list[Block]:
    """Build a plain sentence with its reference, and a way back to the draft if it is kept."""
    blocks = [
        rich_text(
            [
                {
                    "type": "rich_text_section",
                    "elements": [{"type": "text", "text": clip(message, 1000)}],
                }
            ]
        ),
        {
            "type": "context",
            "elements": [plain(errors.REFERENCE.format(id=error_id), 200)],
        },
    ]
    if check_id:
        again = button(errors.TRY_AGAIN, ActionId.EDIT, style="primary")
        blocks.append(actions([again], block_id=CardState(check_id).block_id(BlockId.ACTIONS)))
    return blocks


def error_view(message: str, error_id: str, check_id: str | None = None) -> View:
    """Build the error view."""
    return _modal(ViewId.ERROR, words.TITLE_ERROR, error_blocks(message, error_id, check_id))


def loading_view(title: str) -> View:
    """Build the view that holds a modal open while its content is read."""
    return _modal(ViewId.LOADING, title, [section(words.LOADING)])


def features_view(result: CheckResult) -> View:
    """Build the table of all features."""
    return _modal(ViewId.FEATURES, words.TITLE_FEATURES, features_blocks(result), close=words.BACK)


def why_view(result: CheckResult) -> View:
    """Build the view of what the score is made of."""
    return _modal(ViewId.WHY, words.TITLE_WHY, why_blocks(result), close=words.BACK)


def use_view(meta: InputMeta, text: str) -> View:
    """Build the view with a suggestion to copy, or to change and check again."""
    shown = showable(text)
    if len(shown) > INPUT_MAX:
        return _long_use_view(shown)
    blocks = [
        section(words.USE_INTRO),
        _text_input(BlockId.DRAFT, FieldId.DRAFT, words.USE_LABEL, words.DRAFT_HINT, value=shown),
    ]
    return _modal(
        ViewId.USE,
        words.TITLE_USE,
        blocks,
        submit=words.RECHECK,
        close=words.BACK,
        metadata=meta.model_dump_json(exclude_none=True),
    )


def _long_use_view(text: str) -> View:
    pieces = [text[at : at + INPUT_MAX] for at in range(0, len(text), INPUT_MAX)]
    boxes = [rich_text([rich_preformatted(piece)]) for piece in pieces[:90]]
    return _modal(
        ViewId.USE, words.TITLE_USE, [section(words.USE_LONG_INTRO), *boxes], close=words.BACK
    )


def disagree_view(meta: DisagreeMeta) -> View:
    """Build the view that asks what is off, and with which feature if the person likes."""
    reasons = [option(text, reason) for reason, text in words.REASONS.items()]
    radio = {"type": "radio_buttons", "action_id": FieldId.REASON, "options": reasons}
    blocks: list[Block] = [
        {
            "type": "input",
            "block_id": BlockId.REASON,
            "label": plain(words.DISAGREE_REASON),
            "element": radio,
        },
        {
            "type": "input",
            "block_id": BlockId.FEATURE,
            "optional": True,
            "label": plain(words.DISAGREE_FEATURE),
            "element": _feature_select(),
        },
    ]
    return _modal(
        ViewId.DISAGREE,
        words.TITLE_DISAGREE,
        blocks,
        submit=words.SEND,
        close=words.BACK,
        metadata=meta.model_dump_json(exclude_none=True),
    )


def note_view(text: str) -> View:
    """Build a view of one sentence, such as that a check was cancelled."""
    return _modal(ViewId.ERROR, words.TITLE, [section(text)])


def _feature_select() -> Block:
    groups = [
        {
            "label": plain(title, 75),
            "options": [
                option(features.feature_name(name), name)
                for name in FEATURE_IDS
                if _family_of(name) == family
            ],
        }
        for family, (title, _) in features.FAMILY_TEXT.items()
    ]
    return {
        "type": "static_select",
        "action_id": FieldId.FEATURE,
        "placeholder": plain(words.DISAGREE_FEATURE_PLACEHOLDER, 150),
        "option_groups": groups,
    }


def _family_of(name: str) -> Family:
    return BY_ID[name].family


def _text_input(  # noqa: PLR0913 - one argument for each part of Slack's input
    block_id: str,
    action_id: str,
    label: str,
    hint: str,
    placeholder: str = "",
    *,
    value: str = "",
    optional: bool = False,
    focus: bool = False,
) -> Block:
    element: Block = {
        "type": "plain_text_input",
        "action_id": action_id,
        "multiline": True,
        "max_length": INPUT_MAX,
    }
    extras = {
        "initial_value": value,
        "placeholder": plain(placeholder, 150) if placeholder else None,
        "focus_on_load": focus,
    }
    return {
        "type": "input",
        "block_id": block_id,
        "optional": optional,
        "label": plain(label),
        "hint": plain(hint),
        "element": element | {key: item for key, item in extras.items() if item},
    }


def _modal(  # noqa: PLR0913 - one argument for each part of Slack's view
    callback_id: str,
    title: str,
    blocks: Sequence[Block],
    *,
    submit: str | None = None,
    close: str = words.CLOSE,
    metadata: str = "",
) -> View:
    view: View = {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain(title, TITLE_MAX),
        "close": plain(close, TITLE_MAX),
        "blocks": list(blocks),
        "private_metadata": metadata,
    }
    return view | ({"submit": plain(submit, TITLE_MAX)} if submit else {})
