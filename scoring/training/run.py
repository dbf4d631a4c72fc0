"""One training run from data to a model version on disk."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from scoring.errors import InputError
from scoring.models.base import Predictor
from scoring.models.build import Built, build
from scoring.models.combine import Combination
from scoring.models.device import Placement
from scoring.models.network import Network
from scoring.models.packing import pack, unpack_into
from scoring.models.predictor import EncoderPredictor
from scoring.registry.durable import place_folder
from scoring.registry.versions import (
    COMBINATION,
    NETWORK,
    SHIPPED,
    Manifest,
    read_manifest,
    sha256,
    write_manifest,
)
from scoring.training.card import model_card
from scoring.training.checkpoint import Checkpoints
from scoring.training.evaluate import dev_figure, evaluate_examples, evaluate_pairs
from scoring.training.examples import TrainingExample, by_source
from scoring.training.fit import fit, predict
from scoring.training.loop import Progress, TrainSettings, train
from scoring.training.sources import Corpus
from scoring.training.workers import ALONE, Workers

_LIBRARIES = ("torch", "transformers", "tokenizers", "safetensors", "scikit-learn", "numpy")


@dataclass(frozen=True, slots=True)
class Run:
    """What a run needs.

    Attributes:
        corpus: The data.
        base_name: Name of the base weights in the registry.
        base: Their folder.
        settings: How to train.
        placement: Where.
        now: The time, for the version's id.
        champion: Folder of a version to go on from; from the base weights if None.
        learned: Train examples the steps are made of; the corpus's whole train split if None.
        samples: Ids of feedback among them, for the manifest.
        sheet: Data sheet of the feedback.
        checkpoints: Where the run's state is saved, to go on after a kill.
        workers: The processes that train together.
    """

    corpus: Corpus
    base_name: str
    base: Path
    settings: TrainSettings
    placement: Placement
    now: Callable[[], datetime]
    champion: Path | None = None
    learned: Sequence[TrainingExample] | None = None
    samples: tuple[str, ...] = ()
    sheet: str = ""
    checkpoints: Checkpoints | None = None
    workers: Workers = ALONE


def run(job: Run, root: Path, progress: Progress) -> Path:
    """Train, calibrate, evaluate and write a version under ``root``; does not promote it.

    Returns:
        The new version's folder; of several processes all but the first give ``root``.
    """
    built = build(job.base)
    start = {k: v.clone() for k, v in built.network.state_dict().items()}
    if job.champion is not None:
        unpack_into(built.network, job.champion / NETWORK)
    dev = job.corpus.split("dev")
    trained = train(
        built,
        job.corpus.split("train") if job.learned is None else job.learned,
        job.corpus.pairs_of("train"),
        job.settings,
        device=job.placement.device,
        judge=lambda network: _dev_figure(network, built, job.placement, dev),
        progress=progress,
        checkpoints=job.checkpoints,
        workers=job.workers,
    )
    if job.workers.rank > 0:
        return root
    built.network.load_state_dict(trained.state)
    folder = _new_folder(job, root)
    pack(built.network, start, folder / NETWORK)
    parent = read_manifest(job.champion)[0].id if job.champion else None
    version = _finish(job, root, folder, trained.history, parent)
    if job.checkpoints is not None:
        job.checkpoints.clear()
    return version


def recalibrate(job: Run, version: Path, root: Path) -> Path:
    """Fit the transparent head and the calibration of a trained network anew, as a new version.

    For when cleaning, masking or the head have changed and the network has not.
    """
    old, _ = read_manifest(version)
    if job.corpus.files != old.data:
        raise InputError(
            f"{old.id} was trained on other data than is read now; give the same --data as then."
        )
    folder = _new_folder(job, root)
    shutil.copyfile(version / NETWORK, folder / NETWORK)
    return _finish(job, root, folder, tuple(old.metrics["dev_history"]), parent=old.id)


def average(job: Run, versions: Sequence[Path], root: Path) -> Path:
    """Average the weights of versions that were trained on from one another, as a new version.

    Weights along one run of fine-tuning lie in one basin, and their mean generalises better than
    its ends ("model soups", Wortsman et al. 2022). Calibrated and evaluated like any other.
    """
    start, states = build(job.base).network.state_dict(), []
    for version in versions:
        network = build(job.base).network
        unpack_into(network, version / NETWORK)
        states.append(network.state_dict())
    mixed = build(job.base).network
    mixed.load_state_dict({name: _mean([s[name] for s in states]) for name in start})
    folder = _new_folder(job, root)
    pack(mixed, start, folder / NETWORK)
    parents = [read_manifest(version)[0] for version in versions]
    history = tuple(x for p in parents for x in p.metrics["dev_history"])
    return _finish(job, root, folder, history, "+".join(p.id for p in parents))


def _mean(values: list[Tensor]) -> Tensor:
    first = values[0]
    return torch.stack(values).mean(0) if first.is_floating_point() else first


def _new_folder(job: Run, root: Path) -> Path:
    folder = root / f".writing-{job.now():%Y%m%d%H%M%S}"
    folder.mkdir(parents=True)
    return folder


def _finish(
    job: Run, root: Path, folder: Path, history: tuple[float, ...], parent: str | None = None
) -> Path:
    """Calibrate and evaluate what was packed, exactly as it will be served."""
    packed = build(job.base)
    unpack_into(packed.network, folder / NETWORK)
    predictor = EncoderPredictor(packed.network, packed.tokenizer, job.placement, packed.pad)
    examples, dev = job.corpus.split("train"), job.corpus.split("dev")
    combination = fit(examples, predict(predictor, examples), dev, predictor)
    combination.save(folder / COMBINATION)
    metrics = figures(job.corpus, predictor, combination)
    metrics["dev_history"] = list(history)
    manifest = _manifest(job, root, folder, metrics, parent)
    (folder / "MODEL_CARD.md").write_text(model_card(manifest, combination.noise), encoding="utf-8")
    if job.sheet:
        (folder / "DATA.md").write_text(job.sheet, encoding="utf-8")
    write_manifest(folder, manifest)
    version = root / manifest.id
    place_folder(folder, version)
    return version


def figures(corpus: Corpus, predictor: Predictor, combination: Combination) -> dict[str, Any]:
    """Evaluate a model on the corpus's dev and test splits."""
    report: dict[str, Any] = {}
    for split in ("dev", "test"):
        report[split] = evaluate_examples(predictor, combination, corpus.split(split))
        report[split]["judged_pairs"] = {
            source: evaluate_pairs(predictor, combination, pairs)
            for source, pairs in by_source(corpus.pairs_of(split)).items()
        }
    return report


