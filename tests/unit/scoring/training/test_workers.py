"""A training over several processes: the same weights everywhere, half the steps for each."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from scoring.training.workers import ALONE, find_workers, share
from tests.fixtures.tiny import write_tiny_base

ROOT = Path(__file__).resolve().parents[4]
WORKER = "tests.unit.scoring.training.worker"


def test_steps_are_dealt_out_in_turns() -> None:
    """Everybody gets as many; what is over is left out; one process gets all."""
    shares = [list(share(range(7), SimpleNamespace(rank=r, count=3))) for r in range(3)]  # type: ignore[arg-type]
    assert shares == [[0, 3], [1, 4], [2, 5]]
    assert list(share(range(7), ALONE)) == list(range(7))


def test_a_single_process_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of accelerate is loaded where nobody started several."""
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    assert find_workers() is ALONE


def test_two_processes_train_one_model(tmp_path: Path) -> None:
    """Heads that begin differently end the same, each process after half of the steps."""
    pytest.importorskip("accelerate")
    base = write_tiny_base(tmp_path)
    alone = _run(base, {})
    port = str(_free_port())
    shared = {"WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1"}
    shared |= {"MASTER_PORT": port}
    running = [_start(base, shared | {"RANK": str(r), "LOCAL_RANK": str(r)}) for r in range(2)]
    told = [_told(process) for process in running]
    assert [t["rank"] for t in told] == [0, 1]
    assert {t["count"] for t in told} == {2}
    assert told[0]["weights"] == told[1]["weights"]
    assert told[0]["weights"] != alone["weights"]
    assert told[0]["steps"] == alone["steps"] // 2 > 0
    assert told[1]["steps"] == 0  # the first process alone tells of progress


def _run(base: Path, more: dict[str, str]) -> dict[str, object]:
    return _told(_start(base, more))


def _start(base: Path, more: dict[str, str]) -> subprocess.Popen[str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("WORLD_SIZE", "RANK")}
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", WORKER, str(base)],
        cwd=ROOT,
        env=kept | {"OMP_NUM_THREADS": "1"} | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _told(process: subprocess.Popen[str]) -> dict[str, object]:
    output, errors = process.communicate(timeout=240)
    assert process.returncode == 0, errors[-2000:]
    found: dict[str, object] = json.loads(output.splitlines()[-1])
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
