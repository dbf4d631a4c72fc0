"""Characters as the model should see them: composed, visible, plain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from scoring.text.mapped import Mapped, Replacement

_PLAIN = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\uff07`\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys("\u2022\u2023\u25aa\u25cf\u25e6\u25a0\u25cb\u2043", "\u2022"),
    **dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006", " "),
    **dict.fromkeys("\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\v\f", " "),
    **dict.fromkeys("\r\u0085\u2028\u2029", "\n"),
    "\u2026": "...",
    "\uff01": "!",
    "\uff1f": "?",
    "\uff0c": ",",
    "\uff1a": ":",
}
del _PLAIN["`"]  # marks inline code; quotes are told from it later
#: Invisible or broken: controls, soft hyphen, zero-width, bidi, variation selectors, tags, BOM,
#: surrogates, private use.
_INVISIBLE = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc"
    "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e0fff"
)
_DROP = re.compile(f"[{_INVISIBLE}]+")
_CHANGE = re.compile("\r\n|[" + re.escape("".join(_PLAIN)) + "]")
_SIMPLE = re.compile(r"[ -~\n]*+")
#: A base character with its combining marks; possessive, so linear.
_CLUSTER = re.compile(
    r"[^\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]?"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]++"
)
_RUNS = re.compile(r" {2,}|\n(?: ?\n){2,}")
#: More marks than this on one character is decoration ("zalgo"): all of them go.
_MOST_MARKS = 2


def canonical(mapped: Mapped) -> Mapped:
    """Compose, drop what cannot be seen, and write quotes, dashes, spaces and line ends plainly."""
    if _SIMPLE.fullmatch(mapped.text):
        return mapped
    visible = mapped.sub(_DROP, "")
    composed = visible.replace(_compositions(visible.text))
    return composed.sub(_CHANGE, lambda m: "\n" if m[0] == "\r\n" else _PLAIN[m[0]])


def squeezed(mapped: Mapped) -> Mapped:
    """Shorten runs of spaces and of line ends, which make patterns slow and mean nothing."""
    return mapped.sub(_RUNS, lambda m: " " if m[0][0] == " " else "\n\n")


def _compositions(text: str) -> Iterator[Replacement]:
    for match in _CLUSTER.finditer(text):
        yield match.start(), match.end(), _composed(match[0])


def _composed(cluster: str) -> str:
    """Give one base character its accent back, or none where marks are piled up."""
    base = "" if unicodedata.combining(cluster[0]) else cluster[0]
    if len(cluster) - len(base) > _MOST_MARKS:
        return base
    whole = unicodedata.normalize("NFC", cluster)
    return whole if len(whole) == 1 and base else base
