"""Sentences an agent could honestly say about a customer's situation.

They say back what the customer wrote or what such a thing is like. They never claim a feeling the
agent can't have, never promise, and never confirm that something happened.
"""

from __future__ import annotations

import re

from scoring.explain.choice import pick
from scoring.explain.situation import Situation
from scoring.explain.topics import Kind, Stake, Topic
from scoring.explain.voice import Voice, capital

#: How a trouble of each kind is judged: with something hanging on it, and without.
_JUDGED: dict[Kind, tuple[str, str]] = {
    "money": ("is a hard spot to be in", "is a real worry"),
    "wait": ("is harder still", "is wearing"),
    "access": ("is the last thing you need", "makes everything harder"),
    "loss": ("is the last thing you need", "is a horrible feeling"),
    "quality": ("is the last thing you need", "is a real letdown"),
    "service": ("is the last thing you need", "is exhausting"),
    "travel": ("is harder still", "throws everything else out"),
    "security": ("is the last thing you need", "is alarming"),
    "health": ("is a hard place to be", "is a worrying place to be"),
    "news": ("is the last thing you need", "is hard news to get"),
}
#: How a trouble is judged in the customer's own word for what it does to them.
_OWN_WORD = {
    "worried": "a real worry",
    "anxious": "a real worry",
    "scared": "frightening",
    "frightened": "frightening",
    "nervous": "unsettling",
    "shaken": "unsettling",
    "frustrated": "frustrating",
    "annoyed": "annoying",
    "upset": "upsetting",
    "disappointed": "disappointing",
    "confused": "confusing",
    "stressed": "stressful",
    "worn out": "exhausting",
    "embarrassed": "embarrassing",
    "overwhelmed": "overwhelming",
    "heartbroken": "heartbreaking",
    "let down": "a real letdown",
    "fed up": "wearing",
}
#: What a company does itself: nobody is "sorry to hear" of their own decision.
_OUR_DOING = re.compile(
    r"\b(?:denied|declined|rejected|refused|cancell?ed|suspended|blocked|closed|removed|"
    r"terminated)\b"
)
#: Kinds whose burden over time is not hearing; that of the others is doing without.
_LEFT_WAITING = frozenset({"money", "wait", "health", "service", "news"})
#: Topics whose noun would sound odd said back.
_UNNAMED = frozenset({"no_answer", "runaround", "rude", "medical", "state", "booking"})
_SHORT_UNITS = ("minute", "hour")
#: For a matter too heavy for anything but plain, short words.
_GRAVE = (
    "{sorry}; that's a great deal to be carrying.",
    "That's a great deal to be carrying.",
    "That's a heavy thing to live with.",
    "{sorry} that things are this hard.",
    "That's so much to hold up under.",
    "What you're going through is hard, and it matters.",
    "Thank you for putting this into words.",
    "What you write here is heavy, and it was worth writing down.",
    "{sorry} that you're going through this.",
    "It makes sense that this weighs on you.",
    "That's a hard place to be in.",
    "Writing this down took courage.",
    "That's a great weight for anyone to carry.",
    "{sorry} that it has come to this.",
    "What you describe would be hard for anyone.",
    "That sounds like a very hard time.",
    "{sorry} for what you're having to live through.",
    "That's a painful place to be.",
    "Thank you for saying this so openly.",
    "It took strength to write this.",
    "{sorry} that this is so heavy right now.",
    "That sounds hard to bear.",
    "What you're dealing with is serious, and so is how it feels.",
)
_KIND = (
    "What a kind message to read.",
    "A message like yours is a pleasure to read.",
    "How good to read this.",
    "That is lovely to read.",
    "How kind of you to write.",
    "What a good thing to hear.",
)


def on_feeling(
    situation: Situation, voice: Voice, seed: str = "", turn: int = 0
) -> tuple[str, ...]:
    """Sentences on what this is like for the customer.

    Args:
        situation: What was read of the message.
        voice: How the draft speaks.
        seed: The customer's words, which pick among wordings.
        turn: 0 for the first wording, 1 for another one.

    Returns:
        The same thought at different lengths, longest first; empty when unsure.
    """
    if situation.bereaved_of:
        lines = [f"{capital(voice.sorry)} for the loss of {situation.bereaved_of}."]
    elif situation.grave:
        lines = [pick(_GRAVE, seed, turn).format(sorry=capital(voice.sorry))]
    elif situation.joyful:
        lines = [pick(_KIND, seed, turn)]
    else:
        lines = [*_burdens(situation), *_named_feelings(situation)]
    return tuple(voice.speak(line) for line in lines)


def on_feeling_with_apology(
    situation: Situation, voice: Voice, seed: str = "", turn: int = 0
) -> tuple[str, ...]:
    """The same with a short apology, to stand in for a stock one; longest first."""
    if situation.joyful:
        return ()
    tail = voice.speak(f", and {voice.sorry}.")
    lines = on_feeling(situation, voice, seed, turn)
    return tuple(line if "sorry" in line else line[:-1] + tail for line in lines)


