"""The verdict on a retrained version, and what its owner does about it.

Training and gate are played, as they take minutes; the shelf of versions and the command that
changes it are the real ones, in a process of its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.ids import ActionId, ViewId
from bot.jobs.retraining import retrain_jobs
from bot.jobs.trainer import Ended
from bot.sandbox.driver import Person, shown_text
from bot.sandbox.model import Message, Place
from bot.sandbox.seed import YOU
from bot.settings import Settings
from tests.doubles.clock import HandClock
from tests.scenario.conftest import Office
from tests.unit.scoring.registry.test_shelf import now, version

PASSED = {"name": "feedback", "status": "pass", "champion": 14.0, "candidate": 9.5,
          "why": "Mean error 9.5 points against 14.0."}  # fmt: skip
FAILED = {"name": "crisis", "status": "fail", "champion": 1.0, "candidate": 0.9,
          "why": "18 of 20 messages of danger are found, before 20."}  # fmt: skip


class Played:
    """A training that came to what a test says."""

    def __init__(self, *findings: dict[str, Any]) -> None:
        self.findings = list(findings)

    async def __call__(self, arguments: Sequence[str]) -> Ended:
        """Answer as ``warmline`` would."""
        if arguments[1] == "prune":
            return Ended(0, "Nothing to delete.", "")
        if arguments[0] == "train":
            return Ended(0, json.dumps({"version": "v2", "folder": "/made/v2"}), "")
        passed = all(one["status"] == "pass" for one in self.findings)
        return Ended(0, json.dumps({"passed": passed, "findings": self.findings}), "")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf with the version in use and one that passed, where the app's commands look."""
    from scoring.registry.shelf import Shelf

    shelf = Shelf(tmp_path / "models", now)
    for name in ("v1", "v2"):
        shelf.add(version(tmp_path / "made", name))
    shelf.promote("v1", "first")
    monkeypatch.setenv("SCORER_WEIGHTS_DIR", str(shelf.root))
    return shelf.root


def in_use(shelf: Path) -> str:
    """The version that the shelf names."""
    return (shelf / "current").read_text("utf-8").partition("\n")[0]


async def retrained(office: Office, *findings: dict[str, Any]) -> Message:
    """Let a night pass in which the scorer is retrained; gives what its owner reads."""
    assert office.bot is not None
    clock = HandClock()
    clock.now = clock.now.replace(hour=2)
    settings = Settings(
        _env_file=None, data_dir=office.folder, retrain=True, retrain_owner=YOU, retrain_floor=20
    )
    bot = office.bot

    async def enough() -> int:
        return 20

    store = _With(bot.store, fresh_ratings=enough)
    [job] = retrain_jobs(
        settings,
        store,  # type: ignore[arg-type]
        clock,
        "w1",
        client=bot.client,
        run=Played(*findings),
    )
    await job.run()
    return await office.you.sees("The scorer was retrained")


class _With:
    """A store of which one answer is a test's."""

    def __init__(self, store: object, **answers: object) -> None:
        self._store = store
        self.__dict__.update(answers)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


@pytest.fixture
async def owner(office: Office) -> Office:
    """The office, whose app knows that you are the scorer's owner."""
    await office.closes()
    office.changes = {"retrain_owner": YOU}
    await office.opens()
    return office


async def test_the_owner_promotes_and_the_shelf_follows(owner: Office, shelf: Path) -> None:
    """One click, after a question; the message says what holds, and has no buttons any more."""
    told = await retrained(owner, PASSED)
    assert "v2 passed every check and waits for you." in shown_text(told)
    await owner.you.clicks(ActionId.MODEL_PROMOTE)
    told = await owner.you.sees("You promoted it")
    assert in_use(shelf) == "v2"
    assert ActionId.MODEL_PROMOTE not in json.dumps(told.blocks)
    assert owner.bot is not None
    [run] = await owner.bot.store.training_runs()
    assert run.decision == "promoted"


async def test_a_second_click_from_an_old_screen_changes_nothing(
    owner: Office, shelf: Path
) -> None:
    """Rolled back meanwhile: the old button does not promote it again."""
    from scoring.registry.shelf import Shelf

    told = await retrained(owner, PASSED)
    before = list(told.blocks)
    await owner.you.clicks(ActionId.MODEL_PROMOTE)
    await owner.you.sees("You promoted it")
    Shelf(shelf, now).rollback("too strict")
    owner.sandbox.double.workspace.rewrite(told, told.text, before)
    await owner.you.clicks(ActionId.MODEL_PROMOTE)
    await owner.you.sees("You promoted it")
    assert in_use(shelf) == "v1"


async def test_the_owner_rejects_and_the_version_in_use_stays(owner: Office, shelf: Path) -> None:
    """No command is given; the word is kept and audited."""
    await retrained(owner, PASSED)
    await owner.you.clicks(ActionId.MODEL_REJECT)
    await owner.you.sees("You rejected it")
    assert in_use(shelf) == "v1"


async def test_the_owner_compares_before_deciding(owner: Office, shelf: Path) -> None:
    """Both figures of everything that was judged, in a window of its own."""
    await retrained(owner, PASSED)
    await owner.you.clicks(ActionId.MODEL_COMPARE)
    view = await owner.you.sees_view(ViewId.COMPARE, "Fresh feedback")
    assert "in use 14, new 9.5" in shown_text(view)
    assert in_use(shelf) == "v1"


async def test_a_stopped_version_comes_with_reasons_and_cannot_be_promoted(
    owner: Office, shelf: Path
) -> None:
    """Compare is the only button; the reason is the gate's own sentence."""
    told = await retrained(owner, PASSED, FAILED)
    said = shown_text(told)
    assert "v2 did not pass and stays out" in said
    assert "18 of 20 messages of danger" in said
    assert "Mean error" not in said
    shown = json.dumps(told.blocks)
    assert ActionId.MODEL_COMPARE in shown
    assert ActionId.MODEL_PROMOTE not in shown


async def test_nobody_else_decides_even_with_the_button_before_them(
    owner: Office, shelf: Path
) -> None:
    """The server asks who clicked, whatever a client shows: a copy of the message in a channel."""
    told = await retrained(owner, PASSED)
    double = owner.sandbox.double
    inbox = double.workspace.channels["C0INBOX"]
    double.workspace.post(Place(inbox.id, None), double.workspace.bot.id, told.text, told.blocks)
    ben: Person = double.person("U0BEN", inbox)
    await ben.clicks(ActionId.MODEL_PROMOTE)
    await ben.sees("Only the person named as the scorer's owner")
    assert in_use(shelf) == "v1"


async def test_a_promotion_that_fails_is_told_with_its_cause(owner: Office, shelf: Path) -> None:
    """The version was damaged on the disk: the one in use stays, and the buttons too."""
    (shelf / "v2" / "network.safetensors").write_bytes(b"")
    await retrained(owner, PASSED)
    await owner.you.clicks(ActionId.MODEL_PROMOTE)
    await owner.you.sees("missing or damaged")
    assert in_use(shelf) == "v1"
    assert owner.bot is not None
    [run] = await owner.bot.store.training_runs()
    assert run.decision is None
