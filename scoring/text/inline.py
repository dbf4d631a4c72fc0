"""Marks inside running text: HTML, Slack tokens, links, ids, inline code, markdown.

What a sentence needs to stay grammatical is replaced by a plain word, the same in training and
serving: a link becomes ``the link``, an id ``the number`` (or nothing, after a word such as
"order" that already names it), inline code ``the command``.
"""

from __future__ import annotations

import html
import re

from scoring.text.pad import Pad

LINK = "the link"
NUMBER = "the number"
COMMAND = "the command"

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_SCRIPT = re.compile(
    r"<(script|style|pre|code)\b[^<>]{0,200}>.{0,4000}?</\1>", re.DOTALL | re.IGNORECASE
)
_BLOCKQUOTE = re.compile(
    r"<blockquote\b[^<>]{0,200}>.{0,8000}?</blockquote>", re.DOTALL | re.IGNORECASE
)
_BREAK = re.compile(
    r"</?(?:br|p|div|li|ul|ol|tr|table|h[1-6]|hr|section|article)\b[^<>]{0,300}>", re.IGNORECASE
)
_TAG = re.compile(
    r"</?(?:a|b|i|u|s|em|strong|span|font|small|big|sub|sup|img|td|th|tbody|thead|html|body|head|"
    r"title|meta|link|"
    r"center|label|button|input|form|mark|del|ins|abbr|cite|q|kbd|samp|var|video|audio|iframe|"
    r"svg|o:p)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_SLACK = re.compile(
    r"<(?:@[UW]\w{2,20}(?:\|[^<>|\n]{0,80})?"
    r"|#C\w{2,20}(?:\|(?P<channel>[^<>|\n]{0,80}))?"
    r"|!(?:here|channel|everyone)(?:\|[^<>|\n]{0,40})?"
    r"|!subteam\^\w{2,20}(?:\|[^<>|\n]{0,80})?"
    r"|!date\^[^<>|\n]{1,120}\|(?P<date>[^<>|\n]{1,80})"
    r"|(?:mailto|tel):[^<>|\n]{1,200}(?:\|(?P<mail>[^<>|\n]{1,200}))?"
    r"|https?://[^<>|\s]{1,2000}(?:\|(?P<label>[^<>|\n]{1,300}))?)>"
)
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]\n]{0,200})\]\((?:https?://|mailto:|/|#)[^()\s]{0,1000}\)")
_URL = re.compile(
    r"(?:\bthe link |\blink:? )?(?:\b(?:https?|ftp)://[^\s<>\"']+|\bwww\.[^\s<>\"']{3,}"
    r"|(?<![\w@.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:(?:com|net|org|io|app|dev|co\.uk|ac\.uk|gov\.uk|"
    r"gov|edu|info|"
    r"example|invalid|shop|cloud)(?:/[^\s<>\"']*|(?![\w@-]))|[a-z]{2}/[^\s<>\"']+))",
    re.IGNORECASE,
)
_MAYBE_URL = re.compile(r"://|\.[A-Za-z]{2}")
_DIGIT = re.compile(r"\d")
_URL_TAIL = re.compile(r"[.,;:!?)\]'\"]+$")
_TOKENS = re.compile(r"(?:the )?\[(?:URL|LINK|URLS)\]|<(?:URL|LINK)>", re.IGNORECASE)
_CODE = re.compile(r"```([^`]{1,2000})```|`([^`\n]{1,300})`")
_WORDS_ONLY = re.compile(r"[A-Z][A-Za-z' -]{0,60}")
_EMOJI_CODE = re.compile(r":[a-z][a-z0-9_+-]{1,30}:(?::skin-tone-\d:)?")
_HANDLE_FIRST = re.compile(
    r"\A\s*+(?:(?:@[\w.-]{1,50}|\[(?:USER|CUSTOMER|AGENT)\]|\.(?=@))[\s,:]*+)+"
)
_HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z_][\w-]{1,50}|\[USER\]")
_MARKDOWN = re.compile(
    r"(?m)^ {0,3}#{1,6} +|^ {0,3}(?:[-*_] ?){3,}$|(\*\*|__|~~)(?=\S)|(?<=\S)(\*\*|__|~~)"
    r"|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<![\w_/])_(?=[^\s_])|"
    r"(?<=[^\s_])_(?![\w_/])|(?<!\w)~(?=\w)|(?<=\w)~(?!\w)"
)
_BULLET = re.compile(
    r"(?m)^[ ]*+(?:[-*+\u2022\u00b7>o](?= )|\(?\d{1,2}[.)](?= )|\(?[a-h][.)](?= )|\[[ xX]?\](?= "
    r"))[ ]*+"
)
#: Words after which an id adds nothing to the sentence.
_NAMED = (
    r"(?:order|ticket|case|invoice|reference|ref|booking|reservation|confirmation|tracking|"
    r"account|customer|"
    r"transaction|request|incident|policy|claim|contract|parcel|shipment|serial|id|number|no|nr|"
    r"code|rma|po)"
)
_ID_BODY = (
    r"(?:#[A-Za-z0-9][\w-]{1,40}"
    r"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|(?=[A-Za-z]{0,12}[-_/]?[A-Z0-9-]{0,12}\d)[A-Z]{1,8}[-_/]?(?=[A-Z0-9-]{0,20}\d{2})[A-Z0-9]{"
    r"2,24}(?:[-_/][A-Z0-9]{1,24}){0,5}"
    r"|(?=[a-f0-9]{0,39}\d[a-f0-9]{0,39}[a-f])[a-f0-9]{7,64}"
    r"|\d{6,24}|\d{2,6}(?:-\d{3,12}){2,4}|[UCTGDW]0[A-Z0-9]{7,12})"
)
_ID = re.compile(rf"(?<![\w@./+£$€-]){_ID_BODY}(?![\w@-])")
_AFTER_NAME = re.compile(rf"\b{_NAMED}\b\.?:? ?\(?$", re.IGNORECASE)


#: Slots of a macro. Which ones were forgotten is a flag's business; here they read as filled in.
SLOT = re.compile(
    r"\{\{-?([^{}\n]{1,80})-?\}\}|\{%[^{}%\n]{0,80}%\}|\$?\{([A-Za-z][\w. ]{1,40})\}|"
    r"%([A-Za-z][A-Za-z_]{2,30})%"
    r"|\[([A-Z][A-Z_ /'-]{2,40})\]|\[((?:insert|your|customer|agent|first|last|full|name|date|"
    r"order|company|product)[\w '/-]{0,40})\]"
    r"|<((?:insert|your|customer|agent|first|last|full|name|date|order|company|product)[\w "
    r"'-]{0,40})>",
    re.IGNORECASE,
)
#: What another tool's redaction leaves in an exported chat: ``#NAME#``, ``#PHONE_NUMBER#``. Not a
#: slot: nobody forgot to fill it in.
_REDACTED = re.compile(r"(?:#[A-Z][A-Z_]{1,30}#)*#([A-Z][A-Z_]{1,30})#")
_SLOT_WORDS: tuple[tuple[str, str], ...] = (
    ("name", "Alex"),
    ("agent", "Alex"),
    ("customer", "Alex"),
    ("url", LINK),
    ("link", LINK),
    ("order", NUMBER),
    ("ticket", NUMBER),
    ("number", NUMBER),
    ("track", NUMBER),
    ("id", NUMBER),
    ("date", "Monday"),
    ("day", "Monday"),
    ("eta", "Monday"),
    ("time", "noon"),
    ("amount", "$20"),
    ("price", "$20"),
    ("total", "$20"),
    ("compan", "acme"),
    ("product", "acme"),
    ("org", "acme"),
    ("brand", "acme"),
    ("mail", "the address"),
    ("address", "the address"),
    ("phone", NUMBER),
    ("city", "London"),
    ("location", "London"),
)


def decode(pad: Pad) -> None:
    """Decode entities, once: ``&amp;lt;`` reads ``&lt;``, as it would on a page."""
    if "&" in pad.text:
        pad.rewrite(_ENTITY, lambda m: html.unescape(m[0]))


def strip_markup(pad: Pad) -> None:
    """Take HTML and Slack tokens away and keep what a reader sees."""
    if "<" not in pad.text:
        return
    pad.cut("code", _SCRIPT, f" {COMMAND} ")
    pad.cut("quote", _BLOCKQUOTE, "\n")
    pad.rewrite(_SLACK, _slack)
    pad.rewrite(_BREAK, "\n")
    pad.rewrite(_TAG, "")


def _slack(match: re.Match[str]) -> str:
    token = match[0]
    if token.startswith("<@"):
        return "@user"
    if token.startswith("<#"):
        return "the channel"
    if token.startswith("<!date"):
        return match["date"]
    if token.startswith("<!"):
        return ""
    if token.startswith("<http"):
        return match["label"] or token[1:-1]
    return match["mail"] or token[1:-1].partition(":")[2]


def strip_inline(pad: Pad) -> None:
    """Replace links, inline code and ids; take handles, bullets and emphasis marks away."""
    if "`" in pad.text:
        pad.cut("code", _CODE, _code)
    if "](" in pad.text:
        pad.rewrite(_MARKDOWN_LINK, lambda m: m[1])
    if "[" in pad.text:
        pad.rewrite(_TOKENS, LINK)
        pad.rewrite(_HANDLE_FIRST, "")
    if any(mark in pad.text for mark in "{[<%"):
        pad.rewrite(SLOT, _slot)
    if "#" in pad.text:
        pad.rewrite(_REDACTED, _slot)
    if _MAYBE_URL.search(pad.text):
        pad.cut("url", _URL, _url)
    if "@" in pad.text or "[" in pad.text:
        pad.rewrite(_HANDLE_FIRST, "")
        pad.rewrite(_HANDLE, "Alex")
    if ":" in pad.text:
        pad.rewrite(_EMOJI_CODE, " ")
    if _DIGIT.search(pad.text):
        pad.cut("id", _ID, _id)


def strip_format(pad: Pad) -> None:
    """Take list marks and emphasis away: the same words score the same in any layout."""
    pad.rewrite(_BULLET, "\u2022")
    pad.rewrite(_MARKDOWN, "")


def _code(match: re.Match[str]) -> str:
    inner = (match[1] or match[2]).strip()
    return inner if _WORDS_ONLY.fullmatch(inner) else COMMAND


def _slot(match: re.Match[str]) -> str:
    inner = next((group for group in match.groups() if group), "").lower()
    if match[0].startswith("[") and not (match[0].isupper() or inner in match[0]):
        return match[0]
    stand_in = next((new for key, new in _SLOT_WORDS if key in inner), "this")
    before = match.string[max(0, match.start() - 24) : match.start()]
    return "" if stand_in == NUMBER and _AFTER_NAME.search(before) else stand_in


def _url(match: re.Match[str]) -> str:
    tail = _URL_TAIL.search(match[0])
    return LINK + (tail[0] if tail else "")


def _id(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - 24) : match.start()]
    return "" if _AFTER_NAME.search(before) else NUMBER
