"""The ``warmline`` command: the bot's commands, and those that other packages add to it.

A package joins through the entry point group ``warmline.commands``: a function that is given the
Typer application. That is how the model side's commands get here without ``bot`` importing it.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from typing import Final, NoReturn

import typer

from bot.cli import register
from bot.cli.privacy import export_for_training
from bot.errors import WarmlineError, new_error_id
from bot.strings import cli as words

__all__ = ["build", "main"]

NAME: Final = "warmline"
GROUP: Final = "warmline.commands"
#: What the bot's side does for commands of other packages, which find it in their context.
OFFERS: Final = {"store": export_for_training}


def build() -> typer.Typer:
    """Put the application together."""
    app = typer.Typer(
        name=NAME,
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
        # Not standalone: else Typer would draw its own box around a wrong call and end here.
        code = build()(prog_name=NAME, standalone_mode=False, obj=OFFERS)
    except typer.TyperException as error:
        _end(_wrong_call(error), error.exit_code)
    except WarmlineError as error:
        _end(error.message, error.exit_code)
    except KeyboardInterrupt:
        _end(words.STOPPED, 1)
    except Exception as error:  # noqa: BLE001 - the last stop before the person
        import structlog  # noqa: PLC0415 - keeps --help fast

        error_id = new_error_id()
        structlog.get_logger(__name__).debug("command.failed", error_id=error_id, exc_info=error)
        _end(words.UNFORESEEN.format(error=type(error).__name__, id=error_id), 1)
    sys.exit(code)


def _wrong_call(error: typer.TyperException) -> str:
    """Say what is wrong with the call and where its help is."""
    context = getattr(error, "ctx", None)
    what = error.format_message() or words.NO_COMMAND
    if what.startswith("Got unexpected extra argument"):  # goes on to quote them: maybe a draft
        what = words.TOO_MANY_ARGUMENTS
    if not what.endswith("?"):  # "Did you mean ...?"
        what = what.rstrip(".") + "."
    command = NAME if context is None else context.command_path
    return words.WRONG_CALL.format(what=what, command=command)


def _end(line: str, code: int) -> NoReturn:
    typer.echo(" ".join(line.split()), err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
