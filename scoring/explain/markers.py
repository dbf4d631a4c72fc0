"""Turns of phrase that explanations point at and edits mend: stock lines, put-downs, orders.

Patterns run on text whose typographic apostrophes were made straight (same length, same offsets).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_I = re.IGNORECASE
_SORRY = (
    r"(?:(?:i|we)(?:'m| am|'re| are|)? ?(?:(?:so|very|really|truly|deeply|terribly|extremely|"
    r"sincerely|do|would like to|"
    r"want to|must) )*(?:sorry|apologi[sz]e)|(?:please accept )?(?:my|our) (?:\w+ )?apolog(?:y|"
    r"ies)|(?:so |very )?sorry|"
    r"(?:\w+ )?apologies)"
)
_INCONVENIENCE = (
    r"(?: again)?(?: to (?:hear|read|learn)(?: (?:about )?(?:this|that|it|of this))?)?"
    r"(?: (?:for|about) (?:the|any|all the|this|that|these|your|these kinds? of)? ?(?:\w+ )?"
    r"(?:inconveniences?|trouble|troubles|issues?|problems?|frustration|confusion|experience|"
    r"delay|hassle|situation|this|that|it))?"
    r"(?: (?:you(?:'ve| have)? (?:experienced|had|faced)|(?:that )?(?:this|it|we)?(?: ?(?:may|"
    r"might|has|have))*(?: ?(?:have|be))?"
    r" ?(?:caused?|causing)(?: (?:you|to you))?))?"
)
APOLOGY = re.compile(rf"\b{_SORRY}\b", _I)
#: A whole sentence of apology that could stand in any reply.
STOCK_APOLOGY = re.compile(rf"\s*{_SORRY}{_INCONVENIENCE}\s*[.!]*\s*", _I)
#: The same at the head of a sentence that goes on with something real.
STOCK_APOLOGY_HEAD = re.compile(
    rf"{_SORRY}{_INCONVENIENCE}\s*(?:,(?: but| and)?|;|\s[-–—]| but)\s+(?=\w)", _I
)
STOCK_SYMPATHY = re.compile(
    r"\s*(?:(?:i|we) (?:can |do |completely |totally |fully |truly |really |certainly |"
    r"absolutely )*"
    r"(?:understand|appreciate|see|hear|imagine) (?:that )?(?:your (?:\w+ )?(?:frustration|"
    r"concerns?|disappointment|situation|feelings|"
    r"position|point|anger|worry)|how (?:frustrating|you (?:must )?feel|annoying|upsetting|"
    r"difficult|hard|inconvenient)\b[^.!?]{0,40}|"
    r"(?:this|it|that) (?:must|can|may|might) be \w+(?: for you)?)|(?:thank you|"
    r"thanks) for (?:your patience|"
    r"your understanding|bearing with us|your patience and understanding))\s*[.!]*\s*",
    _I,
)
STOCK_THANKS = re.compile(
    r"\s*(?:thank you|thanks)(?: so much| very much)? for (?:contacting|reaching out|"
    r"getting in touch|writing|your (?:e-?mail|message|"
    r"enquiry|inquiry|feedback|interest|query|request))(?: (?:to|with)? ?(?:us|me|out|in|"
    r"[A-Z]\w+|customer \w+|our \w+(?: \w+)?))*\s*[.!]*\s*",
    _I,
)
STOCK_VALUE = re.compile(
    r"\s*(?:your (?:\w+ )?(?:satisfaction|feedback|experience|business) is (?:very |extremely |"
    r"really )?(?:important|valuable) to us|"
    r"we (?:really |truly )?value (?:you|your \w+)(?: as a customer)?|"
    r"we strive to \w+[^.!?]{0,60})\s*[.!]*\s*",
    _I,
)
PLEASANTRY = re.compile(
    r"\s*(?:(?:please )?(?:do not|don't) hesitate to \w+(?: out)?(?: to)?(?: me| us)?(?: (?:if|"
    r"with|should)[^.!?]{0,50})?|"
    r"(?:please )?(?:feel free to )?(?:let (?:me|us) know|contact (?:me|us)|reach out|"
    r"get in touch|ask) (?:if|should) (?:you|there) ?"
    r"(?:need|have|(?:is|are|'s)|require)[^.!?]{0,30}?(?:anything|any (?:\w+ )?(?:questions?|"
    r"issues?|concerns?|problems?|help))[^.!?]{0,20}|"
    r"if (?:you (?:have|need)|there(?:'s| is)) (?:any|anything)[^.!?,]{0,40}, (?:please |just |"
    r"simply )?(?:do not hesitate|don't hesitate|"
    r"let (?:me|us) know|contact us|reach out|feel free|get in touch|ask)[^.!?]{0,25}|"
    r"is there anything else[^.!?]{0,40}|"
    r"anything else[^.!?]{0,30}|hope (?:this|that) helps|i hope (?:this|that) helps)\s*[.!?]*\s*",
    _I,
)
DISPOSABLE = (STOCK_APOLOGY, STOCK_SYMPATHY, STOCK_THANKS, STOCK_VALUE, PLEASANTRY)

SELF_FOCUS = re.compile(
    r"\b(?:(?:we|i)(?:'re|'m| are| am) (?:\w+ )?(?:very |extremely |really |so |currently |"
    r"unusually )*(?:busy|understaffed|swamped|overwhelmed|"
    r"short[- ]staffed|tired)|(?:high|large|unusual|heavy)(?:er)? (?:\w+ )?(?:volumes?|number|"
    r"amount) of|"
    r"(?:it|the same|that|this|something similar) (?:also |once )?happened to me|i (?:also |"
    r"once |too )?(?:had|lost|went through|know (?:exactly )?"
    r"(?:what it's like|how (?:you|it|that) feels?))|me too|same here|i(?:'ve| have) (?:been|"
    r"worked) [^.!?]{0,30}(?:years|here)|"
    r"(?:my|our) (?:own )?(?:shift|boss|day|week|team is)|i (?:personally |really |"
    r"also )?(?:love|hate|use|think|feel|prefer) |"
    r"we (?:pride ourselves|are (?:proud|known|committed)|work hard|do our best|always try|"
    r"have won)|as a (?:small|leading|family|mum|mom|dad|parent|father|mother)|"
    r"\bmy (?:own )?(?:nan|mum|mom|mother|dad|father|nephew|"
    r"niece|son|daughter|kids?|cousin|wife|husband|friend|sister|brother|dog|cat)\b)",
    _I,
)
#: A bare order to give us something. Steps to follow ("Click Save") are no orders.
ORDER = re.compile(
    r"(?P<please>please )?(?P<verb>send|reply|share|provide|confirm|email|e-mail|attach|forward|"
    r"upload|submit|fill in|fill out|"
    r"tell|give|resubmit|state)\b",
    _I,
)
OPEN_QUESTION = re.compile(
    r"\b(?:what|how|which|where|when|who|why|could you (?:tell|describe|say|share)|tell (?:me|"
    r"us) more)\b[^.!]*\?",
    _I,
)
FEELING_CLAIM = re.compile(
    r"\b(?:know exactly|heartbroken|devastated|feel your pain|(?:i|we) feel (?:terrible|awful|"
    r"your|for you|so)|"
    r"breaks? (?:my|our) heart|(?:i|we) can only imagine|(?:i|we) share your)\b",
    _I,
)

PutDownKind = Literal[
    "calm", "told", "terms", "blame", "obvious", "minimise", "policy", "doubt", "wave_off"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class PutDown:
    """A dismissive turn found in a text: which kind, its words and where."""

    kind: PutDownKind
    words: str
    start: int
    end: int


_PUT_DOWNS: tuple[tuple[PutDownKind, str], ...] = (
    ("calm", r"(?:please )?(?:calm down|relax|chill(?: out)?|stay calm|take a (?:deep )?breath|"
             r"don't (?:panic|be (?:upset|angry|silly|dramatic)))"),
    ("told", r"(?:as|like) (?:i|we)(?:'ve| have)? (?:already |previously |just |"
             r"clearly )*(?:told you|said|explained|mentioned|stated|informed you|"
             r"written)(?: (?:already|before|earlier|previously|in (?:my|"
             r"our) (?:\w+ )?(?:e-?mail|message)))?|"
             r"as (?:already |previously |clearly )*(?:stated|mentioned|explained|communicated|"
             r"said) (?:above|before|earlier|already|previously|"
             r"in (?:my|our) (?:\w+ )?(?:e-?mail|message|reply))|"
             r"per my last (?:e-?mail|message)|"
             r"i(?:'ve| have)? already (?:told|explained|answered)[^.!?,;]{0,20}"),
    ("terms", r"as (?:already |previously |clearly )*(?:stated|outlined|explained|described|"
              r"set out|"
              r"mentioned|specified)(?: (?:in|on|under) (?:our|the|section|article|"
              r"your)[^.!?,;]{0,60})?"),
    ("blame", r"you should(?:'ve| have) (?!received|gotten|got\b|seen|had\b|"
              r"access)[^.!?,;]{0,80}|you must have \w+ed\b[^.!?,;]{0,60}|"
              r"you (?:failed|forgot|neglected) to[^.!?,;]{0,60}|"
              r"you didn't bother to[^.!?,;]{0,60}|"
              r"that's (?:on you|your (?:own )?(?:fault|responsibility|problem))|"
              r"it's your (?:own )?(?:fault|"
              r"responsibility)|entirely in your own hands"),
    ("obvious", r"obviously|clearly(?=,)|of course you|everyone knows|needless to say|"
                r"it's (?:pretty |"
                r"quite |very |really )?(?:simple|obvious|easy|straightforward)"),
    ("minimise", r"it's (?:just|only) (?:a|an)\b|no big deal|not a big deal|"
                 r"not the end of the world|could be worse|these things happen|"
                 r"(?:it|this|that) happens(?: to everyone)?|don't worry(?: about it)?|"
                 r"nothing to worry about|at least (?:you|it|your)\b|"
                 r"only a (?:few|couple|small|minor)|cheer up|look on the bright side"),
    ("policy", r"(?:unfortunately,? )?(?:(?:as )?per (?:our|company) policy|"
               r"according to our policy|"
               r"(?:it(?:'s| is) )?(?:our|company) policy (?:is|does|says|states|that|not)|"
               r"against (?:our|company) policy|as a matter of policy)"),
    ("doubt", r"are you sure|if (?:that|this|it) (?:really|actually) happened|nobody else (?:has|"
              r"had)|no one else (?:has|had)|works (?:fine )?for (?:me|us|everyone)|"
              r"you (?:claim|allege)|no other customers?"),
    ("wave_off", r"(?:that's|this is|it's) not (?:our|my) (?:problem|fault|job|department|"
                 r"responsibility)|nothing (?:i|we) can do|"
                 r"(?:get over it|move on|too bad|tough luck|deal with it|whatever)(?=\s*(?:[.!]|"
                 r"$))"),
)  # fmt: skip
_PUT_DOWN_PATTERNS = tuple((kind, re.compile(rf"\b(?:{p})", _I)) for kind, p in _PUT_DOWNS)


def put_downs(text: str) -> Iterator[PutDown]:
    """Dismissive turns of a text, kind by kind, gravest kinds first."""
    for kind, pattern in _PUT_DOWN_PATTERNS:
        for match in pattern.finditer(text):
            yield PutDown(kind, match.group().strip(), match.start(), match.end())


def is_stock(sentence: str) -> bool:
    """Whether a whole sentence is a line that could stand in any reply."""
    return any(pattern.fullmatch(sentence) for pattern in DISPOSABLE)
