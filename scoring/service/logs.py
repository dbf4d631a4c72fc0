"""Log lines without message text: what happened, to which request, never what was written."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import structlog

__all__ = ["configure", "frames_of"]


def configure(*, as_json: bool) -> None:
    """Send log lines to stderr, as JSON or for people.

    Tracebacks are never rendered: an exception's message may carry the text of a draft. Code logs
    ``error=type(e).__name__`` and ``at=frames_of(e)`` instead.
    """
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger("INFO"),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def frames_of(error: BaseException, limit: int = 6) -> str:
    """Where an error came from, innermost last, without its message or any value."""
    frames = traceback.extract_tb(error.__traceback__)[-limit:]
    return " > ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames)
