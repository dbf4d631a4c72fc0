"""Signs that somebody may harm themselves or be in danger of their life.

Missing one is worse than one too many, yet a flag that fires at "my phone died" is soon ignored.
So idioms are blanked first, and then patterns of intent, means, farewell and danger are looked
for, in the first and the third person.
"""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.flags.constructions import CRISIS, SIGNALS, SPEAKER_NEAR
from scoring.flags.frames import harmless, leaving
from scoring.flags.idioms import windows, without_idioms
from scoring.flags.signs import INTENT, STRONG

_END_IT = re.compile(
    rf"\b{INTENT}(?: \w+){{0,2}} (?:to )?end(?:ing)? (?:it|things|everything|this)(?: tonight| "
    rf"now| today| here| soon| once and for all)?(?=[.,!?;]|$| and| because| but| tonight| now| "
    rf"today| he| she| i\b| we| my| so\b)",
    re.IGNORECASE,
)
#: What people end by clicking a button.
_ENDABLE = re.compile(
    r"\b(?:contract|subscription|plan|membership|trial|account|agreement|policy|lease|tenancy|"
    r"call|chat|cancel\w*|meeting|session|service|renewal|"
    r"auto-?renew\w*|billing|direct debit|standing order|order|rental|package|cover|deal|project|"
    r"campaign|relationship|marriage|event|listing|"
    r"auction|promotion|offer|partnership|dispute|booking|licen[cs]e|tariff|broadband|line|"
    r"warranty|process|game|round|match|season|series)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\b(?:can't|cant|cannot) (?:\w+ )?(?:take|do|cope with|bear|handle|face|stand) (?:it|this|"
    r"life|another day|things|any of (?:it|this)|tomorrow)(?: \w+)? ?(?:any ?more|any longer)?"
    r"|\b(?:hopeless|worthless|empty inside|numb|so alone|completely alone|utterly alone|nothing "
    r"matters|no hope|hate myself|hate my life|goodbye|"
    r"pointless|no future|sorry for everything|tell (?:my|them|her|him)(?: \w+){0,3} (?:i "
    r")?lov\w*|can't live without|given up|giving up|in so much pain|"
    r"no way out|cry(?:ing)? (?:every|all) (?:night|day)|haven't eaten|not sleeping|everyone "
    r"(?:hates|would be)|nobody (?:cares|loves)|no ?one (?:cares|loves)|"
    r"won't be (?:here|around) (?:much longer|for long)|don't see a future|rather not be here)\b",
    re.IGNORECASE,
)
_INTENSE = re.compile("|".join((*STRONG, *CRISIS)), re.IGNORECASE)
_SIGNALS = {kind: re.compile(signs, re.IGNORECASE) for kind, signs in SIGNALS.items()}
_SPEAKER = re.compile(SPEAKER_NEAR, re.IGNORECASE)
#: Kinds that a customer who leaves a provider uses too.
_OF_LEAVING = frozenset({"farewell", "absence", "giving", "despair", "date"})
_KINDS_NEEDED = 2
#: How far round "end it" a contract or call explains it.
_REACH = 120
#: Despair of oneself: two different ones close together are a sign.
_HEAVY = re.compile(
    r"\b(?:hat(?:e|ing) (?:my ?self|my life)|i(?:'m| am) (?:so |completely |just )?(?:worthless|"
    r"hopeless|empty)|wish (?:it|this|life) "
    r"(?:was|were) over|(?:can't|cannot|cant) face (?:another|one more) day|so alone|no ?one "
    r"cares about me|nobody cares about me|"
    r"no hope left|empty inside|sorry for everything|goodbye|nothing matters|don't care (?:any "
    r"?more|if i)|no future for me|"
    r"another day alive)\b",
    re.IGNORECASE,
)
_HEAVY_NEEDED = 2
#: Words of despair that say little alone: so many different ones close together are a sign.
_WEAK_NEEDED = 3
#: One of these is in every sign; the patterns look at its surroundings only.
_HINT = re.compile(
    r"\b(?:suicid|kill|hang|hung|hurt|harm|cut|burn|di(?:e|ed|es|ing)\b|dying|dead|death|drown|"
    r"suffocat|smother|shook?\b|shake|noose|rope|jump|bridge|roof|ledge|"
    r"tracks|cliff|train\b|traffic|balcony|tower|building|platform|gun|pistol|razor|blade|knife|"
    r"wrists?|throat|slit|slash|stab|shoot|shot|poison|starv|gas my|"
    r"kms|unaliv|kys|sewer|ctb|off my|top my|neck my|finish my|do away|li(?:fe|ve|ves|ving)\b|"
    r"alive|exist|born|w[ao]k(?:e|ing|en)|driv(?:e|ing) (?:\w+ ){0,2}(?:into|off)|crash|sleep|"
    r"disappear|vanish|fade|cease|"
    r"end(?:ing|ed)? (?:it|things|everything|this|my|his|her|their|all)|to (?:all )?(?:just "
    r")?(?:stop|end|be over)|would (?:just )?(?:stop|end|be over)|"
    r"wish(?:es|ed)? (?:i|he|she|they|it|that)|better off|happier|without me|(?:when|if|once) "
    r"i(?:'m| was| were| am| wasn't)|be here|be around|being (?:here|around)|"
    r"(?:nobody|no ?one|no body|anyone|anybody|who)(?: \w+){0,3} (?:miss|notice|care|mourn|cry)|"
    r"pill|tablet|tabs\b|paracetamol|ibuprofen|aspirin|tylenol|meds|medic|"
    r"painkill|sertraline|xanax|valium|codeine|morphine|insulin|bleach|overdos|od'|oding|"
    r"something (?:stupid|silly|drastic|permanent|terrible|bad|irrev|to)|"
    r"safe (?:with|from|around) (?:my|him|her)|trust (?:my|him|her)|thoughts|burden|giv\w+ (?:up|"
    r"away)|gave (?:up|away)|goodbye|farewell|(?:last|final) (?:message|thing|words)|"
    r"by the time you|(?:wr\w+|leav\w+|left) (?:\w+ ){0,3}(?:notes?|letters?)|(?:go|carry|going|"
    r"carrying) on|keep going|continue|out of (?:my|his|her) misery|"
    r"(?:tired|sick|weary|done|fed up)(?: of| with)|ready to|(?:be with|join) (?:my|him|her)|"
    r"leave this|check(?:ing)? out|cross(?:ing)? over|out of this world|way out|put an end|"
    r"hat(?:e|ing) my|i'm (?:so |completely |just )?empty|reason to|live to|plan (?:to|and)|"
    r"(?:way|ways|method|methods) (?:to|of)|how to|out of (?:this|my)|make it|how easy|so easy|"
    r"too easy|locked|walk|imagin|pictur|nothing left|needs me|can'?t (?:\w+ )?(?:do|take|cope|"
    r"bear|face|handle|stand)|sorry for everything|tell (?:my|them)|"
    r"hopeless|worthless|alone|pointless|nothing matters|hate my|so much pain|"
    r"swallow|downed|t[ao]ke?n?\b|took|capsules|ledge|railing|parapet|edge\b|funeral|future|tomorrow|"
    r"affairs|will\b|day\b|calm|peace|fault|gave|giv|hom(?:e|es) for|survived|attempt|on purpose|"
    r"deliberately|head|wall|do to|feel(?:ing)?\b|force|strength|courage|finish|hope|hoping|pray|wish|"
    r"noose|scissors|rifle|last\b|final|urge|voices|deal with me|worry about me|without)",
    re.IGNORECASE,
)


