"""The result card: what a person sees of a check. Pure functions, result in, blocks out.

Order is the design: what matters more than any number, then the score, then one thing that works,
then at most two things to change, each with its words and its edit, then suggestions. When somebody
may be in danger there is neither praise nor a suggestion, and the score is played down. The same
card fits a message and a modal (which allows no markdown, table or chart blocks).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.blocks import flags
from bot.blocks.diff import diff_elements
from bot.blocks.feedback import feedback_blocks
from bot.blocks.parts import (
    Block,
    actions,
    button,
    clip,
    context,
    divider,
    header,
    meter,
    rich_quote,
    rich_section,
    rich_text,
    section,
    span,
    whole,
)
from bot.blocks.state import CardState
from bot.ids import ActionId, BlockId
from bot.strings import card as words
from bot.strings.features import feature_lack, feature_praise
from scoring.contract import CheckResult, Rewrite, Score, Weakness

QUOTE_MAX: Final = 240
SENTENCE_MAX: Final = 500
SUGGESTIONS_MAX: Final = 3


@dataclass(frozen=True, slots=True)
class Card:
    """Everything a card is drawn from.

    Attributes:
        result: What the scorer said.
        draft: The draft exactly as it was scored, for quotes and differences.
        state: The check's id and what was recorded of it.
        customer: The customer's message, for the quotation of a flag in it.
        escalation: The workspace's own words on a crisis, Slack mrkdwn.
        first_use: Whether to tell what is kept, as at a person's first check.
        note: A sentence in place of what was recorded.
    """

    result: CheckResult
    draft: str
    state: CardState
    customer: str = ""
    escalation: str = ""
    first_use: bool = False
    note: str = ""


def card_blocks(card: Card) -> list[Block]:
    """Draw the card for a message or a modal; at most 30 blocks."""
    score = card.result.score
    body = _abstained(card) if score.overall is None else _scored(card)
    return [
        *flags.flag_blocks(score.flags, card.draft, card.customer, card.escalation),
        *body,
        *_footer(card),
    ]


def fallback_text(result: CheckResult) -> str:
    """Say the result in one sentence, for notifications and screen readers."""
    score = result.score
    if flags.is_crisis(score.flags):
        return words.FALLBACK_CRISIS
    if score.overall is None or score.band is None or score.interval is None:
        message = score.abstained.message if score.abstained else words.ABSTAINED_TITLE
        return clip(words.FALLBACK_ABSTAINED.format(message=message), SENTENCE_MAX)
    low, high = score.interval
    return words.FALLBACK_SCORE.format(
        band=words.BAND[score.band],
        score=whole(score.overall),
        low=whole(low),
        high=whole(high),
    )


def _scored(card: Card) -> list[Block]:
    score = card.result.score
    headline, weaknesses = _headline(score, card.state.previous), _weaknesses(score.weakest)
    if flags.is_crisis(score.flags):
        return [context([words.CRISIS_SCORE], block_id=BlockId.CRISIS), *headline, *weaknesses]
    return [*headline, *_strength(score), *weaknesses, *_suggestions(card)]


def _headline(score: Score, previous: float | None) -> list[Block]:
    overall, band = score.overall or 0.0, score.band or "okay"
    low, high = score.interval or (overall, overall)
    title = words.SCORE_LINE.format(band=words.BAND[band], score=whole(overall))
    interval = words.INTERVAL.format(low=whole(low), high=whole(high))
    lines = [f"{meter(overall / 100)}   {interval}{_need(score)}"]
    if previous is not None:
        lines.append(f"*{change_text(previous, overall)}*")
    return [header(title, block_id=BlockId.SCORE), *(context([line]) for line in lines)]


def _need(score: Score) -> str:
    """Say how much the customer's message calls for; nothing when there is no message."""
    if any(flag.name == "no_context" for flag in score.flags):
        return ""
    return f" · {words.NEED[min(2, whole(score.need))]}"


def change_text(previous: float, overall: float) -> str:
    """Say the difference from the check before, in whole points as both were shown."""
    points = whole(overall) - whole(previous)
    if points == 0:
        return words.CHANGE_NONE
    template = words.CHANGE_UP if points > 0 else words.CHANGE_DOWN
    return template.format(points=abs(points))


