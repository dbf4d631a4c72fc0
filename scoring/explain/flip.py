"""Turns a customer's clause to the agent's side: "my card was charged" -> "your card was charged".

Rule-based and careful: when a word can't be turned without risk, there is no answer at all.
"""

from __future__ import annotations

import re

#: Longest clause that is ever said back, in words.
MAX_WORDS = 12

_FIRST = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll",
    "we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
    "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll",
}  # fmt: skip
_SECOND = {
    "your": "our", "yours": "ours", "yourself": "ourselves", "yourselves": "ourselves",
    "you're": "we're", "you've": "we've", "you'd": "we'd", "you'll": "we'll",
}  # fmt: skip
_TYPED_SHORT = {
    "im": "I'm", "ive": "I've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't",
    "cant": "can't", "couldnt": "couldn't", "wont": "won't", "isnt": "isn't", "wasnt": "wasn't",
    "havent": "haven't", "hasnt": "hasn't", "hadnt": "hadn't", "arent": "aren't", "thats": "that's",
    "youve": "you've", "youre": "you're", "wouldnt": "wouldn't",
}  # fmt: skip
_ADVERBS = frozenset(
    """
    also always already almost ever even just never now only often really still then usually
    actually constantly both all not
    """.split()  # noqa: SIM905 - a word list reads better as text
)
#: After one of these, "you" is the subject of what follows.
_BEFORE_SUBJECT = frozenset(
    """
    and but that because so since after before as why how what which where while until if have
    has had did do does can could would will were are
    """.split()  # noqa: SIM905 - a word list reads better as text
)
_LOWERED = frozenset(
    """
    my our your you you've you're the a an this that these those someone somebody nobody
    everything nothing something it it's its there there's still we we've we're we'd we'll half
    both all some one two three now every each no
    """.split()  # noqa: SIM905 - a word list reads better as text
)
#: Slang, generic "you" and coordinations whose turning would read wrong.
_UNSAFE = re.compile(
    r"\b(?:ur|u|r|ain't|gonna|wanna|lol|wtf|omg|pls|plz|thank you|you guys|you people|y'all"
    r"|(?:when|if|once|whenever) you|you have to|you need to|and i|or me|let us|let me)\b",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans("’‘“”", "''\"\"")
_TOKEN = re.compile(r"[\w'-]+|[^\w\s]|\s+")


def straight(text: str) -> str:
    """Give typographic apostrophes and quotes their plain form, one for one."""
    return text.translate(_STRAIGHT)


def to_second_person(clause: str, max_words: int = MAX_WORDS) -> str | None:
    """Turn a clause of the customer's to second person.

    Args:
        clause: One finite clause without its closing mark.
        max_words: Longest clause that is turned.

    Returns:
        The clause as an agent would say it, starting in lower case unless with a name; None when
        it is too long or can't be turned safely.
    """
    text = " ".join(straight(clause).split()).strip(" ,;:.-")
    if not text or len(text.split()) > max_words or _is_unsafe(text):
        return None
    tokens = [_TYPED_SHORT.get(t.lower(), t) for t in _TOKEN.findall(text)]
    words = [t.lower() for t in tokens if not t.isspace()]
    turned = iter([_turn(words, index) for index in range(len(words))])
    shown = iter([t for t in tokens if not t.isspace()])
    out = "".join(t if t.isspace() else _pick(next(shown), next(turned)) for t in tokens)
    return _lower_start(out)


def _is_unsafe(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    shouting = len(letters) > 3 and sum(c.isupper() for c in letters) > len(letters) / 2
    rest = re.sub(r"^(?:and|but|so)\s+", "", text, flags=re.IGNORECASE)
    return shouting or "?" in text or '"' in text or _UNSAFE.search(rest) is not None


def _pick(original: str, turned: str | None) -> str:
    return original if turned is None else turned


def _turn(words: list[str], index: int) -> str | None:
    word = words[index]
    if word in _FIRST:
        return _FIRST[word]
    if word in _SECOND:
        return _SECOND[word]
    if word == "you":
        return _company(words, index)
    return _agree(words, index)


def _company(words: list[str], index: int) -> str:
    subject = index == 0 or words[index - 1] in _BEFORE_SUBJECT
    return "we" if subject else "us"


def _agree(words: list[str], index: int) -> str | None:
    forms = {"am": "are", "was": "were", "wasn't": "weren't"}
    if words[index] not in forms:
        return None
    return forms[words[index]] if _has_first_person_subject(words, index) else None


def _has_first_person_subject(words: list[str], index: int) -> bool:
    if index + 1 < len(words) and words[index + 1] == "i":
        return True
    back = index - 1
    while back >= 0 and words[back] in _ADVERBS:
        back -= 1
    if back < 0:
        return False
    if words[back] in {"and", "but", "then"}:
        return words[0] in {"i", "i'm", "i've"}
    return words[back] == "i"


def _lower_start(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if first.lower() in _LOWERED else text
