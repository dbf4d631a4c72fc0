"""Finds text addressed to the scorer instead of the customer.

A draft may carry "rate this reply 10/10", by trial, by joke or pasted in by someone else. Such
sentences are cut before scoring. The patterns ask for two things at once (who is addressed or
what is scored, and what is wanted), so that honest sentences ("please ignore my previous email",
"your credit score is 640", "our system is down") stay.
"""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.text.claims import checklist_spans, is_claim, is_role_line, tag_spans
from scoring.text.lines import Line

_OBJECT = r"(?:reply|response|message|draft|answer|text|output|email|agent)"
_RATER = (
    r"(?:evaluator|grader|rater|scorer|scoring (?:system|model|engine|tool|bot)|rating (?:system|"
    r"model|tool)|"
    r"empathy (?:scorer|model|classifier|checker|evaluator|tool|bot)|classifier|language model|llm|"
    r"ai (?:model|system|evaluator|grader|rater|judge|scorer)|the model|judge model)"
)
_TOP = (
    r"(?:\d{1,3}(?:\.\d+)?(?: ?/ ?\d{1,3}| out of \d{1,3}| ?%)?|perfect|full marks|maximum|max|"
    r"highest|top|"
    r"excellent|outstanding|best possible|five stars?|5 stars?|very high|high(?:ly)? empath\w+)"
)
_WORDS = [
    r"\b(?:ignore|disregard|forget|override|bypass|discard)\b(?! (?:my|our|his|her|their)\b)[\w "
    r",]{0,40}?"
    r"\b(?:previous|prior|above|preceding|earlier|foregoing|system|safety|scoring|rating|all|"
    r"any|your|other)\b"
    r"[\w ,]{0,25}?\b(?:instructions?|prompts?|rules|guidelines|rubrics?|criteria|directions|"
    r"directives|constraints)\b"
    r"(?! (?:i|we|you|they|he|she|that|in|on|from)\b)",
    r"\b(?:empathy|warmth|sentiment|compassion|reflection|overall|empathic|empathetic)(?:[ "
    r"_-]?(?:score|rating|level|value))?"
    r" ?(?:=|:|==|is|to|at|of) ?(?:\d+(?:\.\d+)?|max\w*|high(?:est)?|perfect)\b",
    r"\b(?:score|rating|grade|overall|overall score|empathy score) ?(?:=|:|->) ?\d+(?:\.\d+)?(?: "
    r"?/ ?\d+| out of \d+| ?%)",
    r"^\W*(?:final |overall |your |the )?(?:score|rating|grade|empathy)\W{0,3}(?:=|:|->| "
    r"is)\W{0,3}\d+(?:\.\d+)?\W*$",
    rf"\b(?:rate|score|grade|mark|evaluate|label|classify|treat|judge|assess|count|"
    rf"consider)\b(?: \w+){{0,2}}? (?:this|the|my|it|above)\b"
    rf"(?: \w+){{0,3}}? ?(?:{_OBJECT}\b)?[^.!?]{{0,40}}\b(?:as|at|with|a|an|of|to|be)?\b "
    rf"?{_TOP}(?!\w)[^.!?]{{0,30}}"
    rf"(?:$|empath|score|rating|mark|point|/|star)",
    rf"\b(?:give|assign|award|grant|return|output|report|predict|respond with|answer with|reply "
    rf"with|emit|print|set)\b[^.!?]{{0,50}}"
    rf"\b{_TOP}[^.!?]{{0,20}}\b(?:score|rating|grade|marks?|points?|empathy|band)\b(?! (?:on|for|"
    rf"in|to) your)",
    r"\b(?:give|assign|award|set|make|return|output|force|raise|boost)\b[^.!?]{0,30}\b(?:empathy|"
    r"overall|warmth|quality|the) ?"
    r"(?:score|rating|grade|value|band|empathy)?\b[^.!?]{0,12}(?:of|to|=|at|as)? ?\b(?:1\.0|100|"
    r"10/10|5/5|max|maximum|excellent)\b",
    r"\bas an? (?:[\w-]+ ){0,3}(?:ai|evaluator|grader|rater|scorer|judge|language model|llm|"
    r"classifier)\b[^!?]{0,60}"
    r"\b(?:rate|score|grade|you|give|assign|evaluate|consider|assess|judge|must|should)\b",
    rf"\b(?:attention|dear|hey|hi|hello|to|note to|message (?:to|for)|instructions? (?:to|for)|"
    rf"for) (?:the |all |any |our |an? )?{_RATER}s?\b",
    rf"\b{_RATER}s?\b[^.!?]{{0,40}}\b(?:must|should|will|shall|please|has to|needs? to|are to|is "
    rf"to)\b[^.!?]{{0,40}}"
    r"\b(?:rate|score|give|assign|output|return|treat|mark|award|consider)\b",
    r"\byou are (?:now )?(?:an? |the )?(?:[\w-]+ ){0,3}(?:ai|language model|evaluator|grader|"
    r"scorer|rater|scoring|empathy (?:model|scorer)|assistant that)\b",
    rf"\bthis (?:{_OBJECT}|is an?|is the)\b[^.!?]{{0,40}}\b(?:deserves?|receives?|gets?|scores?|"
    rf"earns?|merits?|warrants?|must be|should be)\b"
    rf"[^.!?]{{0,40}}\b{_TOP}(?!\w)",
    rf"\bthis {_OBJECT} (?:is|was|shows|demonstrates|displays|contains|expresses|exhibits|"
    rf"has)\b[^.!?]{{0,40}}"
    r"\b(?:empath\w+|perfect score|maximum|10/10|100)\b",
    rf"\b(?:high|highest|max|maximum|top|perfect|full)(?: possible)? (?:empathy|warmth|overall)? "
    rf"?(?:score|rating|marks|grade)\b"
    rf"[^.!?]{{0,30}}\b(?:this|{_OBJECT}|please|regardless|no matter|here)\b",
    r"\b(?:new|updated|revised|hidden|secret|real) (?:system )?(?:instructions?|prompt|rubric)\b "
    r"?:",
    r"\b(?:system|developer) (?:prompt|override|message)\b ?[:=]",
    r"\b(?:end|begin|start) of (?:reply|draft|response|prompt|system|instructions?|user input)\b",
    r"<\|[\w ]{2,30}\|>|\[/?INST\]|<</?SYS>>|</?(?:system|assistant|instructions?|prompt)>",
]
_ADDRESSED = re.compile("|".join(_WORDS), re.IGNORECASE)
#: Lines that open like a turn of a chat template: the whole line goes.
_TURN = re.compile(
    r"^(?:[\[<{(*#_`]{1,4} ?(?:system|assistant|developer|admin|ai|scorer|evaluator|grader|"
    r"instructions? (?:to|for)[\w ]{0,30})"
    r"(?: (?:prompt|message|override|note|instruction|update))?s? ?"
    r"[\]>})*_`:]{1,4}"
    r"|(?:system|assistant|developer) ?(?:prompt|message|override|instruction)s? ?:"
    r"|#{2,4} ?(?:instruction|system|response|assistant)s?\b"
    r"|(?-i:SYSTEM|ASSISTANT|DEVELOPER|ADMIN)(?-i: (?:PROMPT|MESSAGE|OVERRIDE|NOTE))?:)",
    re.IGNORECASE,
)
_JSON = re.compile(
    r"\{[^{}\n]{0,200}[\"']?(?:empathy|score|overall|rating|warmth|grade|band)[\w ]{0,12}[\"']? "
    r"?: ?[^{}]{0,200}\}",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"[\[({<]([^\[\](){}<>\n]{8,300})[\])}>]")
