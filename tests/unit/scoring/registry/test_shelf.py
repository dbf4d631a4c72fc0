"""Promoting and rolling back: whole or not at all, and nobody in between sees half of it."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from scoring.errors import WeightsError
from scoring.registry.shelf import GateClosedError, Shelf
from scoring.registry.versions import Manifest, current, read_manifest, sha256, write_manifest


def now() -> datetime:
    return datetime(2026, 11, 30, 12, tzinfo=UTC)


def version(
    root: Path, name: str, *, passed: bool | None = True, champion: str | None = None
) -> Path:
    """Write a version whose weights are its own name."""
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "network.safetensors").write_bytes(name.encode())
    findings = [{"name": "crisis", "status": "fail", "why": "Fewer are found."}]
    manifest = Manifest(
        id=name,
        kind="encoder",
        base="tiny",
        files={"network.safetensors": sha256(folder / "network.safetensors")},
        licence="Apache-2.0",
        data={},
        settings={},
        metrics={},
        libraries={},
        gate=None
        if passed is None
        else {"passed": passed, "findings": findings, "champion": champion},
    )
    write_manifest(folder, manifest)
    return folder


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Three versions, the first one current."""
    shelf = Shelf(tmp_path / "models", now)
    for name in ("v1", "v2", "v3"):
        shelf.add(version(tmp_path / "made", name))
    shelf.promote("v1", "first")
    return shelf


def test_promoting_switches_the_pointer_and_is_kept_in_the_history(shelf: Shelf) -> None:
    """Current is the promoted one, and the history says what came before and why."""
    shelf.promote("v2", "better on feedback")
    assert current(shelf.root).name == "v2"
    last = shelf.history()[-1]
    assert (last.kind, last.version, last.before, last.why) == (
        "promote",
        "v2",
        "v1",
        "better on feedback",
    )


def test_rolling_back_goes_down_one_step_at_a_time(shelf: Shelf) -> None:
    """Twice back is the one before the one before; then there is nothing left."""
    shelf.promote("v2", "")
    shelf.promote("v3", "")
    assert shelf.rollback("slow").version == "v2"
    assert shelf.rollback("worse").version == "v1"
    with pytest.raises(WeightsError, match="no earlier version"):
        shelf.rollback("again")
    assert current(shelf.root).name == "v1"


def test_rolling_back_passes_over_a_damaged_version(shelf: Shelf) -> None:
    """What would not load is no place to go back to."""
    shelf.promote("v2", "")
    shelf.promote("v3", "")
    (shelf.root / "v2" / "network.safetensors").write_bytes(b"v")
    assert shelf.rollback("broken").version == "v1"


@pytest.mark.parametrize("damage", [b"", b"v2 and more"])
def test_a_damaged_version_is_refused_and_the_champion_stays(shelf: Shelf, damage: bytes) -> None:
    """Truncated or tampered: neither promoted nor added."""
    (shelf.root / "v2" / "network.safetensors").write_bytes(damage)
    with pytest.raises(WeightsError, match="missing or damaged"):
        shelf.promote("v2", "")
    with pytest.raises(WeightsError, match="missing or damaged"):
        Shelf(shelf.root.parent / "other", now).add(shelf.root / "v2")
    assert current(shelf.root).name == "v1"


def test_a_changed_manifest_of_the_current_version_is_refused(shelf: Shelf) -> None:
    """The pointer holds the manifest's hash: a version rewritten in place does not load."""
    folder = shelf.root / "v1"
    (folder / "network.safetensors").write_bytes(b"other")
    manifest = read_manifest(shelf.root / "v2")[0]
    files = {"network.safetensors": sha256(folder / "network.safetensors")}
    write_manifest(folder, manifest.model_copy(update={"id": "v1", "files": files}))
    with pytest.raises(WeightsError, match="models rollback"):
        current(shelf.root)


@pytest.mark.parametrize(("passed", "words"), [(None, "never held against"), (False, "crisis")])
def test_the_gate_must_be_open(shelf: Shelf, tmp_path: Path, passed: bool, words: str) -> None:
    """Without a verdict, or with one against it, only force promotes."""
    shelf.add(version(tmp_path / "made", "v4", passed=passed))
    with pytest.raises(GateClosedError, match=words):
        shelf.promote("v4", "")
    assert shelf.promote("v4", "we know better", force=True).version == "v4"


