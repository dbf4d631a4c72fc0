"""``warmline manifest``: what to paste into Slack to make the app."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from bot.strings import cli as words


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("manifest")(manifest)


def manifest(
    http: Annotated[
        str,
        typer.Option(
            "--http",
            metavar="https://ADDRESS",
            help="For many workspaces over HTTP: the address under which Slack reaches Warmline.",
        ),
    ] = "",
) -> None:
    """Print the app manifest, ready to paste into Slack (api.slack.com/apps, From a manifest)."""
    from bot.manifest import http_manifest, manifest_text  # noqa: PLC0415 - keeps --help fast

    if not http:
        typer.echo(manifest_text(), nl=False)
        return
    if not http.startswith("https://"):
        raise typer.BadParameter(words.HTTPS_NEEDED)
    typer.echo(json.dumps(http_manifest(http.rstrip("/")), indent=2, ensure_ascii=False))