_COMMENT = re.compile(r"<!--.{0,4000}?(?:-->|\Z)", re.DOTALL)
_HIDDEN = re.compile(
    r"<(span|div|p|font)\b[^<>]{0,200}(?:display: ?none|visibility: ?hidden|font-size: ?0|color: "
    r"?(?:white|#fff))[^<>]{0,200}>"
    r".{0,2000}?</\1>",
    re.DOTALL | re.IGNORECASE,
)
#: One of these is in every such text: a fast no for every other one.
_HINTS = (
    "scor", (
        "rate"
    ), (
        "rating"
    ), (
        "grad"
    ), (
        "instruct"
    ), (
        "prompt"
    ), (
        "system"
    ), (
        "evaluat"
    ), (
        "empath"
    ), (
        "assistant"
    ), (
        "developer"
    ),
    "disregard", (
        "ignore"
    ), (
        "override"
    ), (
        "bypass"
    ), (
        "<|"
    ), (
        "[inst"
    ), (
        "<<sys"
    ), (
        "classif"
    ), (
        "rubric"
    ), (
        "overall"
    ), (
        "warmth"
    ), (
        "admin"
    ),
    "marks", "language model", "ai ", "label", "mode", "task", "judg", "acknowledg", "warm",
    "compassion", "ground", "output", "verdict", "_of_turn", "expert", "predict",
    "objective", "perfect", "deduct", "penal", "review", "feeling", "judge", "human", "role",
)  # fmt: skip
_VIEW = 600


def markup_spans(text: str) -> list[Span]:
    """Find HTML comments, hidden elements and JSON with score keys: no customer reads those."""
    if "<!--" not in text and "<" not in text and "{" not in text and "[/" not in text:
        return []
    spans = [m.span() for p in (_COMMENT, _HIDDEN, _JSON) for m in p.finditer(text)]
    return _apart([*spans, *tag_spans(text)])


def instruction_spans(text: str, lines: list[Line], sentences: list[Span]) -> list[Span]:
    """Find lines, bracketed parts and sentences that speak to the scorer."""
    low = text.lower()
    if not any(hint in low for hint in _HINTS):
        return []
    spans = [(line.start, line.end) for line in lines if _opens_turn(line)]
    spans += [m.span() for m in _BRACKETED.finditer(text) if _speaks_to_scorer(m[1])]
    spans += [(a, b) for a, b in sentences if _speaks_to_scorer(text[a : min(b, a + _VIEW)])]
    return _apart([*spans, *checklist_spans(text, sentences)])


def _opens_turn(line: Line) -> bool:
    return _TURN.match(line.text) is not None or is_role_line(line.text)


def _speaks_to_scorer(part: str) -> bool:
    return _ADDRESSED.search(part) is not None or is_claim(part) or is_role_line(part)


def _apart(spans: list[Span]) -> list[Span]:
    """Sort and join overlapping spans."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
