"""A killed training run goes on where it stood, and ends as if it had not been killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from scoring.models.build import build
from scoring.training.batches import StepSizes
from scoring.training.checkpoint import Checkpoints
from scoring.training.loop import Trained, TrainSettings, train
from tests.fixtures.tiny import write_tiny_base
from tests.unit.scoring.training.made_up import PAIRS, examples

HOW = TrainSettings(epochs=3, sizes=StepSizes(rated=8, pairs=2, variants=2))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_base(tmp_path_factory.mktemp("tiny"))


class Killed(Exception):  # noqa: N818 - what happens, not an error
    """The run ends here."""


def run(
    base: Path,
    checkpoints: Checkpoints | None = None,
    stop: int = -1,
    told: list[int] | None = None,
) -> Trained:
    """Train on little data; end after ``stop`` steps."""
    torch.manual_seed(5)  # fresh heads

    def progress(done: int, total: int, loss: float) -> None:
        del total, loss
        if told is not None:
            told.append(done)
        if done == stop:
            raise Killed

    return train(
        build(base),
        examples("train", 32),
        PAIRS,
        HOW,
        device=torch.device("cpu"),
        judge=lambda network: float(network.features.bias.detach().sum()),
        progress=progress,
        checkpoints=checkpoints,
    )


@pytest.mark.parametrize("stop", [3, 5])
def test_a_run_that_was_broken_off_ends_with_the_same_weights(
    base: Path, tmp_path: Path, stop: int
) -> None:
    """To the last bit; only the steps since the last save are done again."""
    whole = run(base)
    checkpoints, told = Checkpoints(tmp_path / "state.safetensors", "one", every=2), list[int]()
    with pytest.raises(Killed):
        run(base, checkpoints, stop)
    again = run(base, checkpoints, told=told)
    assert told[0] == 1 + stop // 2 * 2 if stop < 4 else told[0] == 5
    assert again.history == whole.history
    assert all(torch.equal(again.state[k], v) for k, v in whole.state.items())


def test_a_checkpoint_of_another_run_is_left_alone(base: Path, tmp_path: Path) -> None:
    """Other data or settings begin anew; so does a file that is no checkpoint."""
    path, told = tmp_path / "state.safetensors", list[int]()
    with pytest.raises(Killed):
        run(base, Checkpoints(path, "one", every=2), 3)
    with pytest.raises(Killed):
        run(base, Checkpoints(path, "two", every=2), 1, told)
    assert told == [1]
    path.write_bytes(b"no tensors")
    assert Checkpoints(path, "one").load() is None


CHILD = """
import sys
from pathlib import Path
from scoring.training.checkpoint import Checkpoints
from tests.unit.scoring.training.test_resume import run
run(Path(sys.argv[1]), Checkpoints(Path(sys.argv[2]), "one", every=1))
"""


def test_kill_9_leaves_a_whole_checkpoint(base: Path, tmp_path: Path) -> None:
    """The process is killed while it saves after every step; what it leaves can be gone on with."""
    path = tmp_path / "state.safetensors"
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", CHILD, str(base), str(path)], cwd=Path(__file__).parents[4]
    )
    while not path.exists():
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    child.wait(30)
    told: list[int] = []
    again = run(base, Checkpoints(path, "one", every=1), told=told)
    assert not told or told[0] > 1  # on a quick machine it may have ended just before
    assert again.history == run(base).history
