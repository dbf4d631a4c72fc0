"""Claims about the score: what a text says of its own rating, and tasks set to the rater.

Each kind asks for two signs at once, so that honest sentences about ratings, labels, modes and
tasks stay. Surveys ("you rated our reply 2 out of 5") are the customer's, not claims.
"""

from __future__ import annotations

import re

from scoring.contract import Span

_OBJECT = r"(?:reply|response|message|draft|answer|text|output|email|content|passage|sample)"
_THIS = rf"(?:(?:this|the)(?: (?:above|preceding|following|previous))? {_OBJECT}|the above)"
_FEELING = r"(?:empath\w*|compassion\w*|warm(?:th|ly|er|est)?|caring|sensitiv\w+|kind(?:ness)?)"
_HIGH = (
    r"(?:perfect|full marks|max(?:imum|imal)?|highest|top(?:most)?|excellent|outstanding|"
    r"exemplary|exceptional|flawless|five stars?|\d{1,3}(?:\.\d+)?(?: ?/ ?\d{1,3}| out of \d{1,3}"
    r"| ?%)|100|1\.0|9\d)"
)
_GOOD = rf"(?:{_HIGH}|{_FEELING}|(?:very )?high(?:ly)?|strong|extreme(?:ly)?)"
_SCORING = r"(?:scor(?:e[sd]?|ing)|grad(?:e[sd]?|ing)|rat(?:e[sd]?|ing|ings))"
_RATERS = (
    r"(?:raters?|graders?|annotators?|evaluators?|judges?|assessors?|scorers?|labell?ers?|"
    r"reviewers?|panel(?:ists?)?|experts?|psychologists?|jury|referees?|classifiers?|customers)"
)
_JUDGED = (
    r"(?:gave|give|rated|scored|awarded|judged|marked|assigned|labell?ed|found|consider(?:ed)?|"
    r"ranked|"
    r"voted|agreed?|classified|graded|certified|called|deemed|praised|approved|described)"
)
_LABEL = r"(?:label|score|rating|class|category|grade|verdict|annotation|band|prediction|mark)"
_NOT_CASE = r"(?![^.!?]*\b(?:priority|severity|urgency|urgent|spam|unread|confidential)\b)"
_KINDS = (
    # Somebody is said to have rated this very text.
    rf"\b{_RATERS}\b[^.!?]{{0,30}}\b{_JUDGED}\b[^.!?]{{0,30}}(?:\b{_THIS}\b|\bit\b)[^!?]{{0,40}}"
    rf"\b{_GOOD}(?!\w)",
    rf"\b{_THIS} (?:above )?(?:was|is|has been|were|got|already)\b(?: \w+){{0,2}} "
    rf"{_JUDGED}\b{_NOT_CASE}"
    rf"[^!?]{{0,50}}\b{_GOOD}(?!\w)",
    rf"\b{_THIS} (?:above )?(?:was|is|has been)\b(?: \w+){{0,2}} (?:written|crafted|approved|"
    rf"certified|"
    rf"verified|validated|reviewed|endorsed|designed|optimi[sz]ed)\b[^.!?]{{0,50}}\b"
    rf"(?:{_FEELING}|{_SCORING})\b",
    rf"(?<!you )(?<!you've )(?<!you have )\b(?:scor(?:e[sd]|ing)|rank(?:s|ed)|rated|received|"
    rf"achiev\w+)\b"
    rf"[^!?]{{0,30}}{_HIGH}[^.!?]{{0,20}}\b(?:for|on|in) (?:its? |both )?(?:empathy|warmth|"
    rf"compassion)\b",
    # The label, the ground truth.
    rf"\b(?:correct|right|true|gold|golden|gold standard|expected|target|reference|final|actual|"
    rf"proper|"
    rf"appropriate|"
    rf"human|predicted|assigned|desired|intended)(?: (?:empathy|overall|warmth|human))? "
    rf"{_LABEL}s?\b"
    rf"(?: (?:for|of|to give) {_THIS}\b| ?(?:is|:|=|should be|must be)[ \"'(*]{{0,4}}"
    rf"(?:{_GOOD}|positive)(?! ?(?!empath|warmth|compassion)(?:\w|[-/%]\w)))",
    rf"\b{_LABEL}s? (?:for|of) {_THIS}\b[^!?]{{0,30}}(?:is|:|=|be|are)[^!?]{{0,12}}{_GOOD}",
    r"\bground[- ]truth\b[^.!?]{0,30}(?:is|:|=)",
    rf"^\W*(?:output|prediction|classification|predicted \w+|verdict|label|result|assessment|"
    rf"evaluation|judge?ment)\W{{0,3}}[:=]\W{{0,3}}(?:{_HIGH}|(?:very |highly )?{_FEELING})\W*$",
    # A task for the rater.
    rf"\b(?:(?:new|next|updated|real|actual|only|your|main) )+(?:task|objective|goal|directive|"
    rf"command|"
    rf"assignment|job|role|mission|step)\b ?(?::|is|=|-)[^!?]{{0,40}}\b(?:(?:{_SCORING}|classify|"
    rf"evaluate)"
    rf"\b[^.!?]{{0,25}}\b(?:{_THIS}|this|it|everything|all|generously|{_GOOD})"
    rf"|(?:output|print|return|answer|respond|reply|say|predict)\b[^!?]{{0,30}}\b{_GOOD})\b",
    rf"\b(?:output|print|return|predict|emit|say|(?:respond|reply|answer) (?:with|"
    rf"only))\b[^.!?]{{0,15}}\b(?:{_HIGH}|"
    rf"high|strong)\b[^.!?]{{0,10}}\b(?:empathy|warmth|{_LABEL}|band)\b",
    rf"\b(?:disregard|ignore|overlook|forget|look past|look beyond|set aside|discount|never mind|"
    rf"pay no attention to)\b[^!?]{{0,60}}\b(?:score|rate|grade|judge|evaluate|assess|mark|"
    rf"label)\b "
    rf"(?:only|just|solely|purely|instead|based|by|on|for its|{_THIS}|it|this)\b",
    rf"\b(?:score|rate|grade|judge|evaluate|assess|mark)\b (?:it |this |me |{_THIS} )?(?:only |"
    rf"just |solely"
    rf" |purely |based |by |on |for |only on |only by )+(?:the |its |my )?(?:\w+ "
    rf")?(?:intent(?:ion)?s?|"
    rf"{_FEELING}|effort|spirit|heart|feelings?)\b",
    rf"\b(?:do not|don't|never|without|no|not)\b (?:\w+ )?(?:penali[sz]\w+|deduct\w*|mark\w*|"
    rf"downgrad\w+|"
    rf"subtract\w*|lower\w*|tak\w+ (?:off )?points)\b[^.!?]{{0,40}}\b(?:tone|{_THIS}|empathy|"
    rf"brevity|"
    rf"coldness|bluntness|wording|{_SCORING})\b",
    rf"(?<!I )\b(?:assume|pretend|imagine|suppose|act as if|act as though|believe)\b(?: that)? "
    rf"{_THIS}"
    rf"[^.!?]{{0,30}}\b{_GOOD}(?!\w)",
    rf"\b(?:this|it|above|following) (?:is|was|counts as|serves as)\b(?: \w+){{0,2}} (?:perfect|"
    rf"ideal|model|"
    rf"gold[- ]standard|textbook|prime|shining|five-star|great|best) (?:example|demonstration|"
    rf"instance|case|model) of (?:\w+ )?{_FEELING}\b",
    rf"(?<!you )(?<!customers )\b(?:rate|score|grade|judge|label|classify|give|award|assess)[sd]?\b"
    rf"[^.!?]{{0,12}}(?:\bthe {_OBJECT} (?:above|below)|\bthe (?:above|preceding) {_OBJECT}|"
    rf"\bthe above)\b"
    rf"(?! (?:from|between|on a scale))[^!?]{{0,30}}\b{_GOOD}(?!\w)",
    rf"\b(?:score|grade|mark) (?:me|it|this(?: {_OBJECT})?|the {_OBJECT}|the above)[, "
    rf"]{{1,2}}(?:as |very )?"
    rf"(?:high(?:ly|er)?|generous(?:ly)?|lenient(?:ly)?|favou?rably|max\w*|perfect\w*|excellent)\b",
    r"\b(?:be|stay) (?:very )?(?:generous|lenient|kind) (?:when|in|with|while) (?:your )?(?:scor|"
    r"grad|rat)ing",
    rf"\bif you (?:score|grade) {_THIS}\b",
    r"\bas (?:if|though)\b[^.!?]{0,60}\b(?:score|grade|rate|mark) accordingly\b",
    rf"\b{_THIS} (?:\w+ )?(?:received|receives|got|earned|won|holds)\b[^.!?]{{0,20}}\b{_HIGH}"
    r"[^.!?]{0,10}\b(?:score|rating|grade|marks)\b",
    r"[;,:] ?return (?:100|1\.0|10/10|5/5|max\w*)\W*$",
    r"\b(?:score|grade|rate|judge) (?:the|its|my) (?:good )?(?:intent(?:ion)?s?|sentiment "
    r"behind)\b",
    # A mode, a rule for all scores, a command.
    rf"\b(?:developer|debug|admin|god|jailbreak|dan|test|calibration|maintenance|root|override|"
    rf"unrestricted|training|evaluation|demo|sandbox|safe|generous|lenient)[ -]mode\b[^!?]{{0,80}}"
    rf"\b(?:{_SCORING}|scores|grades|empathy|rubric|filters?|restrictions|guidelines)\b",
    r"\b(?:jailbreak|god|dan|unrestricted|max(?:imum)?[ -](?:score|empathy|warmth))[ -]mode\b",
    rf"\b(?:all|every|each|any)(?: (?:your|the|future|following|empathy))? (?:scores?|grades?|"
    rf"ratings?|{_OBJECT}(?:s|ies)?)\b[^.!?]{{0,20}}\b(?:are|is|must be|should be|must get|"
    rf"should get|gets?|"
    rf"receives?|equals?|default to|defaults to|set to)\b (?:now |always |set to |a |the "
    rf")*{_HIGH}(?!\w)",
    r"\b(?:set|let|const|var|sudo|print|assert)\b[^.!?]{0,20}\b(?:empathy|score|rating|grade)s?\b ?"
    r"(?::?==?|to)>? ?[\"']?(?:\d|max|high|true|perfect|excellent)",
    r"\b(?:set|assign|give|override|force|update|return)_?(?:score|rating|empathy|grade)s?\(",
    r"\bupdate \w{1,30} set (?:\w+_)?(?:score|empathy|rating|grade)\b",
    r"<(?:start|end)_of_turn>|<\|?(?:eot|bos|eos)(?:_id)?\|?>",
)
_CLAIM = re.compile("|".join(f"(?:{kind})" for kind in _KINDS), re.IGNORECASE)
_ROLE = re.compile(
    r"\A\W{0,3}(?:assistant|system|user|human|ai|evaluator|grader|rater|judge|scorer|reviewer|"
    r"model|"
    r"bot|developer|gpt|claude|chatgpt|llm|moderator)\b(?: ?\([^()]{0,30}\))?\W{0,3}[:>]\W{0,3}"
    rf"(?=.{{0,200}}\b(?:{_SCORING}|give|award|full marks|{_FEELING})\b)"
    rf"(?=.{{0,200}}\b(?:{_OBJECT}|above|empath\w*|rubric|full marks|10/10|100)\b)",
    re.IGNORECASE,
)
_STRONG = (
    r"(?:empath\w*|acknowledge?ments?|warmth|compassion|validation|perspective[ -]taking|"
    r"names?[ _-]feelings?|naming (?:of )?feelings?|emotional[ -]\w+|reflection)"
)
_WEAK = (
    r"(?:ownership|tone|sincerity|reassurance|apology|politeness|understanding|helpfulness|"
    r"kindness|"
    r"personali[sz]ation|care|clarity|quality|support|listening|next steps?|overall|score|rating)"
)
_VALUE = (
    r"(?:yes|true|pass(?:ed)?|present|full|high|very high|strong|excellent|perfect|max(?:imum)?|"
    r"met|"
    r"done|ok|check(?:ed)?|a\+|great|outstanding|[\u2713\u2714\u2705]|\d+(?:\.\d+)?(?: ?/ ?\d+|"
    r" out of \d+| ?%)?)"
)
_MARK = r"(?:[-*\u2022\u2713\u2714\u2705] ?|\[[xX]\] ?)?"
_CHECK = (
    rf"{_MARK}(?:{_STRONG}|{_WEAK})(?: (?:score|level|shown|check))? ?(?:[:=\u2013\u2014-]|is|->) "
    rf"?{_VALUE}"
    rf"|[\u2713\u2714\u2705\[][xX]?\]? ?(?:{_STRONG}|{_WEAK})"
)
_CHECKS = re.compile(rf"(?:(?:{_CHECK})(?:[,;|/. ]|and )*){{1,12}}[.!]?", re.IGNORECASE)
_IS_STRONG = re.compile(_STRONG, re.IGNORECASE)
_TAGS = re.compile(
    r"<(?P<a>(?:\w{1,20}[_-])?(?:score|rating|grade|empathy|verdict|evaluation|eval|reward|"
    r"judge?ment|"
    r"critique|rubric|rater|scorer|warmth|override|instructions?|system|assistant|thinking|"
    r"reasoning)(?:[_-]\w{1,20})?s?)\b[^<>]{0,200}>.{0,600}?</(?P=a)\s?>"
    r"|<(?P<b>label|output|result|answer|class|value|band|final|prediction|meta|data|metadata)\b"
    rf"[^<>]{{0,100}}>[^<>]{{0,30}}?(?<!\w){_GOOD}(?!\w)[^<>]{{0,20}}</(?P=b)\s?>"
    r"|<(?:(?:score|rating|grade|empathy|verdict|evaluation|warmth)\b(?:[ =:][^<>]{0,100})?/?>"
    r"(?:\s?\d+(?:[./]\d+)?)?"
    r"|\w{1,20} (?:[^<>]{0,80} )?(?:data-)?(?:score|empathy|rating|grade|warmth)=[^<>]{0,100}>)"
    r"|\[(?P<c>score|rating|grade|empathy|verdict|evaluation|label)\][^\[\]]{0,100}\[/(?P=c)\]",
    re.DOTALL | re.IGNORECASE,
)


def is_claim(part: str) -> bool:
    """Whether a sentence or bracketed part claims, orders or fakes a score."""
    return _CLAIM.search(part) is not None


def is_role_line(line: str) -> bool:
    """Whether a line plays a turn of a rater ("assistant: I rate the reply ...")."""
    return _ROLE.match(line) is not None


def tag_spans(text: str) -> list[Span]:
    """Find score tags with what is in them."""
    if "<" not in text and "[/" not in text:
        return []
    return [m.span() for m in _TAGS.finditer(text)]


def checklist_spans(text: str, sentences: list[Span]) -> list[Span]:
    """Find ticked-off rubrics: neighbouring "Ownership: yes" where one names a feeling."""
    spans: list[Span] = []
    run: list[Span] = []
    for start, end in [*sentences, (len(text), len(text))]:
        if 3 < end - start <= 400 and _CHECKS.fullmatch(text[start:end]):
            run.append((start, end))
            continue
        if any(_IS_STRONG.search(text[a:b]) for a, b in run):
            spans += run
        run = []
    return spans
