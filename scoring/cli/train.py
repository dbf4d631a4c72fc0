"""``warmline train`` and ``warmline evaluate``: the model side's own workshop."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

DEFAULT_BASE = "sentence-transformers/all-MiniLM-L6-v2"


def train(
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of research data; adds the part whose licence allows training."),
    ] = None,
    encoder: Annotated[
        str, typer.Option(help="Base weights: a name of the registry.")
    ] = DEFAULT_BASE,
    out: Annotated[Path, typer.Option(help="Folder the new version is written to.")] = Path("runs"),
    epochs: Annotated[int, typer.Option(min=1, max=100)] = 4,
    seed: Annotated[int, typer.Option(min=0)] = 42,
) -> None:
    """Train a model version on the shipped data and report its figures; promotes nothing."""
    from scoring import settings as scorer_settings  # noqa: PLC0415  keeps --help fast
    from scoring.models import device  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.training.loop import TrainSettings  # noqa: PLC0415
    from scoring.training.run import Run, run  # noqa: PLC0415
    from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415

    settings = scorer_settings.load()
    corpus = shipped_corpus()
    if data is not None:
        corpus = with_research_data(corpus, data)
    job = Run(
        corpus=corpus,
        base_name=encoder,
        base=locate(encoder, settings, RichProgress()),
        settings=TrainSettings(epochs=epochs, seed=seed),
        placement=device.choose(settings.device, "float32"),
        now=lambda: datetime.now(UTC),
    )
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} steps, loss {task.fields[loss]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("training", total=None, loss="-")
        version = run(
            job,
            out,
            lambda done, total, loss: bar.update(
                task, completed=done, total=total, loss=f"{loss:.2f}"
            ),
        )
    typer.echo((version / "MODEL_CARD.md").read_text(encoding="utf-8"))
    typer.echo(f"written to {version}")


def evaluate(
    data: Annotated[Path | None, typer.Option(help="Folder of research data to add.")] = None,
) -> None:
    """Print the current model's figures on the dev and test splits as JSON."""
    from scoring import settings as scorer_settings  # noqa: PLC0415  keeps --help fast
    from scoring.models import device  # noqa: PLC0415
    from scoring.models.shipped import load_version  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.training.run import figures  # noqa: PLC0415
    from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415

    settings = scorer_settings.load()
    corpus = shipped_corpus() if data is None else with_research_data(shipped_corpus(), data)
    version = versions.current(settings.weights_dir or versions.SHIPPED)
    manifest, _ = versions.read_manifest(version)
    base = locate(manifest.base, settings, RichProgress())
    loaded = load_version(version, base, device.choose(settings.device, settings.dtype))
    report = figures(corpus, loaded.predictor, loaded.combination)
    typer.echo(json.dumps({"model": loaded.info.model_dump(), **report}, indent=1))
