"""Plain coldness that a small network reads past: sympathy taken back by a "not", and mockery.

A network of this size follows the warm word and not the negation before it: "we are not sorry" can
come out above "we are sorry" (CheckList, Ribeiro et al., ACL 2020, has tests for it). What a
sentence refuses to feel or to grant is a closed set of phrases, so it is read by rule. A pattern
names the refusal and what is refused: "no reason to be angry" denies a feeling, "no reason to be
ashamed" comforts, "I can't see why you were charged" is about a bill.
"""

from __future__ import annotations

import re

#: Feelings a reply may deny. Not shame, guilt, fear or worry: those are talked away kindly.
_ANGER = (
    r"(?:upset|angry|annoyed|cross|furious|mad|fed up|disappointed|frustrated|irritated|outraged|"
    r"offended|bitter|unhappy|impatient|complaining|dramatic|emotional|hysterical|rude|sensitive)"
)
_FEELING = rf"(?:{_ANGER}|worried|scared|afraid|anxious|nervous|concerned|stressed|sad|hurt)"
_SELF = r"(?:i|we|our team|nobody|no one)"
_VERY = r"(?:really |at all |all that |very |in the least |exactly |even |quite |much )?"
_CANT = r"(?:don't|doesn't|didn't|can't|cannot|couldn't|won't)"
_REFUSED: tuple[str, ...] = (
    # We are not sorry; I'm hardly bothered.
    rf"\b{_SELF}(?:'m| am|'re| are|'s| is)?(?: not|n't| hardly| no longer) {_VERY}"
    r"(?:sorry|bothered(?! about (?:the|a|an)\b)|sympathetic)\b",
    # I can't say I'm concerned.
    rf"\b(?:can't|couldn't|wouldn't) say (?:that )?{_SELF}(?:'m| am|'re| are) (?:\w+ )?"
    r"(?:sorry|concerned|worried|bothered)\b",
    # I don't understand why you're furious.
    rf"\b{_SELF} {_CANT} {_VERY}(?:understand|see|get) why\b[^.?!,]{{0,30}}\b{_FEELING}\b",
    # We don't share your concern; I can't see the fuss.
    rf"\b{_SELF} {_CANT} {_VERY}(?:understand|see|get|share|appreciate|accept) "
    r"(?:all )?(?:your|the) (?:\w+ )?"
    r"(?:anger|frustration|disappointment|worry|worries|distress|feelings|fuss|drama|outrage)\b",
    # I don't care; we won't apologise; I can't take your complaint seriously.
    rf"(?<!not that )\b{_SELF} (?!didn't|couldn't){_CANT} {_VERY}"
    r"(?:care\b(?! for)|apologi[sz]e(?! enough)|take (?:you|your \w+|this|it|that) seriously)",
    # It doesn't matter to us.
    rf"\b{_CANT} {_VERY}(?:matter|mean anything) to (?:us|me)\b"
    r"(?! (?:which|whether|how|what|when|where|who)\b)",
    # You have no reason to be fed up.
    r"\b(?:no|little|n't any|not any|n't a) (?:real |good )?"
    r"(?:reason|cause|need|right|grounds|excuse)\b"
    rf"[^.?!,]{{0,14}}\bto (?:be|get|feel) (?:so |this |that )?{_ANGER}\b",
    # It's not fair to be disappointed.
    r"\b(?:is not|isn't|'s not|not) (?:really )?(?:fair|reasonable|right|okay|ok|normal|justified) "
    rf"(?:of you |for you )?to (?:be|get|feel) (?:so )?{_ANGER}\b",
    # That wasn't wrong of us.
    r"\b(?:wasn't|was not|isn't|is not) wrong of (?:us|me)\b",
)
_COLD = re.compile("|".join(f"(?:{pattern})" for pattern in _REFUSED), re.IGNORECASE)
#: What is said of an impression, or wished away, is not said; "enough" and "more" turn it round.
_TURNED = re.compile(
    r"\b(?:if|though|like|feel(?:s|ing)?|felt|seem(?:s|ed)?|think|thought|believe|want you to|"
    r"impression|enough|more than|should be|never|not because)\b",
    re.IGNORECASE,
)
#: Laughing, silly and party faces: mockery beside distress, play elsewhere.
_LAUGHING = re.compile(
    "[\U0001f602\U0001f923\U0001f92a\U0001f643\U0001f61c\U0001f61d\U0001f389\U0001f973\U0001f921]"
)


def cold_sentence(sentence: str, *, distress: bool) -> bool:
    """Whether a sentence of a reply plainly takes sympathy back, or laughs at distress.

    Args:
        sentence: One sentence, cleaned and masked or not.
        distress: Whether the message it answers calls for much empathy.
    """
    plain = sentence.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    refused = bool(_COLD.search(plain)) and not _TURNED.search(plain)
    return refused or (distress and bool(_LAUGHING.search(plain)))