def _dev_figure(
    network: Network, built: Built, placement: Placement, dev: list[TrainingExample]
) -> float:
    predictor = EncoderPredictor(network, built.tokenizer, placement, built.pad)
    return dev_figure(predict(predictor, dev), dev)


def _manifest(
    job: Run, root: Path, folder: Path, metrics: dict[str, Any], parent: str | None
) -> Manifest:
    """Describe the version; ``data`` are the files this run read."""
    names = (NETWORK, COMBINATION)
    return Manifest(
        id=_next_id(root, job.now()),
        kind="encoder",
        base=job.base_name,
        files={name: sha256(folder / name) for name in names},
        licence="Apache-2.0",
        data=job.corpus.files,
        settings=asdict(job.settings) | {"placement": str(job.placement)},
        metrics=metrics,
        libraries={n: importlib.metadata.version(n) for n in _LIBRARIES}
        | {"python": platform.python_version()},
        commit=_commit(),
        parent=parent,
        samples=job.samples,
    )


def _next_id(root: Path, now: datetime) -> str:
    """Number on from the day's highest: an id once used never means other weights."""
    day = f"{now:%Y-%m-%d}"
    names = [p.name for folder in (root, SHIPPED) if folder.is_dir() for p in folder.iterdir()]
    numbers = [int(m[1]) for name in names if (m := re.fullmatch(rf"{day}\.(\d+)", name))]
    return f"{day}.{max(numbers, default=0) + 1}"


def _commit() -> str | None:
    """Give the commit the code was at, when run from a checkout."""
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip() if done.returncode == 0 else None
