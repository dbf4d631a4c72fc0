"""Which sentence a weakness points at: where the fault is, or where the edit would go."""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.explain.flip import straight
from scoring.explain.layout import lay_out
from scoring.explain.markers import (
    PLEASANTRY,
    SELF_FOCUS,
    STOCK_APOLOGY,
    STOCK_SYMPATHY,
    STOCK_THANKS,
    STOCK_VALUE,
    put_downs,
)
from scoring.explain.soften import is_bare_put_down
from scoring.explain.state import DraftView

#: Stock lines whose place a sentence about the customer's own case may take, best to replace first.
REPLACEABLE = (STOCK_APOLOGY, STOCK_SYMPATHY, STOCK_VALUE, STOCK_THANKS)


def text_of(view: DraftView, span: Span) -> str:
    """The draft's text under a span."""
    return view.reply[span[0] : span[1]]


def body(view: DraftView) -> tuple[Span, ...]:
    """Sentences that say something, without greeting and sign-off."""
    return lay_out(view.reply, view.sentences).body


def place(view: DraftView, feature: str) -> Span | None:
    """The sentence to quote for a weakness in ``feature``; None when the draft has no body."""
    spans = body(view)
    if not spans:
        return None
    if feature in {"dismisses", "self_focus", "unasked_advice"}:
        return _fault(view, feature, spans)
    if feature in {"names_feeling", "reflects_specifics"}:
        return stock_line(view) or opening(view)
    if feature == "invites_more":
        return spans[-1]
    return _handing_off(view, spans)


def opening(view: DraftView) -> Span | None:
    """The first sentence of the answer itself: not a bare put-down, not our own troubles."""
    spans = body(view)
    real = (s for s in spans if not _is_aside(text_of(view, s)))
    return next(real, spans[0] if spans else None)


def _is_aside(sentence: str) -> bool:
    return is_bare_put_down(sentence) or SELF_FOCUS.search(straight(sentence)) is not None


def stock_line(view: DraftView) -> Span | None:
    """The first stock apology, sympathy or thanks of the draft, by what is best to replace."""
    for pattern in REPLACEABLE:
        for span in body(view):
            if pattern.fullmatch(straight(text_of(view, span))):
                return span
    return None


def closing_pleasantry(view: DraftView) -> Span | None:
    """A last sentence that ends the reply with a stock offer."""
    spans = body(view)
    last = spans[-1] if spans else None
    return last if last and PLEASANTRY.fullmatch(straight(text_of(view, last))) else None


def _fault(view: DraftView, feature: str, spans: tuple[Span, ...]) -> Span:
    marked = next((s for s in spans if _marked(feature, straight(text_of(view, s)))), None)
    state = view.features.get(feature)
    return marked or _in_body(state.best_span if state else None, spans) or spans[0]


def _marked(feature: str, sentence: str) -> bool:
    if feature == "dismisses":
        return next(put_downs(sentence), None) is not None
    return feature == "self_focus" and SELF_FOCUS.search(sentence) is not None


def _in_body(span: Span | None, spans: tuple[Span, ...]) -> Span | None:
    """The body sentence that lies in a scored sentence (which may hold the greeting too)."""
    if span is None:
        return None
    return next((s for s in spans if span[0] <= s[0] and s[1] <= span[1]), None)


_NEXT = re.compile(
    r"\b(?:contact|call|visit|email|need to|have to|look(?:ed|ing)? into|forwarded|escalated|"
    r"can't|cannot|unable|"
    r"passed on|under review|via the)\b",
    re.IGNORECASE,
)


def _handing_off(view: DraftView, spans: tuple[Span, ...]) -> Span:
    """The last sentence that sends the customer away or leaves nobody in charge, else the last."""
    real = [s for s in spans if not PLEASANTRY.fullmatch(straight(text_of(view, s)))] or list(spans)
    found = [s for s in real if _NEXT.search(straight(text_of(view, s)))]
    return (found or real)[-1]
