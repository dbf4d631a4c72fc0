"""Picks what a draft does best and what it lacks most, and says why in words."""

from __future__ import annotations

from scoring.contract import BY_ID, Weakness
from scoring.explain.flip import straight
from scoring.explain.markers import OPEN_QUESTION, put_downs
from scoring.explain.phrasing import write
from scoring.explain.places import body, place, text_of
from scoring.explain.situation import Situation, read
from scoring.explain.state import DraftView, FeatureState
from scoring.explain.voice import voice_of
from scoring.explain.wording import Finding
from scoring.features.registry import AGREEMENT_FLOOR

#: From here on a draft is excellent and is left alone.
GOOD_ENOUGH = 80.0
#: A gap under this is within what two careful readers differ by; not worth a line.
SMALL_GAP = 0.12
#: Under this need a message calls for no sympathy and no probing.
LOW_NEED = 0.5
_MAX_WEAKNESSES = 2
_MAX_STRENGTHS = 2
#: Presence from which a skill counts as shown.
_SHOWN = 0.5
_NEAR_EXPECTED = 0.05


def weakest(view: DraftView) -> list[Weakness]:
    """The one or two weaknesses that cost the draft most.

    Args:
        view: The scored draft.

    Returns:
        At most two, costliest first; none for a draft that is good already.
    """
    if view.overall >= GOOD_ENOUGH or not body(view):
        return []
    situation = read(view.context)
    picked = sorted(_eligible(view, situation), key=lambda s: (-s.weight * s.gap, s.id))
    found = [_weakness(view, situation, state) for state in picked[:_MAX_WEAKNESSES]]
    return [w for w in found if w is not None]


def strengths(view: DraftView) -> list[str]:
    """Ids of the skills the draft shows best, at most two; never a fault or a gap."""
    shown = [s for s in view.features.values() if _is_strength(s)]
    shown.sort(key=lambda s: (-s.weight * s.value, s.id))
    return [s.id for s in shown[:_MAX_STRENGTHS]]


def _is_strength(state: FeatureState) -> bool:
    spec = BY_ID[state.id]
    shown = state.value >= max(_SHOWN, state.expected - _NEAR_EXPECTED)
    return spec.family == "skill" and not state.fault and shown and state.gap < SMALL_GAP


def _eligible(view: DraftView, situation: Situation) -> list[FeatureState]:
    return [s for s in view.features.values() if _may_show(s) and _makes_sense(s, view, situation)]


def _may_show(state: FeatureState) -> bool:
    spec = BY_ID[state.id]
    agreed = spec.agreement is not None and spec.agreement >= AGREEMENT_FLOOR
    return spec.shown_as_weakness and agreed and state.gap >= SMALL_GAP and state.weight > 0


def _makes_sense(state: FeatureState, view: DraftView, situation: Situation) -> bool:
    """Whether this draft to this message can lack the feature in a reader's eyes."""
    if state.id == "invites_more":
        return not _closes_well(view, situation)
    if state.id == "names_feeling":
        return view.need >= LOW_NEED or situation.joyful
    if state.id == "dismisses" and not _has_put_down(view):
        return state.value >= _SHOWN
    return True


def _closes_well(view: DraftView, situation: Situation) -> bool:
    """Whether an open question would be one too many."""
    asks = OPEN_QUESTION.search(straight(view.reply)) is not None
    neutral = view.need < 1.0 and not situation.feelings and not situation.excerpt
    return asks or view.need < LOW_NEED or situation.joyful or neutral


def _has_put_down(view: DraftView) -> bool:
    return any(next(put_downs(straight(text_of(view, s))), None) for s in body(view))


def _weakness(view: DraftView, situation: Situation, state: FeatureState) -> Weakness | None:
    span = place(view, state.id)
    if span is None:
        return None
    quote = text_of(view, span)
    copy = write(state.id, Finding(quote, view.reply, situation, voice_of(view.reply), view.need))
    return Weakness(id=state.id, quote=quote, span=span, why=copy.why, edit=copy.edit)
