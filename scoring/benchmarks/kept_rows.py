"""Rows of a slow benchmark, kept as they are made: a run that was ended goes on with the next one.

A row lies under a hash of everything it was measured on, so other data, labels or settings never
find it. Numbers and names alone are kept, no text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from scoring.registry.durable import replace_text

__all__ = ["KeptRows", "digest"]


def digest(*parts: object) -> str:
    """Hash what a row is measured on; anything that JSON can hold."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class KeptRows:
    """A folder of rows.

    Attributes:
        folder: Where they lie; made when the first is kept.
        about: What all of them stand on, such as the base weights' hash.
    """

    folder: Path
    about: str = ""

    def row(self, key: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Give the row that is kept, or measure and keep one."""
        path = self.folder / f"{digest(self.about, key)}.json"
        if not path.is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            replace_text(path, json.dumps(measure()))
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
