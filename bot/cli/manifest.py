"""``warmline manifest``: what to paste into Slack to make the app."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("manifest")(manifest)


def manifest() -> None:
    """Print the app manifest, ready to paste into Slack (api.slack.com/apps, From a manifest)."""
    from bot.manifest import manifest_text  # noqa: PLC0415 - keeps --help fast

    typer.echo(manifest_text(), nl=False)
