"""From an export of feedback to what a run learns from: corrected labels, pairs, a data sheet.

A fifth of the texts is held out for the gate, chosen by the text's hash, so that the same text is
held out in every export and no model ever learns from it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from scoring.errors import InputError
from scoring.training import labels as rules
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.feedback import Line
from scoring.training.screen import Rules, Screened, screen

__all__ = ["METHODS", "FeedbackSet", "Method", "is_held_out", "learn_from", "replayed"]

Vector = NDArray[np.float64]
#: ``none``: as rated; ``leniency``: each person's mean difference removed; ``far`` and ``soft``:
#: pulled towards the second source, which suits careless raters and not a taste of one's own.
Method = Literal["none", "leniency", "far", "soft"]
METHODS: tuple[Method, ...] = get_args(Method)
#: Without a dev split of its own, feedback takes the paper's alpha: two thirds of the range.
_ALPHA = 2 / 3
_HELD_OUT = 0.2


@dataclass(frozen=True, slots=True)
class FeedbackSet:
    """What a run learns from.

    Attributes:
        examples: One for each text, all of the train split.
        pairs: Texts that people preferred to their own drafts.
        samples: Ids of every line that is in it.
        sheet: The data sheet, as Markdown.
    """

    examples: tuple[TrainingExample, ...]
    pairs: tuple[JudgedPair, ...]
    samples: tuple[str, ...]
    sheet: str


def learn_from(
    lines: Sequence[Line],
    method: Method = "leniency",
    second: Mapping[str, float] | None = None,
    screening: Rules | None = None,
) -> FeedbackSet:
    """Screen an export, correct its labels and make examples.

    Args:
        lines: The export.
        method: How labels are corrected.
        second: A second source's ratings (0-1) by id, such as an LLM judge's; the score that was
            shown, where there is none.
        screening: What is left out.

    Raises:
        InputError: Nothing is left to learn from.
    """
    screened = screen([x for x in lines if not is_held_out(x.context, x.reply)], screening)
    if not screened.rated and not screened.pairs:
        raise InputError(
            "The file holds nothing to learn from: no rated text of a person who allows training."
        )
    corrected = _corrected(screened.rated, method, second or {})
    examples = _examples(screened.rated, corrected)
    samples = sorted({x.id for x in screened.rated} | {p.id for p in screened.pairs})
    sheet = _sheet(lines, screened, method, corrected)
    return FeedbackSet(tuple(examples), screened.pairs, tuple(samples), sheet)


def is_held_out(context: str | None, reply: str | None) -> bool:
    """Tell whether a text belongs to the fifth that nothing learns from."""
    return int(_key(context, reply)[:8], 16) / 0xFFFFFFFF < _HELD_OUT


def replayed(
    base: Sequence[TrainingExample], fresh: int, share: float, seed: int
) -> list[TrainingExample]:
    """Choose whole groups of the base set to be learned again beside fresh examples.

    Args:
        base: The base set's train split.
        fresh: How many fresh examples there are.
        share: How many base examples to each of them.
        seed: Of the choice.
    """
    groups: dict[str, list[TrainingExample]] = {}
    for example in base:
        groups.setdefault(example.group, []).append(example)
    order = sorted(groups)
    random.Random(seed).shuffle(order)  # noqa: S311  reproducible, not secret
    chosen: list[TrainingExample] = []
    for group in order:
        if len(chosen) >= share * fresh:
            break
        chosen += groups[group]
    return chosen


def _corrected(rated: Sequence[Line], method: Method, second: Mapping[str, float]) -> Vector:
    if not rated:
        return np.zeros(0)
    human = np.array([x.rating or 0.0 for x in rated])
    other = np.array([second.get(x.id, (x.score.overall or 0.0) / 100) for x in rated])
    if method == "none":
        return human
    fair = rules.lenient_removed(human, other, [x.rater for x in rated])
    if method == "leniency":
        return fair
    return (
        rules.far_replaced(fair, other, _ALPHA) if method == "far" else rules.weighted(fair, other)
    )


def _examples(rated: Sequence[Line], labels: Vector) -> list[TrainingExample]:
    """One example for each text: the mean over the people who rated it."""
    by_text: dict[str, list[int]] = {}
    for i, line in enumerate(rated):
        by_text.setdefault(_key(line.context, line.reply), []).append(i)
    return [_example(key, rated[rows[0]], labels[rows]) for key, rows in by_text.items()]


def _example(key: str, line: Line, labels: Vector) -> TrainingExample:
    # Nobody rates features, need or danger: there the model is kept at what it said.
    return TrainingExample(
        id=line.id,
        group=f"feedback-{key[:16]}",
        split="train",
        source="feedback",
        context=line.context or "",
        reply=line.reply or "",
        overall=float(labels.mean()),
        need=line.score.need / 2,
        crisis=float("crisis" in line.score.flags),
        features=line.features or (),
    )


def _key(context: str | None, reply: str | None) -> str:
    text = "\0".join(" ".join((t or "").lower().split()) for t in (context, reply))
    return sha256(text.encode("utf-8", "replace")).hexdigest()


_SHEET = """# Data sheet: feedback of {lines} checks

**What.** An anonymous export of one Warmline installation (docs/feedback-format.md): redacted
drafts of people who switched on that they may train the scorer, with their own ratings of them, 1
to 5. No customer's message unless the workspace's owner allows it: {contexts} of {rated} have one.
**Used** {rated} ratings by {raters} people in {weeks} weeks, and {pairs} pairs of a draft and the
text its person preferred. **Held out** for the gate: {held} lines, by the text's hash.
**Labels** corrected by: {method}; it moved a rating by {moved:.1f} points of 100 on average.
**Ratings** before correction: {ratings}. **Model that was rated:** {models}.

| left out because | lines or pairs |
|---|---|
{left_out}

**Licence.** The workspace's own; it does not leave this machine, and neither does a model that
learned from it unless its owner says so. **Withdrawal.** The manifest lists every line's random id;
`warmline feedback export` and the jobs drop withdrawn ones, and a model that knows one is to be
rebuilt or retired.
"""


def _sheet(lines: Sequence[Line], screened: Screened, method: Method, corrected: Vector) -> str:
    rated = screened.rated
    human = np.array([x.rating or 0.0 for x in rated])
    ratings = Counter(x.said.rating for x in rated if x.said)
    left_out = screened.left_out.items()
    return _SHEET.format(
        lines=len(lines),
        contexts=sum(x.context is not None for x in rated),
        rated=len(rated),
        raters=len({x.rater for x in rated}),
        weeks=len({x.week for x in rated}),
        pairs=len(screened.pairs),
        held=sum(is_held_out(x.context, x.reply) for x in lines),
        method=method,
        moved=100 * float(np.abs(corrected - human).mean()) if len(rated) else 0.0,
        ratings=", ".join(f"{n} times {r}" for r, n in sorted(ratings.items(), key=str)) or "none",
        models=", ".join(sorted({x.score.model for x in rated})) or "none",
        left_out="\n".join(f"| {name} | {n} |" for name, n in left_out) or "| nothing | |",
    )
