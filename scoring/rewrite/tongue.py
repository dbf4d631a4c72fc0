"""Whether a suggestion speaks the draft's language and register."""

from __future__ import annotations

from scoring.explain.voice import voice_of
from scoring.text.language import guess_language


def same_tongue(draft: str, text: str) -> bool:
    """Whether a text is in the draft's language and as formal as it is."""
    formal = voice_of(draft).formal
    return guess_language(text) == guess_language(draft) and (not formal or voice_of(text).formal)
