"""A draft laid out for editing, and the small edits all moves are built from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from dataclasses import replace as copy_with

from scoring.contract import Edit, Span
from scoring.explain.flip import straight
from scoring.explain.layout import Layout, lay_out
from scoring.explain.markers import FEELING_CLAIM
from scoring.explain.places import opening
from scoring.explain.sayback import SayBack, say_back
from scoring.explain.situation import Situation, read
from scoring.explain.state import DraftView
from scoring.explain.voice import Voice, voice_of

_LIST_MARK = re.compile(r"\s*(?:[-*•>|]|\d+[.)])\s*$")
#: Faults whose sentence may be taken out.
_FAULTS = ("dismisses", "self_focus", "unasked_advice", "confront")
_SHOWN = 0.5
_KEEPS_CAPITAL = re.compile(r"I\b|I'|[A-Z]{2}")


@dataclass(frozen=True, slots=True)
class Scene:
    """What the moves look at.

    Attributes:
        said: What of the message can be said back; nothing where someone may be in danger.
        spare: Body sentences that may go if they hold no hard fact: see ``spare_sentences``.
    """

    view: DraftView
    situation: Situation
    voice: Voice
    layout: Layout
    said: SayBack
    spare: frozenset[Span]

    def text(self, span: Span) -> str:
        """The draft under a span, as written."""
        return self.view.reply[span[0] : span[1]]

    def plain(self, span: Span) -> str:
        """The draft under a span with straight quotes, for patterns."""
        return straight(self.text(span))


@dataclass(frozen=True, slots=True)
class Move:
    """One change for one feature.

    Attributes:
        feature: The feature it is made for.
        variants: The change at one or more lengths, longest first.
        speaks: True when it says what the customer is going through; once in a text is enough.
        alone: False when it would read hollow as the only change.
    """

    feature: str
    variants: tuple[tuple[Edit, ...], ...]
    speaks: bool = False
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Maker:
    """A source of moves for a feature."""

    feature: str
    moves: Callable[[Scene], Iterator[Move]]


def scene_of(view: DraftView) -> Scene:
    """Lay a draft out for editing."""
    layout = lay_out(view.reply, view.sentences)
    situation = read(view.context)
    said = copy_with(say_back(view.context, pleased=situation.joyful), draft=view.reply)
    voice = voice_of(view.reply)
    return Scene(
        view,
        situation,
        voice,
        layout,
        SayBack(turn=said.turn, draft=view.reply) if situation.danger else said,
        frozenset(spare_sentences(view, layout)),
    )


def spare_sentences(view: DraftView, layout: Layout) -> Iterator[Span]:
    """Body sentences that hurt: where the scorer sees a fault, or a feeling is put on.

    Whether one may really go is the fact gate's to say: a no, a number or a name in it keeps it.
    """
    states = (view.features.get(name) for name in _FAULTS)
    marked = [s.best_span for s in states if s and s.best_span and s.value >= _SHOWN]
    for span in layout.body:
        shown = any(m[0] <= span[0] and span[1] <= m[1] for m in marked)
        if shown or FEELING_CLAIM.search(straight(view.reply[span[0] : span[1]])):
            yield span


def insert_first(scene: Scene, sentence: str) -> Edit | None:
    """Put a sentence before the first one of the body, joined to the greeting as the draft does."""
    first_real = opening(scene.view)
    if first_real is None:
        return None
    start = first_real[0]
    line = scene.view.reply[scene.view.reply.rfind("\n", 0, start) + 1 : start]
    if _LIST_MARK.match(line):
        return None
    if scene.layout.joined and start == scene.layout.body[0][0]:
        first = scene.view.reply[start]
        return Edit(span=(start, start + 1), text=f"{_joined(sentence)} {first.upper()}")
    return Edit(span=(start, start), text=f"{sentence} ")


def append_last(scene: Scene, sentence: str) -> Edit | None:
    """Put a sentence after the last one of the body."""
    if not scene.layout.body:
        return None
    start, end = scene.layout.body[-1]
    reply = scene.view.reply
    if reply[end - 1] in ":,;`" or any(s[0] == end for s in scene.view.ignored):
        return None
    line = reply[reply.rfind("\n", 0, start) + 1 : start]
    if _LIST_MARK.match(line) or re.search(r"\S*(?:://|www\.)\S*$", reply[start:end]):
        return Edit(span=(end, end), text=f"\n\n{sentence}")
    gap = ". " if reply[end - 1].isalnum() else " "
    return Edit(span=(end, end), text=f"{gap}{sentence}")


def replace(scene: Scene, span: Span, text: str) -> tuple[Edit, ...]:
    """One edit that puts a sentence in a span's place, joined to the greeting as the draft does."""
    first = bool(scene.layout.body) and span[0] == scene.layout.body[0][0]
    return (Edit(span=span, text=_joined(text) if first and scene.layout.joined else text),)


def delete(scene: Scene, span: Span) -> tuple[Edit, ...]:
    """Take a sentence out with the space it leaves; nothing when it is all the draft says."""
    body = scene.layout.body
    if len(body) < 2 or span not in body:
        return ()
    index = body.index(span)
    if index + 1 < len(body) and _blank_between(scene, span[1], body[index + 1][0]):
        return (Edit(span=(span[0], body[index + 1][0]), text=""),)
    if index and _blank_between(scene, body[index - 1][1], span[0]):
        return (Edit(span=(body[index - 1][1], span[1]), text=""),)
    return ()


def _blank_between(scene: Scene, start: int, end: int) -> bool:
    return scene.view.reply[start:end].strip() == ""


def _joined(sentence: str) -> str:
    if _KEEPS_CAPITAL.match(sentence):
        return sentence
    return sentence[:1].lower() + sentence[1:]
