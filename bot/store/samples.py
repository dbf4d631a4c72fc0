"""Redacted samples: sealed, one to a check, gone when their time is up."""

from __future__ import annotations

from bot.store.base import Consent, NewSample
from bot.store.parts import StorePart
from bot.store.tables import MemberRow, TextSampleRow

__all__ = ["SamplePart"]


class SamplePart(StorePart):
    """Seals and opens samples for the other parts."""

    def _sample_row(
        self, sample: NewSample, check_id: str, member: MemberRow, consent: Consent
    ) -> TextSampleRow:
        """Make the row, with the customer's message only where that is allowed."""
        customer = sample.customer if consent.allows("customer") else None
        return TextSampleRow(
            check_id=check_id,
            member=member.id,
            team=member.team,
            reply=self._seal_text(sample.reply.text, check_id, "reply"),
            customer=self._seal_text(customer.text, check_id, "customer") if customer else None,
            redactor=sample.reply.redactor,
            expires_at=self._clock() + self._limits.sample_ttl,
        )

    def _seal_text(self, text: str, check_id: str, column: str) -> bytes:
        return self._sealer.seal({"text": text}, row=check_id, column=column)

    def _open_text(self, sealed: bytes | None, check_id: str, column: str) -> str | None:
        if sealed is None:
            return None
        return str(self._sealer.open(sealed, row=check_id, column=column)["text"])
