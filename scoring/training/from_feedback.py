"""From an export of feedback to what a run learns from: corrected labels, pairs, a data sheet.

A fifth of the drafts is held out for the gate (``held_out``); no model ever learns from them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.errors import InputError
from scoring.training.corrections import METHODS, Method, corrected
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.feedback import Line
from scoring.training.held_out import apart, text_key
from scoring.training.labels import Vector
from scoring.training.screen import Rules, Screened, screen

__all__ = ["METHODS", "FeedbackSet", "Method", "Second", "learn_from", "replayed", "to_judge"]


@dataclass(frozen=True, slots=True)
class Second:
    """A second source of ratings, such as a language model; by default the score that was shown.

    Attributes:
        name: Who it is, for the data sheet.
        ratings: Its ratings (0-1) by the lines' ids.
    """

    name: str = "the score that was shown"
    ratings: Mapping[str, float] = field(default_factory=dict)

    def of(self, lines: Sequence[Line]) -> Vector:
        """Rate some lines; one it did not see as the score that was shown."""
        shown = [(line.score.overall or 0.0) / 100 for line in lines]
        pairs = zip(lines, shown, strict=True)
        return np.array([self.ratings.get(line.id, score) for line, score in pairs])


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
    second: Second | None = None,
    screening: Rules | None = None,
    *,
    extra: int = 0,
) -> FeedbackSet:
    """Screen an export, correct its labels and make examples.

    Args:
        lines: The export.
        method: How labels are corrected.
        second: The second source.
        screening: What is left out.
        extra: How many drafts that nobody rated are learned with the second source's rating; only
            those it has rated.

    Raises:
        InputError: Nothing is left to learn from.
    """
    second, learned = second or Second(), apart(lines)[0]
    screened = screen(learned, screening)
    if not screened.rated and not screened.pairs:
        raise InputError(
            "The file holds nothing to learn from: no rated text of a person who allows training."
        )
    labels = corrected(screened.rated, method, second.of(screened.rated))
    unrated = [x for x in _unrated(learned)[:extra] if x.id in second.ratings]
    examples = _examples(
        [*screened.rated, *unrated], np.append(labels, _extra(screened, labels, unrated, second))
    )
    used = [*screened.rated, *unrated]
    samples = sorted({x.id for x in used} | {p.id for p in screened.pairs})
    sheet = _sheet(lines, screened, method, labels) + _SECOND.format(
        name=second.name, rated=sum(x.id in second.ratings for x in screened.rated), n=len(unrated)
    )
    return FeedbackSet(tuple(examples), screened.pairs, tuple(samples), sheet)


def to_judge(lines: Sequence[Line], screening: Rules | None = None, *, extra: int) -> list[Line]:
    """List what a second source is to rate: what is learned, and so many drafts nobody rated."""
    learned = apart(lines)[0]
    return [*screen(learned, screening).rated, *_unrated(learned)[:extra]]


def _unrated(lines: Sequence[Line]) -> list[Line]:
    """Drafts with a text and a score and without a rating, in an order that tells nothing."""
    rated = {text_key(x.context, x.reply) for x in lines if x.said and x.said.rating is not None}
    once = {
        text_key(x.context, x.reply): x
        for x in lines
        if x.reply is not None and x.score.overall is not None and x.features is not None
    }
    return [once[key] for key in sorted(once.keys() - rated)]


def _extra(screened: Screened, labels: Vector, unrated: Sequence[Line], second: Second) -> Vector:
    """Ratings of drafts nobody rated, on the people's scale: shifted as their own ratings lie."""
    theirs = second.of(screened.rated)
    if not len(theirs):
        return second.of(unrated)
    shift = float(np.median(labels - theirs))
    return np.asarray(np.clip(second.of(unrated) + shift, 0, 1))


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


def _examples(rated: Sequence[Line], labels: Vector) -> list[TrainingExample]:
    """One example for each text: the mean over the people who rated it."""
    by_text: dict[str, list[int]] = {}
    for i, line in enumerate(rated):
        by_text.setdefault(text_key(line.context, line.reply), []).append(i)
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


_SHEET = """# Data sheet: feedback of {lines} checks

**What.** An anonymous export of one Warmline installation (docs/feedback-format.md): redacted
drafts of people who switched on that they may train the scorer, with their own ratings of them, 1
to 5. No customer's message unless the workspace's owner allows it: {contexts} of {rated} have one.
**Used** {rated} ratings by {raters} people in {weeks} weeks, and {pairs} pairs of a draft and the
text its person preferred. **Held out** for the gate: {held} lines, by the draft's hash.
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
_SECOND = """
**Second source of labels:** {name}; it rated {rated} of these drafts itself, and {n} drafts that
nobody rated, which are learned with its rating.
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
        held=len(apart(lines)[1]),
        method=method,
        moved=100 * float(np.abs(corrected - human).mean()) if len(rated) else 0.0,
        ratings=", ".join(f"{n} times {r}" for r, n in sorted(ratings.items(), key=str)) or "none",
        models=", ".join(sorted({x.score.model for x in rated})) or "none",
        left_out="\n".join(f"| {name} | {n} |" for name, n in left_out) or "| nothing | |",
    )
