"""Deletion test of explanations: does a feature move when the span quoted for it is removed?

For each feature with evidence, the value drops from removing its span is compared with that from
removing another stretch of the same draft of like length (ERASER's comprehensiveness, DeYoung et
al. 2020, against a random baseline). A ratio of 1 means the quotes say nothing about the model.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.contract import CheckItem, CheckResult, Score, Span
from scoring.training.examples import TrainingExample

Check = Callable[[Sequence[CheckItem]], list[CheckResult]]
#: Features whose value is under this show nothing whose evidence could be removed.
_PRESENT = 0.35
#: A stretch of the draft left after a removal must still be a draft.
_LEFT = 20
_SEED = 42
#: Most features tried of one draft.
_MOST = 3


@dataclass(frozen=True, slots=True)
class _Trial:
    example: TrainingExample
    feature: str
    before: float
    span: Span
    other: Span


def deletion_test(examples: Sequence[TrainingExample], check: Check) -> dict[str, Any]:
    """Measure how much more a feature moves with its own span than with a random one.

    Args:
        examples: Drafts to try, of several sentences where there is to be anything to compare.
        check: Gives one result per item, in order.

    Returns:
        Number of trials, mean absolute change with each kind of removal, their ratio.
    """
    rng = random.Random(_SEED)  # noqa: S311  reproducible, not secret
    results = check([_item(e, e.reply) for e in examples])
    trials = [
        trial
        for example, result in zip(examples, results, strict=True)
        for trial in _trials(example, result.score, rng)
    ]
    own = _changes(trials, [t.span for t in trials], check)
    other = _changes(trials, [t.other for t in trials], check)
    usable = ~np.isnan(own) & ~np.isnan(other)
    if not usable.any():
        return {"n": 0, "own_span": None, "random_span": None, "ratio": None}
    a, b = float(own[usable].mean()), float(other[usable].mean())
    return {
        "n": int(usable.sum()),
        "own_span": round(a, 4),
        "random_span": round(b, 4),
        "ratio": round(a / b, 2) if b else None,
    }


def _item(example: TrainingExample, reply: str) -> CheckItem:
    return CheckItem(id=example.id, context=example.context, reply=reply)


def _trials(example: TrainingExample, score: Score, rng: random.Random) -> Iterator[_Trial]:
    shown = [f for f in score.features if f.spans and f.value >= _PRESENT]
    shown.sort(key=lambda f: -f.value)
    for feature in shown[:_MOST]:
        span = max(feature.spans, key=lambda s: s[1] - s[0])
        other = _elsewhere(example.reply, span, rng)
        if other is not None and len(example.reply) - (span[1] - span[0]) >= _LEFT:
            yield _Trial(example, feature.id, feature.value, span, other)


def _elsewhere(reply: str, span: Span, rng: random.Random) -> Span | None:
    """Pick a stretch of like length, cut at words, that shares nothing with the span."""
    size = span[1] - span[0]
    starts = [0] + [i + 1 for i, c in enumerate(reply) if c.isspace()]
    fitting = [
        (s, _word_end(reply, s + size))
        for s in starts
        if s + size <= len(reply) and (s + size <= span[0] or s >= span[1])
    ]
    fitting = [(s, e) for s, e in fitting if e <= span[0] or s >= span[1]]
    return rng.choice(fitting) if fitting else None


def _word_end(text: str, at: int) -> int:
    while at < len(text) and not text[at].isspace():
        at += 1
    return at


def _changes(
    trials: Sequence[_Trial], spans: Sequence[Span], check: Check
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Absolute change of each trial's feature without the span; nan where the rest abstains."""
    items = [
        _item(t.example, t.example.reply[:a] + t.example.reply[b:])
        for t, (a, b) in zip(trials, spans, strict=True)
    ]
    changes = []
    for trial, result in zip(trials, check(items) if items else [], strict=True):
        after = {f.id: f.value for f in result.score.features}
        gone = result.score.abstained is not None or trial.feature not in after
        changes.append(float("nan") if gone else abs(trial.before - after[trial.feature]))
    return np.array(changes)
