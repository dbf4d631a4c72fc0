"""A greeting that names somebody else than the customer who signed."""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.text.gazetteer import fold, is_common, names
from scoring.text.lexicon import BOTH, NOT_NAMES, TITLES

_TITLE = r"(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir)\.? )"
_GREETING = re.compile(
    rf"\A\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|hiya|"
    rf"greetings)[ ,]+(?P<title>{_TITLE})?"
    r"(?P<name>[^\W\d_][\w'-]{1,30}(?: [A-Z][\w'-]{0,30}){0,3})(?=\s*(?:[,!.:;\n-]|$))",
    re.IGNORECASE,
)
_CLOSE = (
    r"(?:(?:kind|best|warm|many|with|sincere)? ?(?:regards|wishes|thanks)|thanks(?: again| in "
    r"advance| so much)?|thank you|cheers|sincerely|"
    r"yours(?: sincerely| faithfully| truly)?|best|thx|ta|love)"
)
_SIGNED = re.compile(
    rf"(?:^|[\n.!?] ?){_CLOSE}[,.! ]*\n?\s*[-~]*\s*(?P<name>[^\W\d_][\w'.-]{{1,30}}(?: "
    rf"[A-Z][\w'.-]{{0,30}}){{0,3}})\s*(?=\n|\Z|[.,!|(])",
    re.IGNORECASE,
)
_LAST_LINE = re.compile(
    r"\n\s*[-~]{0,2} ?(?P<name>[A-Z][\w'-]{1,30}(?: [A-Z][\w'.-]{0,30}){0,3})\.?\s*\Z"
)
_INTRODUCED = re.compile(
    r"\b(?:my name is|my name's|this is|i am|i'm) (?P<name>[A-Z][\w'-]{1,30}(?: "
    r"[A-Z][\w'-]{1,30}){0,2})(?! (?:from (?:your|the)|who|team))|"
    r"(?:^|\n)(?P<here>[A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30})?) here\b"
)
_FROM_HEADER = re.compile(
    r"(?:^|\n)From: ?\"?(?P<name>[A-Z][\w'-]{1,30}(?: [A-Z][\w'.-]{1,30}){0,3})\"? ?[<\n]"
)
_NICKNAMES = (
    "william will bill billy liam willy|robert rob bob bobby robbie|richard rich rick dick ricky|"
    "elizabeth liz beth lizzie betty eliza elisabeth lisa libby|"
    "katherine catherine kate kathy katie cathy kathryn kat kit katarzyna kasia|margaret maggie "
    "meg peggy marge madge|michael mike mick mikey|"
    "james jim jimmy jamie|john johnny jack jon jonathan|thomas tom tommy|edward ed eddie ted "
    "teddy ned|charles charlie chuck chas|"
    "christopher chris kit topher|christine christina chris chrissie tina|alexander alexandra "
    "alex sasha sandy al lex xander alexandre aleksander|"
    "anthony tony antonio|benjamin ben benny benji|daniel dan danny danielle|david dave davey|"
    "deborah debra deb debbie|edwin ed eddie|"
    "eleanor ellie nell nora ella|frances francis fran frank frankie|frederick fred freddie|"
    "gregory greg|jennifer jen jenny jenn|jessica jess jessie|"
    "joseph joe joey jose pepe|joshua josh|kenneth ken kenny|lawrence laurence larry|leonard len "
    "leo lenny|matthew matt matty|nicholas nicolas nick nicky|"
    "nicola nicole nicky nikki|patricia pat patty tricia trish|patrick pat paddy|pamela pam|"
    "peter pete|philip phillip phil|rebecca becca becky bex|"
    "samuel samantha sam sammy|stephen steven steve stevie|susan sue suzy susie suzanne|theodore "
    "theo ted teddy|timothy tim timmy|victoria vicky tori vic|"
    "vincent vince vinny|zachary zach zak zack|abigail abby gail|amanda mandy|andrew andy drew "
    "andrea|angela angie|barbara barb babs|caroline carolyn carol|"
    "gabriel gabriella gabrielle gabe gabby|geoffrey jeffrey geoff jeff|gerald gerry jerry|"
    "harold harry hal henry|isabella isabel isabelle izzy bella|"
    "jacqueline jackie|jacob jake|natalie nat natasha nathan nathaniel nate|oliver olivia ollie "
    "liv|raymond ray|ronald ron ronnie|russell russ|"
    "terence terry theresa teresa tess|valerie val|walter walt|mohammed muhammad mohamed mo "
    "mohammad|maria mary marie mia|dmitri dmitry dima|"
    "vladimir vova|aleksandra ola|malgorzata gosia|agnieszka aga|joao john|juan john|giuseppe "
    "joseph beppe|francisco paco frank|"
    "priyanka priya|siddharth sid|krishna kris krish|lakshmi laxmi|emily emma em emmy emilia|"
    "amelia amy millie|charlotte charlie lottie|"
    "georgina georgia georgie|imogen immy|lucy lucinda lucia|martin marty martyn|maximilian max "
    "maxwell maxine|simon si|stuart stewart stu"
)
_GROUPS = [frozenset(group.split()) for group in _NICKNAMES.split("|")]


