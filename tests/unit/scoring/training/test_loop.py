"""The training loop on a network small enough to learn in a test."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import torch

from scoring.models.build import build
from scoring.models.device import choose
from scoring.models.packing import unpack_into
from scoring.models.predictor import EncoderPredictor
from scoring.models.shipped import load_version
from scoring.registry.versions import read_manifest
from scoring.training.batches import StepMaker, StepSizes
from scoring.training.fit import predict
from scoring.training.loop import TrainSettings, train
from scoring.training.run import Run, average, recalibrate, run
from scoring.training.sources import Corpus
from tests.fixtures.tiny import write_tiny_base
from tests.unit.scoring.training.made_up import PAIRS, examples

SMALL = StepSizes(rated=8, pairs=2, variants=2)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_base(tmp_path_factory.mktemp("tiny"))


def _short_run(base: Path) -> Run:
    """A run of one epoch on little data, on a fixed day."""
    drafts = examples("train", 24) + examples("dev", 12) + examples("test", 12)
    return Run(
        corpus=Corpus(drafts, PAIRS, {"x": "0"}),
        base_name="tiny",
        base=base,
        settings=TrainSettings(epochs=1, sizes=SMALL),
        placement=choose("cpu"),
        now=lambda: datetime(2001, 2, 3, tzinfo=UTC),
    )


def test_training_learns_the_difference_and_reports_progress(base: Path) -> None:
    """After a few epochs the good drafts score higher, and every step was told of."""
    built = build(base)
    told: list[tuple[int, int]] = []
    trained = train(
        built,
        examples("train", 32),
        PAIRS,
        TrainSettings(epochs=6, encoder_lr=2e-3, head_lr=1e-2, average=0.8, sizes=SMALL),
        device=torch.device("cpu"),
        judge=lambda _: 1.0,
        progress=lambda done, total, _: told.append((done, total)),
    )
    built.network.load_state_dict(trained.state)
    predictor = EncoderPredictor(built.network, built.tokenizer, choose("cpu"), built.pad)
    test = examples("test", 8)
    scores = np.array([p.overall for p in predict(predictor, test)])
    assert scores[::2].min() > scores[1::2].max()
    assert told[-1][0] == told[-1][1] == len(told)


def test_the_same_seed_trains_the_same_weights(base: Path) -> None:
    """A run can be repeated to the last bit on one machine."""

    def weights() -> torch.Tensor:
        built = build(base)
        state = train(
            built,
            examples("train", 16),
            PAIRS,
            TrainSettings(epochs=1, sizes=SMALL),
            device=torch.device("cpu"),
            judge=lambda _: 1.0,
            progress=lambda *_: None,
        ).state
        return torch.cat([v.flatten() for v in state.values()])

    torch.manual_seed(5)
    first = weights()
    torch.manual_seed(5)
    assert torch.equal(first, weights())


def test_the_best_epoch_is_kept(base: Path) -> None:
    """The judge's favourite is returned, not the last epoch."""
    built = build(base)
    verdicts, seen = iter([1.0, 3.0, 2.0]), list[torch.Tensor]()

    def judge(network: torch.nn.Module) -> float:
        seen.append(network.features.bias.detach().clone())  # type: ignore[union-attr,operator]
        return next(verdicts)

    trained = train(
        built,
        examples("train", 16),
        [],
        TrainSettings(epochs=3, sizes=SMALL),
        device=torch.device("cpu"),
        judge=judge,
        progress=lambda *_: None,
    )
    assert trained.history == (1.0, 3.0, 2.0)
    assert torch.equal(trained.state["features.bias"], seen[1])


def test_groups_are_never_torn_apart(base: Path) -> None:
    """Drafts to one message share a step, and an epoch sees every draft once."""
    maker = StepMaker(examples("train", 30), PAIRS, build(base).tokenizer, SMALL)
    steps = list(maker.epoch(3))
    seen = [e.id for s in steps for e in s.rated]
    assert sorted(seen) == sorted(e.id for e in examples("train", 30))
    for step in steps:
        groups = {e.group for e in step.rated}
        assert len(step.rated) == 2 * len(groups)
        assert len(step.windows) == len(step.rated) + 2 * len(step.margins) + len(step.variants)


def test_a_run_writes_a_version_that_loads_and_scores(base: Path, tmp_path: Path) -> None:
    """Train, pack, calibrate, evaluate, write: the folder alone is enough to serve."""
    corpus = Corpus(
        examples("train", 32) + examples("dev", 16) + examples("test", 16), PAIRS, {"x": "0"}
    )
    job = Run(
        corpus=corpus,
        base_name="tiny",
        base=base,
        settings=TrainSettings(epochs=3, encoder_lr=2e-3, head_lr=1e-2, average=0.8, sizes=SMALL),
        placement=choose("cpu"),
        now=lambda: datetime(2001, 2, 3, tzinfo=UTC),
    )
    version = run(job, tmp_path, lambda *_: None)
    manifest, info = read_manifest(version)
    loaded = load_version(version, base, choose("cpu"))
    assert version.name == manifest.id == info.id == "2001-02-03.1"
    assert manifest.metrics["test"]["overall"]["spearman"] > 0.7
    assert "tiny" in (version / "MODEL_CARD.md").read_text(encoding="utf-8")
    good, bad = predict(loaded.predictor, examples("test", 2))
    assert loaded.combination.combine(good).overall > loaded.combination.combine(bad).overall
    assert run(job, tmp_path, lambda *_: None).name == "2001-02-03.2"


def test_recalibrating_keeps_the_network_and_names_its_parent(base: Path, tmp_path: Path) -> None:
    """A new version with the same trained network, fitted anew on other data."""
    job = _short_run(base)
    first = run(job, tmp_path, lambda *_: None)
    second = recalibrate(job, first, tmp_path)
    old, new = read_manifest(first)[0], read_manifest(second)[0]
    assert new.parent == old.id
    assert new.files["network.safetensors"] == old.files["network.safetensors"]
    assert new.metrics["dev_history"] == old.metrics["dev_history"]
    assert TrainSettings.from_manifest(old.settings) == job.settings


def test_the_mean_of_two_versions_lies_between_them(base: Path, tmp_path: Path) -> None:
    """Averaging a version with one trained on from it gives the mean of their weights."""
    job = _short_run(base)
    first = run(job, tmp_path, lambda *_: None)
    second = run(replace(job, champion=first), tmp_path, lambda *_: None)
    mean = average(job, [first, second], tmp_path)
    states = []
    for version in (first, second, mean):
        network = build(base).network
        unpack_into(network, version / "network.safetensors")
        states.append(network.state_dict()["features.out"])
    assert not torch.equal(states[0], states[1])
    torch.testing.assert_close(states[2], (states[0] + states[1]) / 2)
    assert read_manifest(mean)[0].parent == "2001-02-03.1+2001-02-03.2"
    assert read_manifest(second)[0].parent == "2001-02-03.1"
