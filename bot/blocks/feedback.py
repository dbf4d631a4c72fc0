"""The row where a person says what they think of a check, and the note that it was recorded."""

from __future__ import annotations

from bot.blocks.parts import Block, actions, button, context, option, plain
from bot.blocks.state import CardState
from bot.ids import ActionId, BlockId
from bot.strings import card as words
from bot.strings import views
from bot.strings.features import feature_name


def feedback_blocks(state: CardState, *, scored: bool, note: str = "") -> list[Block]:
    """Draw thumbs, own rating and *I disagree*, with what is recorded so far.

    Args:
        state: The card's state.
        scored: Whether there is a score to disagree with.
        note: What to say in place of what is recorded.
    """
    row = [_thumb(state, up=True), _thumb(state, up=False)]
    if scored:
        row += [_rating(state), button(words.DISAGREE, ActionId.DISAGREE)]
    blocks = [actions(row, block_id=state.block_id(BlockId.FEEDBACK))]
    if said := note or recorded_text(state):
        blocks.append(context([said], block_id=BlockId.RECORDED))
    return blocks


def recorded_text(state: CardState) -> str:
    """Say what has been recorded, in one sentence; empty when nothing was."""
    said: list[str] = []
    if state.thumb:
        said.append(words.RECORDED_UP if state.thumb == "up" else words.RECORDED_DOWN)
    if state.rating:
        said.append(words.RECORDED_RATING.format(rating=state.rating))
    if state.reason:
        said.append(_disagreement(state))
    return words.RECORDED.format(what=", ".join(said)) if said else ""


def _disagreement(state: CardState) -> str:
    reason = views.REASONS[state.reason or "wrong_score"].lower()
    if state.feature is None:
        return words.RECORDED_DISAGREE.format(reason=reason)
    feature = feature_name(state.feature)
    return words.RECORDED_DISAGREE_FEATURE.format(reason=reason, feature=feature)


def _thumb(state: CardState, *, up: bool) -> Block:
    chosen = state.thumb == ("up" if up else "down")
    return button(
        words.THUMBS_UP if up else words.THUMBS_DOWN,
        ActionId.THUMBS_UP if up else ActionId.THUMBS_DOWN,
        label=words.THUMBS_UP_LABEL if up else words.THUMBS_DOWN_LABEL,
        style="primary" if chosen else None,
    )


def _rating(state: CardState) -> Block:
    options = [option(text, str(number)) for number, text in enumerate(words.RATINGS, start=1)]
    select: Block = {
        "type": "static_select",
        "action_id": ActionId.OWN_RATING,
        "placeholder": plain(words.RATING_PLACEHOLDER, 150),
        "options": options,
    }
    if state.rating and 1 <= state.rating <= len(options):
        select["initial_option"] = options[state.rating - 1]
    return select
