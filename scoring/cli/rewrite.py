"""``warmline rewrite``: suggestions for one draft and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring import extras

if TYPE_CHECKING:
    from scoring.contract import CheckItem, CheckResult
    from scoring.engine import Checker
    from scoring.registry.progress import ProgressReporter
    from scoring.settings import Settings

    Load = Callable[[Settings, ProgressReporter], Checker]

__all__ = ["make", "rewrite"]


def make(load: Load) -> Callable[..., None]:
    """Make the command with a way to load the model."""

    def rewrite(
        context: Annotated[
            str, typer.Option(help="The customer's message the draft answers.")
        ] = "",
        reply: Annotated[
            str | None, typer.Option(help="The draft; read from standard input if not given.")
        ] = None,
        guidelines: Annotated[
            Path | None,
            typer.Option(help="File with house guidelines: words to avoid, tone, sign-off."),
        ] = None,
        channel: Annotated[str, typer.Option(help="Where the reply goes: email, chat, ...")] = "",
        as_json: Annotated[
            bool, typer.Option("--json", help="Print one JSON document instead of the texts.")
        ] = False,
    ) -> None:
        """Suggest changes of a draft that land better and keep every fact."""
        from scoring.cli.check import item_of  # noqa: PLC0415 - keeps --help fast
        from scoring.cli.start import begin  # noqa: PLC0415
        from scoring.registry.progress import RichProgress  # noqa: PLC0415

        item = item_of(context, reply, guidelines, channel)
        checker = load(begin(), RichProgress())
        _print(item, checker.check([item])[0], as_json=as_json)

    return rewrite


rewrite = make(extras.load_checker)


def _print(item: CheckItem, result: CheckResult, *, as_json: bool) -> None:
    if as_json:
        from scoring.cli.output import print_json  # noqa: PLC0415

        edits = [w.model_dump() for w in result.score.weakest]
        rewrites = [r.model_dump() for r in result.rewrites]
        overall = result.score.overall
        print_json(
            {"outcome": result.outcome, "overall": overall, "rewrites": rewrites, "weakest": edits}
        )
        return
    from rich.console import Console, Group  # noqa: PLC0415

    from scoring.cli.card import WIDTH, suggestions, words  # noqa: PLC0415

    console = Console(highlight=False)
    shown = [*suggestions(item, result), *([] if result.rewrites else words(result))]
    console.print(Group(*shown), width=min(console.width, WIDTH))
