"""Progress of long work, as a seam: loaders report to it and never know who is watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

__all__ = ["NullProgress", "ProgressReporter", "RichProgress", "Update"]

#: Told the number of bytes done so far.
Update = Callable[[int], None]


class ProgressReporter(Protocol):
    """Watches one piece of work at a time."""

    def step(self, title: str, total: int | None) -> AbstractContextManager[Update]:
        """Open a step of ``total`` bytes (None: unknown); call what it yields with bytes done."""
        ...


class NullProgress:
    """Shows nothing: for services, whose progress goes to the log."""

    @contextmanager
    def step(self, title: str, total: int | None) -> Iterator[Update]:
        """Take the reports and drop them."""
        del title, total
        yield lambda done: None


class RichProgress:
    """A bar on stderr; plain lines when stderr is not a terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)

    @contextmanager
    def step(self, title: str, total: int | None) -> Iterator[Update]:
        """Show one bar until the step ends."""
        if not self._console.is_terminal:
            self._console.print(f"{title} ...", highlight=False)
        with self._bar() as bar:
            task: TaskID = bar.add_task(title, total=total)
            yield lambda done: bar.update(task, completed=done)

    def _bar(self) -> Progress:
        return Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
