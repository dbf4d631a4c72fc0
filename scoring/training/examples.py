"""What training reads: rated drafts and judged pairs of drafts."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from scoring.features.registry import FEATURES, MITI, SKILLS, SUBFACTORS

Split = Literal["train", "dev", "test"]


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """One rated draft; every label is 0-1.

    Attributes:
        group: Rows of one group answer the same message and never cross splits.
        source: Where the texts come from; decides what may train shipped weights.
        features: 37 values in the order of ``FEATURE_IDS``.
    """

    id: str
    group: str
    split: Split
    source: str
    context: str
    reply: str
    overall: float
    need: float
    crisis: float
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two drafts to one message and which is better.

    Attributes:
        margin: -3 to 3; above 0: ``a`` is better, 0: equally good.
        source: Name of the set it comes from.
    """

    id: str
    family: str
    split: Split
    context: str
    a: str
    b: str
    margin: float
    source: str = ""


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """Read JSON lines, gzipped or not."""
    if path.suffix == ".gz":
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines)
        return
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def load_examples(path: Path) -> list[TrainingExample]:
    """Read rated drafts from a ``data.jsonl.gz``."""
    return [_example(row) for row in read_jsonl(path)]


def load_pairs(path: Path) -> list[JudgedPair]:
    """Read judged pairs from a ``contrast.jsonl.gz``."""
    source = path.name.removesuffix(".gz").removesuffix(".jsonl")
    return [_pair(row, source) for row in read_jsonl(path)]


def by_source(pairs: Sequence[JudgedPair]) -> dict[str, list[JudgedPair]]:
    """Pairs of each set, sets in order of first appearance."""
    found: dict[str, list[JudgedPair]] = {}
    for pair in pairs:
        found.setdefault(pair.source, []).append(pair)
    return found


def _example(row: dict[str, Any]) -> TrainingExample:
    labels = row["labels"]
    by_family = {
        "skill": labels["skills"],
        "miti": labels["miti"],
        "subfactor": labels["subfactors"],
    }
    return TrainingExample(
        id=row["id"],
        group=row["group"],
        split=row["split"],
        source=row["source"],
        context=row["context"] or "",
        reply=row["reply"],
        overall=labels["overall"] / 100,
        need=labels["need"] / 2,
        crisis=labels["crisis"],
        features=tuple(f.normalise(by_family[f.family][f.id]) for f in FEATURES),
    )


def _pair(row: dict[str, Any], source: str) -> JudgedPair:
    sign = {"a>b": 1.0, "b>a": -1.0, "a=b": 0.0}[row["relation"]]
    margin = sign * max(1.0, float(row["margin"])) if sign else 0.0
    return JudgedPair(
        row["id"], row["family"], row["split"], row["context"], row["a"], row["b"], margin, source
    )


FAMILY_SLICES = {
    "skills": slice(0, len(SKILLS)),
    "miti": slice(len(SKILLS), len(SKILLS) + len(MITI)),
    "subfactors": slice(len(SKILLS) + len(MITI), len(SKILLS) + len(MITI) + len(SUBFACTORS)),
}
