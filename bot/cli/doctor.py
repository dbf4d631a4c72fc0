"""``warmline doctor``: says what is wrong and how to mend it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer

from bot.cli.start import begin


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check settings, Slack, database, keys and scorer. Ends with 1 if something must be mended."""
    from bot.doctor.findings import lines, summary  # noqa: PLC0415 - keeps --help fast
    from bot.doctor.report import examine  # noqa: PLC0415

    findings = asyncio.run(examine(begin(quiet=True)))
    failed = any(finding.status == "fail" for finding in findings)
    if as_json:
        document = {"ok": not failed, "checks": [asdict(finding) for finding in findings]}
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        typer.echo("\n".join([*lines(findings), "", summary(findings)]))
    raise typer.Exit(1 if failed else 0)
