"""Makes training steps: whole groups of rated drafts, judged pairs, and variants of some drafts."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import torch
from tokenizers import Tokenizer

from scoring.models.inputs import Window, encode
from scoring.text.prepare import prepare
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.losses import Targets
from scoring.training.variants import vary


@dataclass(frozen=True, slots=True)
class StepSizes:
    """How much of each kind goes into one step.

    ``varied`` is the share of rated drafts that stand in the step as a variant instead of as
    written: small encoders learn sixteen drafts by heart sooner than what is good in them.
    """

    rated: int = 16
    pairs: int = 3
    variants: int = 4
    varied: float = 0.3


@dataclass(slots=True)
class Step:
    """One optimiser step's inputs: rated rows first, then pairs' a and b, then variants."""

    rated: list[TrainingExample]
    windows: list[Window] = field(default_factory=list)
    pair_a: list[int] = field(default_factory=list)
    pair_b: list[int] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    originals: list[int] = field(default_factory=list)
    variants: list[int] = field(default_factory=list)

    def targets(self) -> Targets:
        """Labels of the rated rows."""
        names = {name: i for i, name in enumerate(dict.fromkeys(e.group for e in self.rated))}
        return Targets(
            overall=torch.tensor([e.overall for e in self.rated]),
            need=torch.tensor([e.need for e in self.rated]),
            crisis=torch.tensor([e.crisis for e in self.rated]),
            features=torch.tensor([e.features for e in self.rated]),
            group=torch.tensor([names[e.group] for e in self.rated]),
        )


class StepMaker:
    """Yields an epoch's steps, seeded.

    Rated drafts of one group stay together, so that order within a message can be learned.
    """

    def __init__(
        self,
        examples: Sequence[TrainingExample],
        pairs: Sequence[JudgedPair],
        tokenizer: Tokenizer,
        sizes: StepSizes,
    ) -> None:
        self._groups: dict[str, list[TrainingExample]] = defaultdict(list)
        for example in examples:
            self._groups[example.group].append(example)
        self._pairs = list(pairs)
        self._tokenizer = tokenizer
        self._sizes = sizes
        self._cache: dict[tuple[str, str], Window] = {}

    def steps_per_epoch(self) -> int:
        """Count an epoch's steps (the packing does not depend on the seed's order by much)."""
        return sum(1 for _ in self._packed(random.Random(0)))  # noqa: S311

    def epoch(self, seed: int) -> Iterator[Step]:
        """Yield the steps of one epoch."""
        rng = random.Random(seed)  # noqa: S311  reproducible, not secret
        pairs = self._endless_pairs(rng)
        for rated in self._packed(rng):
            yield self._step(rated, list(islice(pairs, self._sizes.pairs)), rng)

    def _packed(self, rng: random.Random) -> Iterator[list[TrainingExample]]:
        groups = list(self._groups.values())
        rng.shuffle(groups)
        # Like lengths together within a stretch of the shuffled order: less padding, still mixed.
        stretch = 64
        ordered = [
            g
            for i in range(0, len(groups), stretch)
            for g in sorted(groups[i : i + stretch], key=_length)
        ]
        steps, current = [], list[TrainingExample]()
        for group in ordered:
            current = current + group
            if len(current) >= self._sizes.rated:
                steps.append(current)
                current = []
        if current:
            steps.append(current)
        rng.shuffle(steps)
        yield from steps

    def _endless_pairs(self, rng: random.Random) -> Iterator[JudgedPair]:
        while self._pairs:
            for pair in rng.sample(self._pairs, len(self._pairs)):
                flip = rng.random() < 0.5
                yield replace(pair, a=pair.b, b=pair.a, margin=-pair.margin) if flip else pair

    def _step(
        self, rated: list[TrainingExample], pairs: list[JudgedPair], rng: random.Random
    ) -> Step:
        step = Step(rated)
        step.windows = [self._rated_window(e, rng) for e in rated]
        for pair in pairs:
            step.pair_a.append(self._add(step, self._window(pair.context, pair.a)))
            step.pair_b.append(self._add(step, self._window(pair.context, pair.b)))
            step.margins.append(pair.margin)
        for i in rng.sample(range(len(rated)), min(self._sizes.variants, len(rated))):
            step.originals.append(i)
            step.variants.append(self._add(step, self._varied_window(rated[i], rng)))
        return step

    def _rated_window(self, example: TrainingExample, rng: random.Random) -> Window:
        if rng.random() < self._sizes.varied:
            return self._varied_window(example, rng)
        return self._window(example.context, example.reply)

    def _varied_window(self, example: TrainingExample, rng: random.Random) -> Window:
        changed = vary(example.reply, rng)
        return encode(prepare(example.context, changed), self._tokenizer)[0]

    def _add(self, step: Step, window: Window) -> int:
        step.windows.append(window)
        return len(step.windows) - 1

    def _window(self, context: str, reply: str) -> Window:
        key = (context, reply)
        if key not in self._cache:
            self._cache[key] = encode(prepare(context, reply), self._tokenizer)[0]
        return self._cache[key]


def _length(group: list[TrainingExample]) -> int:
    return max(len(e.reply) + len(e.context) for e in group)
