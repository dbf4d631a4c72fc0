"""``warmline benchmark``: figures beside what people and other methods reach."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from scoring.errors import InputError

NAMES = ("human",)


def benchmark(
    data: Annotated[
        Path | None, typer.Option(help="Folder of research data (or WARMLINE_DATA).")
    ] = None,
    only: Annotated[str | None, typer.Option(help=f"One of: {', '.join(NAMES)}.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Measure the current model on benchmark sets, which do not come with the project."""
    from scoring.cli.output import print_json  # noqa: PLC0415 - keeps --help fast
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import load_checker, needs  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings = begin()
    folder = _folder(data, only)
    with needs("scorer,train"):
        from scoring.benchmarks.human import human_agreement  # noqa: PLC0415
    checker = load_checker(settings, RichProgress())
    rows = human_agreement(folder, lambda items: checker.check(items, rewrites=False))
    if as_json:
        print_json({"model": checker.model.model_dump(), "human": rows})
    else:
        _print_table(rows)


def _folder(data: Path | None, only: str | None) -> Path:
    if only is not None and only not in NAMES:
        raise InputError(f"There is no benchmark {only}; choose one of: {', '.join(NAMES)}.")
    folder = data or (Path(os.environ["WARMLINE_DATA"]) if "WARMLINE_DATA" in os.environ else None)
    if folder is None or not folder.is_dir():
        raise InputError("The benchmark data is not here; give its folder with --data.")
    return folder


def _print_table(rows: list[dict[str, Any]]) -> None:
    typer.echo("| set | dimension | ours | n | Spearman | 95 % | experts | crowd | LLMs |")
    typer.echo("|---|---|---|---|---|---|---|---|---|")
    for r in rows:
        llms = [str(r[k]) for k in ("gpt", "claude", "gemini") if k in r]
        typer.echo(
            f"| {r['data']} | {r['dimension']} | {r['target']} | {r['n']} | {r['spearman']} "
            f"| {r['interval']} | {r['experts']} | {r.get('crowd', '')} | {' '.join(llms)} |"
        )
