"""Scored drafts without a model: features are set by hand, sentences split plainly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scoring.contract import BY_ID
from scoring.explain.state import DraftView, FeatureState

EXCHANGES = json.loads(
    (Path(__file__).parents[1] / "explain" / "exchanges.json").read_text("utf-8")
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
_IGNORED = re.compile(r"(?m)^>.*$|```[\s\S]*?```|^-- ?\n[\s\S]*\Z|https?://\S+")


def _sentences(reply, ignored):
    spans = []
    for match in _SENTENCE.finditer(reply):
        text = match.group()
        start = match.start() + len(text) - len(text.lstrip())
        end = match.end() - (len(text) - len(text.rstrip()))
        hidden = any(a < end and start < b and not reply[a:].startswith("http") for a, b in ignored)
        if start < end and not hidden:
            spans.append((start, end))
    return tuple(spans)


def _features(weak, span):
    states = {}
    for spec in BY_ID.values():
        gap = 0.5 - 0.1 * weak.index(spec.id) if spec.id in weak else 0.0
        high, low = (0.8, 0.1) if spec.fault else (0.5, 0.2)
        value = (high if spec.fault else low) if spec.id in weak else (low if spec.fault else high)
        states[spec.id] = FeatureState(spec.id, value, 0.6, 0.2, spec.fault, gap, span)
    return states


def view_of(context, reply, weak=(), *, need=1.2, overall=40.0, guidelines="", channel=""):
    """A scored draft that is weak in the features named, worst first."""
    ignored = tuple(m.span() for m in _IGNORED.finditer(reply))
    sentences = _sentences(reply, ignored)
    span = sentences[-1] if sentences else None
    features = _features(list(weak), span)
    return DraftView(
        context, reply, need, overall, sentences, ignored, features, guidelines, channel
    )


@pytest.fixture(scope="session")
def view():
    """Build a scored draft."""
    return view_of


@pytest.fixture(params=EXCHANGES, ids=[e["id"] for e in EXCHANGES])
def exchange(request):
    """One of our own example exchanges, as a scored draft."""
    row = request.param
    return view_of(row["context"], row["reply"], row["weak"], need=row["need"])
