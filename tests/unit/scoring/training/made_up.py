"""Drafts and pairs small enough to learn in a test."""

from __future__ import annotations

from scoring.features.registry import FEATURES
from scoring.training.examples import JudgedPair, TrainingExample


def examples(split: str, n: int) -> list[TrainingExample]:
    """Drafts that are good exactly when they say sorry."""
    rows = []
    for i in range(n):
        good = i % 2 == 0
        reply = (
            f"{'sorry for that' if good else 'not our fault'}, order {'abc'[i % 3]} is with you."
        )
        value = 0.9 if good else 0.1
        rows.append(
            TrainingExample(
                id=f"{split}{i}",
                group=f"{split}{i // 2}",
                split=split,  # type: ignore[arg-type]
                source="composed",
                context="where is my refund?",
                reply=reply,
                overall=value,
                need=0.5,
                crisis=0.0,
                features=tuple([value] * len(FEATURES)),
            )
        )
    return rows


PAIRS = [
    JudgedPair("p1", "apology", "train", "late!", "sorry for that.", "not our fault.", 2.0),
    JudgedPair("p2", "same", "train", "late!", "sorry for that.", "sorry for that, you.", 0.0),
]
