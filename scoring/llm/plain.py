"""Takes the control words of chat templates out of other people's text."""

from __future__ import annotations

import re

__all__ = ["plain"]

_CONTROL = re.compile(
    r"<\|.*?\|>"  # ChatML, Llama 3, Phi
    r"|</?s>|\[/?INST\]|<</?SYS>>"  # Llama 2, Mistral
    r"|</?(?:start|end)_of_turn>|</?think>|<[｜|][^<>]{1,40}[｜|]>",  # Gemma, Qwen, DeepSeek
    re.IGNORECASE | re.DOTALL,
)


def plain(text: str) -> str:
    """Leave out what a tokenizer could take for the end of a turn or the start of another.

    A template pastes texts together before they become tokens, so a message that spells a control
    token would close its own turn and speak as somebody else.
    """
    while (cleaned := _CONTROL.sub("", text)) != text:  # what is left may spell one anew
        text = cleaned
    return text
