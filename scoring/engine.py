"""The scorer as one object: text in, result out. The service and the command line share it."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scoring.contract import (
    Abstention,
    CheckItem,
    CheckResult,
    ElapsedMs,
    Feature,
    Flag,
    ModelInfo,
    Score,
    Span,
    band_of,
)
from scoring.explain.evidence import best_sentences, evidence_spans
from scoring.explain.state import DraftView, FeatureState
from scoring.explain.weakest import strengths, weakest
from scoring.features.registry import FEATURE_IDS, FEATURES
from scoring.flags import crisis_in_message, find_flags, house_word
from scoring.llm.budget import Stop
from scoring.models.base import Prediction, Predictor
from scoring.models.combine import Combination, Combined
from scoring.rewrite.house import read_house
from scoring.rewrite.suggest import NOT_ASKED, Rated, Suggester, suggest
from scoring.text.abstain import abstention
from scoring.text.prepare import prepare
from scoring.text.prepared import Prepared


class Checker(Protocol):
    """Checks drafts, from any number of threads; the network itself takes one call at a time."""

    @property
    def model(self) -> ModelInfo:
        """The model version in use."""
        ...

    @property
    def device(self) -> str:
        """Device, dtype and the reason for both, in one line."""
        ...

    @property
    def writes(self) -> bool:
        """Whether a language model writes suggestions, so that a check takes seconds."""
        ...

    def check(
        self, items: Sequence[CheckItem], *, rewrites: bool = True, stop: Stop | None = None
    ) -> list[CheckResult]:
        """Check drafts in order; never raises for what a text contains.

        Args:
            items: The drafts.
            rewrites: Whether suggestions are wanted.
            stop: Once given, suggestions are no longer wanted.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Scored:
    """One item on its way: what was read, what was predicted."""

    item: CheckItem
    prepared: Prepared
    abstained: Abstention | None
    prediction: Prediction
    combined: Combined


_EDITS_ONLY = Suggester()


