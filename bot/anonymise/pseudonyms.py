"""Slack ids to pseudonyms, one way.

HMAC-SHA256 under a key that lies outside the database: whoever holds only the database cannot try
out user ids against it, and whoever runs Warmline can still find a person's own rows for them
("what is stored about me", "forget me").
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass, field

from bot.store.base import Person

__all__ = ["Pseudonyms"]


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Makes pseudonyms: 64 hexadecimal digits, the same for the same input and key."""

    key: bytes = field(repr=False)
    earlier: tuple[bytes, ...] = field(default=(), repr=False)

    def member(self, person: Person) -> str:
        """Return the pseudonym of a person in their workspace."""
        return self._digest("member", person.enterprise_id, person.team_id, person.user_id)

    def team(self, person: Person) -> str:
        """Return the pseudonym of a person's workspace."""
        return self._digest("team", person.enterprise_id, person.team_id)

    def event(self, key: str) -> str:
        """Return the look-up key of a Slack event: its own key may name people and views."""
        return self._digest("event", key)

    def earlier_events(self, key: str) -> list[str]:
        """Return the look-up keys that an event may have from before a rotation."""
        return [Pseudonyms(old).event(key) for old in self.earlier]

    def _digest(self, *parts: str) -> str:
        # JSON keeps ("ab", "c") and ("a", "bc") apart; the first part keeps the kinds apart.
        message = json.dumps(parts).encode("ascii")
        return hmac.new(self.key, message, hashlib.sha256).hexdigest()
