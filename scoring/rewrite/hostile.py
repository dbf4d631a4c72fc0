"""Sentences that attack, mock or brush off: kind words in front of them mend nothing.

An opener that says a customer's trouble back, followed by "but you should have read the terms", is
read as mockery. So a suggestion that leaves such a sentence may soften or cut, but add no warmth.
"""

from __future__ import annotations

import re

from scoring.explain.flip import straight
from scoring.explain.markers import put_downs
from scoring.explain.situation import read
from scoring.rewrite.actions import stem
from scoring.rewrite.stances import sentences_of

__all__ = ["hostile_of", "sweetens_harm", "sweetens_hostility"]

_HARD = frozenset({"calm", "told", "blame", "doubt", "wave_off", "minimise", "obvious"})
#: Words of comfort that are a put-down only in the wrong place.
_MILD = re.compile(
    r"\b(?:don't worry|nothing to worry about|no worries|these things happen|"
    r"(?:it|this|that) happens|at least (?:you|it|your)|no big deal|it's (?:pretty |quite |very |"
    r"really )?(?:simple|easy|straightforward))\b",
    re.IGNORECASE,
)
_ATTACK = re.compile(
    r"\b(?:"
    # insults and mockery
    r"stupid\w*|idiot\w*|moron\w*|dumb|silly|lazy|careless|pathetic|ridiculous|clueless|naive|"
    r"incompetent|whin(?:e|ing|ed|y)|moan(?:ing|ed)?|nagging|drama(?:tic)?|dramatics|tantrum|"
    r"hysterical|shut up|get a life|grow up|tiny violin|boo hoo|poor thing|my heart bleeds|"
    r"what a tragedy|"
    r"how (?:dreadful|terrible|awful|tragic)(?=[,!.])|congratulations on (?:finding|managing|"
    r"breaking|losing|being)|well done for|great job \w+ing|"
    r"good luck with that|truly impressive|even (?:a )?(?:child|children|toddlers?) (?:can|could|"
    r"manages?)|opening your eyes|can't you read|learn to (?:read|use|spell)|"
    # blame
    r"(?:your|your own) (?:own )?(?:fault|mistake|doing|choice|responsibility|problem)(?! to)|"
    r"you (?:only )?have (?:only )?yourself to (?:blame|thank)|blame yourself|"
    r"you (?:broke|ruined|ignored|neglected|messed|caused|chose to ignore|should know|ought to "
    r"have|clearly|evidently|obviously|apparently|simply (?:did not|didn't)|never (?:read|"
    r"bothered)|did(?: not|n't) (?:even )?(?:read|bother|listen|follow|pay attention)|were (?:a "
    r"bit )?(?:naive|careless)|"
    r"need to be more careful|must have (?:used|done|typed|entered|broken|dropped))|"
    r"(?:read|reading) (?:the (?:terms|manual|instructions|contract|small print|email)|it|my "
    r"(?:last )?(?:e-?mail|message)) (?:properly|again|next time|first|before)|"
    r"next time,? (?:please )?(?:read|think|check|be|don't|do not|pay|try|use|plan)|"
    r"(?:everyone|anyone|everybody) (?:else )?(?:knows|can|manages|managed|could)|"
    r"(?:other|no other|our other) (?:customers?|people|guests?|passengers?) (?:manage\w*|have no|"
    r"don't|do not|never|wait|seem|complain\w*)|nobody (?:else )?(?:in \w+(?: \w+)? )?complain\w*|"
    # contempt and refusal to care
    r"not (?:our|my) (?:problem|fault|job|concern|business)|isn't (?:our|my) (?:problem|fault|"
    r"job)|stop (?:complaining|shouting|writing|bothering|wasting|asking|whining|sending)|"
    r"wast(?:e|ing) (?:of )?(?:my|our|everyone's) time|(?:i|we) (?:have no|don't have) time for|"
    r"(?:i|we) (?:don't|do not|couldn't|could not|can't) care|couldn't care less|"
    r"don't expect (?:any )?(?:sympathy|an apology)|no need (?:for an apology|to apologi[sz]e)|"
    r"nothing to (?:be sorry|apologi[sz]e) (?:about|for)|"
    r"(?:i|we) (?:won't|will not|refuse to|never) apologi[sz]e|no sympathy|no reason to be|"
    r"(?:i|we) (?:don't|do not|can't|cannot) (?:see|understand) why you(?:'re| are)|"
    r"take it or leave it|like it or not|live with it|deal with it|get over it|suck it up|"
    r"such a fuss|make a fuss|overreact\w*|exaggerat\w*|too sensitive|your problem|"
    r"how hard (?:can|is) it|what did you expect|if you had (?:only |just |bothered|read|"
    r"listened|paid attention|turned|checked)|as if we|your little|so what|"
    r"(?:i|we) (?:already )?told you|how (?:many|often) times|for the (?:last|third|fourth|"
    r"hundredth) time"
    r")",
    re.IGNORECASE,
)
#: Words for means of harm, and for how fast or sure they are.
_MEANS = re.compile(
    r"\b(?:pills?|tablets?|dos(?:e|es|age)|overdos\w*|in(?:g|j)est\w*|inject\w*|iv|swallow\w*|"
    r"poison\w*|lethal|painless\w*|rope|noose|knife|blades?|razors?|guns?|bullets?|bridge|"
    r"jump(?:ing)? off|hang(?:ing)? yourself|helium|carbon monoxide|bleach|blood cells|"
    r"quicker|methods?)\b",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"[a-z]{4,}")
#: Share of a sentence's words that make it an edit of one of the draft's, not a new one.
_EDITED = 0.5


def hostile_of(text: str) -> list[str]:
    """Sentences of a text that attack, mock, blame or brush off, in order."""
    return [s for s in sentences_of(text) if _hurts(straight(s))]


def sweetens_hostility(draft: str, candidate: str) -> bool:
    """Whether a candidate adds sentences to a draft and leaves what hurts in it."""
    return bool(hostile_of(candidate)) and bool(_new(draft, candidate))


def sweetens_harm(draft: str, candidate: str, context: str) -> bool:
    """Whether a candidate adds sentences to a draft that talks of means to someone in danger.

    Such a reply is for a person to look at; nothing kind in front of it makes it one to send.
    """
    means = _MEANS.search(straight(draft)) is not None
    return means and read(context).danger and bool(_new(draft, candidate))


def _hurts(sentence: str) -> bool:
    if _ATTACK.search(sentence):
        return True
    hard = (p for p in put_downs(sentence) if p.kind in _HARD)
    return any(not _MILD.fullmatch(p.words) for p in hard)


def _new(draft: str, candidate: str) -> list[str]:
    """Sentences of a candidate that are no edits of the draft's."""
    ours = [_words(s) for s in sentences_of(draft)]
    return [s for s in sentences_of(candidate) if not _edits(_words(s), ours)]


def _edits(words: frozenset[str], ours: list[frozenset[str]]) -> bool:
    return any(len(words & own) >= _EDITED * len(words) for own in ours)


def _words(sentence: str) -> frozenset[str]:
    return frozenset(stem(w) for w in _CONTENT.findall(straight(sentence).lower()))
