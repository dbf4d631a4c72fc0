"""Frames that make words of danger harmless: fiction, a topic of work, long past, a plain joke.

A frame is looked for in the sentence round a sign. Words of present danger in that sentence
always win over a frame, for missing a crisis is worse than one flag too many.
"""

from __future__ import annotations

import re

from scoring.contract import Span

#: How far a sentence is followed to either side, in characters.
_REACH = 160
_EDGE = re.compile(r"[.!?\n]")
_PRESENT = re.compile(
    r"\b(?:again|still|tonight|today|right now|wish|want|wants|wanna|going to|gonna|join|any ?more|"
    r"next time|these days|lately|thinking|can'?t stop|same|worried|scared|afraid|acting|urges?)\b",
    re.IGNORECASE,
)
_FICTION = re.compile(
    r"\b(?:in|of|from|on|the end of|throughout|finish) (?:the|a|your|this|that|our|my) (?:\w+ )?"
    r"(?:game|film|movie|series|show|book|novel|story|episode|manga|anime|comic|song|level|mission|"
    r"chapter|quest|play|scene|trailer|soap)\b|\b(?:my|the|his|her) (?:\w+ )?(?:character|avatar|"
    r""
    r"npc|villain|hero|heroine|protagonist)\b|\b(?:respawn\w*|level \d+|subtitles|sequel|loot|"
    r"final "
    r"boss|cutscene|screenplay|hitbox|multiplayer|headshot|(?:the|this|that|a|an|my) (?:\w+ )?"
    r"(?:film|movie|novel|thriller|documentary|crime story|tv drama|murder mystery))\b",
    re.IGNORECASE,
)
_REAL = re.compile(
    r"\b(?:i|he|she|they)(?:'m| am|'s| is| has)? (?:\w+ )?(?:want|wants|wish|wanted|going to|gonna|"
    r"feel|feels|told|said|says|plan\w*)\b|\bmy (?:\w+ )?(?:son|daughter|husband|wife|partner|"
    r"friend|"
    r"brother|sister|mum|mom|dad|child|kid|colleague)\b|\breal life\b",
    re.IGNORECASE,
)
_TOPIC_WORD = re.compile(
    r"suicid\w*|self[- ]?harm\w*|overdos\w*|domestic (?:violence|abuse)|"
    r"(?:sexual|physical|child)(?:ly)? (?:assault|abuse)\w*|.{0,12}threat\w*",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r"\b(?:prevention|awareness|statistics|training|trainer|train (?:staff|people|volunteers|our)|"
    r"we train|research\w*|thesis|dissertation|charity|volunteer\w*|podcast|articles?|documentary|"
    r"course|webinar|workshop|"
    r"campaign|foundation|fundrais\w*|study|paper|lecture|conference|seminar|journalist|"
    r"chapter|novel|film|book|series|essay on|survivor of|report on|posters?|leaflets?)\b",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:(?:years?|decades?) ago|(?:in|since|back in) (?:19|20)\d\d|as a (?:child|kid|teen\w*|"
    r"student|young \w+)|when i was (?:\w+ ){0,3}(?:young\w*|child|kid|teen\w*|at school)|in my "
    r"(?:teens|twenties|thirties|youth)|used to|years (?:behind|clean|free))\b",
    re.IGNORECASE,
)
_LATELY = re.compile(r"\blast (?:year|month|summer|winter|spring|autumn|january)\b", re.IGNORECASE)
_WELL = re.compile(
    r"\b(?:recover(?:ed|y)|good place|better place|doing (?:well|great|fine|better)|(?:i'm|i am|"
    r"been|"
    r"am) (?:\w+ )?(?:well|fine|better|good|happy|healthy|stable)|behind me|got (?:help|better)|"
    r"healed|"
    r"survivor|sober|clean|speak at|volunteer\w*|i (?:now )?(?:run|work|train|teach|help)|"
    r"foundation|charity)\b",
    re.IGNORECASE,
)
_JOKE = re.compile(
    r"(?<!not )(?<!n't )(?<!no )\b(?:just |only |i'm |totally |obviously )?(?:kidding|joking|jk)\b|"
    r"\bfiguratively\b|\bmetaphorically\b",
    re.IGNORECASE,
)
_LAUGH = re.compile(
    r"\b(?:(?:ha){2,}|ha ha|lol|lmao|rofl)\b|[\U0001f602\U0001f605\U0001f923]", re.I
)
_NUISANCE = (
    r"meeting|form|app|queue|update|printer|captchas?|bot|website|surveys?|call|traffic|commute|"
    r"homework|menu|workout|class|song|music|weather|heat|show"
)
_MUNDANE = re.compile(
    rf"\b(?:this|that|your|the|these) (?:\w+ )?(?:{_NUISANCE})"
    r"\b.{0,20}\b(?:makes?|made|making) me (?:\w+ )?(?:want|wanna)\b",
    re.IGNORECASE,
)
#: Somebody says of themselves that they will: "just kidding" behind it takes nothing back ...
_MEANT = re.compile(
    r"\bi(?:'?m|'?ll|'d| am| will)?(?: [\w']+){0,4} (?:kill|hang|shoot|drown|stab|poison|harm|hurt|"
    r"cut)(?:t?ing)? my ?self\b|\b(?:i'?ll|i will|i(?:'?m| am)? (?:\w+ )?(?:want to|wanna|going to|"
    r"gonna|about to|need to)) (?:\w+ )?(?:die|jump|be dead|end (?:it|my))\b|"
    r"\bi(?:'m| am| feel)(?: \w+)? suicidal\b",
    re.IGNORECASE,
)
#: ... unless the cause is absurd, such as one captcha more.
_ABSURD = re.compile(
    rf"\bif\b.{{0,60}}\b(?:{_NUISANCE})\b|\b(?:{_NUISANCE}|cables?|chargers?|cords?)\b.{{0,60}}"
    r"\bif\b",
    re.IGNORECASE,
)
_LEAVING = re.compile(
    r"\b(?:provider|competitor|competition|rival|switch\w*|elsewhere|new job|job|role|office|"
    r"retir\w+|"
    r"colleagues?|on leave|maternity|parental|holiday|vacation|moving|move to|moved|last day at|"
    r"team|"
    r"company|abroad|deliver\w*|neighbou?r|courier|parcel|router|vendor|upgrade|declutter\w*|"
    r"furniture|flat|forward|post(?:al)?|"
    r"working with|better (?:prices|deal)|drinks|party|fish)\b",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"goodbye|good-bye|bye|farewell|deal with me|put up with me|be here|be around|"
    r"be gone|last (?:message|thing|day)|final message",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    r"\b(?:order(?:ed)?|arriv\w+|deliver\w*|label|dose|dosage|prescri\w+|refill|broken|missing|"
    r"wrong|"
    r"return|refund|exchange|expired|invoice|parcel|instructions|side effects?|a day|daily|"
    r"sharpen\w*|"
    r"rust\w*|handles?|loose|charg\w+|set|receipt|photo|warranty|doesn'?t cut|switch on|turn on|"
    r"screens?|colou?r|size|"
    r"fray\w*|delivery)\b",
    re.IGNORECASE,
)
_THING_AT_HAND = re.compile(
    r"\b(?:pills|tablets|meds|medications?|medicines?|capsules|knife|razors?|blades?|rope|"
    r"scissors)\b",
    re.IGNORECASE,
)
_TAKEN = re.compile(r"\b(?:to+k|taken?|swallow\w*|downed|necked|drank|drunk|ate)\b", re.IGNORECASE)
_SELF_WORD = re.compile(r"\b(?:myself|himself|herself|themselves|die|dead|end it|wake up)\b", re.I)
_OTHER_PERSON = re.compile(r"\b(?:his|her|their|himself|herself|themselves)\b", re.IGNORECASE)
_BY_SOMEONE = re.compile(r"\b(?:me|us|threat\w*|kill|stalk\w*)\b", re.IGNORECASE)


def sentence_round(text: str, span: Span) -> str:
    """Give the sentence a sign stands in, at most ``_REACH`` characters to either side."""
    before = text[max(0, span[0] - _REACH) : span[0]]
    after = text[span[1] : span[1] + _REACH]
    edges = list(_EDGE.finditer(before))
    end = _EDGE.search(after)
    left = before[edges[-1].end() :] if edges else before
    return left + text[span[0] : span[1]] + (after[: end.end()] if end else after)


def harmless(text: str, span: Span) -> bool:
    """Say whether a sign of a crisis stands in a frame that makes it harmless."""
    sentence, sign = sentence_round(text, span), text[slice(*span)]
    return (
        _told_or_joked(sentence, sign)
        or _long_past(sentence, sign)
        or bool(_FAREWELL.search(sign) and _LEAVING.search(sentence))
        or _is_goods(sentence, sign)
    )


def harmless_danger(text: str, span: Span) -> bool:
    """Say whether a sign of danger is a story, a topic, a joke or an accident long over."""
    sentence, sign = sentence_round(text, span), text[slice(*span)]
    if _told_or_joked(sentence, sign):
        return True
    if _is_goods(sentence, sign):
        return True
    if _PRESENT.search(sentence) or _BY_SOMEONE.search(sign):
        return False
    return bool(_LONG_AGO.search(sentence) or _LATELY.search(sentence))


def leaving(sentence: str) -> bool:
    """Say whether a farewell is to a job, a provider or a place."""
    return bool(_LEAVING.search(sentence))


def _told_or_joked(sentence: str, sign: str) -> bool:
    if _JOKE.search(sentence) and (not _MEANT.search(sentence) or _ABSURD.search(sentence)):
        return True
    if _LAUGH.search(sentence) and _MUNDANE.search(sentence):
        return True
    if _REAL.search(sentence):
        return False
    is_topic = _TOPIC_WORD.fullmatch(sign) and _TOPIC.search(sentence)
    return bool(_FICTION.search(sentence) or is_topic)


def _long_past(sentence: str, sign: str) -> bool:
    if _PRESENT.search(sentence):
        return False
    if _LONG_AGO.search(sentence):
        return bool(_WELL.search(sentence) or _OTHER_PERSON.search(sign))
    over = re.search(r"\bfor \w+ (?:years|decades)\b", sentence)
    return bool(over and _WELL.search(sentence))


def _is_goods(sentence: str, sign: str) -> bool:
    is_thing = _THING_AT_HAND.search(sign) and not (
        _SELF_WORD.search(sentence) or _TAKEN.search(sign)
    )
    return bool(is_thing and _PRODUCT.search(sentence))
