"""A training run's state on disk, so that a run that was killed goes on where it stood.

One safetensors file holds tensors and, in its header, the numbers as JSON; it is replaced in one
step. It names the run it belongs to: data, settings and start. Another run does not take it up.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from scoring.registry.durable import sync_folder

__all__ = ["Checkpoints", "Saved", "optimiser_tensors", "restore_optimiser"]

_OPTIMISER = "optimiser/"


@dataclass(frozen=True, slots=True)
class Saved:
    """What was saved: tensors by name, and numbers."""

    tensors: dict[str, Tensor]
    numbers: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """Where and when the state is saved.

    Attributes:
        path: The file.
        run: What tells this run from another.
        every: Steps between two saves within an epoch; each epoch's end is saved besides.
    """

    path: Path
    run: str
    every: int = 200

    def save(self, tensors: dict[str, Tensor], numbers: dict[str, Any]) -> None:
        """Replace the file in one step, flushed to the disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        aside = self.path.with_suffix(".part")
        plain = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
        save_file(plain, str(aside), metadata={"run": self.run, "numbers": json.dumps(numbers)})
        with aside.open("rb") as written:
            os.fsync(written.fileno())
        aside.replace(self.path)
        sync_folder(self.path.parent)

    def load(self) -> Saved | None:
        """Read the state; None when there is none of this run."""
        if not self.path.is_file():
            return None
        try:
            with safe_open(str(self.path), "pt") as opened:
                said = opened.metadata() or {}
                if said.get("run") != self.run:
                    return None
                tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
        except SafetensorError:  # not one of ours: begin anew
            return None
        return Saved(tensors, json.loads(said["numbers"]))

    def clear(self) -> None:
        """Remove the file: the run is over."""
        self.path.unlink(missing_ok=True)


def optimiser_tensors(optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    """Name the optimiser's tensors: first and second moments, step counts."""
    return {
        f"{_OPTIMISER}{number}/{name}": value
        for number, state in optimiser.state_dict()["state"].items()
        for name, value in state.items()
    }


def restore_optimiser(optimiser: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    """Put them back; learning rates are the schedule's business."""
    state: dict[int, dict[str, Tensor]] = {}
    for key, value in tensors.items():
        if key.startswith(_OPTIMISER):
            number, _, name = key.removeprefix(_OPTIMISER).partition("/")
            state.setdefault(int(number), {})[name] = value
    optimiser.load_state_dict(
        {"state": state, "param_groups": optimiser.state_dict()["param_groups"]}
    )
