"""Moves that add what a draft lacks: a word on what it is like, the detail, an open question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scoring.contract import Edit, Span
from scoring.explain import acknowledge, mirror, questions
from scoring.explain.flip import straight
from scoring.explain.likeness import is_hard
from scoring.explain.markers import APOLOGY, OPEN_QUESTION, STOCK_APOLOGY, STOCK_APOLOGY_HEAD
from scoring.explain.places import closing_pleasantry, stock_line
from scoring.explain.soften import is_bare_put_down
from scoring.explain.weakest import LOW_NEED
from scoring.rewrite.actions import stem
from scoring.rewrite.scene import Maker, Move, Scene, append_last, insert_first, replace
from scoring.rewrite.stances import stances_of

#: Wordings of one thought that the scorer may choose between.
_WORDINGS = 2
#: From this need on a personal matter is asked about as one.
_HEAVY_NEED = 1.0
_ABOUT = re.compile(r"\btelling us about (?P<noun>[^.]+)\.")


def _names_feeling(scene: Scene) -> Iterator[Move]:
    joyful, seed = scene.situation.joyful, scene.said.seed
    if scene.view.need < LOW_NEED and not joyful:
        return
    named = () if joyful else mirror.in_their_word(scene.said, scene.voice)
    yield from _said(scene, "names_feeling", named, named)
    yield from _likened(scene, "names_feeling")
    if scene.situation.grave and scene.said.clauses and not scene.situation.bereaved_of:
        return  # their own words say more than a line that fits any grave matter
    for turn in range(_WORDINGS if scene.situation.grave else 1):
        plain = acknowledge.on_feeling(scene.situation, scene.voice, seed, turn)
        sorry = acknowledge.on_feeling_with_apology(scene.situation, scene.voice, seed, turn)
        yield from _said(scene, "names_feeling", plain, sorry)
    both = acknowledge.on_both(scene.situation, scene.voice) if scene.view.need >= 1.0 else ()
    yield from _said(scene, "names_feeling", both, both)


def _likened(scene: Scene, feature: str, turn: int = 0) -> Iterator[Move]:
    """What they wrote and what it is like."""
    need, pleased = scene.view.need, scene.situation.joyful
    said = mirror.on_their_words(scene.said, scene.voice, need, pleased=pleased, turn=turn)
    yield from _said(scene, feature, said, _sorry(scene) or said)


def _reflects(scene: Scene) -> Iterator[Move]:
    yield from _likened(scene, "reflects_specifics", turn=1)
    if sorry := _sorry(scene):
        yield from _said(scene, "reflects_specifics", sorry, sorry)
    if scene.view.need < LOW_NEED:
        return
    said = mirror.plainly(scene.said, scene.voice)
    yield from _said(scene, "reflects_specifics", said, sorry or said)
    specific = acknowledge.on_specifics(scene.situation, scene.voice)
    plain = tuple(line for line in specific if _is_theirs(line, scene))
    apology = acknowledge.apology_on_specifics(scene.situation, scene.voice)
    yield from _said(scene, "reflects_specifics", plain, apology)


def _is_theirs(line: str, scene: Scene) -> bool:
    """Whether a line's matter stands in the message: "the damage" may be our reading of it."""
    match = _ABOUT.search(line)
    if not match:
        return True
    said = straight(scene.view.context).lower()
    return any(stem(word) in said for word in re.findall(r"[a-z]{4,}", match["noun"].lower()))


def _sorry(scene: Scene) -> tuple[str, ...]:
    """Their words with an apology, where the message calls for one."""
    warm = scene.view.need >= LOW_NEED and not scene.situation.joyful
    return mirror.with_sorry(scene.said, scene.voice) if warm else ()


def _invites(scene: Scene) -> Iterator[Move]:
    if scene.view.need < LOW_NEED or OPEN_QUESTION.search(straight(scene.view.reply)):
        return
    if scene.situation.joyful:
        return
    # Asked of anyone and right behind a no, a question sounds as if nobody had read the message.
    alone = bool(questions.thing_of(scene.said)) or not _ends_on_a_no(scene)
    tone = _tone(scene)
    for turn in range(_WORDINGS):
        asked = questions.open_question(scene.said, scene.voice, tone, turn)
        if edits := _asked(scene, asked):
            yield Move("invites_more", (edits,), alone=alone)


def _tone(scene: Scene) -> questions.Tone:
    """What the message speaks of, as far as a question goes by it."""
    heavy = scene.view.need >= _HEAVY_NEED and mirror.is_personal(scene.said)
    told = (*scene.said.clauses, scene.said.quote)
    troubled = scene.situation.known or any(map(is_hard, told))
    if not troubled and not scene.situation.grave:
        return "plain"
    return "heavy" if heavy or scene.situation.grave else "practical"


def _asked(scene: Scene, question: str) -> tuple[Edit, ...]:
    """The question in the place of a stock offer at the end, else after the last sentence."""
    if closing := closing_pleasantry(scene.view):
        return replace(scene, closing, question)
    edit = append_last(scene, question)
    return (edit,) if edit else ()


def _ends_on_a_no(scene: Scene) -> bool:
    """Whether one of the last two sentences refuses something."""
    last = (scene.text(span) for span in scene.layout.body[-2:])
    return any(s.kind == "negation" for text in last for s in stances_of(text))


def _said(
    scene: Scene, feature: str, plain: tuple[str, ...], sorry: tuple[str, ...]
) -> Iterator[Move]:
    """Say it in the place of a stock line when there is one, else before the answer."""
    if len(APOLOGY.findall(straight(scene.view.reply))) > 1:
        sorry = tuple(s for s in sorry if not APOLOGY.search(s)) or plain
    if stock := stock_line(scene.view):
        apology = STOCK_APOLOGY.fullmatch(scene.plain(stock)) is not None
        yield from _move(feature, _replacing(scene, stock, sorry if apology else plain))
    elif brushed_off := _put_down_first(scene):
        yield from _move(feature, _replacing(scene, brushed_off, plain))
    elif head := _stock_head(scene):
        yield from _move(feature, _replacing_head(scene, head, sorry))
    else:
        made = ((edit,) for s in plain if (edit := insert_first(scene, s)))
        yield from _move(feature, made)


def _put_down_first(scene: Scene) -> Span | None:
    """A bare put-down that opens the draft: a true word belongs in its place, not behind it."""
    first = scene.layout.body[:1]
    return next((span for span in first if is_bare_put_down(scene.text(span))), None)


def _move(feature: str, variants: Iterable[tuple[Edit, ...]]) -> Iterator[Move]:
    if found := tuple(variants):
        yield Move(feature, found, speaks=True)


def _replacing(scene: Scene, span: Span, sentences: tuple[str, ...]) -> Iterator[tuple[Edit, ...]]:
    return (replace(scene, span, s) for s in sentences)


def _stock_head(scene: Scene) -> Span | None:
    """A stock apology at the head of a sentence that goes on with something real."""
    for span in scene.layout.body:
        if match := STOCK_APOLOGY_HEAD.match(scene.plain(span)):
            return span[0], span[0] + match.end()
    return None


def _replacing_head(
    scene: Scene, head: Span, sentences: tuple[str, ...]
) -> Iterator[tuple[Edit, ...]]:
    rest = scene.view.reply[head[1]]
    whole = (head[0], head[1] + 1)
    return (replace(scene, whole, f"{s} {rest.upper()}") for s in sentences)


ADDING = (
    Maker("names_feeling", _names_feeling),
    Maker("reflects_specifics", _reflects),
    Maker("invites_more", _invites),
)
