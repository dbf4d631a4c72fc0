"""The ``warmline`` command: the bot's commands, and those that other packages add to it.

A package joins through the entry point group ``warmline.commands``: a function that is given the
Typer application. That is how the model side's commands get here without ``bot`` importing it.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from typing import Final

import structlog
import typer

from bot.cli import register
from bot.errors import WarmlineError, new_error_id
from bot.strings import cli as words

__all__ = ["build", "main"]

GROUP: Final = "warmline.commands"
_log = structlog.get_logger(__name__)


def build() -> typer.Typer:
    """Put the application together."""
    app = typer.Typer(
        name="warmline",
        help=words.APP_HELP,
        no_args_is_help=True,
        add_completion=False,
        # Typer's own tracebacks show local variables, drafts among them.
        pretty_exceptions_enable=False,
    )
    register(app)
    for entry in sorted(entry_points(group=GROUP)):
        entry.load()(app)
    return app


def main() -> None:
    """Run a command; end with 0, with 2 if the call is wrong, with 1 if it failed."""
    try:
        build()()
    except WarmlineError as error:
        _end(error.message, error.exit_code)
    except KeyboardInterrupt:
        _end(words.STOPPED, 1)
    except Exception as error:  # noqa: BLE001 - the last stop before the person
        error_id = new_error_id()
        _log.debug("command.failed", error_id=error_id, exc_info=error)
        _end(words.UNFORESEEN.format(error=type(error).__name__, id=error_id), 1)


def _end(line: str, code: int) -> None:
    typer.echo(" ".join(line.split()), err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
