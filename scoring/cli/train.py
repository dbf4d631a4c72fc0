"""``warmline train``, ``calibrate`` and ``evaluate``: the model side's own workshop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.settings import Settings
    from scoring.training.loop import Progress, TrainSettings
    from scoring.training.run import Run
    from scoring.training.sources import Corpus

__all__ = ["average", "calibrate", "evaluate", "train"]

DEFAULT_BASE = "sentence-transformers/all-MiniLM-L6-v2"
#: The extras these commands need, as pip takes them.
_EXTRAS = "scorer,train"


def train(  # noqa: PLR0913, PLR0917  one option each
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of research data; adds the part whose licence allows training."),
    ] = None,
    encoder: Annotated[
        str, typer.Option(help="Base weights: a name of the registry.")
    ] = DEFAULT_BASE,
    out: Annotated[Path, typer.Option(help="Folder the new version is written to.")] = Path("runs"),
    champion: Annotated[
        Path | None, typer.Option(help="Folder of a version to go on training from.")
    ] = None,
    epochs: Annotated[int | None, typer.Option(min=1, max=100, help="8; fine-tuning 3.")] = None,
    learning_rate: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=0.01,
            help="Of the encoder, at its height: 1.1e-4; fine-tuning a champion: 3e-5.",
        ),
    ] = None,
    batch: Annotated[int, typer.Option(min=2, max=512, help="Rated drafts in one step.")] = 16,
    seed: Annotated[int, typer.Option(min=0)] = 42,
    from_feedback: Annotated[
        Path | None,
        typer.Option(
            help="An export of feedback: teach it to the version in use. Can be killed "
            "and given again."
        ),
    ] = None,
    labels: Annotated[
        str, typer.Option(help="How feedback is corrected: none, leniency, far or soft.")
    ] = "leniency",
    replay: Annotated[
        float, typer.Option(min=0, max=100, help="Base examples beside each fresh one.")
    ] = 4.0,
    focus: Annotated[
        str | None,
        typer.Option(help="Adapt a champion to one source of drafts, beside twice as many others."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Train a model version on the shipped data and report its figures; promotes nothing."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.extras import needs  # noqa: PLC0415

    settings = begin()
    with needs(_EXTRAS):
        from scoring.training.batches import StepSizes  # noqa: PLC0415
        from scoring.training.loop import TrainSettings  # noqa: PLC0415
        from scoring.training.run import run  # noqa: PLC0415
        from scoring.training.sources import focused  # noqa: PLC0415
    from scoring.cli.learning import Lesson, learn  # noqa: PLC0415
    from scoring.cli.output import print_json  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415

    fresh = from_feedback is None and focus is None
    how = TrainSettings(
        epochs=epochs or (8 if fresh else 3),
        encoder_lr=learning_rate or (1.1e-4 if fresh else 3e-5),
        head_lr=1.5e-3 if fresh else 3e-4,
        seed=seed,
        sizes=StepSizes(rated=batch),
    )
    if from_feedback is None:
        job = replace(_job(settings, encoder, _corpus(data), how), champion=champion)
        if focus is not None:
            job = replace(job, learned=focused(job.corpus.split("train"), focus, seed))
        with _bar() as progress:
            version = run(job, out, progress)
    else:
        start = champion or versions.current(settings.weights_dir or versions.SHIPPED)
        lesson = Lesson(from_feedback, labels, replay, out, start)
        base = versions.read_manifest(start)[0].base
        with _bar() as progress:
            version = learn(_job(settings, base, _corpus(data), how), lesson, progress)
    if as_json:
        print_json({"version": version.name, "folder": str(version.absolute())})
        return
    typer.echo((version / "MODEL_CARD.md").read_text(encoding="utf-8"))
    typer.echo(f"written to {version}; SCORER_WEIGHTS_DIR={version} makes it the one in use")


def calibrate(
    version: Annotated[Path, typer.Argument(help="Folder of a trained version.")],
    data: Annotated[Path | None, typer.Option(help="Folder of research data, as trained.")] = None,
    out: Annotated[Path, typer.Option(help="Folder the new version is written to.")] = Path("runs"),
) -> None:
    """Fit the head and the calibration of a version anew, after cleaning or masking changed."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry.versions import MANIFEST, read_manifest  # noqa: PLC0415

    settings = begin()
    if not (version / MANIFEST).is_file():
        raise InputError(f"{version} is no model version: give a folder that holds {MANIFEST}.")
    with needs(_EXTRAS):
        from scoring.training.loop import TrainSettings  # noqa: PLC0415
        from scoring.training.run import recalibrate  # noqa: PLC0415
    manifest, _ = read_manifest(version)
    trained = TrainSettings.from_manifest(manifest.settings)
    job = _job(settings, manifest.base, _corpus(data), trained)
    typer.echo(f"written to {recalibrate(job, version, out)}")


