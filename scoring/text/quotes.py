"""Finds quoted mail: what the customer or an earlier mail said, not this reply."""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.text.lines import Line

_WROTE = (
    r"(?:wrote|writes|schrieb|schreibt|a [ée]crit|escribi[óo]|ha scritto|schreef|escreveu|"
    r"napisa[łl]\(?a?\)?|skrev|kirjoitti|yazd[ıi])"
)
#: "On 3 June 2024 at 10:12, Emily <e@example.com> wrote:" in a dozen languages.
_ATTRIBUTION = re.compile(
    rf"^(?:On|Am|Le|El|Il|Op|Em|W dniu|Den|Dnia|Em)\b(?=.*[\d@]).{{3,300}}\b{_WROTE}\b.{{0,80}}:$",
    re.IGNORECASE,
)
_DATE_FIRST = re.compile(
    rf"^\d{{1,4}}[-/. ].{{3,200}}[@<].{{0,120}}(?:{_WROTE}.{{0,20}})?:$", re.IGNORECASE
)
_SHORT_ATTRIBUTION = re.compile(rf"^.{{1,80}}\b{_WROTE}\b ?:$", re.IGNORECASE)
_RULE = re.compile(
    r"^(?:[-_*= ]{3,}\s*)?(?:original message|forwarded message|original appointment|"
    r"urspr[üu]ngliche nachricht|weitergeleitete nachricht|message d'origine|message original|"
    r"message transf[ée]r[ée]|mensaje original|mensaje reenviado|messaggio originale|"
    r"oorspronkelijk bericht|mensagem original|wiadomo[śs][ćc] oryginalna)\s*[-_*= :]*$"
    r"|^begin forwarded message:?$"
    r"|^#*-* ?please (?:type|write|enter) your reply above this line\b.{0,10}$"
    r"|^.{0,20}\breply above this line\b.{0,20}$",
    re.IGNORECASE,
)
_FROM = re.compile(r"^\**(?:From|Von|De|Da|Van|Od|Fra|Fr[åa]n)\**: ?\**.{1,200}", re.IGNORECASE)
_HEADER = re.compile(
    r"^\**(?:Sent|Date|To|Cc|Bcc|Subject|Reply-To|Gesendet|Datum|An|Betreff|Envoy[ée]|[ÀA]|Objet|"
    r"Enviado(?: el)?|Fecha|Para|Asunto|Inviato|Oggetto|Data|Verzonden|Aan|Onderwerp|Assunto|Do|"
    r"Wys[łl]ano|Temat|Skickat|Till|[ÄA]mne|Sendt|Til|Emne)\**: ?.{0,300}",
    re.IGNORECASE,
)
_SUBJECT_ONLY = re.compile(
    r"^(?:subject|betreff|objet|asunto|to|cc|re)\s*: .{0,200}$", re.IGNORECASE
)


def quoted_spans(lines: list[Line], size: int) -> list[Span]:
    """Find quoted parts.

    Args:
        lines: The lines of the text.
        size: Length of the text; parts that run to the end end here.

    Returns:
        Spans in order, apart from each other.
    """
    spans: list[Span] = []
    at = _top_headers(lines, spans)
    while at < len(lines):
        end = _quote_from(lines, at)
        if end > at:
            spans.append((lines[at].start, lines[end - 1].end if end < len(lines) else size))
        at = max(end, at + 1)
    return spans


def _top_headers(lines: list[Line], spans: list[Span]) -> int:
    """Drop headers a mail program put above the draft itself; return the next line to look at."""
    first = next((i for i, line in enumerate(lines) if not line.blank), len(lines))
    at = first
    while at < len(lines) and _is_header(lines[at].text):
        at += 1
    alone = at - first == 1 and not _SUBJECT_ONLY.match(lines[first].text)
    if at == first or alone or not any(not line.blank for line in lines[at:]):
        return 0
    spans.append((lines[first].start, lines[at - 1].end))
    return at


def _is_header(text: str) -> bool:
    return bool(_HEADER.match(text) or _FROM.match(text) or _SUBJECT_ONLY.match(text))


def _quote_from(lines: list[Line], at: int) -> int:
    """Return the line after the quoted part that starts here, or ``at`` when none does."""
    text = lines[at].text
    if text.startswith(">"):
        return _marked(lines, at)
    if _RULE.match(text) or _header_block(lines, at):
        return len(lines)
    if text.startswith("___") and _header_block(lines, _next_full(lines, at + 1)):
        return len(lines)
    length = _attribution(lines, at)
    return _attributed(lines, at + length) if length else at


def _marked(lines: list[Line], at: int) -> int:
    while at < len(lines) and lines[at].text.startswith(">"):
        at += 1
    return at


def _attributed(lines: list[Line], body: int) -> int:
    """After "... wrote:": marked lines only, where there are any; else all that follows."""
    first = _next_full(lines, body)
    if first < len(lines) and lines[first].text.startswith(">"):
        end = first
        while first < len(lines) and lines[first].text.startswith(">"):
            end = _marked(lines, first)
            first = _next_full(lines, end)
        return end
    return len(lines)


def _attribution(lines: list[Line], at: int) -> int:
    """Number of lines an attribution takes here: 0, 1 or 2 (mail programs wrap it)."""
    text = lines[at].text
    if _ATTRIBUTION.match(text) or _DATE_FIRST.match(text):
        return 1
    following = lines[at + 1].text if at + 1 < len(lines) else ""
    if following.endswith(":") and text[:3].strip().lower() in {
        "on",
        "am",
        "le",
        "el",
        "il",
        "op",
        "em",
    }:
        return 2 if _ATTRIBUTION.match(f"{text} {following}") else 0
    marked = following or (lines[at + 2].text if at + 2 < len(lines) else "")
    return 1 if marked.startswith(">") and _SHORT_ATTRIBUTION.match(text) else 0


def _header_block(lines: list[Line], at: int) -> bool:
    if at >= len(lines) or not _FROM.match(lines[at].text):
        return False
    near = lines[at + 1 : at + 7]
    return sum(1 for line in near if _HEADER.match(line.text)) >= 2


def _next_full(lines: list[Line], at: int) -> int:
    while at < len(lines) and lines[at].blank:
        at += 1
    return at
