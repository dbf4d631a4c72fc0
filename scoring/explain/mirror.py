"""Sentences that say a customer's own words back and name what it is like, for any message.

Each holds words of the message, so that no two customers get the same one. What is said of it is
mild and true of anyone in that place; nothing is claimed to be felt by us, nothing is promised and
nothing is confirmed as our doing.
"""

from __future__ import annotations

import re

from scoring.explain.choice import pick
from scoring.explain.feelings import feelings
from scoring.explain.likeness import is_hard, likenesses
from scoring.explain.sayback import SayBack
from scoring.explain.voice import Voice, capital

_BURDENS = ("{C}; that's {like}.", "{C}: that's {like}.")
#: Said of someone, "you can't sleep" would read as a ban.
_UNABLE = "It's {like} that {c}."
#: What can't be said with "that" after it: "it's a hard place to be that ...".
_NOUN = re.compile(r"\b(?:place|thing|lot|setback|with|on you)\b")
_CANNOT = re.compile(r"\byou (?:really |just |still )*(?:can't|cannot|couldn't)\b", re.IGNORECASE)
#: For a matter that has not gone well and says so by itself.
_WONDER = ("No wonder you're {word}: {c}.", "It makes sense that you're {word}: {c}.")
_PLEASED = (
    "How good to hear that {c}.",
    "What good news that {c}.",
    "How lovely that {c}.",
    "{C}, and that is lovely to read.",
)
_THANKS = (
    "{thanks} for telling {us} that {c}.",
    "{thanks} for letting {us} know that {c}.",
    "{thanks} for saying that {c}.",
)
#: What makes a matter personal: a late parcel is no burden to carry, one for a funeral is.
_CLOSE_TO_HEART = re.compile(
    r"\b(?:mum|mom|mother|dad|father|son|daughter|wife|husband|partner|girlfriend|boyfriend|baby|"
    r"kids?|children|nan|grand\w+|funeral|died|passed away|hospital|surgery|cancer|sick|ill|cry|"
    r"cried|crying|alone|afraid|scared|sleep|slept|tired|panic|my job|rent|evicted|homeless|"
    r"drink\w*|sober|grief|therapy|depress\w*|anxi\w+|lonely|hurt\w*|pain|happy|feel)\b",
    re.IGNORECASE,
)
#: What they feel, and nothing yet of what it is about.
_BARE_FEELING = re.compile(
    r"you(?:'re| are) (?:so |very |just |really |still |too )*(?:scared|afraid|tired|worried|"
    r"anxious|exhausted|frustrated|upset|nervous|stressed|lonely|angry|sad)\b",
    re.IGNORECASE,
)
_HEAVY_FROM, _NEUTRAL_UNDER = 1.5, 0.5


def on_their_words(
    said: SayBack, voice: Voice, need: float, *, pleased: bool, turn: int = 0
) -> tuple[str, ...]:
    """Say back what they wrote and what it is like, longest first; empty when unsure.

    Args:
        said: What can be said back.
        voice: How the draft speaks.
        need: 0-2, how much the message calls for care.
        pleased: Whether the message is praise or good news.
        turn: 0 for the first wording, 1 for another one.
    """
    if not pleased and need < _NEUTRAL_UNDER:
        return ()
    if pleased:
        form = pick(_PLEASED, said.seed, turn)
        return tuple(voice.speak(_filled(form, told)) for told in _told(said))
    hard = (told for told in _tellings(said) if is_hard(told))
    lines = [_burden(told, said, _its_need(said, need), turn) for told in hard]
    if not lines and said.quote and said.troubled:
        like = pick(likenesses(said.quote, _its_need(said, need)), said.seed, turn)
        lines = [f"“{said.quote}”: that's {like}."]
    return tuple(voice.speak(line) for line in lines)


def in_their_word(said: SayBack, voice: Voice) -> tuple[str, ...]:
    """Take up the feeling they name, with what it is about; empty when they name none."""
    word = next((f.word for f in feelings(said.turn) if f.said), "")
    told = [t for t in _told(said) if word not in t and is_hard(t)]
    form = pick(_WONDER, said.seed)
    return tuple(voice.speak(_filled(form, t, word=word)) for t in told if word)


def plainly(said: SayBack, voice: Voice) -> tuple[str, ...]:
    """Say back what they wrote and nothing about it, longest first."""
    form = pick(_THANKS, said.seed)
    words = {"thanks": "Thank you" if voice.formal else "Thanks"}
    words["us"] = "me" if voice.singular else "us"
    told = _told(said, " and that ")
    return tuple(voice.speak(_filled(form, t, **words)) for t in told)


def with_sorry(said: SayBack, voice: Voice) -> tuple[str, ...]:
    """Say it back with a short apology, to stand in for a stock one; longest first."""
    told = _told(said, " and that ") if all(map(is_hard, said.clauses)) else _told(said)[1:]
    return tuple(voice.speak(f"{capital(voice.sorry)} that {t}.") for t in told if is_hard(t))


def is_personal(said: SayBack) -> bool:
    """Whether a matter is close to the heart, and not only a nuisance."""
    return _CLOSE_TO_HEART.search(said.turn) is not None


def _its_need(said: SayBack, need: float) -> float:
    """Need as far as the matter is personal: a practical one is never called a weight."""
    return need if need >= _HEAVY_FROM and is_personal(said) else min(need, 1.0)


def _burden(told: str, said: SayBack, need: float, turn: int) -> str:
    if _BARE_FEELING.match(told):
        return _filled("It makes sense that {c}.", told)
    likes = likenesses(told, need)
    form = pick(_BURDENS, said.seed)
    if _CANNOT.search(told):
        form = _UNABLE
        likes = tuple(say for say in likes if not _NOUN.search(say)) or ("hard",)
    return _filled(form, told, like=pick(likes, said.seed, turn))


def _filled(form: str, told: str, **words: str) -> str:
    return form.format(C=capital(told), c=told, **words)


def _tellings(said: SayBack) -> list[str]:
    """What they wrote in the form that suits what is said of it."""
    joint = " and that " if any(map(_CANNOT.search, said.clauses)) else ", and "
    return _told(said, joint)


def _told(said: SayBack, joint: str = ", and ") -> list[str]:
    """Both clauses in their order, then each alone, the one that says more first."""
    if len(said.clauses) < 2:
        return list(said.clauses)
    first, second = said.clauses
    alone = [second, first] if said.best == 1 else [first, second]
    return [joint.join(said.clauses), *alone]
