"""How somebody moves, sees or hears, in one wording: the aid and the verb with it are masked.

"I use a wheelchair" and "I was on crutches" tell the same to a reply: somebody with a
disability asks. Tense is given up with the verb, as the phrases differ in it by nature.
"""

from __future__ import annotations

import re

from scoring.text import lexicon as lex
from scoring.text.mapped import Mapped

_AID = (
    r"(?:(?:electric|power(?:ed)?|manual|folding|motori[sz]ed|white|long|prosthetic|artificial|"
    r"walking|mobility|zimmer|hearing|guide|service|assistance|leg|knee|cochlear) )*"
    r"(?:wheelchairs?|wheel chairs?|crutch(?:es)?|(?<!candy )canes?(?! (?:sugar|toad|furniture|"
    r"chairs?))|"
    r"(?<!dog )(?<!space )(?-i:walkers?)|rollators?|prosthes[ie]s|prosthetics?|(?<=mobility "
    r")scooters?|"
    r"(?<=walking )(?:sticks?|frames?)|(?<=zimmer )frames?|(?<=hearing )aids?|(?<=leg )braces?|"
    r"(?<=knee )scooters?|(?<=guide )dogs?|(?<=service )dogs?|(?<=assistance )dogs?|"
    r"(?<=cochlear )implants?|(?<=prosthetic )(?:leg|arm|limb|hand|foot)s?|"
    r"(?<=artificial )(?:leg|arm|limb|hand|foot)s?)\b"
)
_STATE = (
    r"(?:hard of hearing|hearing[ -]impaired|visually[ -]impaired|sight[ -]impaired|"
    r"partially[ -]sighted|mobility[ -]impaired|physically disabled|an? amputee|paraly[sz]ed|"
    r"wheelchair[ -]bound|blind|deaf|deafblind)"
)
_DEGREE = (
    r"(?:(?:registered|legally|partially|partly|profoundly|severely|completely|totally|almost|"
    r"very|also|now|still|quite|a bit|born|currently) )*"
)
_ARTICLE = r"(?:(?:an?|my|his|her|their|our|your|the|two|one) )?"
_BE = r"(?:'m|'re|'s| am| are| is| was| were| have been|'ve been| has been)"
_HAVE = (
    r"(?: (?:now |still |always |currently )?(?:use[sd]?|need(?:s|ed)?|ha(?:ve|s|d)|wears?|wore|"
    r"walk(?:s|ed)? (?:with|on|using)|rel(?:y|ies|ied) on|depends? on|rides?|rode|"
    r"get(?:s)? (?:around|about) (?:with|on|in|by)|move[sd]? (?:with|on|in)))"
)
#: A person and the whole phrase that says so.
_PHRASE = re.compile(
    rf"\b(?P<who>i|we|you|they|he|she|who|(?:my|our|your|his|her|their) \w{{2,14}})"
    rf"(?:{_HAVE} {_ARTICLE}{_AID}"
    rf"|{_BE} {_DEGREE}(?:(?:on|in|using|with|walking (?:with|on)) {_ARTICLE}{_AID}|an? {_AID} user"
    rf"|{_STATE})\b(?! (?:spots?|to (?:the|our|your)|users?|customers?|persons?|people|guests?)))"
    rf"(?! (?:spare|replacement|rental|delivery|ramp|access|space))",
    re.IGNORECASE,
)
_WITH = re.compile(rf"\b(?:on|in|with|using) {_ARTICLE}{_AID}", re.IGNORECASE)
_USER = re.compile(rf"\b{_AID}(?= (?:users?|passengers?|guests?|customers?)\b)", re.IGNORECASE)
_NOUN = re.compile(rf"\b(?P<article>an? )?{_AID}(?P<verb> (?:was|were|is|are|has|have)\b)?", re.I)
_STATE_WORDS = re.compile(
    r"\b(?:hard of hearing|(?:hearing|visually|sight|mobility)[ -]impaired|partially[ -]sighted|"
    r"deafblind|physically disabled)\b",
    re.IGNORECASE,
)
_HINT = re.compile(
    r"wheel ?chair|crutch|cane|walker|rollator|prosth|scooter|stick|frame|hearing|brace|dog|"
    r"implant|artificial|impaired|sighted|blind|deaf|disabled|amputee|paraly",
    re.IGNORECASE,
)
_ONE = {"was": "is", "were": "is", "are": "is", "have": "has"}


def mask_mobility(mapped: Mapped) -> Mapped:
    """Bring mobility aids and senses to one wording, verbs included; linear in time."""
    if not _HINT.search(mapped.text):
        return mapped
    mapped = mapped.sub(_PHRASE, _person)
    mapped = mapped.sub(_USER, lex.NEUTRAL)
    mapped = mapped.sub(_WITH, "with an aid")
    mapped = mapped.sub(_NOUN, _noun)
    return mapped.sub(_STATE_WORDS, lex.NEUTRAL)


def _person(match: re.Match[str]) -> str:
    who = match["who"]
    low = who.lower()
    plural = low in {"we", "you", "they"}
    verb = "am" if low == "i" else "are" if plural else "is"
    return f"{who} {verb} {lex.NEUTRAL}"


def _noun(match: re.Match[str]) -> str:
    verb = (match["verb"] or "").strip()
    article = "an " if match["article"] else ""
    return article + "aid" + (f" {_ONE.get(verb.lower(), verb)}" if verb else "")
