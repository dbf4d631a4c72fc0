"""Sentence spans of a cleaned text, in linear time."""

from __future__ import annotations

import re

from scoring.contract import Span

_END = re.compile(
    r"\n++\s*+"
    r"|[.!?\u3002\uff01\uff1f]++[\"')\]]*+(?=\s|$)\s*+"
    r"|(?<![\U0001f300-\U0001faff\u2600-\u27bf])[\U0001f300-\U0001faff\u2600-\u27bf]++(?=\s)\s*+"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|mx|dr|prof|st|no|nr|vs|approx|inc|ltd|co|dept|est|fig|ref|tel|ext|"
    r"e\.g|i\.e|etc|a\.m|p\.m|cf|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)|\b[A-Za-z])\.$",
    re.IGNORECASE,
)
#: An abbreviation that may well end a sentence when a capital follows.
_MAY_END = re.compile(r"(?:etc|a\.m|p\.m|inc|ltd|co|\bi)\.$", re.IGNORECASE)


def sentence_spans(text: str) -> list[Span]:
    """Split at full stops, question marks, line ends and emoji, not at abbreviations or decimals.

    Returns:
        Spans in order, without the white space between them; together they cover all words.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if _goes_on(text, match):
            continue
        _add(spans, text, start, match.end())
        start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _goes_on(text: str, match: re.Match[str]) -> bool:
    mark = match[0].strip()
    if not mark.startswith(".") or match.end() >= len(text):
        return False
    following = text[match.end()]
    if mark == "...":
        return following.islower()
    before = text[max(0, match.start() - 8) : match.start() + 1]
    if _MAY_END.search(before):
        return not following.isupper()
    return mark == "." and _ABBREVIATION.search(before) is not None


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
