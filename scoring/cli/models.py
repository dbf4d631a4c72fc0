"""``warmline models``: the weights that are here, and the base weights that can be fetched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.cli.failures import handled
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
    return app


def list_models(as_json: _AsJson = False) -> None:
    """List the model versions and the base weights."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.registry.entries import ENTRIES  # noqa: PLC0415

    settings = begin()
    rows = [*_versions(settings), *(_base(entry, settings) for entry in ENTRIES)]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
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
        typer.echo(json.dumps(details, indent=2))
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
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings = begin()
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
    pointer = root / "current"
    current = pointer.read_text(encoding="utf-8").strip() if pointer.is_file() else ""
    rows = []
    for path in sorted(root.glob(f"*/{versions.MANIFEST}")):
        manifest = versions.Manifest.model_validate_json(path.read_bytes())
        state = "current" if manifest.id == current else "available"
        rows.append(
            {"name": manifest.id, "kind": "version", "state": state, "licence": manifest.licence}
        )
    return rows


def _base(entry: BaseWeights, settings: Settings) -> dict[str, str]:
    from scoring.registry.base_weights import cached_folder  # noqa: PLC0415

    here = (cached_folder(entry, settings) / entry.weights.name).is_file()
    state = "fetched" if here else "not fetched"
    return {"name": entry.name, "kind": "base weights", "state": state, "licence": entry.licence}


def _details(name: str, settings: Settings) -> dict[str, Any]:
    from dataclasses import asdict  # noqa: PLC0415

    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.base_weights import cached_folder  # noqa: PLC0415
    from scoring.registry.entries import lookup  # noqa: PLC0415

    folder = (settings.weights_dir or versions.SHIPPED) / name
    if name in {row["name"] for row in _versions(settings)}:
        manifest, info = versions.read_manifest(folder)
        return {**manifest.model_dump(mode="json"), "sha256": info.sha256, "folder": str(folder)}
    entry = lookup(name)
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
