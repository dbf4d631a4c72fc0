"""Signs that somebody may harm themselves or be in danger of their life.

Missing one is worse than one too many, yet a flag that fires at "my phone died" is soon ignored.
So idioms are blanked first, and then patterns of intent, means, farewell and danger are looked
for, in the first and the third person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scoring.contract import Span
from scoring.flags import oblique
from scoring.flags.constructions import CRISIS, SIGNALS, SPEAKER_NEAR
from scoring.flags.frames import harmless, leaving
from scoring.flags.parts import Part
from scoring.flags.sieve import Sieve
from scoring.flags.signs import INTENT, STRONG

_END_IT = Sieve(
    rf"\b{INTENT}(?: \w+){{0,2}} (?:to )?end(?:ing)? (?:it|things|everything|this)(?: tonight| "
    rf"now| today| here| soon| once and for all)?(?=[.,!?;]|$| and| because| but| tonight| now| "
    rf"today| he| she| i\b| we| my| so\b)",
)
#: What people end by clicking a button.
_ENDABLE = re.compile(
    r"\b(?:contract|subscription|plan|membership|trial|account|agreement|policy|lease|tenancy|"
    r"call|chat|cancel\w*|meeting|session|service|renewal|"
    r"auto-?renew\w*|billing|direct debit|standing order|order|rental|package|cover|deal|project|"
    r"campaign|relationship|marriage|event|listing|"
    r"auction|promotion|offer|partnership|dispute|booking|licen[cs]e|tariff|broadband|line|"
    r"warranty|process|game|round|match|season|series)\b",
)
_WEAK = Sieve(
    r"\b(?:can't|cant|cannot) (?:\w+ )?(?:take|do|cope with|bear|handle|face|stand) (?:it|this|"
    r"life|another day|things|any of (?:it|this)|tomorrow)(?: \w+)? ?(?:any ?more|any longer)?"
    r"|\b(?:hopeless|worthless|empty inside|numb|so alone|completely alone|utterly alone|nothing "
    r"matters|no hope|hate myself|hate my life|goodbye|"
    r"pointless|no future|sorry for everything|tell (?:my|them|her|him)(?: \w+){0,3} (?:i "
    r")?lov\w*|can't live without|given up|giving up|in so much pain|"
    r"no way out|cry(?:ing)? (?:every|all) (?:night|day)|haven't eaten|not sleeping|everyone "
    r"(?:hates|would be)|nobody (?:cares|loves)|no ?one (?:cares|loves)|"
    r"won't be (?:here|around) (?:much longer|for long)|don't see a future|rather not be here)\b",
)
_INTENSE = Sieve(*STRONG, *CRISIS, *oblique.CRISIS)
_SIGNALS = {kind: Sieve(signs) for kind, signs in SIGNALS.items()}
_SPEAKER = re.compile(SPEAKER_NEAR)
#: Kinds that a customer who leaves a provider uses too.
_OF_LEAVING = frozenset({"farewell", "absence", "giving", "despair", "date"})
_KINDS_NEEDED = 2
#: How far round "end it" a contract or call explains it.
_REACH = 120
#: Despair of oneself: two different ones close together are a sign.
_HEAVY = Sieve(
    r"\b(?:hat(?:e|ing) (?:my ?self|my life)|i(?:'m| am) (?:so |completely |just )?(?:worthless|"
    r"hopeless|empty)|wish (?:it|this|life) "
    r"(?:was|were) over|(?:can't|cannot|cant) face (?:another|one more) day|so alone|no ?one "
    r"cares about me|nobody cares about me|"
    r"no hope left|empty inside|sorry for everything|goodbye|nothing matters|don't care (?:any "
    r"?more|if i)|no future for me|"
    r"another day alive)\b",
)
_HEAVY_NEEDED = 2
#: Words of despair that say little alone: so many different ones close together are a sign.
_WEAK_NEEDED = 3


def crisis_span(parts: Iterable[Part]) -> Span | None:
    """Find the first sign of suicide, self-harm or despair of life, or None."""
    for part in parts:
        found = _in_part(part)
        if found is not None:
            return part.placed(found)
    return None


def _in_part(part: Part) -> Span | None:
    for found in _INTENSE.finditer(part.text, part.words):
        if not harmless(part.text, found.span()):
            return found.span()
    return _ended(part) or _despair(part) or _signals(part)


def _ended(part: Part) -> Span | None:
    plain = part.text
    for match in _END_IT.finditer(plain, part.words):
        round_it = plain[max(0, match.start() - _REACH) : match.end() + _REACH // 2]
        if not _ENDABLE.search(round_it) and not harmless(plain, match.span()):
            return match.span()
    return None


def _despair(part: Part) -> Span | None:
    heavy = list(_HEAVY.finditer(part.text, part.words))
    if len({m[0] for m in heavy}) >= _HEAVY_NEEDED:
        return heavy[0].span()
    weak = list(_WEAK.finditer(part.text, part.words))
    return weak[0].span() if len({m[0] for m in weak}) >= _WEAK_NEEDED else None


def _signals(part: Part) -> Span | None:
    """Find two signals of different kinds, such as a farewell from somebody on a bridge."""
    found = {k: m for k, signs in _SIGNALS.items() if (m := signs.search(part.text, part.words))}
    if len(found) < _KINDS_NEEDED or not _SPEAKER.search(part.text):
        return None
    is_parting = found.keys() <= _OF_LEAVING
    if is_parting and (leaving(part.text) or _ENDABLE.search(part.text)):
        return None
    return min((m.span() for m in found.values()), key=lambda span: span[0])
