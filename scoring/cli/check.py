"""``warmline check``: one draft as a card or as JSON, or many as lines of JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from scoring import extras
from scoring.cli.failures import note
from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.contract import CheckItem
    from scoring.engine import Checker
    from scoring.registry.progress import ProgressReporter
    from scoring.settings import Settings

    Load = Callable[[Settings, ProgressReporter], Checker]

__all__ = ["check", "item_of", "make"]

_ALONE = (
    "--jsonl goes without --context, --reply, --guidelines, --channel and --json: drop them; a "
    "line can hold guidelines and channel of its own."
)


def make(load: Load) -> Callable[..., None]:
    """Make the command with a way to load the model."""

    def check(  # noqa: PLR0913, PLR0917 - one parameter an option
        context: Annotated[
            str | None, typer.Option(help="The customer's message the draft answers.")
        ] = None,
        reply: Annotated[
            str | None, typer.Option(help="The draft; read from standard input if not given.")
        ] = None,
        as_json: Annotated[
            bool, typer.Option("--json", help="Print one JSON document instead of the card.")
        ] = False,
        jsonl: Annotated[
            Path | None,
            typer.Option(help="Check many: a file of lines {id, context, reply}, or - for stdin."),
        ] = None,
        out: Annotated[
            Path | None, typer.Option(help="With --jsonl: where the lines {id, ...result} go.")
        ] = None,
        rewrites: Annotated[
            bool, typer.Option("--rewrites/--no-rewrites", help="Suggest rewrites.")
        ] = True,
        guidelines: Annotated[
            Path | None,
            typer.Option(help="File with house guidelines: words to avoid, tone, sign-off."),
        ] = None,
        channel: Annotated[str, typer.Option(help="Where the reply goes: email, chat, ...")] = "",
    ) -> None:
        """Check a draft reply: how will it land, what is weakest, what small edit would help.

        Exit code 0: done. 2: the call or the input is wrong. 1: it failed.
        """
        if jsonl is not None:
            if context is not None or reply is not None or as_json or guidelines or channel:
                raise InputError(_ALONE)
            _many(load, jsonl, out, rewrites=rewrites)
            return
        if out is not None:
            raise InputError("--out goes with --jsonl: add it, or redirect the output.")
        item = item_of(context or "", reply, guidelines, channel)
        _one(load, item, as_json=as_json, rewrites=rewrites)

    return check


check = make(extras.load_checker)


def _one(load: Load, item: CheckItem, *, as_json: bool, rewrites: bool) -> None:
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    checker = load(begin(), RichProgress())
    result = checker.check([item], rewrites=rewrites)[0]
    if as_json:
        document = result.model_dump_json(exclude={"id"}, indent=2)
        sys.stdout.buffer.write(document.encode() + b"\n")
        sys.stdout.flush()
        return
    from rich.console import Console  # noqa: PLC0415

    from scoring.cli.card import WIDTH, card  # noqa: PLC0415

    console = Console(highlight=False)
    console.print(card(item, result), width=min(console.width, WIDTH))


def item_of(context: str, reply: str | None, guidelines: Path | None, channel: str) -> CheckItem:
    """Make what is checked of a command's options; the reply from standard input if not given.

    Raises:
        InputError: A text or the file can't be used.
    """
    from scoring.cli.lines import checked_text  # noqa: PLC0415
    from scoring.contract import MAX_CHANNEL, MAX_GUIDELINES, CheckItem  # noqa: PLC0415

    reply = _argument("--reply", reply) if reply is not None else _from_stdin()
    context = _argument("--context", context)
    return CheckItem(
        context=checked_text("context", context),
        reply=checked_text("reply", reply),
        guidelines=checked_text("guidelines", _read(guidelines), MAX_GUIDELINES),
        channel=checked_text("channel", _argument("--channel", channel), MAX_CHANNEL),
    )


def _read(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{file} can't be read ({type(error).__name__}): give a text file in UTF-8."
        raise InputError(message) from None


def _argument(name: str, value: str) -> str:
    """Refuse an argument whose bytes were not UTF-8 (Python hands them on as surrogates)."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InputError(f"{name} is not UTF-8 text: send UTF-8.") from None
    return value


def _from_stdin() -> str:
    from scoring.contract import MAX_TEXT  # noqa: PLC0415 - keeps --help fast

    # A byte order mark and the longest text, each character at its longest in UTF-8.
    most = 3 + 4 * MAX_TEXT
    if sys.stdin.isatty():
        note("Type or paste the reply, then end with Ctrl-D:")
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        message = f"The reply is too long: at most {MAX_TEXT:,} characters can be checked."
        raise InputError(message)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"Standard input is not UTF-8 text (byte {error.start}): send the reply as text."
        raise InputError(message) from None


def _many(load: Load, source: Path, out: Path | None, *, rewrites: bool) -> None:
    from scoring.cli.many import Job, Tally, check_lines, count_lines  # noqa: PLC0415
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings, tally = begin(), Tally()
    with _opened(source, out) as (lines, target):
        checker = load(settings, RichProgress())
        if out is not None and out.is_file():
            target.truncate(0)  # only now: a model that can't be loaded costs no earlier results
        # A pipe can be read only once, so only a file's lines are counted beforehand.
        total = count_lines(source) if str(source) != "-" and source.is_file() else None
        job = Job(lines, target, rewrites, settings.batch_size, total)
        try:
            check_lines(checker, job, tally)
        except KeyboardInterrupt:
            note(f"Stopped: {tally.done} lines are done and written.")
            raise typer.Exit(1) from None
    note(f"{tally.done} lines checked" + (f", {tally.bad} can't be used." if tally.bad else "."))
    if tally.bad:
        raise typer.Exit(2)


@contextmanager
def _opened(source: Path, out: Path | None) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Open both ends before the model is loaded: a wrong name is told at once."""
    if out is not None and source.exists() and out.exists() and out.samefile(source):
        raise InputError("--out is the input file: name another one.")
    lines: IO[bytes] | None = None
    try:
        lines = sys.stdin.buffer if str(source) == "-" else source.open("rb")
        target: IO[bytes] = sys.stdout.buffer if out is None else out.open("ab")
    except OSError as error:
        if lines is not None and lines is not sys.stdin.buffer:
            lines.close()
        raise InputError(f"{error.filename} can't be opened: {error.strerror}.") from None
    try:
        yield lines, target
    finally:
        if lines is not sys.stdin.buffer:
            lines.close()
        if out is not None:
            target.close()
