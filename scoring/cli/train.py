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
    from scoring.training.workers import Workers

__all__ = ["average", "calibrate", "evaluate", "train"]

DEFAULT_BASE = "sentence-transformers/all-MiniLM-L6-v2"
#: The extras these commands need, as pip takes them.
_EXTRAS = "scorer,train"


def train(  # noqa: PLR0913, PLR0917  one option each
    ctx: typer.Context,
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
            metavar="FILE|store",
            help="An export of feedback, or `store` for what the database holds now: teach it to "
            "the version in use. Can be killed and given again.",
        ),
    ] = None,
    labels: Annotated[
        str,
        typer.Option(
            help="How feedback is corrected: none, leniency, far, soft or consensus. The last "
            "three ask the language model of SCORER_LLM, where one is set up."
        ),
    ] = "leniency",
    extra_drafts: Annotated[
        int,
        typer.Option(
            min=0, help="Learn so many drafts that nobody rated, with the language model's rating."
        ),
    ] = 0,
    judge_prompt: Annotated[
        str, typer.Option(help="How the language model is asked: a prompt of the judge.")
    ] = "scale_aware",
    replay: Annotated[
        float, typer.Option(min=0, max=100, help="Base examples beside each fresh one.")
    ] = 4.0,
    focus: Annotated[
        list[str] | None,
        typer.Option(
            help="Adapt a champion, else the version in use, to a source of drafts; repeatable."
        ),
    ] = None,
    beside: Annotated[
        float,
        typer.Option(min=0, max=100, help="Other drafts beside each draft in focus."),
    ] = 2.0,
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
        from scoring.training.workers import find_workers  # noqa: PLC0415
    from scoring.cli.asking import feedback_file, the_judge  # noqa: PLC0415
    from scoring.cli.learning import Lesson, learn, next_step, study  # noqa: PLC0415
    from scoring.cli.output import print_json  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415

    workers = find_workers(cpu=settings.device == "cpu")
    lesson: Lesson | None = None
    fresh = from_feedback is None and not focus
    how = TrainSettings(
        epochs=epochs or (8 if fresh else 3),
        encoder_lr=learning_rate or (1.1e-4 if fresh else 3e-5),
        head_lr=1.5e-3 if fresh else 3e-4,
        seed=seed,
        sizes=StepSizes(rated=batch),
    )
    if from_feedback is None:
        job = replace(_job(settings, encoder, _corpus(data), how, workers), champion=champion)
        if focus:
            learned = focused(job.corpus.split("train"), focus, beside, seed)
            job = replace(job, learned=learned)
        with _bar(workers) as progress:
            version = run(job, out, progress)
    else:
        start = champion or _in_use(settings)
        ask = the_judge(settings, judge_prompt, workers)
        file = feedback_file(ctx, from_feedback, workers)
        lesson = Lesson(file, labels, replay, out, start, extra_drafts, ask, settings.cache_dir)
        base = versions.read_manifest(start)[0].base
        job = _job(settings, base, _corpus(data), how, workers)
        taught = study(lesson)  # before the bar: asking the judge has one of its own
        with _bar(workers) as progress:
            version = learn(job, lesson, taught, progress)
    if workers.rank > 0:  # the first process has written the version and tells of it
        return
    if as_json:
        print_json({"version": version.name, "folder": str(version.absolute())})
        return
    typer.echo((version / "MODEL_CARD.md").read_text(encoding="utf-8"))
    typer.echo(f"written to {version}; {next_step(version, lesson)}")


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


def _in_use(settings: Settings) -> Path:
    """The folder of the version in use; a shelf that is new gets the shipped one as its first."""
    from scoring.cli.shelf import open_shelf  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415

    root = settings.weights_dir
    if root is not None and not (root / versions.MANIFEST).is_file():
        open_shelf(settings)
    return versions.current(root or versions.SHIPPED)


def _corpus(data: Path | None) -> Corpus:
    from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415

    return shipped_corpus() if data is None else with_research_data(shipped_corpus(), data)


def _job(
    settings: Settings,
    base: str,
    corpus: Corpus,
    training: TrainSettings,
    workers: Workers | None = None,
) -> Run:
    from scoring.models import device  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.training.run import Run  # noqa: PLC0415
    from scoring.training.workers import ALONE  # noqa: PLC0415

    workers = workers or ALONE
    placement = device.choose(settings.device, "float32")
    if workers.device is not None:
        placement = replace(placement, device=workers.device)
    return Run(
        corpus=corpus,
        base_name=base,
        base=locate(base, settings, RichProgress()),
        settings=training,
        placement=placement,
        now=lambda: datetime.now(UTC),
        workers=workers,
    )


@contextmanager
def _bar(workers: Workers) -> Iterator[Progress]:
    """A bar on stderr that counts steps and shows the loss, of the first process alone."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} steps, loss {task.fields[loss]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True, quiet=workers.rank > 0)) as bar:
        task = bar.add_task("training", total=None, loss="-")
        yield lambda done, total, loss: bar.update(
            task, completed=done, total=total, loss=f"{loss:.2f}"
        )
