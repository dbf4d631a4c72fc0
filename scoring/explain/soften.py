"""Small changes within one sentence that take the sting out and leave its facts.

Every function takes a sentence as written and gives the mended one, or None when it has no safe
way. They only cut or reword; nothing is ever added that says more than the sentence did.
"""

from __future__ import annotations

import re

from scoring.explain.flip import straight
from scoring.explain.markers import ORDER, PutDown, put_downs
from scoring.explain.voice import capital

_I = re.IGNORECASE
_LEADS = re.compile(
    r"^(?P<lead>(?:please )?(?:calm down|relax|stay calm|chill out|chill|don't panic|"
    r"don't worry(?: about it)?|obviously|clearly|"
    r"needless to say|no big deal|these things happen|(?:as|like) (?:i|we)(?:'ve|"
    r" have)? (?:already |previously |just |clearly )*"
    r"(?:told you|said|explained|mentioned|stated|informed you)(?: (?:already|before|earlier|"
    r"previously|in (?:my|our) (?:\w+ )?"
    r"(?:e-?mail|message|reply)))?|as (?:already |previously |clearly )*(?:stated|mentioned|"
    r"explained|communicated)"
    r"(?: (?:above|before|earlier|already|previously|in (?:my|our|the) (?:\w+ )?(?:e-?mail|"
    r"message|reply)))?|"
    r"per my last (?:e-?mail|message)))\s*(?:[,;:.!]|\s[-–—])\s*(?:(?:and|but|so)\s+)?(?=\w)",
    _I,
)
_INNER = re.compile(r"(?:,\s+)?\b(?:obviously|clearly|needless to say|of course)\b,?\s*", _I)
_POLICY = re.compile(
    r"^(?:unfortunately,?\s+)?as a matter of policy,?\s+|^(?:unfortunately,?\s+)?(?:(?:as )?per|"
    r"according to|under) (?:our|company) policy,?\s+|"
    r"^(?:unfortunately,?\s+)?(?:it is|it's) (?:our|company) policy that\s+|"
    r"^(?:unfortunately,?\s+)?our policy is that\s+",
    _I,
)
_TAIL = re.compile(
    r",\s*(?:but |so )?(?:please )?(?:don't worry(?: about it)?|no big deal|calm down|"
    r"relax)(?=[.!]*$)",
    _I,
)
_ADVICE = re.compile(
    r"^(?:please )?(?:(?:next time|in future|in the future|from now on),?\s+)?(?:you (?:should|"
    r"ought to|might want to|really should)|"
    r"(?:why don't you)|(?:just|simply)|make sure (?:you|to)|be sure to|i(?:'d|"
    r" would) (?:suggest|recommend|advise) (?:you )?(?:to )?|"
    r"(?:i|we) (?:suggest|recommend|advise) (?:you|that you)(?: to)?)\s+(?:also |just |simply |"
    r"really |always |first |please )*"
    r"(?P<verb>[a-z]+)(?P<rest>\b.*?)(?P<mark>[.!?]*)$",
    _I | re.DOTALL,
)
_BASE_VERBS = frozenset(
    """
    add ask back book bring browse buy call cancel change check choose clear click close compare
    complete connect consider contact copy delete disable download email enable enter export
    fill find follow get give go hold install keep leave let limit list log look make monitor
    move open order pack pay pick plan plug post prepare print put read refresh reinstall remove
    reply report rest reset restart reboot review run save scan see select send set share sign
    sleep spend start stop store switch switch take talk test track transfer try turn uninstall
    unplug update upgrade upload use visit wait watch write
    """.split()  # noqa: SIM905 - a word list reads better as text
)


def without_put_down(sentence: str) -> str | None:
    """The sentence without its dismissive turn, when the rest still stands."""
    plain = straight(sentence)
    if match := _LEADS.match(plain):
        return _standing(capital(sentence[match.end() :]))
    if match := _POLICY.match(plain):
        return _standing(capital(sentence[match.end() :]))
    if match := _TAIL.search(plain):
        return _standing(sentence[: match.start()] + sentence[match.end() :])
    if match := _INNER.search(plain):
        return _standing(capital(_cut(sentence, match.start(), match.end())))
    return None


def as_offer(sentence: str) -> str | None:
    """Unasked advice as theirs to take: "You should X." -> "If it helps, you could X."."""
    match = _ADVICE.match(straight(sentence).strip())
    if not match or match["verb"].lower() not in _BASE_VERBS or match["mark"] == "?":
        return None
    body = sentence.strip()[match.start("verb") : match.end("rest")]
    return f"If it helps, you could {body[0].lower()}{body[1:]}."


def as_request(sentence: str) -> str | None:
    """A bare order as a question: "Send us X." -> "Could you send us X?"."""
    plain = straight(sentence).strip()
    match = ORDER.match(plain)
    if not match or match["please"] or plain.endswith("?") or _is_multi(plain):
        return None
    if not re.match(r"\s+\w", plain[match.end() :]):
        return None
    body = sentence.strip().rstrip(".!")
    return f"Could you {body[0].lower()}{body[1:]}?"


def is_bare_put_down(sentence: str) -> bool:
    """Whether the sentence is nothing but a dismissive turn, so that it can go."""
    plain = straight(sentence).strip()
    return any(_covers(p, plain) for p in put_downs(plain) if _may_go(p))


def _may_go(found: PutDown) -> bool:
    """Whether the turn says nothing: "nothing we can do" is a refusal and stays."""
    if found.kind == "blame":
        return found.words.lower().startswith(("you should", "that's on you"))
    return found.kind in {"calm", "minimise", "told", "obvious"}


def _covers(found: PutDown, plain: str) -> bool:
    rest = plain[: found.start] + plain[found.end :]
    return not re.search(r"[\w{}<>@]", rest)


def _is_multi(plain: str) -> bool:
    """Several clauses in one order don't make one question."""
    return (
        len(plain.split()) > 22
        or re.search(
            r"[;:]\s|\botherwise\b|\bor (?:we|your|the|else)\b|,\s+(?:we|it|this|your)\b", plain, _I
        )
        is not None
    )


def _cut(sentence: str, start: int, end: int) -> str:
    before, after = sentence[:start].rstrip(), sentence[end:].lstrip()
    return f"{before} {after}".strip()


def _standing(sentence: str) -> str | None:
    words = sentence.split()
    if len(words) < 2 or next(put_downs(straight(sentence)), None):
        return None
    return sentence
