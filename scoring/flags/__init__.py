"""Flags: crisis, safety, placeholders, internal notes, wrong recipient, missing context, PII."""

from scoring.flags.find import crisis_in_message, find_flags, house_word

__all__ = ["crisis_in_message", "find_flags", "house_word"]