def test_a_verdict_over_another_champion_opens_nothing(shelf: Shelf, tmp_path: Path) -> None:
    """Held against v1 while v2 was promoted: the gate is to be asked again."""
    shelf.add(version(tmp_path / "made", "v4", champion="v1"))
    shelf.promote("v2", "")
    with pytest.raises(GateClosedError, match="held against v1, but v2 is in use now"):
        shelf.promote("v4", "")
    assert current(shelf.root).name == "v2"
    shelf.rollback("")
    assert shelf.promote("v4", "").version == "v4"
    assert shelf.promote("v4", "again").before == "v4"


@pytest.mark.parametrize("name", ["../made/v1", "v9", "", ".lock"])
def test_names_that_are_no_versions_are_refused(shelf: Shelf, name: str) -> None:
    """Nothing outside the folder can be promoted."""
    with pytest.raises(WeightsError, match="There is no version"):
        shelf.promote(name, "")


def test_pruning_keeps_what_may_be_needed(shelf: Shelf, tmp_path: Path) -> None:
    """Current, the way back and the shadow stay; the oldest others and leftovers go."""
    for name in ("w1", "w2", "w3"):
        shelf.add(version(tmp_path / "made", name))
    shelf.promote("v2", "")
    shelf.shadow("w1")
    (shelf.root / ".adding-left").mkdir()
    gone = shelf.prune(keep=1)
    left = {p.name for p in shelf.root.iterdir() if p.is_dir()}
    assert {"v1", "v2", "w1"} <= left
    assert len(gone) == 2
    assert not left & {*gone, ".adding-left"}
    assert current(shelf.root).name == "v2"


def test_a_shadow_can_be_set_and_ended(shelf: Shelf) -> None:
    """Its pointer names the version, and goes."""
    shelf.shadow("v2")
    assert (shelf.root / "shadow").read_text().startswith("v2\n")
    shelf.shadow(None)
    assert not (shelf.root / "shadow").exists()


def test_the_first_version_is_there_to_go_back_to(tmp_path: Path) -> None:
    """An empty shelf takes the shipped version first; later it is left alone."""
    shelf = Shelf(tmp_path / "models", now)
    shelf.adopt(version(tmp_path, "shipped"))
    shelf.add(version(tmp_path, "v2"))
    shelf.promote("v2", "")
    shelf.adopt(version(tmp_path, "other"))
    assert shelf.rollback("").version == "shipped"


def test_another_version_of_the_same_id_is_refused(shelf: Shelf, tmp_path: Path) -> None:
    """An id means one version for ever; adding the same again does nothing."""
    shelf.add(tmp_path / "made" / "v1")
    other = version(tmp_path / "again", "v1", passed=False)
    with pytest.raises(WeightsError, match="Another version"):
        shelf.add(other)


def test_a_crash_between_history_and_pointer_loses_nothing(shelf: Shelf) -> None:
    """A last line that never took effect is passed over when going back."""
    shelf.promote("v2", "")
    text = (shelf.root / "current").read_text()
    shelf.promote("v3", "")
    (shelf.root / "current").write_text(text)
    assert shelf.rollback("").version == "v1"


def _promote_many(root: Path, names: list[str]) -> None:
    for name in names:
        Shelf(root, now).promote(name, "race")


def test_two_processes_that_promote_at_once_lose_no_change(shelf: Shelf) -> None:
    """Every change is in the history, and the pointer is the last one's."""
    context = multiprocessing.get_context("fork")
    racers = [
        context.Process(target=_promote_many, args=(shelf.root, names))
        for names in (["v2", "v3"] * 5, ["v3", "v1"] * 5)
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(60)
    assert [racer.exitcode for racer in racers] == [0, 0]
    history = shelf.history()
    assert all(a.version == b.before for a, b in pairwise(history))
    assert current(shelf.root).name == history[-1].version
