"""``warmline rank``: replies to one message, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.cli.candidates import Candidate
    from scoring.engine import Checker
    from scoring.judge.emrank import Ranked
    from scoring.judge.ranking import Shots
    from scoring.llm.base import Llm
    from scoring.registry.progress import ProgressReporter
    from scoring.rewrite.contest import Contest
    from scoring.settings import Settings

    LoadChecker = Callable[[Settings, ProgressReporter], Checker]
    LoadLlm = Callable[[Settings, ProgressReporter], "Llm | None"]

__all__ = ["make", "rank"]


def make(load_checker: LoadChecker, load_llm: LoadLlm) -> Callable[..., None]:
    """Make the command with ways to load the scorer and the language model."""

    def rank(  # noqa: PLR0913, PLR0917 - one parameter an option
        candidates: Annotated[
            Path, typer.Option(help="A file of lines {id, text}, or - for standard input.")
        ],
        context: Annotated[
            str, typer.Option(help="The customer's message the replies answer.")
        ] = "",
        draft: Annotated[
            str | None,
            typer.Option(help="Id of the draft among them: the others are held against it."),
        ] = None,
        shots: Annotated[
            str,
            typer.Option(
                help="Demonstrations the language model is shown: zero, one, few or ensemble."
            ),
        ] = "zero",
        seconds: Annotated[
            float, typer.Option(min=1, help="Longest time for the language model.")
        ] = 600.0,
        as_json: Annotated[
            bool, typer.Option("--json", help="Print one JSON document instead of the table.")
        ] = False,
    ) -> None:
        """Rank replies to a message: by a language model if one is set up, else by the scorer."""
        from scoring.cli.candidates import read_candidates  # noqa: PLC0415 - keeps --help fast
        from scoring.cli.lines import checked_text  # noqa: PLC0415

        listed = read_candidates(candidates)
        if draft is not None and draft not in [c.id for c in listed]:
            raise InputError("--draft is none of the candidates' ids: give one of them.")
        context = checked_text("context", context)
        asked = _Asked(context, listed, draft, _known(shots), seconds)
        report = _report(asked, load_checker, load_llm)
        _print(report, as_json=as_json)

    return rank


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the caller gave, checked."""

    context: str
    listed: list[Candidate]
    draft: str | None
    shots: Shots
    seconds: float


def _known(shots: str) -> Shots:
    from scoring.judge.ranking import SHOTS  # noqa: PLC0415

    known = next((name for name in SHOTS if name == shots), None)
    if known is None:
        raise InputError(f"There is no --shots {shots}; choose one of: {', '.join(SHOTS)}.")
    return known


def _report(asked: _Asked, load_checker: LoadChecker, load_llm: LoadLlm) -> dict[str, Any]:
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.contract import CheckItem  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.rewrite.contest import Contest  # noqa: PLC0415

    settings = begin()
    # The command ranks with the language model itself; the scorer has no use for one here.
    checker = load_checker(settings.model_copy(update={"llm": "off"}), RichProgress())
    items = [CheckItem(id=c.id, context=asked.context, reply=c.text) for c in asked.listed]
    checked = checker.check(items, rewrites=False)
    llm = load_llm(settings, RichProgress())
    with closing(llm) if llm else nullcontext():
        ranked = _ranked(llm, asked) if llm else None
    texts = {c.id: c.text for c in asked.listed}
    contest = Contest(asked.context, texts, checked, ranked, asked.draft)
    return _head(llm, ranked, asked) | {"scorer": checker.model.id} | _rows(contest)


def _ranked(llm: Llm, asked: _Asked) -> Ranked:
    from scoring.judge.emrank import EmRank  # noqa: PLC0415
    from scoring.judge.ranking import load_ranking  # noqa: PLC0415
    from scoring.llm.base import Budget  # noqa: PLC0415
    from scoring.rewrite.filler import without_filler  # noqa: PLC0415

    names = [c.id for c in asked.listed]
    over = None if asked.draft is None else names.index(asked.draft)
    with _bar() as progress:
        judge = EmRank(llm, load_ranking(), without_filler, progress)
        replies = [c.text for c in asked.listed]
        return judge.rank(asked.context, replies, asked.shots, Budget(asked.seconds), over)


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("ranking", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _head(llm: Llm | None, ranked: Ranked | None, asked: _Asked) -> dict[str, Any]:
    from scoring.judge.ranking import load_ranking  # noqa: PLC0415

    if llm is None or ranked is None:
        return {"method": "scorer"}
    steady = ranked.consistency
    return {
        "method": "emrank",
        "judge": llm.name,
        "prompt_version": load_ranking().version,
        "shots": asked.shots,
        "lists": ranked.lists,
        "consistency": None if steady is None else round(steady, 3),
    }


def _rows(contest: Contest) -> dict[str, Any]:
    from scoring.rewrite.contest import standings  # noqa: PLC0415

    return {
        "draft": contest.draft,
        "draft_wins": contest.draft_wins,
        "candidates": standings(contest),
    }


def _print(report: dict[str, Any], *, as_json: bool) -> None:
    from scoring.cli.output import print_json  # noqa: PLC0415

    if as_json:
        print_json(report)
        return
    from rich.console import Console  # noqa: PLC0415

    from scoring.cli.ranks import ranks  # noqa: PLC0415

    Console(highlight=False).print(ranks(report))


def _load_checker(settings: Settings, progress: ProgressReporter) -> Checker:
    from scoring.extras import load_checker  # noqa: PLC0415

    return load_checker(settings, progress)


def _load_llm(settings: Settings, progress: ProgressReporter) -> Llm | None:
    from scoring.llm.load import load_llm  # noqa: PLC0415

    return load_llm(settings, progress)


rank = make(_load_checker, _load_llm)
