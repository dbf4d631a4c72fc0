"""Logs that say what happened, to which event and item, and never what somebody wrote.

Our own code logs through structlog: an event's name and a few facts. :func:`configure` sends these
to stderr (stdout belongs to ``--json``) through processors that

* render an exception as its types and places, without messages, values or locals;
* drop every key that could hold what people write, and anything that is not a plain value;
* blank out Slack tokens and the addresses that act as one.

Libraries are another matter: ``slack_sdk`` logs whole requests at DEBUG and Bolt puts a request's
body into warnings. What a library says is therefore never rendered, at any level: its line names
the library, the place in it and the exception's type, and repeats the beginning of the message
only where that beginning is one of :data:`HARMLESS`.

Ids of what is being worked on come from ``structlog.contextvars.bound_contextvars(event_id=…,
work_id=…)``.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.errors import WarmlineError

__all__ = ["DROPPED", "HARMLESS", "configure", "drop_content", "redact", "render_exception"]

#: Keys that are never logged, in whatever nesting or case.
DROPPED: Final = frozenset(
    {"args", "authorization", "blocks", "body", "content", "context", "draft", "headers", "kwargs"}
    | {"message", "messages", "payload", "private_metadata", "quote", "reply", "result", "secret"}
    | {"text", "token", "value", "values", "view"}
)
#: Beginnings of library messages that hold nothing but themselves.
HARMLESS: Final = (
    "A new session",
    "Bolt app is running",
    "Failed to check the current session",
    "Failed to connect",
    "Failed to receive or enqueue a message",
    "Failed to send a message",
    "Failed to send a ping message",
    "Received CLOSE event",
    "Rate limited",
    "Running upgrade",
    "Task exception was never retrieved",
    "The old session",
    "The session",
    "Unclosed client session",
    "Unhandled request",
    "Uvicorn running",
)
#: Loggers of our own, whose messages are written here and can be rendered.
_OURS: Final = ("bot", "scoring", "migrations")
_LONGEST: Final = 300
_FRAMES: Final = 8
_SECRETS: Final = re.compile(
    r"""
      xox[a-z](?:\.xox[a-z])?-[\w.-]+        # bot, user, refresh and rotated tokens
    | xapp-[\w.-]+                           # app-level tokens
    | https://hooks\.slack\.com/\S+          # response URLs: whoever has one may post
    | (?<=[?&]ticket=)[^&\s]+                # Socket Mode's way in
    | (?<=://)[^/\s:@]*:[^/\s@]+(?=@)        # user:password of an address
    """,
    re.VERBOSE | re.IGNORECASE,
)


def configure(level: str, *, json: bool, stream: TextIO | None = None) -> None:
    """Set up logging for this process; call it once, first.

    Args:
        level: Least serious level to log: debug, info, warning or error.
        json: One JSON object a line; otherwise text for people, coloured on a terminal.
        stream: Where to; stderr by default.
    """
    stream = stream or sys.stderr
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=_processors(json=json, colours=stream.isatty()),
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    root = logging.getLogger()
    root.handlers[:] = [_Bridge()]
    root.setLevel(number)
    # It reports each of its own plugins when imported; who looks for a fault lowers the level.
    logging.getLogger("alembic").setLevel(max(number, logging.WARNING))
    logging.captureWarnings(True)
    # Python would print a record that fails to format, arguments and all.
    logging.raiseExceptions = False


def redact(text: str) -> str:
    """Blank out Slack tokens, response addresses and passwords, and cut what is long."""
    clean = _SECRETS.sub("[secret]", text)
    return clean if len(clean) <= _LONGEST else f"{clean[:_LONGEST]}…[{len(clean)} characters]"


def drop_content(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Keep plain facts only; the last processor before the renderer."""
    return {key: _plain(value) for key, value in event.items() if key.lower() not in DROPPED}


def render_exception(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace ``exc_info`` by the error's types, places and, for our own errors, its id."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else _current(given)
    if error is not None:
        event["error"] = " < ".join(type(link).__name__ for link in _chain(error))
        event["at"] = _places(error)
        if isinstance(error, WarmlineError):
            event["error_id"] = error.error_id
    return event


def _processors(*, json: bool, colours: bool) -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        render_exception,
        drop_content,
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(colors=colours),
    ]


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Path | date | timedelta):
        return redact(str(value))
    if isinstance(value, Mapping):
        return {
            redact(str(key)): _plain(inner)
            for key, inner in value.items()
            if str(key).lower() not in DROPPED
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    # Anything else might print what it holds.
    return f"<{type(value).__name__}>"


def _current(exc_info: object) -> BaseException | None:
    if isinstance(exc_info, tuple):
        return exc_info[1] if isinstance(exc_info[1], BaseException) else None
    return sys.exception() if exc_info else None


def _chain(error: BaseException) -> Iterator[BaseException]:
    link: BaseException | None = error
    while link is not None:
        yield link
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


class _Bridge(logging.Handler):
    """Hands records of the standard library's loggers to structlog, without what they say."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record's facts; a stream that is gone must not stop a library."""
        ours = record.name.split(".", 1)[0] in _OURS
        try:
            structlog.get_logger().log(
                min(record.levelno // 10 * 10, logging.CRITICAL),
                _message(record) if ours else _harmless(record),
                logger=record.name,
                place=f"{record.module}:{record.lineno}",
                exc_info=record.exc_info,
            )
        except (OSError, ValueError):
            self.handleError(record)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        return "library.unreadable"


def _harmless(record: logging.LogRecord) -> str:
    given = record.msg if isinstance(record.msg, str) else ""
    return next((known for known in HARMLESS if given.startswith(known)), "library.message")
