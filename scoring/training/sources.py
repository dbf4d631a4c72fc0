"""Which data may train which weights.

Shipped weights are trained on the texts in ``scoring/data`` and, where the folder of research data
is at hand, on the part of ``support_empathy`` whose licence allows training but not copying (real
agents' tweets). Anything else is for benchmarks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import InputError
from scoring.registry.versions import sha256
from scoring.training.examples import JudgedPair, TrainingExample, load_examples, load_pairs

SHIPPED_DATA = Path(__file__).resolve().parent.parent / "data"
#: Sources of ``support_empathy`` whose licence lets shipped weights be trained on them.
_TRAINABLE = frozenset({"composed", "ibm"})


@dataclass(frozen=True, slots=True)
class Corpus:
    """Everything read for a run, with the sha256 of each file it came from."""

    examples: list[TrainingExample]
    pairs: list[JudgedPair]
    files: dict[str, str]

    def split(self, name: str) -> list[TrainingExample]:
        """Rated drafts of one split."""
        return [e for e in self.examples if e.split == name]

    def pairs_of(self, name: str) -> list[JudgedPair]:
        """Judged pairs of one split."""
        return [p for p in self.pairs if p.split == name]


def focused(
    examples: Sequence[TrainingExample], sources: Sequence[str], beside: float, seed: int
) -> list[TrainingExample]:
    """All drafts of some sources and so many others for each, whole groups, drawn at random.

    For a short run that adapts a trained version to settings with few rows: alone they would be
    forgotten among the rest, and without the rest, the rest would be forgotten.

    Args:
        examples: The train split.
        sources: Sources to adapt to.
        beside: Other drafts for each draft of those.
        seed: Draws the others.

    Raises:
        InputError: There are no drafts of one of the sources.
    """
    for name in sources:
        if not any(e.source == name for e in examples):
            raise InputError(f"No training drafts come from {name}; see `source` in the data.")
    wanted = [e for e in examples if e.source in sources]
    groups: dict[str, list[TrainingExample]] = {}
    for example in examples:
        if example.source not in sources:
            groups.setdefault(example.group, []).append(example)
    names = list(groups)
    random.Random(seed).shuffle(names)  # noqa: S311  reproducible, not secret
    others = [e for name in names for e in groups[name]]
    return wanted + others[: round(beside * len(wanted))]


def shipped_corpus() -> Corpus:
    """Read the data that comes with the project."""
    rated = sorted(p for p in SHIPPED_DATA.glob("*.jsonl.gz") if "contrast" not in p.name)
    judged = sorted(SHIPPED_DATA.glob("*contrast*.jsonl.gz"))
    return Corpus(
        [e for p in rated for e in load_examples(p)],
        [e for p in judged for e in load_pairs(p)],
        {p.name: sha256(p) for p in rated + judged},
    )


def with_research_data(corpus: Corpus, folder: Path) -> Corpus:
    """Add the trainable rest of ``support_empathy`` from a folder of research data.

    Raises:
        InputError: The folder does not hold that set.
    """
    path = folder / "support_empathy" / "data.jsonl.gz"
    if not path.is_file():
        raise InputError(f"{folder} holds no support_empathy/data.jsonl.gz; leave out --data.")
    known = {e.id for e in corpus.examples}
    more = [e for e in load_examples(path) if e.id not in known]
    trainable = [e for e in more if e.source in _TRAINABLE or e.split == "test"]
    return Corpus(
        corpus.examples + trainable,
        corpus.pairs,
        corpus.files | {"support_empathy/data.jsonl.gz": sha256(path)},
    )
