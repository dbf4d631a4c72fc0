"""``warmline models promote``, ``rollback``, ``shadow``, ``prune``, ``gate``: what is used.

They change the folder that ``SCORER_WEIGHTS_DIR`` names. A running scorer sees the change within
seconds and goes on with the new version; a version that does not load leaves the old one in place.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.cli.failures import handled
from scoring.errors import SettingsError

if TYPE_CHECKING:
    from scoring.registry.shelf import Shelf
    from scoring.settings import Settings

__all__ = ["open_shelf", "register"]

_Name = Annotated[str, typer.Argument(help="A version's id, or the folder of one to copy in.")]
_Why = Annotated[str, typer.Option(help="The reason, for the history.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the group."""
    for command in (promote, rollback, shadow, prune, gate):
        app.command(command.__name__)(handled(command))


def promote(
    name: _Name,
    why: _Why = "",
    force: Annotated[bool, typer.Option("--force", help="Pass over the gate.")] = False,
) -> None:
    """Make a version the one in use. The gate must have passed it."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast

    shelf = open_shelf(begin())
    change = shelf.promote(_on_shelf(shelf, name), why, force=force)
    if change.version == change.before:
        typer.echo(f"{change.version} is in use already.")
    else:
        typer.echo(f"{change.version} is in use now; before: {change.before or 'none'}.")


def rollback(why: _Why = "") -> None:
    """Go back to the version that was in use before this one."""
    from scoring.cli.start import begin  # noqa: PLC0415

    change = open_shelf(begin()).rollback(why)
    typer.echo(f"Back to {change.version}; {change.before} stays on the shelf.")


def shadow(
    name: Annotated[str, typer.Argument(help="A version's id, a folder, or off.")],
) -> None:
    """Let a version score beside the one in use, unseen by anybody; off ends it."""
    from scoring.cli.start import begin  # noqa: PLC0415

    shelf = open_shelf(begin())
    shelf.shadow(None if name == "off" else _on_shelf(shelf, name))
    typer.echo("No version shadows." if name == "off" else f"{name} scores beside it, unseen.")


def prune(
    keep: Annotated[int, typer.Option(min=1, max=1000, help="Versions that stay.")] = 3,
) -> None:
    """Delete old versions; the one in use and those to go back to stay."""
    from scoring.cli.start import begin  # noqa: PLC0415

    gone = open_shelf(begin()).prune(keep)
    typer.echo(f"Deleted: {', '.join(gone)}." if gone else "Nothing to delete.")


def gate(  # noqa: PLR0913, PLR0917 - one parameter an option
    name: _Name,
    feedback: Annotated[
        Path | None, typer.Option(help="Fresh feedback that no model learned from.")
    ] = None,
    cases: Annotated[
        Path | None,
        typer.Option(help="Behaviour cases, as JSON lines; the project's own if not given."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of research data to add.")] = None,
    explain: Annotated[str, typer.Option(help="Why the anchors may move.")] = "",
    page: Annotated[Path, typer.Option(help="Where the page goes.")] = Path("gate.html"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Hold a version against the one in use; the verdict goes into its manifest and on a page."""
    from scoring.cli.output import print_json  # noqa: PLC0415
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415

    settings = begin()
    shelf = open_shelf(settings)
    with needs("scorer,train"):
        from scoring.benchmarks.cases import own_cases  # noqa: PLC0415
        from scoring.training.examine import Sources, hold_against_champion  # noqa: PLC0415
    sources = Sources(feedback, cases or own_cases(), data)
    verdict = hold_against_champion(
        settings, shelf.find(_on_shelf(shelf, name)), sources, page, explain
    )
    if as_json:
        print_json(verdict.document())
        raise typer.Exit(0 if verdict.passed else 1)
    for finding in verdict.findings:
        typer.echo(f"{finding.status:<8} {finding.name}: {finding.why}")
    typer.echo(
        f"{verdict.candidate} {'may be promoted' if verdict.passed else 'stays out'}: {page}"
    )
    if not verdict.passed:
        raise typer.Exit(1)


def open_shelf(settings: Settings) -> Shelf:
    """Open the folder of versions, with the shipped one as the first.

    Raises:
        SettingsError: No folder is set, or it is the folder of a single version.
    """
    from datetime import UTC, datetime  # noqa: PLC0415

    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415

    with needs("scorer"):
        from scoring.registry.shelf import Shelf  # noqa: PLC0415
    root = settings.weights_dir
    if root is None or (root / versions.MANIFEST).is_file():
        raise SettingsError(
            "Set SCORER_WEIGHTS_DIR to a folder of your own for versions (it may be new): the "
            "versions inside the package are not changed."
        )
    shelf = Shelf(root, lambda: datetime.now(UTC))
    shelf.adopt(versions.current(versions.SHIPPED))
    return shelf


def _on_shelf(shelf: Shelf, name: str) -> str:
    """Copy a version in when its folder is given; give its id."""
    folder = Path(name)
    if len(folder.parts) > 1 and folder.is_dir():
        return shelf.add(folder).name
    return name
