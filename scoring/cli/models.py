"""``warmline models``: the weights that are here, which are in use, and what can be fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.cli import shelf
from scoring.cli.failures import handled, note
from scoring.cli.output import print_json
from scoring.errors import WeightsError

if TYPE_CHECKING:
    from scoring.registry.entries import BaseWeights
    from scoring.settings import Settings

__all__ = ["HELP", "make"]

HELP = "The model versions and base weights on this machine."
_AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def make() -> typer.Typer:
    """Make the group of commands."""
    app = typer.Typer(no_args_is_help=True)
    app.command("list")(handled(list_models))
    app.command("show")(handled(show))
    app.command("fetch")(handled(fetch))
    shelf.register(app)
    return app


def list_models(as_json: _AsJson = False) -> None:
    """List the model versions and the base weights."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.registry.entries import ENTRIES  # noqa: PLC0415

    settings = begin()
    rows = [*_versions(settings), *(_base(entry, settings) for entry in ENTRIES)]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['name']:<44} {row['kind']:<14} {row['state']:<12} {row['licence']}")


def show(
    name: Annotated[str, typer.Argument(help="A version's id or the name of base weights.")],
    as_json: _AsJson = False,
) -> None:
    """Show one model version or one entry of base weights in full."""
    from scoring.cli.start import begin  # noqa: PLC0415

    details = _details(name, begin())
    if as_json:
        print_json(details)
        return
    for key, value in _flat(details):
        typer.echo(f"{key:<28} {value}")


def fetch(
    name: Annotated[
        str | None, typer.Argument(help="Base weights; those of the current model if not given.")
    ] = None,
) -> None:
    """Fetch base weights into the cache, check them, and print their folder."""
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings = begin()
    with needs("scorer"):
        from scoring.registry.base_weights import locate  # noqa: PLC0415
    typer.echo(locate(name or _needed(settings), settings, RichProgress()))


def _needed(settings: Settings) -> str:
    """The base weights of the current version, or the first entry when there is none yet."""
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.entries import ENTRIES  # noqa: PLC0415

    try:
        current = versions.current(settings.weights_dir or versions.SHIPPED)
    except WeightsError:
        return ENTRIES[0].name
    return versions.read_manifest(current)[0].base


def _versions(settings: Settings) -> list[dict[str, str]]:
    from scoring.registry import versions  # noqa: PLC0415

    root = settings.weights_dir or versions.SHIPPED
    try:
        current = versions.current(root)
    except WeightsError as error:
        note(str(error))
        current = None
    rows = []
    for folder in versions.installed(root):
        manifest = versions.describe(folder)
        state = "current" if folder == current else "available"
        rows.append(
            {"name": manifest.id, "kind": "version", "state": state, "licence": manifest.licence}
        )
    return rows


def _base(entry: BaseWeights, settings: Settings) -> dict[str, str]:
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer"):
        from scoring.registry.base_weights import cached_folder  # noqa: PLC0415

    here = (cached_folder(entry, settings) / entry.weights.name).is_file()
    state = "fetched" if here else "not fetched"
    return {"name": entry.name, "kind": entry.kind, "state": state, "licence": entry.licence}


def _details(name: str, settings: Settings) -> dict[str, Any]:
    from dataclasses import asdict  # noqa: PLC0415

    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.entries import lookup  # noqa: PLC0415

    for folder in versions.installed(settings.weights_dir or versions.SHIPPED):
        if name == versions.describe(folder).id:
            manifest, info = versions.read_manifest(folder)
            known = manifest.model_dump(mode="json")
            return {**known, "sha256": info.sha256, "folder": str(folder)}
    entry = lookup(name)
    with needs("scorer"):
        from scoring.registry.base_weights import cached_folder  # noqa: PLC0415
    return {
        **asdict(entry),
        **_base(entry, settings),
        "folder": str(cached_folder(entry, settings)),
    }


def _flat(value: object, prefix: str = "") -> list[tuple[str, object]]:
    """Nested values as dotted keys, for people."""
    if isinstance(value, dict):
        parts = [(f"{prefix}.{k}" if prefix else str(k), v) for k, v in value.items()]
    elif isinstance(value, list | tuple):
        parts = [(f"{prefix}.{n}", v) for n, v in enumerate(value)]
    else:
        return [(prefix, value)]
    return [pair for key, part in parts for pair in _flat(part, key)]
