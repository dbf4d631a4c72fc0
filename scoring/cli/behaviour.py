"""``warmline behaviour``: run behaviour cases through the current model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from scoring.errors import InputError


def behaviour(
    cases: Annotated[Path, typer.Argument(help="Cases as JSON lines (docs/contract.md).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run behaviour cases and report pass rates by kind and family."""
    from scoring import settings as scorer_settings  # noqa: PLC0415  keeps --help fast
    from scoring.benchmarks.behaviour import run_cases, summary  # noqa: PLC0415
    from scoring.engine_factory import load_checker  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    if not cases.is_file():
        raise InputError(f"There is no file {cases}; give a file of behaviour cases.")
    lines = [json.loads(x) for x in cases.read_text(encoding="utf-8").splitlines() if x.strip()]
    checker = load_checker(scorer_settings.load(), RichProgress())
    outcomes = run_cases(lines, lambda items, rewrites: checker.check(items, rewrites=rewrites))
    report = summary(outcomes)
    if as_json:
        typer.echo(json.dumps({"model": checker.model.model_dump(), **report}, indent=1))
        return
    typer.echo(f"{report['n']} cases, model {checker.model.id}")
    for kind, rate in report["by_kind"].items():
        typer.echo(f"  {kind}  {rate:.3f}")
    typer.echo(f"  joint (least of the three)  {report['joint']}")
    for family, count in report["by_family"].items():
        typer.echo(f"    {family}: {count}")
    for failed in report["failed"]:
        typer.echo(f"    failed {failed['id']}: {failed['measured']}")
