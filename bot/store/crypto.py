"""Sealing: JSON objects to ciphertext that belongs to one row and one column.

Fernet (AES-128-CBC with HMAC-SHA256) has no associated data, so the row's id and the column's name
are sealed together with the value and compared on opening: a ciphertext copied to another row or
column does not open there. ``MultiFernet`` gives key rotation: the first key seals, all open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.errors import KeyMismatchError, StoreError

__all__ = ["Sealer"]


class Sealer:
    """Seals and opens JSON objects.

    Args:
        keys: Fernet keys, the one that seals first.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._fernet = MultiFernet([Fernet(key) for key in keys])
        self._newest = Fernet(keys[0])

    def seal(self, value: Mapping[str, Any], *, row: str, column: str) -> bytes:
        """Seal a value for one row's column.

        Raises:
            TypeError: The value is not JSON.
            ValueError: It holds NaN or an infinity.
        """
        envelope = {"row": row, "column": column, "value": dict(value)}
        document = json.dumps(envelope, allow_nan=False, ensure_ascii=False)
        # Surrogates pass as they are: ASCII escapes would join two lone ones into one character
        # and so shift every offset after it.
        return self._fernet.encrypt(document.encode("utf-8", "surrogatepass"))

    def renewed(self, sealed: bytes) -> bytes | None:
        """Seal again with the newest key; None for what is sealed with it already.

        Raises:
            KeyMismatchError: None of the keys opens it.
        """
        try:
            self._newest.decrypt(sealed)
        except InvalidToken:
            try:
                return self._fernet.rotate(sealed)
            except InvalidToken:
                raise KeyMismatchError from None
        return None

    def open(self, sealed: bytes, *, row: str, column: str) -> dict[str, Any]:
        """Open what was sealed for this row's column.

        Raises:
            KeyMismatchError: None of the keys opens it.
            StoreError: It was sealed for another place.
        """
        try:
            document = self._fernet.decrypt(sealed).decode("utf-8", "surrogatepass")
        except InvalidToken:
            raise KeyMismatchError from None
        envelope = json.loads(document)
        if (envelope["row"], envelope["column"]) != (row, column):
            raise StoreError("Saved data is not where it belongs, so Warmline does not use it.")
        value: dict[str, Any] = envelope["value"]
        return value
