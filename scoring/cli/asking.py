"""What ``warmline train`` asks for: feedback out of the store, a language model as its judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.cli.learning import AskJudge
    from scoring.settings import Settings
    from scoring.training.feedback import Line
    from scoring.training.from_feedback import Second
    from scoring.training.workers import Workers

__all__ = ["STORE", "feedback_file", "the_judge"]

#: In place of a file: export what the database holds now. The function that does it comes under
#: this name with the command's context, from whoever put the application together.
STORE: Final = "store"


def feedback_file(ctx: typer.Context, given: Path, workers: Workers) -> Path:
    """Give the file of feedback; with ``store`` a fresh export.

    Raises:
        InputError: There is no store here, or several processes would each export it.
    """
    if str(given) != STORE:
        return given
    if workers.count > 1:
        raise InputError(
            "Several processes can't export the store: give the file of `warmline feedback export`."
        )
    export: Callable[[], Path] | None = (ctx.find_root().obj or {}).get(STORE)
    if export is None:
        raise InputError("No store is at hand: give the file of `warmline feedback export`.")
    return export()


def the_judge(settings: Settings, prompt: str, workers: Workers) -> AskJudge | None:
    """The language model that is set up, as the judge of drafts; loaded when it is first asked."""
    if settings.llm == "off":
        return None

    def ask(lines: Sequence[Line]) -> Second:
        if workers.count > 1:
            raise InputError(
                "Several processes can't ask the language model: train in one, or choose labels "
                "that need none."
            )
        from scoring.extras import needs  # noqa: PLC0415

        with needs("scorer,llm"):
            from scoring.judge.judge import Judge  # noqa: PLC0415
            from scoring.judge.prompts import load_prompt  # noqa: PLC0415
            from scoring.llm.load import load_llm  # noqa: PLC0415
        from scoring.registry.progress import RichProgress  # noqa: PLC0415
        from scoring.training.second_source import judged_by  # noqa: PLC0415

        chosen, llm = load_prompt(prompt), load_llm(settings, RichProgress())
        assert llm is not None  # noqa: S101  settings.llm is not off
        with closing(llm), _counted("asking the judge") as tell:
            return judged_by(Judge(llm, chosen), lines, settings.cache_dir / "judge", tell)

    return ask


@contextmanager
def _counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr that counts, with the time left."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
