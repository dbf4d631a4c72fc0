"""``warmline check --jsonl``: many drafts, written as they are done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from scoring.cli.failures import note
from scoring.cli.lines import BadLine, Line, read
from scoring.contract import CheckResult
from scoring.errors import ScorerError

if TYPE_CHECKING:
    from scoring.engine import Checker

__all__ = ["Job", "Tally", "check_lines", "count_lines"]


@dataclass
class Tally:
    """How far it got.

    Attributes:
        done: Lines checked and written.
        bad: Lines that can't be used.
        warned: Whether ignored keys were mentioned.
    """

    done: int = 0
    bad: int = 0
    warned: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """What to check and how.

    Attributes:
        source: Lines of JSON.
        out: Gets one line ``{id, ...result}`` for each good line, in order.
        rewrites: Whether to suggest rewrites.
        batch: Lines the model takes at once.
        total: Number of lines for the progress bar, None if unknown.
    """

    source: IO[bytes]
    out: IO[bytes]
    rewrites: bool
    batch: int
    total: int | None


def check_lines(checker: Checker, job: Job, tally: Tally) -> None:
    """Check all lines, writing each batch whole before the next, so an interruption loses none.

    Args:
        checker: The model.
        job: What to check and how.
        tally: Counts; readable also after an interruption.
    """
    with _bar() as bar:
        task = bar.add_task("Checking", total=job.total)
        good = _good_lines(read(job.source), tally, bar)
        while lines := list(islice(good, job.batch)):
            results = checker.check([line.item for line in lines], rewrites=job.rewrites)
            if len(results) != len(lines):
                raise ScorerError("The model gave another number of results than it got drafts.")
            job.out.write(b"".join(map(_written, lines, results)))
            job.out.flush()
            tally.done += len(lines)
            bar.update(task, completed=lines[-1].number)


def _good_lines(lines: Iterable[Line | BadLine], tally: Tally, bar: Progress) -> Iterator[Line]:
    for line in lines:
        if isinstance(line, BadLine):
            tally.bad += 1
            _say(bar, f"line {line.number}: {line.why}")
            continue
        if line.unknown and not tally.warned:
            tally.warned = True
            names = ", ".join(ascii(key)[:40] for key in line.unknown)
            _say(bar, f"line {line.number}: unknown keys are ignored ({names}); said only once.")
        yield line


def _say(bar: Progress, message: str) -> None:
    """A note that a running bar does not tear."""
    if bar.disable:
        note(message)
    else:
        bar.console.print(message, markup=False, highlight=False, soft_wrap=True)


def _written(line: Line, result: CheckResult) -> bytes:
    document = {"id": line.id, **result.model_dump(mode="json", exclude={"id"})}
    return json.dumps(document, ensure_ascii=False).encode() + b"\n"


def count_lines(path: Path) -> int:
    """Number of lines of a file, for the progress bar."""
    with path.open("rb") as stream:
        pieces = iter(lambda: stream.read(1 << 20), b"")
        return sum(piece.count(b"\n") for piece in pieces) + 1


def _bar() -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )
