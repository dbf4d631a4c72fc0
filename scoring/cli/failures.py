"""What a command says when it can't: one line on stderr and the exit code of the contract.

0 done; 2 the call or the input is wrong; 1 it failed. A failure nobody foresaw is named by its type
and an id, without its message, which may carry the text of a draft; ``WARMLINE_DEBUG=1`` shows it.
"""

from __future__ import annotations

import functools
import os
import secrets
import sys
from collections.abc import Callable
from typing import NoReturn, ParamSpec, TypeVar

import typer

from scoring.errors import ScorerError

__all__ = ["handled", "note"]

P = ParamSpec("P")
R = TypeVar("R")


def note(line: str) -> None:
    """Say one line on stderr."""
    typer.echo(line, err=True)


def handled(command: Callable[P, R]) -> Callable[P, R]:
    """Turn what a command raises into one line and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except ScorerError as error:
            _debug()
            _end(str(error), error.exit_code)
        except KeyboardInterrupt:
            _end("Stopped.", 1)
        except BrokenPipeError:  # the reader (head, less) has enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except Exception as error:  # noqa: BLE001 - the last stop before the person
            _debug()
            name = f"{type(error).__name__}, id {secrets.token_hex(4)}"
            _end(f"Failed ({name}). Set WARMLINE_DEBUG=1 and run it again to see the cause.", 1)

    return run


def _end(line: str, code: int) -> NoReturn:
    note(" ".join(line.split()))
    raise typer.Exit(code) from None


def _debug() -> None:
    """Let the traceback out when it was asked for."""
    if os.environ.get("WARMLINE_DEBUG") == "1":
        import traceback  # noqa: PLC0415 - only then

        traceback.print_exc()