def _strength(score: Score) -> list[Block]:
    if not score.strengths:
        return []
    text = f"*{words.STRENGTH_TITLE}*\n{feature_praise(score.strengths[0])}"
    return [section(text, block_id=BlockId.STRENGTH)]


def _weaknesses(weakest: Sequence[Weakness]) -> list[Block]:
    if not weakest:
        return []
    drawn = [_weakness(index, weakness) for index, weakness in enumerate(weakest)]
    return [divider(), section(f"*{words.WEAK_TITLE}*"), *drawn]


def _weakness(index: int, weakness: Weakness) -> Block:
    """One weakness: the words of the draft, why they are weak, and the edit."""
    name = words.WEAKNESS.format(name=feature_lack(weakness.id))
    advice = [
        span(name, bold=True),
        span(clip(weakness.why, SENTENCE_MAX) + "\n"),
        span(words.TRY, bold=True),
        span(clip(weakness.edit, SENTENCE_MAX)),
    ]
    quote = weakness.quote.strip()
    quoted = [rich_quote(quote, QUOTE_MAX)] if quote else []
    return rich_text([*quoted, rich_section(advice)], block_id=f"{BlockId.WEAKNESS}.{index}")


def _suggestions(card: Card) -> list[Block]:
    rewrites = card.result.rewrites[:SUGGESTIONS_MAX]
    if not rewrites:
        why = words.NO_SUGGESTION.get(card.result.outcome)
        return [section(why, block_id=BlockId.NO_SUGGESTION)] if why else []
    blocks = [
        divider(),
        section(f"*{words.SUGGESTIONS_TITLE}*"),
        context([words.SUGGESTIONS_NOTE]),
    ]
    for index, rewrite in enumerate(rewrites):
        blocks += _suggestion(card, index, rewrite)
    return blocks


def _suggestion(card: Card, index: int, rewrite: Rewrite) -> list[Block]:
    before = card.result.score.overall
    template = words.SUGGESTION_SCORE_ONLY if before is None else words.SUGGESTION_SCORE
    expected = template.format(before=whole(before or 0), after=whole(rewrite.overall))
    title = f"*{words.SUGGESTION[rewrite.kind]}*   {expected}"
    use = button(words.USE, ActionId.USE, value=str(index))
    name = f"{BlockId.SUGGESTION}.{index}"
    shown = rich_text(
        [rich_section(diff_elements(card.draft, rewrite))],
        block_id=f"{BlockId.SUGGESTION_TEXT}.{index}",
    )
    return [section(title, block_id=card.state.block_id(name), accessory=use), shown]


def _abstained(card: Card) -> list[Block]:
    abstained = card.result.score.abstained
    parts = [rich_section([span(words.ABSTAINED_TITLE, bold=True)])]
    if abstained:
        parts.append(rich_section([span(clip(abstained.message, SENTENCE_MAX))]))
        parts.append(rich_section([span(words.ABSTAINED[abstained.reason])]))
    return [rich_text(parts, block_id=BlockId.ABSTAINED)]


def _footer(card: Card) -> list[Block]:
    return [
        *_ignored(card.result.score),
        divider(),
        _buttons(card),
        *feedback_blocks(card.state, scored=card.result.score.overall is not None, note=card.note),
        *_first_use(card),
        context([words.FOOTER]),
    ]


def _ignored(score: Score) -> list[Block]:
    kinds = dict.fromkeys(words.IGNORED[part.kind] for part in score.ignored)
    if not kinds:
        return []
    note = words.IGNORED_NOTE.format(parts=", ".join(kinds))
    return [context([note], block_id=BlockId.IGNORED)]


def _buttons(card: Card) -> Block:
    edit = button(words.EDIT, ActionId.EDIT, style="primary")
    details = (
        [button(words.ALL_FEATURES, ActionId.ALL_FEATURES), button(words.WHY, ActionId.WHY)]
        if card.result.score.features
        else []
    )
    return actions([edit, *details], block_id=card.state.block_id(BlockId.ACTIONS))


def _first_use(card: Card) -> list[Block]:
    if not card.first_use:
        return []
    stop = button(words.DONT_COUNT, ActionId.DONT_COUNT)
    block_id = card.state.block_id(BlockId.FIRST_USE)
    return [divider(), section(words.FIRST_USE, block_id=block_id, accessory=stop)]
