"""Agreement with human experts on sets nothing was trained or tuned on.

Sets (MIT or Apache-2.0, evaluation only): Kumar et al. 2025 (arXiv 2506.10150), *Lend an Ear*
workplace conversations and EmpatheticDialogues; Gabriel et al. 2024 (arXiv 2405.12021), written
replies rated by clinicians. Experts' median per item; beside it what experts reach among
themselves, and crowd and LLM ratings where the data has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from scoring.contract import CheckItem, CheckResult
from scoring.errors import InputError
from scoring.training.examples import read_jsonl

Vector = NDArray[np.float64]
Check = Callable[[Sequence[CheckItem]], list[CheckResult]]
_SEED = 42
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Item:
    """One rated dimension of a set and the result it is compared with."""

    data: str
    dimension: str
    target: str


ITEMS: tuple[Item, ...] = (
    Item("kumar_ed", "empathy", "overall"),
    Item("kumar_lend_an_ear", "validating_emotions", "names_feeling"),
    Item("kumar_lend_an_ear", "encouraging_elaboration", "invites_more"),
    Item("kumar_lend_an_ear", "demonstrating_understanding", "reflects_specifics"),
    Item("kumar_lend_an_ear", "advice_giving", "unasked_advice"),
    Item("kumar_lend_an_ear", "self_oriented", "self_focus"),
    Item("kumar_lend_an_ear", "dismissing_emotions", "dismisses"),
    Item("mheval_clinicians", "emotional_reactions", "overall"),
    Item("mheval_clinicians", "interpretations", "reflects_specifics"),
    Item("mheval_clinicians", "explorations", "invites_more"),
    Item("mheval_clinicians", "partnership", "overall"),
)


def human_agreement(folder: Path, check: Check) -> list[dict[str, Any]]:
    """Measure every item; one row of the table each.

    Raises:
        InputError: The folder does not hold the sets.
    """
    rows = []
    for name in dict.fromkeys(i.data for i in ITEMS):
        data = _load(folder, name)
        results = check([_as_item(row) for row in data])
        rows += [_row(item, data, results) for item in ITEMS if item.data == name]
    return rows


def _load(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / name / "data.jsonl.gz"
    if not path.is_file():
        raise InputError(f"{folder} holds no {name}; give the folder of research data with --data.")
    return list(read_jsonl(path))


def _as_item(row: dict[str, Any]) -> CheckItem:
    """Split a conversation into what was told and all that was answered."""
    if row.get("response"):
        return CheckItem(id=row["id"], context=row["context"], reply=row["response"])
    turns = row["context"].split("\n")
    told = [t for t in turns if not t.startswith("Supporter:")]
    said = [t.removeprefix("Supporter:").strip() for t in turns if t.startswith("Supporter:")]
    return CheckItem(id=row["id"], context="\n".join(told), reply="\n".join(said))


def _row(item: Item, data: list[dict[str, Any]], results: list[CheckResult]) -> dict[str, Any]:
    ours = np.array([_value(r, item.target) for r in results])
    raters = _experts(data, item.dimension)
    median = np.nanmedian(raters, axis=0)
    known = ~np.isnan(median) & ~np.isnan(ours)
    row: dict[str, Any] = {
        "data": item.data,
        "dimension": item.dimension,
        "target": item.target,
        "n": int(known.sum()),
        "abstained": int(np.isnan(ours).sum()),
        "spearman": _rho(ours[known], median[known]),
        "interval": _interval(ours[known], median[known]),
        "experts": _among(raters),
    }
    for other in ("crowd", "gpt", "claude", "gemini"):
        theirs = _one(data, other, item.dimension)
        both = ~np.isnan(theirs) & ~np.isnan(median)
        if both.sum() > 2:
            row[other] = _rho(theirs[both], median[both])
    return row


def _value(result: CheckResult, target: str) -> float:
    if result.score.overall is None:
        return float("nan")
    if target == "overall":
        return result.score.overall
    return next(f.value for f in result.score.features if f.id == target)


def _experts(data: list[dict[str, Any]], dimension: str) -> Vector:
    names = sorted({k for row in data for k in row["labels"] if k.startswith("expert")})
    return np.stack([_one(data, name, dimension) for name in names])


def _one(data: list[dict[str, Any]], rater: str, dimension: str) -> Vector:
    def read(row: dict[str, Any]) -> float:
        labels = row["labels"].get(rater)
        value = labels.get(dimension) if isinstance(labels, dict) else None
        return float("nan") if value is None else float(value)

    return np.array([read(row) for row in data])


def _among(raters: Vector) -> float:
    values = []
    for a, b in combinations(raters, 2):
        both = ~np.isnan(a) & ~np.isnan(b)
        values.append(_rho(a[both], b[both]))
    return round(float(np.nanmean(values)), 2)


def _rho(a: Vector, b: Vector) -> float:
    if len(a) < 3 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return round(float(spearmanr(a, b).statistic), 2)


def _interval(a: Vector, b: Vector) -> tuple[float, float] | None:
    """95 % percentile bootstrap over items; resamples on which a side is constant are left out."""
    rng = np.random.default_rng(_SEED)
    draws = [rng.integers(len(a), size=len(a)) for _ in range(_RESAMPLES)]
    values = np.array([_rho(a[rows], b[rows]) for rows in draws])
    if np.isnan(values).mean() > 0.1:
        return None
    low, high = np.nanpercentile(values, [2.5, 97.5])
    return round(float(low), 2), round(float(high), 2)