def average(
    versions: Annotated[list[Path], typer.Argument(help="Folders of versions of one line.")],
    data: Annotated[Path | None, typer.Option(help="Folder of research data, as trained.")] = None,
    out: Annotated[Path, typer.Option(help="Folder the new version is written to.")] = Path("runs"),
) -> None:
    """Average the weights of versions trained on from one another, and calibrate the mean."""
    from scoring.cli.start import begin  # noqa: PLC0415 - keeps --help fast
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry.versions import read_manifest  # noqa: PLC0415

    settings = begin()
    manifests = [read_manifest(version)[0] for version in versions]
    if len({m.base for m in manifests}) != 1:
        raise InputError("These versions stand on different base weights and can't be averaged.")
    with needs(_EXTRAS):
        from scoring.training import run  # noqa: PLC0415
        from scoring.training.loop import TrainSettings  # noqa: PLC0415
    trained = TrainSettings.from_manifest(manifests[-1].settings)
    job = _job(settings, manifests[0].base, _corpus(data), trained)
    typer.echo(f"written to {run.average(job, versions, out)}")


def evaluate(
    data: Annotated[Path | None, typer.Option(help="Folder of research data to add.")] = None,
) -> None:
    """Print the current model's figures on the dev and test splits as JSON."""
    from scoring.cli.output import print_json  # noqa: PLC0415 - keeps --help fast
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    settings = begin()
    version = versions.current(settings.weights_dir or versions.SHIPPED)
    with needs(_EXTRAS):
        from scoring.models import device  # noqa: PLC0415
        from scoring.models.shipped import load_version  # noqa: PLC0415
        from scoring.registry.base_weights import locate  # noqa: PLC0415
        from scoring.training.run import figures  # noqa: PLC0415
    base = locate(versions.read_manifest(version)[0].base, settings, RichProgress())
    loaded = load_version(version, base, device.choose(settings.device, settings.dtype))
    report = figures(_corpus(data), loaded.predictor, loaded.combination)
    print_json({"model": loaded.info.model_dump(), **report})


def _corpus(data: Path | None) -> Corpus:
    from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415

    return shipped_corpus() if data is None else with_research_data(shipped_corpus(), data)


def _job(settings: Settings, base: str, corpus: Corpus, training: TrainSettings) -> Run:
    from scoring.models import device  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.training.run import Run  # noqa: PLC0415

    return Run(
        corpus=corpus,
        base_name=base,
        base=locate(base, settings, RichProgress()),
        settings=training,
        placement=device.choose(settings.device, "float32"),
        now=lambda: datetime.now(UTC),
    )


@contextmanager
def _bar() -> Iterator[Progress]:
    """A bar on stderr that counts steps and shows the loss."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} steps, loss {task.fields[loss]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("training", total=None, loss="-")
        yield lambda done, total, loss: bar.update(
            task, completed=done, total=total, loss=f"{loss:.2f}"
        )
