"""Two models on the same items, and the verdict in the candidate's manifest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.contract import CheckItem, ModelInfo
from scoring.registry.gate import PARTS
from scoring.registry.trial import read_trial
from scoring.registry.versions import Manifest, read_manifest, sha256, write_manifest
from scoring.settings import Settings
from scoring.training import examine
from scoring.training.examine import Sources, gather, hold_against_champion, measure
from scoring.training.held_out import is_held_out
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.training.feedback_lines import raw

CASE = {
    "id": "c1",
    "kind": "MFT",
    "capability": "flags",
    "a": "Hello {{name}}, it is on its way.",
    "check": {"type": "flag", "name": "unfilled_placeholder", "value": True},
}


@pytest.fixture(autouse=True)
def _few_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the shipped drafts is enough here."""
    monkeypatch.setattr(examine, "_MOST", 60)
    monkeypatch.setattr(examine, "_STYLED", 20)


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """An export, in which each draft was made better with a suggestion, and a behaviour case."""
    feedback, cases = tmp_path / "feedback.jsonl", tmp_path / "cases.jsonl"
    first = [raw(k, rating=1 + k % 5, choice="used") for k in range(60)]
    last = [
        raw(100 + k, rating=None, draft=f"d{k}", step=2, reply=f"Reply {k}, and I am sorry.")
        for k in range(60)
    ]
    feedback.write_text("\n".join(json.dumps(one) for one in (*first, *last)))
    cases.write_text(json.dumps(CASE))
    return Sources(feedback, cases)


def version(root: Path, name: str, samples: tuple[str, ...] = ()) -> Path:
    folder = root / name
    folder.mkdir()
    (folder / "network.safetensors").write_bytes(name.encode())
    files = {"network.safetensors": sha256(folder / "network.safetensors")}
    write_manifest(
        folder,
        Manifest(id=name, kind="encoder", base="tiny", files=files, licence="Apache-2.0", data={},
                 settings={}, metrics={}, libraries={}, samples=samples),
    )  # fmt: skip
    return folder


def test_only_what_neither_model_learned_from_is_fresh(sources: Sources) -> None:
    """The held-out fifth, less the samples of either model."""
    fixed = gather(sources, set())
    held = [x.id for x in fixed.feedback]
    assert held
    assert all(is_held_out(x.reply) for x in fixed.feedback)
    assert [x.id for x in gather(sources, {held[0]}).feedback] == held[1:]
    assert len(fixed.anchors) == 50
    assert len({e.split for e in fixed.drafts}) == 1
    assert len(fixed.accepted) > 5
    assert len({e.group for e in fixed.danger}) > 30


def test_a_record_has_every_part(sources: Sources) -> None:
    """Everything but the speed, without a word of any draft."""
    fixed = gather(sources, set())
    trial = measure(DoubleChecker(), fixed)
    assert trial.behaviour["c1"].passed
    assert trial.frozen.keys() == {"composed"}
    assert set(trial.styles) == {
        "second_language", "respell", "contract", "no_apostrophes", "lower_case"
    }  # fmt: skip
    assert sum(one.danger for one in trial.crisis.values()) > 30
    assert len(trial.accepted) == len(fixed.accepted)
    assert len(trial.feedback) == len(fixed.feedback)
    assert fixed.drafts[0].reply not in trial.model_dump_json()


def test_the_verdict_lands_in_the_manifest_and_on_the_page(
    sources: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An equal model loses nothing and gains nothing: the gate stays closed and says why."""
    root = tmp_path / "models"
    root.mkdir()
    version(root, "v1")
    candidate = version(root, "v2")
    (root / "current").write_text("v1\n")

    def load(settings: Settings, _: object) -> DoubleChecker:
        name = settings.weights_dir.name if settings.weights_dir else ""
        return DoubleChecker(model=ModelInfo(id=name, kind="double", sha256="0" * 64))

    monkeypatch.setattr(examine, "load_checker", load)
    page = tmp_path / "gate.html"
    verdict = hold_against_champion(Settings(weights_dir=root), candidate, sources, page)
    assert (verdict.champion, verdict.candidate, verdict.passed) == ("v1", "v2", False)
    assert {f.name.partition(":")[0] for f in verdict.findings} == set(PARTS)
    assert [f.name for f in verdict.findings if f.status == "missing"] == ["feedback"]
    assert any(r.startswith("feedback") for r in verdict.reasons())
    manifest = read_manifest(candidate)[0]
    assert manifest.gate == json.loads(json.dumps(verdict.document()))
    assert read_trial(candidate / "trial.json").model == "v2"
    assert "stand against it." in page.read_text()


def test_items_are_checked_in_pieces() -> None:
    """No batch is larger than a piece, and all come back in order."""
    checker = DoubleChecker()
    items = [CheckItem(id=str(n), reply=f"It is number {n} here.") for n in range(70)]
    assert [r.id for r in examine._checked(checker, items)] == [i.id for i in items]
    assert max(checker.batches) <= 32