def on_specifics(situation: Situation, voice: Voice) -> tuple[str, ...]:
    """Sentences that say back what the customer wrote, longest first; empty when unsure."""
    if situation.grave:
        return ()
    thanks = "Thank you" if voice.formal else "Thanks"
    lines = []
    if situation.problem and _OUR_DOING.search(situation.problem):
        lines.append(f"You're writing because {situation.problem}.")
    elif situation.problem:
        lines.append(f"{thanks} for telling us that {situation.problem}.")
    if situation.tried:
        lines.append(f"{thanks} for telling us that you've already tried {situation.tried}.")
    if situation.topic and not lines and situation.topic.id not in _UNNAMED:
        lines.append(f"{thanks} for telling us about {_topic_noun(situation.topic)}.")
    return tuple(voice.speak(line) for line in lines)


def apology_on_specifics(situation: Situation, voice: Voice) -> tuple[str, ...]:
    """A specific apology to stand in for a stock one; empty when unsure."""
    if not situation.problem or situation.grave:
        return ()
    if _OUR_DOING.search(situation.problem):
        return (voice.speak(f"You're writing because {situation.problem}, and {voice.sorry}."),)
    return (voice.speak(f"{capital(voice.sorry)} to hear that {situation.problem}."),)


def on_both(situation: Situation, voice: Voice) -> tuple[str, ...]:
    """What happened and what it is like, in two short sentences; empty when unsure of either."""
    topic = situation.topic
    if not situation.problem or situation.grave or topic is None:
        return ()
    with_stake, alone = _judged(situation, topic)
    judged = (
        f"That {alone}" if situation.stake is None else f"That {with_stake} {situation.stake.say}"
    )
    judged = re.sub(r"^That is\b", "That's", judged)
    lead = f"{capital(voice.sorry)} to hear that"
    if _OUR_DOING.search(situation.problem):
        lead = "You're writing because"
    return (voice.speak(f"{lead} {situation.problem}. {judged}."),)


def open_question(situation: Situation, voice: Voice) -> str:
    """One open question that fits the situation, never about what they already said."""
    return voice.speak(_question(situation))


def _topic_noun(topic: Topic) -> str:
    return topic.noun.replace("their ", "your ").replace("how they were", "how you were")


def _burdens(situation: Situation) -> list[str]:
    lines: list[str] = []
    if situation.topic and situation.stake:
        lines += _topic_sentences(situation, situation.topic, situation.stake)
    elif situation.waited:
        lines += _waits(situation)
    elif situation.contacts:
        lines += _chasing(situation.contacts)
    if situation.topic and not lines:
        lines += _topic_sentences(situation, situation.topic, situation.stake)
    return lines


def _waits(situation: Situation) -> list[str]:
    template = (situation.topic.wait if situation.topic else "") or "waiting {time}"
    gerund = capital(template.format(time=situation.waited))
    short = f"{capital(situation.waited)} {_short_of(gerund, situation)}."
    if situation.waited.rstrip("s").endswith(_SHORT_UNITS):
        return [f"{gerund} is wearing.", short]
    left = situation.topic is None or situation.topic.kind in _LEFT_WAITING
    return [
        f"{gerund} is {'a long time to be left in the dark' if left else 'a lot to put up with'}.",
        short,
    ]


def _short_of(gerund: str, situation: Situation) -> str:
    """What the time was spent on, in few words."""
    if match := re.search(r"\bwithout \w[\w ]*$", gerund):
        return f"{match.group()} is a long time"
    if situation.topic and situation.topic.id == "locked_out":
        return "locked out is a long time"
    return "is a long time to wait"


def _chasing(contacts: str) -> list[str]:
    if re.fullmatch(r"a \w+ time", contacts):
        long = f"Having to get in touch {contacts} about the same thing is wearing."
        return [long, f"Having to write {contacts} is wearing."]
    if contacts.endswith("agents"):
        return [f"Going through {contacts} is wearing."]
    if re.fullmatch(r"\w+|.* times|again and again", contacts):
        return [f"Having to get in touch {contacts} is wearing."]
    return [f"{capital(contacts)} about the same thing is wearing."]


def _judged(situation: Situation, topic: Topic) -> tuple[str, str]:
    """How it is judged, with and without a stake: in their own word for it when they gave one."""
    said = next((f.word for f in situation.feelings if f.said and situation.brief), "")
    if own := _OWN_WORD.get(said):
        return f"is {own}", f"is {own}"
    return _JUDGED[topic.kind]


def _topic_sentences(situation: Situation, topic: Topic, stake: Stake | None) -> list[str]:
    with_stake, alone = _judged(situation, topic)
    short = f"{capital(topic.gerund)} {alone}."
    return [f"{capital(topic.gerund)} {stake.say} {with_stake}.", short] if stake else [short]


def _named_feelings(situation: Situation) -> list[str]:
    for feeling in situation.feelings:
        about = f" {feeling.about}" if feeling.about else ""
        if feeling.said:
            return [f"It makes sense that you're {feeling.word}{about}."]
        if feeling.word in {"let down", "ignored"}:
            return [f"It makes sense if you feel {feeling.word}."]
    return []


_QUESTIONS: dict[Kind, str] = {
    "money": "What is this holding up for you in the meantime?",
    "wait": "What would help you most while you wait?",
    "access": "What does this hold up for you right now?",
    "loss": "What do you need most urgently?",
    "quality": "How would you like this put right?",
    "service": "What matters most to you here?",
    "travel": "What do you need most to carry on with your journey?",
    "security": "What else have you noticed that looks odd?",
    "health": "How are you managing in the meantime?",
    "news": "What else would you like to know about it?",
}


def _question(situation: Situation) -> str:
    if situation.topic is None or situation.grave:
        return "What would help you most right now?"
    return _QUESTIONS[situation.topic.kind]
