"""Copy for what a draft had better not say: lectures, our own troubles, put-downs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.explain import acknowledge
from scoring.explain.flip import straight
from scoring.explain.markers import (
    SELF_FOCUS,
    PutDown,
    put_downs,
)
from scoring.explain.situation import Situation
from scoring.explain.soften import as_offer, without_put_down
from scoring.explain.wording import (
    LOW_NEED,
    Finding,
    examples,
    quoted,
    theirs,
)


def why_advice(f: Finding) -> Iterator[str]:
    """Why unasked advice grates here."""
    s = f.situation
    if s.tried:
        yield (
            f"They've tried {theirs(s.tried)} already; advice nobody asked for can sound like it "
            "was their doing."
        )
    if s.feelings:
        yield (
            f"They're {s.feelings[0].word} and didn't ask what to do differently; this can sound "
            "like a lesson."
        )
    if s.ask:
        yield f"They asked {quoted(s.ask)}; this tells them something else to do."
    yield "They didn't ask for advice here, and it can sound as if the trouble were their doing."


def edit_advice(f: Finding) -> Iterator[str]:
    """How to turn advice into an offer."""
    yield from examples(
        "Offer it, so that it's theirs to take or leave, e.g.", [as_offer(f.quote) or ""]
    )
    yield "Leave it out, or ask first whether a suggestion would be welcome."


def why_self_focus(f: Finding) -> Iterator[str]:
    """Why a sentence about the writer or the company is out of place."""
    s, plain = f.situation, straight(f.quote)
    if re.search(
        r"busy|volume|number of|amount of|understaffed|swamped|short[- ]staffed",
        plain,
        re.IGNORECASE,
    ):
        yield f"How busy we are is our side of it. {_their_side(s)}"
    if re.search(
        r"happened to me|me too|same here|as an? \w+ i\b|\bmy (?:own )?(?:nan|mum|mom|dad|nephew|"
        r"niece|son|daughter|kids?|wife|husband|friend|sister|brother|dog|cat)\b|\bi (?:also|"
        r"once|too|had|lost|know)\b",
        plain,
        re.IGNORECASE,
    ):
        yield f"This turns to the writer's own story. {_their_side(s)}"
    if re.search(
        r"pride|proud|committed|strive|do our best|work hard|leading", plain, re.IGNORECASE
    ):
        yield f"This speaks for the company. {_their_side(s)}"
    yield f"This sentence is about us. {_their_side(s)}"


def _their_side(s: Situation) -> str:
    if s.waited:
        return f"They've been waiting {s.waited}."
    if s.excerpt:
        return f"They wrote {quoted(s.excerpt)}."
    if s.topic:
        return f"What they wrote about is {s.topic.noun}."
    return f"They asked {quoted(s.ask)}" if s.ask else "Their side is missing here."


def edit_self_focus(f: Finding) -> Iterator[str]:
    """How to turn that sentence to the customer."""
    whole = SELF_FOCUS.search(straight(f.quote)) is not None
    instead = acknowledge.on_feeling(f.situation, f.voice) if f.need >= LOW_NEED else ()
    if instead:
        yield from examples(
            "Turn it to them, e.g." if whole else "Say it from their side, e.g.", instead
        )
    yield "Leave it out, or say what it means for them."


def why_dismisses(f: Finding) -> Iterator[str]:
    """What a put-down does to this customer."""
    found = next(put_downs(straight(f.quote)), None)
    if found:
        yield from _put_down_lines(found, f.situation)
    if f.need < LOW_NEED:
        yield "This can sound as if writing to us were a nuisance."
    if f.situation.excerpt:
        yield f"After {quoted(f.situation.excerpt)}, this can read as if it didn't matter much."
    if f.situation.feelings:
        yield (
            f"They're {f.situation.feelings[0].word}; this can read as if that didn't matter much."
        )
    yield "This can read as if what they wrote didn't matter much."


def _put_down_lines(found: PutDown, s: Situation) -> Iterator[str]:
    words = quoted(found.words)
    feeling = s.feelings[0].word if s.feelings else ""
    trouble = s.topic.noun if s.topic else "this"
    if found.kind == "calm":
        yield (
            f"{words} tells someone who is {feeling} how to feel."
            if feeling
            else f"{words} tells them how to feel."
        )
    elif found.kind == "told":
        yield (
            f"{words} sounds like they weren't listening; they wrote again because it isn't solved "
            "for them."
        )
    elif found.kind == "terms":
        yield f"{words} sends them to the small print for {trouble}."
    elif found.kind == "blame":
        yield f"{words} puts {trouble} on them. Even where it's so, it makes the rest hard to hear."
    elif found.kind == "obvious":
        yield f"{words} tells them they ought to have known."
    elif found.kind == "minimise":
        yield f"{words} makes small what isn't small to them{_because(s)}."
    elif found.kind == "policy":
        yield f"Leading with policy can sound as if the rule mattered more than {trouble}."
    elif found.kind == "doubt":
        yield f"{words} can sound as if they weren't believed."
    else:
        yield f"{words} closes the door on {trouble}."


def _because(s: Situation) -> str:
    if s.stake:
        return f", with {s.stake.name} at stake"
    return f": they wrote {quoted(s.excerpt)}" if s.excerpt else ""


def edit_dismisses(f: Finding) -> Iterator[str]:
    """How to say it without the put-down."""
    rest = without_put_down(f.quote)
    if rest:
        yield from examples("Without it the line stands on its own:", [rest])
    found = next(put_downs(straight(f.quote)), None)
    kind = found.kind if found else None
    if kind == "blame":
        yield "Say what can be done now instead of what was missed."
    if kind == "policy":
        yield "Give the answer first, then the reason in plain words."
    if kind in {"calm", "minimise", "obvious"}:
        instead = acknowledge.on_feeling(f.situation, f.voice) if f.need >= LOW_NEED else ()
        yield from examples("Take it out, or put something true in its place:", instead)
        yield "Take it out; the reply loses nothing."
    if kind == "doubt":
        yield "Start from what they describe, and ask only for what you need to look further."
    if f.need < LOW_NEED:
        yield "Answer in a sentence or two, and leave this out."
    yield "Say first that you see the problem, then what you can or can't do about it."
