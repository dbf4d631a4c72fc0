"""One table of methods on the rated drafts, each fitted on train, chosen on dev, shown on test.

Rows are numbered as in docs/benchmarks.md: baselines; (1) sentence embeddings under a classifier;
(2) MITI codes, (3) subfactors, (4) both, (5) both with selected features; (7) the encoder's own
score and (8) the shipped combination of shown contributions. Features of (2)-(5) are the current
model's; the rows marked *rated* use the raters' own feature ratings of the test drafts, which no
model has when it is used: they show what better features could still bring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression

from scoring.benchmarks import learners, surface
from scoring.benchmarks.measures import (
    group_interval,
    mean_error,
    pairs_in_order,
    rank_correlation,
)
from scoring.features.registry import FEATURES
from scoring.models.base import Prediction
from scoring.models.combine import Combination
from scoring.training.examples import TrainingExample

Vector = NDArray[np.float64]
SEEDS = (0, 42, 100, 999, 1234)
_REAL = frozenset({"ibm", "maia"})
SPLITS = ("train", "dev", "test")
_COLUMNS = {
    family: [i for i, f in enumerate(FEATURES) if f.family == family]
    for family in ("miti", "subfactor")
}


@dataclass(frozen=True, slots=True)
class Study:
    """What the methods are compared on.

    Attributes:
        examples: Rated drafts of each split.
        predictions: The current model's outputs for them.
        embeddings: Reply and message embeddings side by side, from the untrained base encoder.
        combination: The current model's transparent head.
    """

    examples: dict[str, Sequence[TrainingExample]]
    predictions: dict[str, Sequence[Prediction]]
    embeddings: dict[str, Vector]
    combination: Combination

    def overall(self, split: str) -> Vector:
        """Ratings of one split, 0-1."""
        return np.array([e.overall for e in self.examples[split]])


Method = Callable[[int], Vector]
#: Called with what is being fitted now.
Progress = Callable[[str], None]


def method_table(
    study: Study, progress: Progress, seeds: Sequence[int] = SEEDS
) -> list[dict[str, Any]]:
    """Measure every method; medians over seeds, intervals over groups at the median seed."""
    rows = []
    for number, name, method, seeded in _methods(study):
        progress(name)
        runs = [method(seed) for seed in (seeds if seeded else seeds[:1])]
        rows.append({"number": number, "method": name, "seeds": len(runs)} | _figures(study, runs))
    return rows


def _methods(study: Study) -> Iterator[tuple[str, str, Method, bool]]:
    """Number, name, predictions on test for a seed, and whether the seed matters."""
    yield "0", "constant", lambda _: np.full(len(study.overall("test")), _mean(study)), False
    for name, measure in (
        ("length", surface.length),
        ("keyword count", surface.keyword_share),
        ("word overlap with the message", surface.overlap),
    ):
        yield "0", name, partial(_line, study, measure), False
    yield "0", "TF-IDF + LR", partial(_tfidf, study), False
    for classifier in learners.CLASSIFIERS:
        seeded = classifier not in {"LR", "SVC"}
        for number, name, tables in _feature_sets(study):
            yield (
                number,
                f"{name} + {classifier}",
                partial(_classified, study, tables, classifier),
                seeded,
            )
    both = _tables(study, ("miti", "subfactor"))
    for selection in ("SelectKBest", "RFE"):
        yield (
            "5",
            f"MITI + subfactors, {selection} + LR",
            partial(_selected, study, both, selection),
            False,
        )
    yield "7", "multi-task encoder", lambda _: _own(study), False
    yield "8", "shipped: shown contributions + bounded rest", lambda _: _shipped(study), False
    yield (
        "-",
        "rated MITI + subfactors + LR (ceiling)",
        partial(_classified, study, _rated(study), "LR"),
        False,
    )


def _feature_sets(study: Study) -> Iterator[tuple[str, str, dict[str, Vector]]]:
    yield "1", "embeddings", study.embeddings
    yield "2", "MITI", _tables(study, ("miti",))
    yield "3", "subfactors", _tables(study, ("subfactor",))
    yield "4", "MITI + subfactors", _tables(study, ("miti", "subfactor"))


def _tables(study: Study, families: Sequence[str]) -> dict[str, Vector]:
    columns = [i for family in families for i in _COLUMNS[family]]
    return {
        split: np.stack([p.features for p in study.predictions[split]]).astype(float)[:, columns]
        for split in SPLITS
    }


def _rated(study: Study) -> dict[str, Vector]:
    columns = _COLUMNS["miti"] + _COLUMNS["subfactor"]
    return {s: np.array([e.features for e in study.examples[s]])[:, columns] for s in SPLITS}


def _mean(study: Study) -> float:
    return float(study.overall("train").mean())


def _line(study: Study, measure: Callable[[TrainingExample], float], _: int) -> Vector:
    model = LinearRegression().fit(
        surface.column(measure, study.examples["train"]), study.overall("train")
    )
    return np.asarray(model.predict(surface.column(measure, study.examples["test"])))


def _tfidf(study: Study, seed: int) -> Vector:
    texts = {s: [e.reply for e in study.examples[s]] for s in ("train", "test")}
    words = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    train = words.fit_transform(texts["train"])
    classes, overall = learners.bands(study.overall("train")), study.overall("train")
    model = LogisticRegression(max_iter=2000, C=3.0, random_state=seed).fit(train, classes)
    means = np.array([overall[classes == c].mean() for c in model.classes_])
    return np.asarray(model.predict_proba(words.transform(texts["test"])) @ means)


def _classified(study: Study, tables: dict[str, Vector], name: str, seed: int) -> Vector:
    model = learners.fit(name, tables["train"], study.overall("train"), seed)
    return model.predict(tables["test"])


def _selected(study: Study, tables: dict[str, Vector], selection: str, seed: int) -> Vector:
    train, dev = ((tables[s], study.overall(s)) for s in ("train", "dev"))
    model, _ = learners.fit_selected(selection, train, dev, seed)
    return model.predict(tables["test"])


def _own(study: Study) -> Vector:
    return np.array([p.overall for p in study.predictions["test"]])


def _shipped(study: Study) -> Vector:
    combine = study.combination.combine
    return np.array([combine(p).overall / 100 for p in study.predictions["test"]])


def _figures(study: Study, runs: list[Vector]) -> dict[str, Any]:
    examples, truth = study.examples["test"], study.overall("test")
    groups = [e.group for e in examples]
    figures: dict[str, Any] = {}
    for part, rows in _parts(examples).items():
        by_run = [rank_correlation(r[rows], truth[rows]) for r in runs]
        middle = runs[int(np.argsort(by_run)[len(by_run) // 2])]
        figures[part] = {
            "n": len(rows),
            "spearman": _round(float(np.median(by_run)), 3),
            "interval": _interval(middle[rows], truth[rows], [groups[i] for i in rows]),
            "mae": _round(float(np.median([mean_error(r[rows], truth[rows]) for r in runs])), 1),
        }
    right, total = zip(*(pairs_in_order(r, truth, groups) for r in runs), strict=True)
    figures["pairs"] = f"{int(np.median(right))} of {total[0]}"
    return figures


def _parts(examples: Sequence[TrainingExample]) -> dict[str, NDArray[np.int64]]:
    source = np.array([e.source for e in examples])
    real = np.isin(source, list(_REAL))
    parts = {"composed": source == "composed", "ibm+maia": real}
    return {name: np.flatnonzero(rows) for name, rows in parts.items() if rows.any()}


def _interval(
    predicted: Vector, truth: Vector, groups: list[str]
) -> tuple[float | None, float | None]:
    if np.ptp(predicted) == 0:
        return None, None
    low, high = group_interval(lambda rows: rank_correlation(predicted[rows], truth[rows]), groups)
    return _round(low, 2), _round(high, 2)


def _round(value: float, digits: int) -> float | None:
    return None if np.isnan(value) else round(value, digits)
