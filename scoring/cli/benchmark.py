"""``warmline benchmark``: figures beside what people and other methods reach."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from scoring.cli import judging, noise, rewriting, tables
from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.contract import CheckItem, CheckResult
    from scoring.settings import Settings

_PIECE = 64
_ROUNDS = 60
#: A report: one document, or a list of rows.
Report = dict[str, Any] | list[dict[str, Any]]
#: Measures one benchmark: settings and the folder of research data in, its report out.
Run = Callable[["Settings", Path], Report]


def benchmark(
    data: Annotated[
        Path | None, typer.Option(help="Folder of research data (or WARMLINE_DATA).")
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            help=(
                "drafts, methods, human (agreement with experts), deletion, speed, rewrite, noise "
                "or training-speed; unasked never run noise-finetune and, with a language model "
                "set up, judge and judge-speed."
            )
        ),
    ] = None,
    drafts: Annotated[
        int,
        typer.Option(min=10, max=1000, help="How many drafts a language model rates or rewrites."),
    ] = 60,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Measure the current model on benchmark sets, which do not come with the project."""
    from scoring.cli.output import print_json  # noqa: PLC0415 - keeps --help fast
    from scoring.cli.start import begin  # noqa: PLC0415

    chosen = _chosen(only, drafts)
    settings, folder = begin(), _folder(data)
    report = {name: run(settings, folder) for name, (run, _) in chosen.items()}
    if as_json:
        print_json({"model": _model_id(settings)} | report)
        return
    typer.echo(f"model {_model_id(settings)}")
    for name, (_, show) in chosen.items():
        typer.echo(f"\n## {name}\n")
        for line in show(report[name]):
            typer.echo(line)


def _check(settings: Settings) -> Callable[[Sequence[CheckItem]], list[CheckResult]]:
    """Give a function that checks many items in pieces, with a progress bar, without rewrites."""
    from scoring.extras import load_checker  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    checker = load_checker(settings, RichProgress())

    def check(items: Sequence[CheckItem]) -> list[CheckResult]:
        pieces = [items[at : at + _PIECE] for at in range(0, len(items), _PIECE)]
        bar = track(pieces, "checking", console=Console(stderr=True), transient=True)
        return [result for piece in bar for result in checker.check(piece, rewrites=False)]

    return check


def _human(settings: Settings, folder: Path) -> Report:
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.human import human_agreement  # noqa: PLC0415
    return human_agreement(folder, _check(settings))


def _drafts(settings: Settings, folder: Path) -> Report:
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.drafts import drafts_table  # noqa: PLC0415
        from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415
    corpus = with_research_data(shipped_corpus(), folder)
    return drafts_table(corpus.split("test"), corpus.pairs_of("test"), _check(settings))


def _deletion(settings: Settings, folder: Path) -> Report:
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.deletion import deletion_test  # noqa: PLC0415
        from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415
    corpus = with_research_data(shipped_corpus(), folder)
    return deletion_test(corpus.split("test"), _check(settings))


def _speed(settings: Settings, folder: Path) -> Report:
    from scoring.extras import load_checker, needs  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    del folder  # composed drafts are enough
    with needs("scorer,train"):
        from scoring.benchmarks.bare import bare_forward  # noqa: PLC0415
        from scoring.benchmarks.speed import Timed, speed_table  # noqa: PLC0415
        from scoring.models import device  # noqa: PLC0415
        from scoring.training.sources import shipped_corpus  # noqa: PLC0415
    version, base = _version(settings)
    checker = load_checker(settings, RichProgress())
    timed = Timed(
        bare_forward(version, base, device.choose(settings.device, settings.dtype)),
        lambda items, rewrites: checker.check(items, rewrites=rewrites),
    )
    return speed_table(shipped_corpus().split("dev"), timed, _ROUNDS)


def _version(settings: Settings) -> tuple[Path, Path]:
    """Folder of the version in use, and of its base weights."""
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    version = versions.current(settings.weights_dir or versions.SHIPPED)
    return version, locate(versions.read_manifest(version)[0].base, settings, RichProgress())


def _methods(settings: Settings, folder: Path) -> Report:
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.methods import method_table  # noqa: PLC0415
        from scoring.benchmarks.study import gather  # noqa: PLC0415
        from scoring.models import device  # noqa: PLC0415
        from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415
    version, base = _version(settings)
    placement = device.choose(settings.device, settings.dtype)
    corpus = with_research_data(shipped_corpus(), folder)
    return method_table(gather(corpus, version, base, placement, _say), _say)


def _say(what: str) -> None:
    typer.echo(f"... {what}", err=True)


BENCHMARKS: dict[str, tuple[Run, Callable[[Any], Iterator[str]]]] = {
    "drafts": (_drafts, tables.drafts),
    "methods": (_methods, tables.methods),
    "human": (_human, tables.human),
    "deletion": (_deletion, tables.deletion),
    "speed": (_speed, tables.speed),
    "noise": (noise.noise, tables.noise),
    "training-speed": (noise.training_speed, tables.training_speed),
}


def _chosen(only: str | None, drafts: int) -> dict[str, tuple[Run, Callable[[Any], Iterator[str]]]]:
    rewrite = partial(rewriting.rewriting, drafts=drafts), tables.rewriting
    always = BENCHMARKS | {"rewrite": rewrite}
    if only is None:
        return always
    known = always | {
        "judge": (partial(judging.judge, drafts=drafts), tables.judge),
        "judge-speed": (judging.judge_speed, tables.judge_speed),
        "noise-finetune": (noise.finetune, tables.finetune),
    }
    if only not in known:
        raise InputError(f"There is no benchmark {only}; choose one of: {', '.join(known)}.")
    return {only: known[only]}


def _folder(data: Path | None) -> Path:
    folder = data or (Path(os.environ["WARMLINE_DATA"]) if "WARMLINE_DATA" in os.environ else None)
    if folder is None or not folder.is_dir():
        raise InputError("The benchmark data is not here; give its folder with --data.")
    return folder


def _model_id(settings: Settings) -> str:
    from scoring.registry import versions  # noqa: PLC0415

    version = versions.current(settings.weights_dir or versions.SHIPPED)
    return versions.read_manifest(version)[0].id
