"""Copy for what a draft lacks in warmth: the feeling named, the detail said back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.explain import acknowledge
from scoring.explain.flip import straight
from scoring.explain.markers import (
    STOCK_APOLOGY,
    is_stock,
)
from scoring.explain.voice import capital
from scoring.explain.wording import (
    Finding,
    contacted,
    examples,
    goes_to,
    quoted,
    theirs,
)

#: A draft with one of these does speak of feelings, if not of theirs.
_FEELING_WORDS = re.compile(
    r"\b(?:feel(?:ing|s)?|frustrat\w+|(?<!don't )worr(?:y|ied|ying)|stress\w*|upset\w*|"
    r"disappoint\w+|annoy\w+|scar(?:ed|y)|"
    r"frighten\w+|understand how|understand your|sorry (?:for your|that you|you)|difficult time)\b",
    re.IGNORECASE,
)


def why_names_feeling(f: Finding) -> Iterator[str]:
    """What they feel and the draft passes over."""
    s = f.situation
    said = next((x for x in s.feelings if x.said), None)
    shown = next((x for x in s.feelings if not x.said), None)
    if s.bereaved_of:
        who = s.bereaved_of.removeprefix("your ")
        yield f"They have lost their {who}, and the draft turns to {goes_to(f)} first."
    if s.joyful:
        yield "They wrote to share something good, and the draft answers as if it were a ticket."
    if is_stock(straight(f.quote)):
        yield from _stock_lines(f)
    elif _FEELING_WORDS.search(straight(f.draft)):
        yield "The draft touches on how they feel in general words, and moves on before it lands."
    if said:
        about = said.about.replace("your ", "their ")
        stake = (
            f" {about}" if about else (f", and {s.stake.name} may hang on it" if s.stake else "")
        )
        yield f"They say they're {said.word}{stake}; the draft goes straight to {goes_to(f)}."
    if s.grave:
        yield f"What they describe is heavy, and the draft goes straight to {goes_to(f)}."
    if s.waited:
        yield f"It has gone on for {s.waited}, and nothing here shows that anyone noticed."
    if shown and s.excerpt:
        yield (
            f"{quoted(s.excerpt)}: they sound {shown.word}, and the draft goes straight to "
            f"{goes_to(f)}."
        )
    if shown:
        yield f"They sound {shown.word}; the draft answers the question and passes over that."
    if s.topic and s.stake:
        yield f"{capital(s.stake.name)} may hang on this, and the draft doesn't touch on it."
    if s.excerpt:
        yield f"They wrote {quoted(s.excerpt)}; the draft doesn't say what that's like for them."
    yield "The draft deals with the case, and not yet with what it's like to be in it."


def _stock_lines(f: Finding) -> Iterator[str]:
    s = f.situation
    stock = quoted(f.quote.rstrip(" .!"))
    if s.excerpt:
        yield (
            f"They wrote {quoted(s.excerpt)}. {stock} could answer anyone, so it won't feel meant "
            "for them."
        )
    if s.feelings:
        yield (
            f"They're {s.feelings[0].word}, and {stock} is a line they have read many times before."
        )
    yield f"{stock} could stand in any reply, so it says little about this one."


def edit_names_feeling(f: Finding) -> Iterator[str]:
    """One honest sentence on what it is like for them."""
    sorry = STOCK_APOLOGY.fullmatch(straight(f.quote)) and not f.situation.joyful
    make = acknowledge.on_feeling_with_apology if sorry else acknowledge.on_feeling
    yield from examples(_lead(f), make(f.situation, f.voice))
    yield (
        "Before the answer, add one plain sentence about what this has meant for them. Their own "
        "words are a good start."
    )


def _lead(f: Finding) -> str:
    if f.situation.joyful:
        return "Let them see that it was read with pleasure, e.g."
    if f.situation.bereaved_of:
        return "Open with a word on their loss, e.g."
    if f.situation.grave:
        return "Open with a plain word on that, e.g."
    if is_stock(straight(f.quote)):
        return "Put a line about their case in its place, e.g."
    return "Open with what it's like for them, e.g."


def why_reflects(f: Finding) -> Iterator[str]:
    """What they wrote and the draft does not pick up."""
    s = f.situation
    if s.tried:
        yield (
            f"They say they've already tried {theirs(s.tried)}; the draft reads as if they hadn't."
        )
    if s.contacts:
        yield f"{contacted(s.contacts)}, and the draft starts as if for the first time."
    if is_stock(straight(f.quote)) and s.excerpt:
        yield f"{quoted(f.quote.rstrip(' .!'))} fits any message; theirs was {quoted(s.excerpt)}."
    if s.excerpt:
        yield f"They wrote {quoted(s.excerpt)}; from the draft they can't tell that it was read."
    if s.ask:
        yield f"They ask {quoted(s.ask)} and can't see that question in the draft."
    if s.topic:
        yield f"The draft could answer many messages; {s.topic.noun} is what theirs is about."
    yield "The draft would fit many messages; nothing in it is theirs alone yet."


def edit_reflects(f: Finding) -> Iterator[str]:
    """How to say it back in few words."""
    if STOCK_APOLOGY.fullmatch(straight(f.quote)):
        yield from examples(
            "Name the thing itself, e.g.", acknowledge.apology_on_specifics(f.situation, f.voice)
        )
    yield from examples(
        "Say it back in a few words, e.g.", acknowledge.on_specifics(f.situation, f.voice)
    )
    if f.situation.grave:
        yield (
            "Name, in a few plain words of your own, the one thing they told you that matters most "
            "here."
        )
    if f.situation.excerpt:
        yield f"Pick up their words, {quoted(f.situation.excerpt)}, before you answer."
    yield "Pick one detail only they could have written, and name it before the answer."
