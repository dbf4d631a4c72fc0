"""Reads and embeds the sets of the noise benchmark; the research data stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from scoring.benchmarks.finetune import Texts
from scoring.benchmarks.frozen import Vector, embedded
from scoring.benchmarks.noise import Rated
from scoring.errors import InputError
from scoring.text.prepare import prepare
from scoring.training.examples import read_jsonl

__all__ = ["Embed", "news_empathy", "support_empathy", "with_texts"]

#: Embeds texts under the name of what they are.
Embed = Callable[[str, Sequence[str]], Vector]
_SPLITS = ("train", "dev", "test")
_DIVIDES = ("gender", "race", "education")


def support_empathy(folder: Path, embed: Embed) -> Rated:
    """Support drafts, composed and real; the mean of the raters' items is the second source."""
    parts = _parts(_rows(folder, "support_empathy"))
    return Rated(
        name="support_empathy",
        embeddings={s: _both_sides(part, embed) for s, part in parts.items()},
        truth={s: np.array([r["labels"]["overall"] / 100 for r in p]) for s, p in parts.items()},
        second=np.array([_items(r) for r in parts["train"]]),
        groups={},
        clean=True,
    )


def news_empathy(folder: Path, embed: Embed) -> Rated:
    """Essays on news with their writers' own empathy, and a GPT's reading of it."""
    parts = _essays(folder)
    return Rated(
        name="newsempathy",
        embeddings={s: embed("essay", [r["response"] for r in p]) for s, p in parts.items()},
        truth={s: np.array([_unit(r["labels"]["empathy"]) for r in p]) for s, p in parts.items()},
        second=np.array([_unit(r["labels"]["llm_gpt35_empathy"]) for r in parts["train"]]),
        groups={name: np.array([_group(r, name) for r in parts["test"]]) for name in _DIVIDES},
        clean=False,
    )


def with_texts(folder: Path, embed: Embed) -> list[Texts]:
    """Both sets with their texts beside the embeddings, for training the whole encoder."""
    rows = _parts(_rows(folder, "support_empathy"))
    drafts = {s: [prepare(r["context"] or "", r["reply"]) for r in p] for s, p in rows.items()}
    support = {s: [(d.reply, d.context or None) for d in found] for s, found in drafts.items()}
    essays = {s: [(r["response"], None) for r in p] for s, p in _essays(folder).items()}
    return [
        Texts(support_empathy(folder, embed), dict(support)),
        Texts(news_empathy(folder, embed), dict(essays)),
    ]


def _parts(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    return {split: [r for r in rows if r["split"] == split] for split in _SPLITS}


def _essays(folder: Path) -> dict[str, list[dict[str, Any]]]:
    rows = _rows(folder, "newsempathy")
    return _parts([r for r in rows if r["labels"].get("llm_gpt35_empathy")])


def make_embed(name: str, run: Callable[[Sequence[str]], Vector], cache: Path) -> Embed:
    """Embed through a cache of vectors."""
    return lambda side, texts: embedded(f"{name}/{side}", texts, run, cache)


def _rows(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / name / "data.jsonl.gz"
    if not path.is_file():
        raise InputError(f"{folder} holds no {name}; give the folder of research data with --data.")
    return list(read_jsonl(path))


def _both_sides(rows: Sequence[dict[str, Any]], embed: Embed) -> Vector:
    prepared = [prepare(r["context"] or "", r["reply"]) for r in rows]
    reply, context = ([getattr(p, side) for p in prepared] for side in ("reply", "context"))
    return np.hstack([embed("reply", reply), embed("context", context)])


def _items(row: dict[str, Any]) -> float:
    """The fifteen items, 1-10 each, as 0-1."""
    return (float(np.mean(list(row["labels"]["subfactors"].values()))) - 1) / 9


def _unit(value: float) -> float:
    return (float(value) - 1) / 6


def _group(row: dict[str, Any], name: str) -> str:
    return str(((row.get("meta") or {}).get("demo") or {}).get(name, ""))
