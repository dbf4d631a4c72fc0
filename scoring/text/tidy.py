"""Surface noise: what two people type differently without meaning anything by it.

The result is one paragraph. A line end becomes a space, or ends the sentence where nothing else
does, so that a list, paragraphs and running text of the same words read the same.

Words of five or more capitals are lower-cased: the encoder does not see case, and a shouted word
must not be taken for a name. Shouting is therefore not scored.
"""

from __future__ import annotations

import re

from scoring.text.pad import Pad

_BREAK = re.compile(r"[ ]*+\n[\s\u2022]*+")
_GREETING = re.compile(
    r"\A\W*(?:hi|hiya|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|morning|"
    r"afternoon)"
    r"(?: [\w.'-]{1,30}){0,3}$",
    re.IGNORECASE,
)
_BULLETS = re.compile(r"\s*+\u2022\s*+")
_SPACES = re.compile(r"\s{2,}|[^\S ]")
_SPACE_BEFORE = re.compile(r" ++(?=[,.;:!?](?:\s|$))")
_EMPTY = re.compile(r" ?\(\s*\)| ?\[\s*\]| ?\"\s*\"")
_DOTS = re.compile(r"\.{2,}")
_MARKS = re.compile(r"[!?]{2,}")
_REPEATED = re.compile(r"([,;:])\1+|([-_=*#~])\2{2,}")
_LETTERS = re.compile(r"([a-z])\1{2,}")
_EMOJI_CLASS = "[\u2600-\u27bf\u2b50\u2b55\U0001f000-\U0001faff]"
_EMOJI = re.compile(rf"({_EMOJI_CLASS})(?:\s*+\1)+")
_CAPITALS = re.compile(r"\b[A-Z]{5,}\b|\b[A-Z]{2,}'[A-Z]{1,2}\b")
_SHORTENED = """
don't can't won't didn't doesn't isn't wasn't aren't weren't couldn't wouldn't shouldn't haven't
hasn't hadn't mustn't i'm i've you're you've they're they've we've that's what's there's here's
who's where's you'll they'll it'll couldn't've y'all
"""
_BARE = {word.replace("'", ""): word for word in _SHORTENED.split()}
_BARE_WORD = re.compile(rf"\b(?:{'|'.join(_BARE)})\b", re.IGNORECASE)
_LONE_I = re.compile(r"\bi\b(?=[' ])")
_TERMINAL = ".!?:;,-"
_CLOSERS = "\"')]"


def tidy(pad: Pad) -> None:
    """Bring layout, spacing, punctuation and apostrophes to one form."""
    pad.rewrite(_BREAK, _joined)
    pad.rewrite(_BULLETS, " ")
    pad.rewrite(_EMPTY, "")
    pad.rewrite(_SPACES, " ")
    pad.rewrite(_DOTS, lambda m: "." if len(m[0]) == 2 else "...")
    pad.rewrite(_MARKS, lambda m: "?" if "?" in m[0] else "!")
    pad.rewrite(_REPEATED, lambda m: m[1] or m[2])
    pad.rewrite(_SPACE_BEFORE, "")
    pad.rewrite(_LETTERS, lambda m: m[1])
    pad.rewrite(_EMOJI, lambda m: m[1])
    pad.rewrite(_CAPITALS, lambda m: m[0].lower())
    pad.rewrite(_BARE_WORD, _apostrophe)
    pad.rewrite(_LONE_I, "I")
    _ends(pad)


def _joined(match: re.Match[str]) -> str:
    """What stands in place of a line end: nothing, a space, or the end of a sentence."""
    text, start, end = match.string, match.start(), match.end()
    if start == 0 or end == len(text):
        return ""
    head = text[max(0, start - 60) : start]
    before = head.rstrip(_CLOSERS)[-1:] or head[-1]
    if before in _TERMINAL or not (before.isalnum() or before in "%)"):
        return " "
    if start < 60 and _GREETING.match(head):
        return ", "
    wrapped = text[end].islower() and "\u2022" not in match[0] and match[0].count("\n") == 1
    return " " if wrapped else ". "


def _apostrophe(match: re.Match[str]) -> str:
    full = _BARE[match[0].lower()]
    at = full.index("'")
    return match[0][:at] + "'" + match[0][at:]


def _ends(pad: Pad) -> None:
    """Strip white space at both ends and close the last sentence."""
    text = pad.text
    size = len(text)
    left = size - len(text.lstrip())
    right = len(text.rstrip())
    if left >= right:
        pad.mapped = pad.mapped.replace([(0, size, "")])
        return
    closing = "." if text[right - 1].isalnum() or text[right - 1] in "%" else ""
    tail = [(right, size, "")] if right < size else []
    stop = [(right, right, closing)] if closing else []
    pad.mapped = pad.mapped.replace([(0, left, ""), *stop, *tail])
