"""What is kept of a person's checks, said to that person, with the switch."""

from __future__ import annotations

from bot.blocks.parts import Block, actions, button, section
from bot.ids import ActionId, BlockId
from bot.store.base import Consent
from bot.strings import views as words


def privacy_blocks(consent: Consent) -> list[Block]:
    """Say what is kept and whether this person's checks count, with the button to change it."""
    if consent.checks_count:
        state, switch = words.PRIVACY_ON, button(words.PRIVACY_SWITCH_OFF, ActionId.COUNT_OFF)
    else:
        state, switch = words.PRIVACY_OFF, button(words.PRIVACY_SWITCH_ON, ActionId.COUNT_ON)
    return [
        section(f"{words.PRIVACY_TITLE}\n{words.PRIVACY_TEXT}"),
        section(state),
        actions([switch], block_id=BlockId.PRIVACY),
    ]


def privacy_text(consent: Consent) -> str:
    """Say it in one sentence, for notifications and screen readers."""
    return words.PRIVACY_FALLBACK_ON if consent.checks_count else words.PRIVACY_FALLBACK_OFF