def wrong_recipient_span(context: str, reply: str) -> Span | None:
    """Find a greeting whose name fits none of the names the customer goes by, or None.

    Silent whenever it is unclear: no greeting by name, no signed name, a nickname, a shared part
    of the name, a title before one of two known names, near-equal spelling.
    """
    greeted = _GREETING.match(reply)
    if greeted is None or not _is_name(greeted["name"], greeted=True):
        return None
    signed = _customer_names(context)
    if not signed:
        return None
    called = _parts(greeted["name"])
    if greeted["title"] and all(len(_parts(name)) == 1 for name in signed):
        return None
    if any(_same(a, b) for a in called for name in signed for b in _parts(name)):
        return None
    mentioned = {fold(word) for word in re.findall(r"[^\W\d_]{2,}", context[:20_000])}
    return None if mentioned.intersection(called) else greeted.span("name")


def _customer_names(context: str) -> list[str]:
    """Names the customer signs with or gives, each as written."""
    head, tail = context[:4000], context[-1500:]
    found = [m["name"] for m in _SIGNED.finditer(tail)]
    found += [m["name"] for m in _LAST_LINE.finditer(tail)]
    found += [m["name"] or m["here"] for m in _INTRODUCED.finditer(head)]
    found += [m["name"] for m in _FROM_HEADER.finditer(head)]
    return [name for name in found if _is_name(name, greeted=False)]


def _is_name(name: str, *, greeted: bool) -> bool:
    parts = _parts(name)
    if not parts or any(part in NOT_NAMES for part in parts):
        return False
    known = any(part in names() or part in BOTH for part in parts)
    if greeted:
        return known or not any(is_common(part) for part in parts)
    return name[0].isupper() and (known or not any(is_common(part) for part in parts))


def _parts(name: str) -> list[str]:
    words = (fold(word) for word in re.split(r"[\s.\-]+", name))
    return [word for word in words if len(word) > 1 and word not in TITLES]


def _same(one: str, other: str) -> bool:
    if one == other or (
        min(len(one), len(other)) >= 3 and (one.startswith(other) or other.startswith(one))
    ):
        return True
    if any(one in group and other in group for group in _GROUPS):
        return True
    return one[0] == other[0] and abs(len(one) - len(other)) <= 1 and _near(one, other)


def _near(one: str, other: str) -> bool:
    """Whether one letter more, less or different turns one spelling into the other."""
    if len(one) < 4:
        return False
    if len(one) == len(other):
        differing = [i for i in range(len(one)) if one[i] != other[i]]
        swapped = len(differing) == 2 and sorted(one) == sorted(other)
        return len(differing) <= 1 or swapped
    short, long = sorted((one, other), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
