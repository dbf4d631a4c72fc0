"""Redaction: whatever could name a person, an account or a secret is taken out of a text.

``redact`` does it by rules, with nothing but the standard library. ``engines`` adds Microsoft
Presidio's recognition of names where that is installed and switched on. What neither can catch is
said in ``docs/privacy.md``.
"""

from bot.redact.redact import REDACTOR, redact
from bot.redact.values import Redacted, Redactor

__all__ = ["REDACTOR", "Redacted", "Redactor", "redact"]
