"""Flags: what comes before the score. A crisis shows the workspace's own text before all else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.blocks.parts import (
    Block,
    clip,
    context,
    divider,
    header,
    rich_quote,
    rich_section,
    rich_text,
    section,
    span,
)
from bot.ids import BlockId
from bot.strings import card as words
from scoring.contract import Flag

QUOTE_MAX: Final = 160
MESSAGE_MAX: Final = 400
SHOWN_MAX: Final = 4


def flag_blocks(flags: Sequence[Flag], draft: str, customer: str, escalation: str) -> list[Block]:
    """Draw the flags, gravest first; empty when there are none."""
    crisis = [flag for flag in flags if flag.name == "crisis"]
    grave = [flag for flag in flags if flag.name not in ("crisis", "no_context")]
    blocks = [
        *(_crisis(crisis, draft, customer, escalation) if crisis else []),
        *(_warnings(grave, draft, customer) if grave else []),
    ]
    if any(flag.name == "no_context" for flag in flags):
        blocks.append(context([words.NO_CONTEXT]))
    return blocks


def is_crisis(flags: Sequence[Flag]) -> bool:
    """Tell whether somebody may be in danger."""
    return any(flag.name == "crisis" for flag in flags)


def _crisis(flags: Sequence[Flag], draft: str, customer: str, escalation: str) -> list[Block]:
    quotes = [quote for flag in flags if (quote := _quote(flag, draft, customer))]
    return [
        header(words.ESCALATION_TITLE),
        section(_calm(escalation), block_id=BlockId.ESCALATION),
        *([rich_text([rich_quote(quotes[0], QUOTE_MAX)])] if quotes else []),
        divider(),
    ]


def _calm(escalation: str) -> str:
    """Keep the workspace's own formatting and links, but no broadcast such as ``<!channel>``."""
    return (escalation.strip() or words.FLAG["crisis"]).replace("<!", "&lt;!")


def _warnings(flags: Sequence[Flag], draft: str, customer: str) -> list[Block]:
    parts: list[Block] = []
    for flag in flags[:SHOWN_MAX]:
        parts += _warning(flag, draft, customer)
    hidden = len(flags) - SHOWN_MAX
    if hidden > 0:
        parts.append(rich_section([span(words.MORE_FLAGS.format(count=hidden))]))
    return [section(words.FLAGS_TITLE), rich_text(parts, block_id=BlockId.FLAGS), divider()]


def _warning(flag: Flag, draft: str, customer: str) -> list[Block]:
    title = span(f"{words.FLAG[flag.name]}. ", bold=True)
    line = rich_section([title, span(clip(flag.message, MESSAGE_MAX))])
    quote = _quote(flag, draft, customer)
    return [line, rich_quote(quote, QUOTE_MAX)] if quote else [line]


def _quote(flag: Flag, draft: str, customer: str) -> str:
    if flag.span is None:
        return ""
    start, end = flag.span
    return (draft if flag.where == "reply" else customer)[start:end].strip()
