"""Finds code, logs and tracebacks: evidence for the engineer, not words to the customer."""

from __future__ import annotations

import re

from scoring.contract import Span
from scoring.text.lines import Line

_FENCES = ("```", "~~~")
_FENCES_AND_MORE = ("``` ", "~~~ ")
_LOG = re.compile(
    r"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*\]? \S"
    r"|^\[(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|CRITICAL)\]"
    r"|^(?:ERROR|WARN|INFO|DEBUG|FATAL|TRACE|CRITICAL)(?: -|:| \[| [\w-]{1,60}[._])"
    r"|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+"
    r"|^\d{1,3}(?:\.\d{1,3}){3} - - \["
    r"|^(?:GET|POST|PUT|PATCH|DELETE|HEAD) /\S*(?: HTTP/\d|$)"
    r"|^HTTP/\d(?:\.\d)? \d{3}\b"
    r"|^Traceback \(most recent call last\)"
    r"|^File \"[^\"]{1,200}\", line \d+"
    r"|^at [\w.$<>/]{3,120}\([^)]{0,120}\)$"
    r"|^(?:Caused by: )?(?:[a-z]\w*\.){1,8}\w{1,60}(?:Exception|Error)\b"
    r"|^\w{0,60}(?:Error|Exception): \S"
    r"|^\.\.\. \d+ more$"
    r"|^\$ [a-z]\S*"
    r"|^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .{1,200}(?:;| (?:FROM|VALUES|SET|WHERE) "
    r".{1,200})$"
)
_SOURCE = re.compile(
    r"^[\[\]{}(),;]+$"
    r"|^\"[\w.\- ]{1,60}\"\s*:\s*\S.{0,300}$"
    r"|^(?:\}|\]).{0,3}$"
    r"|^[{\[]\s*\".{1,400}[}\]],?$"
    r"|^(?:import \w+(?:\.\w+)+|from [\w.]+ import [\w., *]+);?$"
    r"|^(?:def|class) \w+(?:\(.{0,80}\))?(?: -> .{1,40})?:$"
    r"|^(?:const|let|var) \w+ = .{1,200}$"
    r"|^#include <.{1,60}>$"
    r"|^</?[a-z][\w:-]*(?: [\w:-]+=\"[^\"]{0,80}\"){1,8}/?>$"
)


def code_spans(lines: list[Line]) -> list[Span]:
    """Find fenced blocks, log lines, tracebacks and source lines, in order."""
    spans: list[Span] = []
    at = 0
    last = max((i for i, line in enumerate(lines) if _closes(line.text)), default=-1)
    while at < len(lines):
        end = _fenced(lines, at, last) or (
            _traceback(lines, at) if _is_code(lines[at].text) else at
        )
        if end > at:
            spans.append((lines[at].start, _end_of(lines[end - 1])))
        at = max(end, at + 1)
    return spans


def _closes(text: str) -> bool:
    """Whether a line may end a fenced block: the fence at its end, or first with words after it."""
    return text.endswith(_FENCES) or text.startswith(_FENCES_AND_MORE)


def _end_of(line: Line) -> int:
    """End of a line of code; words after a closing fence belong to the message."""
    return line.start + 3 if line.text.startswith(_FENCES_AND_MORE) else line.end


def _fenced(lines: list[Line], at: int, last: int) -> int:
    """Return the line after the closing fence; a fence that never closes hides only itself."""
    text = lines[at].text
    if not text.startswith(_FENCES):
        return 0
    alone = at >= last or (len(text) > 6 and text.endswith(_FENCES))
    if alone:
        return at + 1
    return next((i for i in range(at + 1, last) if _closes(lines[i].text)), last) + 1


def _is_code(text: str) -> bool:
    return bool(_LOG.match(text) or _SOURCE.match(text))


def _traceback(lines: list[Line], at: int) -> int:
    """Take the run of code lines that starts here, with the source lines a traceback quotes."""
    end = at + 1
    inside = lines[at].text.startswith(("Traceback", "File "))
    while end < len(lines) and not lines[end].blank:
        text = lines[end].text
        if not (_is_code(text) or (inside and lines[end - 1].text.startswith("File "))):
            break
        end += 1
    return end
