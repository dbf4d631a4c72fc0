"""From weaknesses to suggestions: make candidates, gate them, score them once, keep what helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.contract import Facts, Rewrite, Weakness
from scoring.explain.state import DraftView
from scoring.rewrite.dose import fits
from scoring.rewrite.edits import Candidate, candidates
from scoring.rewrite.facts import compare

MAX_SUGGESTIONS = 3
#: Longest draft that is edited, in code points; a longer one is no reply but a document.
MAX_EDITED = 8_000


def suggest(
    view: DraftView,
    weakest: Sequence[Weakness],
    score: Callable[[list[str]], list[float]],
    noise: float,
    cancelled: Callable[[], bool],
) -> list[Rewrite]:
    """Suggest light edits that raise the score by more than noise and keep every fact.

    Args:
        view: The scored draft.
        weakest: Its weaknesses; without one nothing is suggested.
        score: Scores texts against the same message, 0-100; called at most once.
        noise: Smallest gain that counts, in points of ``overall``.
        cancelled: Asked before the costly step; True ends with no suggestions.

    Returns:
        At most three, lightest first.
    """

    def passes(text: str) -> bool:
        return fits(view.reply, text, view.need) and _facts(view, text).kept

    passed = candidates(view, weakest, passes) if weakest and _short(view) else []
    if not passed or cancelled():
        return []
    rated = zip(passed, score([c.text for c in passed]), strict=True)
    better = [(c, overall) for c, overall in rated if overall - view.overall > noise]
    better.sort(key=lambda row: (row[0].kind == "warmer", _changed(row[0]), -row[1]))
    return [_rewrite(view, c, overall) for c, overall in better[:MAX_SUGGESTIONS]]


def _short(view: DraftView) -> bool:
    return len(view.reply) <= MAX_EDITED


def _facts(view: DraftView, text: str) -> Facts:
    return compare(view.reply, text, context=view.context)


def _changed(candidate: Candidate) -> int:
    """Characters taken out and put in."""
    return sum(e.span[1] - e.span[0] + len(e.text) for e in candidate.edits)


def _rewrite(view: DraftView, candidate: Candidate, overall: float) -> Rewrite:
    overall = round(min(max(overall, 0.0), 100.0), 1)
    return Rewrite(
        kind=candidate.kind,
        text=candidate.text,
        edits=list(candidate.edits),
        overall=overall,
        delta=round(overall - view.overall, 1),
        facts=_facts(view, candidate.text),
        source="edits",
    )
