"""Disagreements that wait for an answer, as an admin settles them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.blocks.forms import modal
from bot.blocks.parts import (
    Block,
    View,
    actions,
    context,
    divider,
    option,
    plain,
    rich_quote,
    rich_text,
    section,
)
from bot.ids import ActionId, BlockId, ViewId
from bot.store.base import Dispute
from bot.strings import disputes as words
from bot.strings import views
from bot.strings.features import feature_name

#: Longest part of a redacted reply that is quoted.
_QUOTED: Final = 600
#: How many fit into one view.
SHOWN: Final = 15


def disputes_view(disputes: Sequence[Dispute]) -> View:
    """Draw the list; empty, it says so."""
    blocks = [section(words.INTRO)]
    for dispute in disputes[:SHOWN]:
        blocks += _one(dispute)
    if not disputes:
        blocks.append(section(words.NONE))
    return modal(ViewId.DISPUTES, words.TITLE, blocks)


def _one(dispute: Dispute) -> list[Block]:
    day = f"<!date^{int(dispute.said_at.timestamp())}^{{date_short}}|{dispute.said_at:%d %b %Y}>"
    what = "; ".join(views.REASONS[reason] for reason in dispute.reasons)
    about = words.ABOUT.format(feature=feature_name(dispute.feature)) if dispute.feature else ""
    quoted = (
        rich_text([rich_quote(dispute.reply, _QUOTED)])
        if dispute.reply
        else context([words.NO_SAMPLE])
    )
    select: Block = {
        "type": "static_select",
        "action_id": ActionId.OUTCOME,
        "placeholder": plain(words.CHOOSE, 150),
        "options": [option(text, name) for name, text in words.OUTCOMES.items()],
    }
    return [
        divider(),
        section(f"*{what}*{about}"),
        quoted,
        context([words.WHEN.format(day=day, model=dispute.model_id)]),
        actions([select], block_id=f"{BlockId.DISPUTE}.{dispute.check_id}"),
    ]
