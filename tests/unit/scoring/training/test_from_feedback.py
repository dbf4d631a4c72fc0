"""From an export to a run: what is learned, what is held out, and the champion as the start."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import torch

from scoring.cli.learning import Lesson, learn, study
from scoring.errors import InputError, ScorerError
from scoring.models.build import build
from scoring.models.device import choose
from scoring.models.packing import unpack_into
from scoring.registry.versions import read_manifest
from scoring.training.batches import StepSizes
from scoring.training.feedback import Line
from scoring.training.from_feedback import Second, learn_from, replayed
from scoring.training.held_out import is_held_out
from scoring.training.loop import TrainSettings
from scoring.training.run import Run, run
from scoring.training.sources import Corpus
from tests.fixtures.tiny import write_tiny_base
from tests.unit.scoring.training.feedback_lines import line, raw
from tests.unit.scoring.training.made_up import PAIRS, examples


def team(n: int = 60) -> list[Line]:
    """Six people with different ratings."""
    return [line(k, rating=1 + (k // 7) % 5) for k in range(n)]


def test_a_fifth_of_the_texts_is_held_out_whatever_the_export() -> None:
    """By the text alone; nothing that is held out is learned."""
    lines = team()
    held = {x.id for x in lines if is_held_out(x.reply)}
    assert 5 < len(held) < 20
    assert not held & set(learn_from(lines).samples)
    assert is_held_out("B  c") == is_held_out("b C")


def test_one_example_a_text_with_the_mean_of_its_raters() -> None:
    """Several people's ratings of one draft are one label; what nobody rated stays as it was."""
    text = next(f"text {n} here" for n in range(20) if not is_held_out(f"text {n} here"))
    lines = [line(1, rater="a", reply=text, rating=1), line(2, rater="b", reply=text, rating=5)]
    learned = learn_from(lines, "none")
    [example] = learned.examples
    assert example.overall == 0.5
    assert example.need == 0.5
    assert set(example.features) == {0.5}
    assert learned.samples == ("id1", "id2")


@pytest.mark.parametrize("method", ["none", "leniency", "far", "soft", "consensus"])
def test_each_correction_can_be_chosen(method) -> None:
    """Labels stay ratings; the sheet says what was done to them."""
    learned = learn_from(team(), method)
    assert all(0 <= e.overall <= 1 for e in learned.examples)
    assert f"corrected by: {method}" in learned.sheet
    assert "| nothing | |" in learned.sheet


def test_another_second_source_can_be_given() -> None:
    """An LLM judge that agrees with everybody but once draws that one label to its own."""
    lines = team()
    known = set(learn_from(lines).samples)
    stray = next(x.id for x in lines if x.id in known and x.rating == 1.0)
    judged = {x.id: 0.0 if x.id == stray else x.rating or 0.0 for x in lines}
    labels = {
        e.id: e.overall for e in learn_from(lines, "soft", Second("a judge", judged)).examples
    }
    assert labels[stray] < 0.2
    assert sum(abs(labels[x.id] - (x.rating or 0)) for x in lines if x.id in labels) < 2


def test_nothing_to_learn_from_is_said() -> None:
    """An export without rated texts is no run."""
    with pytest.raises(InputError, match="nothing to learn from"):
        learn_from([line(1, rating=None)])


def test_replay_takes_whole_groups_up_to_its_share() -> None:
    """The same ones for the same seed, others for another."""
    base = examples("train", 40)
    chosen = replayed(base, 5, 2.0, seed=1)
    groups = {e.group for e in chosen}
    assert len(chosen) == 10
    assert all(e in chosen for e in base if e.group in groups)
    assert chosen == replayed(base, 5, 2.0, seed=1) != replayed(base, 5, 2.0, seed=2)
    assert replayed(base, 5, 0.0, seed=1) == []


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_base(tmp_path_factory.mktemp("tiny"))


def test_a_version_is_taught_from_the_champion(base: Path, tmp_path: Path) -> None:
    """Its parent is the champion, its manifest lists the samples, its data sheet lies beside."""
    torch.manual_seed(5)
    job = Run(
        corpus=Corpus(
            examples("train", 24) + examples("dev", 12) + examples("test", 12), PAIRS, {"x": "0"}
        ),
        base_name="tiny",
        base=base,
        settings=TrainSettings(epochs=1, sizes=StepSizes(rated=8, pairs=2, variants=2)),
        placement=choose("cpu"),
        now=lambda: datetime(2001, 2, 3, tzinfo=UTC),
    )
    champion = run(job, tmp_path, lambda *_: None)
    file = tmp_path / "feedback.jsonl"
    file.write_text("\n".join(json.dumps(raw(k, rating=1 + (k // 7) % 5)) for k in range(30)))
    lesson = Lesson(file, "leniency", 1.0, tmp_path, champion)
    told: list[int] = []
    gentle = replace(job, settings=replace(job.settings, encoder_lr=1e-5, head_lr=1e-4))
    taught = learn(gentle, lesson, study(lesson), lambda done, *_: told.append(done))
    manifest = read_manifest(taught)[0]
    assert manifest.parent == champion.name
    assert set(manifest.samples) < {f"id{k}" for k in range(30)}
    assert "feedback" in manifest.data
    assert (taught / "DATA.md").read_text().startswith("# Data sheet")
    assert not (tmp_path / ".training.safetensors").exists()
    weights = []
    for version in (champion, taught):
        network = build(base).network
        unpack_into(network, version / "network.safetensors")
        weights.append(network.state_dict()["features.out"])
    assert 0 < float((weights[0] - weights[1]).abs().max()) < 0.01
    with pytest.raises(InputError, match="no correction harsh"):
        study(replace(lesson, method="harsh"))
    _refuses_while_another_runs(gentle, lesson)


def _refuses_while_another_runs(job: Run, lesson: Lesson) -> None:
    from filelock import FileLock

    with (
        FileLock(lesson.out / ".training.lock"),
        pytest.raises(ScorerError, match="Another training holds"),
    ):
        learn(job, lesson, study(lesson), lambda *_: None)
