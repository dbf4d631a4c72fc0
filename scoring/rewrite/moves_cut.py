"""Moves that take away what hurts: put-downs, orders, lectures, our troubles, a fourth sorry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, zip_longest

from scoring.contract import Span
from scoring.explain import acknowledge, mirror
from scoring.explain.markers import APOLOGY, SELF_FOCUS, STOCK_APOLOGY, put_downs
from scoring.explain.soften import as_offer, as_request, is_bare_put_down, without_put_down
from scoring.explain.weakest import LOW_NEED
from scoring.rewrite.scene import Maker, Move, Scene, delete, replace

#: From this value on unasked advice is taken for a fault without being among the weakest.
_CLEAR_FAULT = 0.6


#: A sentence that would hang in the air without the one before it.
_LEANS = re.compile(
    r"(?:that|this|it|its|so|and|but|they|he|she|people|these|those|then|also|which|both)\b",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\w[\w ]{0,18}:\s")


def _dismisses(scene: Scene) -> Iterator[Move]:
    for span in scene.layout.body:
        if not next(put_downs(scene.plain(span)), None):
            continue
        text = scene.text(span)
        if is_bare_put_down(text):
            yield from _gone_or_turned(scene, "dismisses", span)
        elif rest := without_put_down(text):
            yield Move("dismisses", (replace(scene, span, rest),))


def _self_focus(scene: Scene) -> Iterator[Move]:
    for span in scene.layout.body:
        if SELF_FOCUS.search(scene.plain(span)):
            yield from _gone_or_turned(scene, "self_focus", span)


def _spare(scene: Scene) -> Iterator[Move]:
    """Each sentence in which the scorer sees a fault, taken out; the gate keeps what says a no."""
    body = scene.layout.body
    for span, after in zip_longest(body, body[1:]):
        leans = after and _LEANS.match(scene.plain(after))
        if span not in scene.spare or leans or _LABELLED.match(scene.plain(span)):
            continue
        if gone := delete(scene, span):
            yield Move("dismisses", (gone,))


def _gone_or_turned(scene: Scene, feature: str, span: Span) -> Iterator[Move]:
    """Put a true word about the customer in the sentence's place, or take it out."""
    warm = scene.view.need >= LOW_NEED
    said = _true_word(scene) if warm else ()
    if gone := delete(scene, span):
        yield Move(feature, (gone,))
    if said:
        yield Move(feature, tuple(replace(scene, span, s) for s in said), speaks=True)


def _true_word(scene: Scene) -> tuple[str, ...]:
    pleased, need = scene.situation.joyful, scene.view.need
    known = acknowledge.on_feeling(scene.situation, scene.voice, scene.said.seed)
    return known + mirror.on_their_words(scene.said, scene.voice, need, pleased=pleased)


def _unasked_advice(scene: Scene) -> Iterator[Move]:
    state = scene.view.features.get("unasked_advice")
    if state is None or (state.gap <= 0 and state.value < _CLEAR_FAULT):
        return
    for span in scene.layout.body:
        if offer := as_offer(scene.text(span)):
            yield Move("unasked_advice", (replace(scene, span, scene.voice.speak(offer)),))


def _orders(scene: Scene) -> Iterator[Move]:
    """Bare orders as requests, at most two at once; a list of steps is left a list of steps."""
    orders = [(s, r) for s in scene.layout.body if (r := as_request(scene.text(s)))]
    if 1 <= len(orders) <= 2 and not _is_steps(scene):
        span, request = orders[0]
        yield Move("direct", (replace(scene, span, request),))


def _is_steps(scene: Scene) -> bool:
    return re.search(r"(?m)^\s*(?:\d+[.)]|[-*•])\s", scene.view.reply) is not None


def _saturation(scene: Scene) -> Iterator[Move]:
    """A second apology is taken out when it is a stock line; the first stays."""
    sorry = [s for s in scene.layout.body if APOLOGY.search(scene.plain(s))]
    stock = [s for s in sorry if STOCK_APOLOGY.fullmatch(scene.plain(s))]
    spare = [s for s in stock if s != sorry[0]] if len(sorry) > 1 else []
    edits = [e for s in spare for e in delete(scene, s)]
    spans = sorted(e.span for e in edits)
    if edits and all(a[1] <= b[0] for a, b in pairwise(spans)):
        yield Move("expression_of_sympathy", (tuple(edits),))


CUTTING = (
    Maker("dismisses", _dismisses),
    Maker("dismisses", _spare),
    Maker("self_focus", _self_focus),
    Maker("unasked_advice", _unasked_advice),
    Maker("direct", _orders),
    Maker("expression_of_sympathy", _saturation),
)
