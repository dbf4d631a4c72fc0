"""``warmline behaviour``: run behaviour cases through the current model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def behaviour(
    cases: Annotated[Path, typer.Argument(help="Cases as JSON lines (docs/contract.md).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run behaviour cases and report pass rates by kind and family."""
    from scoring.benchmarks.behaviour import run_cases, summary  # noqa: PLC0415 - keeps --help fast
    from scoring.benchmarks.cases import read_cases  # noqa: PLC0415
    from scoring.cli.output import print_json  # noqa: PLC0415
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import load_checker  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings = begin()
    wanted = read_cases(cases)
    checker = load_checker(settings, RichProgress())
    outcomes = run_cases(wanted, lambda items, rewrites: checker.check(items, rewrites=rewrites))
    report = summary(outcomes)
    if as_json:
        print_json({"model": checker.model.model_dump(), **report})
    else:
        _print(report, checker.model.id)


def _print(report: dict[str, Any], model: str) -> None:
    typer.echo(f"{report['n']} cases, model {model}")
    for kind, rate in report["by_kind"].items():
        typer.echo(f"  {kind}  {rate:.3f}")
    typer.echo(f"  joint (least of the three)  {report['joint']}")
    offered = report["rewrites_offered"]
    typer.echo(
        f"  rewrite cases with a suggestion  {offered['offered']} of {offered['cases']}; "
        f"{offered['passed_without']} passed without any"
    )
    for family, count in report["by_family"].items():
        typer.echo(f"    {family}: {count}")
    for failed in report["failed"]:
        typer.echo(f"    failed {failed['id']}: {failed['measured']}")
