"""The modals: input, working, result and error as four explicit views, and those behind them."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.blocks.card import Card, card_blocks
from bot.blocks.details import features_blocks, why_blocks
from bot.blocks.forms import modal, text_input
from bot.blocks.parts import (
    INPUT_MAX,
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
from bot.strings import errors, features, privacy
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
        position: Place on its card of the suggestion that the view shows.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    session_id: str
    previous: float | None = None
    channel_kind: str = "none"
    check_id: str | None = None
    position: int | None = None


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
        text_input(
            BlockId.CONTEXT,
            FieldId.CONTEXT,
            words.CONTEXT_LABEL,
            hint,
            words.CONTEXT_PLACEHOLDER,
            value=kept,
            optional=True,
        ),
        text_input(
            BlockId.DRAFT,
            FieldId.DRAFT,
            words.DRAFT_LABEL,
            words.DRAFT_HINT,
            words.DRAFT_PLACEHOLDER,
            value=showable(draft)[:INPUT_MAX],
            focus=True,
        ),
    ]
    return modal(
        ViewId.INPUT,
        words.TITLE,
        blocks,
        submit=words.SUBMIT,
        close=words.CANCEL,
        metadata=meta.model_dump_json(exclude_none=True),
    )


def working_view() -> View:
    """Build the tiny view that acknowledges a submission."""
    return modal(ViewId.WORKING, words.TITLE, [section(words.WORKING, block_id=BlockId.WORKING)])


def still_working_view(check_id: str) -> View:
    """Build the view of a check that takes long: it can be cancelled."""
    return modal(ViewId.WORKING, words.TITLE, still_working_blocks(check_id))


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
    return modal(ViewId.RESULT, words.TITLE_RESULT, card_blocks(card))


def error_blocks(
    message: str, error_id: str, check_id: str | None = None, link: str = ""
) -> list[Block]:
    """Build a plain sentence with its reference, and a way back to the draft if it is kept.

    Args:
        message: The sentence.
        error_id: The reference.
        check_id: The check whose draft is kept.
        link: Where the person can mend it.
    """
    elements: list[Block] = [{"type": "text", "text": clip(message, ERROR_MAX)}]
    if link:
        elements += [
            {"type": "text", "text": " "},
            {"type": "link", "url": link, "text": errors.REINSTALL},
        ]
    blocks = [
        rich_text([{"type": "rich_text_section", "elements": elements}]),
        {
            "type": "context",
            "elements": [plain(errors.REFERENCE.format(id=error_id), 200)],
        },
    ]
    if check_id:
        again = button(errors.TRY_AGAIN, ActionId.EDIT, style="primary")
        blocks.append(actions([again], block_id=CardState(check_id).block_id(BlockId.ACTIONS)))
    return blocks


def error_view(message: str, error_id: str, check_id: str | None = None, link: str = "") -> View:
    """Build the error view."""
    blocks = error_blocks(message, error_id, check_id, link)
    return modal(ViewId.ERROR, words.TITLE_ERROR, blocks)


def loading_view(title: str) -> View:
    """Build the view that holds a modal open while its content is read."""
    return modal(ViewId.LOADING, title, [section(words.LOADING)])


def features_view(result: CheckResult) -> View:
    """Build the table of all features."""
    return modal(ViewId.FEATURES, words.TITLE_FEATURES, features_blocks(result), close=words.BACK)


def why_view(result: CheckResult) -> View:
    """Build the view of what the score is made of."""
    return modal(ViewId.WHY, words.TITLE_WHY, why_blocks(result), close=words.BACK)


def use_view(meta: InputMeta, text: str) -> View:
    """Build the view with a suggestion to copy, or to change and check again."""
    shown = showable(text)
    if len(shown) > INPUT_MAX:
        return _long_use_view(shown)
    blocks = [
        section(words.USE_INTRO),
        text_input(BlockId.DRAFT, FieldId.DRAFT, words.USE_LABEL, words.DRAFT_HINT, value=shown),
        *_refuse(meta),
    ]
    return modal(
        ViewId.USE,
        words.TITLE_USE,
        blocks,
        submit=words.RECHECK,
        close=words.BACK,
        metadata=meta.model_dump_json(exclude_none=True),
    )


def _refuse(meta: InputMeta) -> list[Block]:
    if meta.check_id is None or meta.position is None:
        return []
    no = button(privacy.NOT_FOR_ME, ActionId.REFUSE, value=str(meta.position))
    return [actions([no], block_id=CardState(meta.check_id).block_id(BlockId.SUGGESTION))]


def _long_use_view(text: str) -> View:
    pieces = [text[at : at + INPUT_MAX] for at in range(0, len(text), INPUT_MAX)]
    boxes = [rich_text([rich_preformatted(piece)]) for piece in pieces[:90]]
    return modal(
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
    return modal(
        ViewId.DISAGREE,
        words.TITLE_DISAGREE,
        blocks,
        submit=words.SEND,
        close=words.BACK,
        metadata=meta.model_dump_json(exclude_none=True),
    )


def note_view(text: str) -> View:
    """Build a view of one sentence, such as that a check was cancelled."""
    return modal(ViewId.ERROR, words.TITLE, [section(text)])


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