class Engine:
    """The real ``Checker``: clean, predict, combine, explain, suggest.

    Args:
        predictor: The network.
        combination: The transparent head.
        model: Which version they are.
        device: Where they run and why.
        suggester: What writes and ranks beyond the light edits.
    """

    def __init__(
        self,
        predictor: Predictor,
        combination: Combination,
        model: ModelInfo,
        device: str,
        suggester: Suggester = _EDITS_ONLY,
    ) -> None:
        self._predictor = predictor
        self._combination = combination
        self._model = model
        self._device = device
        self._suggester = suggester
        self._predicting = threading.Lock()

    def with_suggester(self, suggester: Suggester) -> Engine:
        """Give the same engine with other suggestions."""
        return Engine(self._predictor, self._combination, self._model, self._device, suggester)

    @property
    def model(self) -> ModelInfo:
        """The model version in use."""
        return self._model

    @property
    def device(self) -> str:
        """Device, dtype and the reason for both, in one line."""
        return self._device

    @property
    def writes(self) -> bool:
        """Whether a language model writes suggestions, so that a check takes seconds."""
        return self._suggester.write is not None

    def check(
        self, items: Sequence[CheckItem], *, rewrites: bool = True, stop: Stop | None = None
    ) -> list[CheckResult]:
        """Check drafts in order."""
        started = time.perf_counter()
        scored = self._score(items)
        parts = [self._result(one) for one in scored]
        share = (time.perf_counter() - started) * 1000 / max(1, len(items))
        return [
            self._finish(one, score, view if rewrites else None, share, stop)
            for one, (score, view) in zip(scored, parts, strict=True)
        ]

    def _score(self, items: Sequence[CheckItem]) -> list[_Scored]:
        prepared = [prepare(item.context, item.reply) for item in items]
        abstained = [abstention(p, i.reply) for p, i in zip(prepared, items, strict=True)]
        # A draft too long or in another language is not read, but the message's need still is.
        readable = [
            p if a is None else replace(p, reply="", sentences=())
            for p, a in zip(prepared, abstained, strict=True)
        ]
        predictions = self._predict(readable)
        return [
            _Scored(i, p, a, x, self._combination.combine(x))
            for i, p, a, x in zip(items, prepared, abstained, predictions, strict=True)
        ]

    def _predict(self, texts: Sequence[Prepared]) -> list[Prediction]:
        with self._predicting:
            return self._predictor.predict(texts)

    def _result(self, one: _Scored) -> tuple[Score, DraftView | None]:
        flags = self._flags(one)
        if one.abstained is not None:
            return self._abstained(one, flags), None
        view = _view(one)
        score = Score(
            overall=one.combined.overall,
            interval=one.combined.interval,
            band=band_of(one.combined.overall),
            need=one.combined.need,
            flags=flags,
            ignored=list(one.prepared.ignored),
            features=_features(one),
            residual=round(one.combined.shares()[1], 4),
            strengths=strengths(view),
            weakest=weakest(view),
            model=self._model,
        )
        return score, view

    def _abstained(self, one: _Scored, flags: list[Flag]) -> Score:
        return Score(
            overall=None,
            interval=None,
            band=None,
            need=one.combined.need,
            abstained=one.abstained,
            flags=flags,
            ignored=list(one.prepared.ignored),
            model=self._model,
        )

    def _flags(self, one: _Scored) -> list[Flag]:
        """Rules first; the network adds a crisis that no rule put into words."""
        found = find_flags(one.item.context, one.item.reply)
        flags = [f for f in found if not _in_quote(f, one.prepared)]
        seen = any(f.name == "crisis" for f in flags)
        likely = one.prediction.crisis >= self._combination.crisis_threshold
        if likely and one.prepared.context and not seen:
            flags.insert(0, crisis_in_message())
        house = read_house(one.item.guidelines)
        avoided = [house_word(span) for span in house.found_in(one.item.reply)]
        return [*flags, *(f for f in avoided if not _in_quote(f, one.prepared))]

    def _finish(
        self, one: _Scored, score: Score, view: DraftView | None, ms: float, stop: Stop | None
    ) -> CheckResult:
        started = time.perf_counter()
        found = NOT_ASKED
        # Where somebody may be in danger no wording is offered: a person decides what to write.
        if view is not None and not any(flag.name == "crisis" for flag in score.flags):
            found = suggest(
                view,
                score.weakest,
                score=lambda texts: self._rescore(one, texts),
                noise=self._combination.noise,
                suggester=self._suggester,
                stop=stop,
            )
        spent = (time.perf_counter() - started) * 1000
        elapsed = ElapsedMs(score=round(ms, 1), rewrite=round(spent, 1))
        return CheckResult(
            id=one.item.id,
            score=score,
            rewrites=list(found.rewrites),
            outcome=found.outcome,
            elapsed_ms=elapsed,
        )

    def _rescore(self, one: _Scored, texts: list[str]) -> list[Rated]:
        pairs = [prepare(one.item.context, text) for text in texts]
        need = one.prediction.need
        found = [self._combination.combine(p, need) for p in self._predict(pairs)]
        return [
            Rated(c.overall, dict(zip(FEATURE_IDS, map(float, c.features), strict=True)))
            for c in found
        ]


def _in_quote(flag: Flag, prepared: Prepared) -> bool:
    """Tell whether a flag is about mail the draft only quotes; danger counts wherever it stands."""
    if flag.where != "reply" or flag.span is None or flag.name in ("crisis", "safety"):
        return False
    start, end = flag.span
    return any(
        i.kind == "quote" and i.span[0] <= start and end <= i.span[1] for i in prepared.ignored
    )


def _features(one: _Scored) -> list[Feature]:
    shares, _ = one.combined.shares()
    spans = evidence_spans(one.prediction, one.prepared)
    return [
        Feature(
            id=spec.id,
            family=spec.family,
            value=_unit(one.combined.features[i]),
            expected=_unit(one.combined.expected[i]),
            weight=_unit(shares[i]),
            fault=spec.fault,
            spans=spans[i],
        )
        for i, spec in enumerate(FEATURES)
    ]


def _view(one: _Scored) -> DraftView:
    shares, _ = one.combined.shares()
    best: list[Span | None] = best_sentences(one.prediction, one.prepared)
    states = {}
    for i, spec in enumerate(FEATURES):
        value, expected = float(one.combined.features[i]), float(one.combined.expected[i])
        gap = value - expected if spec.fault else expected - value
        states[spec.id] = FeatureState(
            id=spec.id,
            value=value,
            expected=expected,
            weight=float(shares[i]),
            fault=spec.fault,
            gap=gap,
            best_span=best[i],
        )
    return DraftView(
        context=one.item.context,
        reply=one.item.reply,
        need=one.combined.need,
        overall=one.combined.overall,
        sentences=tuple(s.span for s in one.prepared.sentences),
        ignored=tuple(i.span for i in one.prepared.ignored),
        features=states,
        guidelines=one.item.guidelines,
        channel=one.item.channel,
    )


def _unit(value: float) -> float:
    return round(min(1.0, max(0.0, float(value))), 4)