def crisis_span(text: str) -> Span | None:
    """Find the first sign of suicide, self-harm or despair of life, or None."""
    for start, part in windows(text, _HINT):
        found = _in_part(without_idioms(part))
        if found is not None:
            return start + found[0], start + found[1]
    return None


def _in_part(plain: str) -> Span | None:
    for found in _INTENSE.finditer(plain):
        if not harmless(plain, found.span()):
            return found.span()
    return _ended(plain) or _despair(plain) or _signals(plain)


def _ended(plain: str) -> Span | None:
    for match in _END_IT.finditer(plain):
        round_it = plain[max(0, match.start() - _REACH) : match.end() + _REACH // 2]
        if not _ENDABLE.search(round_it) and not harmless(plain, match.span()):
            return match.span()
    return None


def _despair(plain: str) -> Span | None:
    heavy = list(_HEAVY.finditer(plain))
    if len({m[0].lower() for m in heavy}) >= _HEAVY_NEEDED:
        return heavy[0].span()
    weak = list(_WEAK.finditer(plain))
    return weak[0].span() if len({m[0].lower() for m in weak}) >= _WEAK_NEEDED else None


def _signals(plain: str) -> Span | None:
    """Find two signals of different kinds, such as a farewell from somebody on a bridge."""
    found = {kind: m for kind, signs in _SIGNALS.items() if (m := signs.search(plain))}
    if len(found) < _KINDS_NEEDED or not _SPEAKER.search(plain):
        return None
    is_parting = found.keys() <= _OF_LEAVING
    if is_parting and (leaving(plain) or _ENDABLE.search(plain)):
        return None
    return min((m.span() for m in found.values()), key=lambda span: span[0])
