"""One training over several processes, a GPU each: every process takes its share of the steps.

``accelerate launch`` (extra ``distributed``) starts the processes; without it there is one, and
nothing here costs anything. Steps are dealt out in turns, gradients averaged before each optimiser
step, so the weights stay the same everywhere; the first process alone keeps checkpoints and writes
the version.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

import torch
from torch import Tensor, nn

__all__ = ["ALONE", "Workers", "find_workers", "share"]

T = TypeVar("T")


class Workers(Protocol):
    """The processes of one training, seen from one of them."""

    @property
    def rank(self) -> int:
        """This process's number; 0 is the first."""

    @property
    def count(self) -> int:
        """How many there are."""

    @property
    def device(self) -> torch.device | None:
        """This process's own device; None: as the settings say."""

    def begin_alike(self, tensors: Sequence[Tensor]) -> None:
        """Give every process the first one's values, in place."""

    def average(self, parameters: Sequence[nn.Parameter]) -> None:
        """Average the gradients over the processes, in place."""


class _Alone:
    """One process."""

    rank = 0
    count = 1
    device = None

    def begin_alike(self, tensors: Sequence[Tensor]) -> None:
        """Nothing to do."""

    def average(self, parameters: Sequence[nn.Parameter]) -> None:
        """Nothing to do."""


ALONE: Workers = _Alone()


class _Together:
    """Several processes that ``accelerate launch`` or ``torchrun`` has started."""

    def __init__(self, *, cpu: bool) -> None:
        from scoring.extras import needs  # noqa: PLC0415 - an extra of its own

        with needs("distributed"):
            from accelerate import PartialState  # noqa: PLC0415
        self._state = PartialState(cpu=cpu)
        self.rank = int(self._state.process_index)
        self.count = int(self._state.num_processes)
        self.device: torch.device | None = self._state.device

    def begin_alike(self, tensors: Sequence[Tensor]) -> None:
        """See :meth:`Workers.begin_alike`."""
        from accelerate.utils import broadcast  # noqa: PLC0415

        with torch.no_grad():
            for tensor in tensors:
                tensor.copy_(broadcast(tensor.detach().clone()))

    def average(self, parameters: Sequence[nn.Parameter]) -> None:
        """See :meth:`Workers.average`; in one message, as many small ones take longer."""
        from accelerate.utils import reduce  # noqa: PLC0415

        grads = [p.grad if p.grad is not None else torch.zeros_like(p) for p in parameters]
        mean = reduce(torch.cat([g.reshape(-1) for g in grads]), reduction="mean")
        for parameter, part in zip(parameters, mean.split([g.numel() for g in grads]), strict=True):
            parameter.grad = part.view_as(parameter)


def find_workers(*, cpu: bool = False) -> Workers:
    """Join the processes that were started together, or be alone.

    Args:
        cpu: Whether they are to stay on the CPU, GPUs or not.

    Raises:
        MissingExtraError: There are several, and accelerate is not installed.
    """
    return _Together(cpu=cpu) if int(os.environ.get("WORLD_SIZE", "1")) > 1 else ALONE


def share(steps: Iterable[T], workers: Workers) -> Iterator[T]:
    """Deal steps out in turns; the last few, which are not enough for all, are left out."""
    if workers.count == 1:
        yield from steps
        return
    for round_of_steps in zip(*[iter(steps)] * workers.count, strict=False):
        yield round_of_steps[workers.rank]
