"""Lines of a made-up export."""

from __future__ import annotations

from typing import Any

from scoring.contract import FEATURE_IDS
from scoring.training.feedback import Line


def raw(number: int, **changed: Any) -> dict[str, Any]:
    """One line as JSON; ``rating``, ``overall`` and ``choice`` go to their places."""
    rating, choice = changed.pop("rating", 4), changed.pop("choice", None)
    overall, outcome = changed.pop("overall", 60.0), changed.pop("outcome", None)
    said = {"thumb": None, "rating": rating, "reasons": None, "disputed_feature": None}
    offer = {"kind": "light", "source": "edits", "overall": 70.0, "delta": 7.0, "choice": choice}
    return {
        "format": 1,
        "id": f"id{number}",
        "rater": f"r{number % 6}",
        "week": "2026-W10",
        "draft": f"d{number}",
        "step": 1,
        "score": {
            "overall": overall,
            "interval": [50.0, 70.0],
            "need": 1.0,
            "features": dict.fromkeys(FEATURE_IDS, 0.5),
            "flags": [],
            "model": "2026-11-30.2",
        },
        "said": {**said, "outcome": outcome},
        "suggestions": [offer],
        "reply": f"Reply number {number} is on its way.",
        "context": None,
        **changed,
    }


def line(number: int, **changed: Any) -> Line:
    """One line, read."""
    return Line.model_validate(raw(number, **changed))
