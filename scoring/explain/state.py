"""What the explanations and the light edits know of a scored draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.contract import Span


@dataclass(frozen=True, slots=True)
class FeatureState:
    """One feature of one draft.

    Attributes:
        id: Feature id of the registry.
        value: 0-1.
        expected: What good replies to a message of like need show, 0-1.
        weight: Share in ``overall``, 0-1.
        fault: True when the less the better.
        gap: How far the draft falls short, 0-1: ``expected - value``, the other way round for a
            fault; zero or less when nothing is missing.
        best_span: Sentence of the reply as given that carries most of the feature, or comes
            nearest to it; None when no sentence stands out.
    """

    id: str
    value: float
    expected: float
    weight: float
    fault: bool
    gap: float
    best_span: Span | None = None


@dataclass(frozen=True, slots=True)
class DraftView:
    """A scored draft, seen by the parts that explain it and mend it.

    Attributes:
        context: The customer's message; empty when unknown.
        reply: The draft exactly as it was given.
        need: 0-2, how much the message calls for empathy.
        overall: 0-100.
        sentences: Spans of the scored sentences in ``reply``, in order.
        ignored: Spans of ``reply`` that were not scored and must never be edited.
        features: State of each feature by id.
        guidelines: The house's guidelines as typed; empty where there are none.
        channel: Where the reply goes; empty when unknown.
    """

    context: str
    reply: str
    need: float
    overall: float
    sentences: tuple[Span, ...]
    ignored: tuple[Span, ...]
    features: Mapping[str, FeatureState]
    guidelines: str = ""
    channel: str = ""
