"""The training loop: one network, all heads, averaged weights, best epoch by the dev split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any

import torch
from torch import Tensor, nn

from scoring.models.build import Built, word_embeddings
from scoring.models.inputs import Window, collate
from scoring.models.network import Network, Output
from scoring.training.batches import Step, StepMaker, StepSizes
from scoring.training.checkpoint import Checkpoints, optimiser_tensors, restore_optimiser
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.losses import judged_loss, order_loss, rating_loss, sameness_loss
from scoring.training.workers import ALONE, Workers, share

_BUCKETS = 4
#: Called with (steps done, steps in all, running loss).
Progress = Callable[[int, int, float], None]
#: Called after each epoch with the averaged network; gives the figure to maximise.
Judge = Callable[[Network], float]


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How to train. Rates are AdamW's; ``average`` is the decay of the weights' moving average."""

    epochs: int = 8
    encoder_lr: float = 1.1e-4
    head_lr: float = 1.5e-3
    weight_decay: float = 0.01
    warmup: float = 0.06
    average: float = 0.99
    seed: int = 42
    sizes: StepSizes = field(default_factory=StepSizes)

    @classmethod
    def from_manifest(cls, settings: Mapping[str, Any]) -> TrainSettings:
        """Read back what a manifest says of its run."""
        plain = {f.name: settings[f.name] for f in fields(cls) if f.name != "sizes"}
        return cls(**plain, sizes=StepSizes(**settings["sizes"]))


@dataclass(frozen=True, slots=True)
class Trained:
    """The best epoch's averaged weights and what the judge said after each epoch."""

    state: dict[str, Tensor]
    history: tuple[float, ...]


def train(  # noqa: PLR0913  the three seams at the end have no sensible default
    built: Built,
    examples: Sequence[TrainingExample],
    pairs: Sequence[JudgedPair],
    settings: TrainSettings,
    *,
    device: torch.device,
    judge: Judge,
    progress: Progress,
    checkpoints: Checkpoints | None = None,
    workers: Workers = ALONE,
) -> Trained:
    """Fine-tune ``built`` and return the averaged weights of the epoch the judge liked best.

    With checkpoints, a run that was killed goes on where it was last saved, to the same weights on
    one machine as if it had not been. Of several processes the first tells of progress and saves.
    """
    torch.manual_seed(settings.seed)
    maker = StepMaker(examples, pairs, built.tokenizer, settings.sizes)
    total = maker.steps_per_epoch() // workers.count * settings.epochs
    loop = Loop(built, settings, total, device, workers)
    loop.restore(checkpoints)
    first = workers.rank == 0
    kept = checkpoints if first else None
    for epoch in range(loop.epoch, settings.epochs):
        loop.network.train()
        steps = share(maker.epoch(settings.seed * 1000 + epoch), workers)
        for step in islice(steps, loop.at, None):
            loss = loop.step(step)
            if first:
                progress(min(loop.done, total), total, loss)
            loop.save_now_and_then(kept)
        with loop.average.swapped_into(loop.network):
            loop.judged(judge(loop.network.eval()))
        loop.save(kept)
    return Trained(loop.best, tuple(loop.history))


class Loop:
    """Everything that a run changes as it goes, and one step of it.

    Args:
        built: The network to train.
        settings: How.
        total: Steps of the whole run, for the schedule.
        device: Where.
        workers: The processes that train together.
    """

    def __init__(
        self,
        built: Built,
        settings: TrainSettings,
        total: int,
        device: torch.device,
        workers: Workers = ALONE,
    ) -> None:
        self.network = built.network.to(device)
        workers.begin_alike(list(self.network.parameters()))
        self._workers = workers
        word_embeddings(self.network).weight.requires_grad_(False)
        self._pad, self._device = built.pad, device
        self._optimiser = torch.optim.AdamW(_groups(self.network, settings), fused=True)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(
            self._optimiser, _linear(total, settings.warmup)
        )
        self.average = _Average(self.network, settings.average)
        self.best = self.network.state_dict()
        self.history = list[float]()
        self.epoch = self.at = self.done = 0

    def step(self, step: Step) -> float:
        """Take one optimiser step; give its loss."""
        loss = _one_step(
            self.network, step, self._pad, self._optimiser, self._device, self._workers
        )
        self._schedule.step()
        self.average.update(self.network)
        self.at += 1
        self.done += 1
        return loss

    def judged(self, figure: float) -> None:
        """Close an epoch, with the averaged weights in the network."""
        self.history.append(figure)
        if figure == max(self.history):
            state = self.network.state_dict()
            self.best = {k: v.detach().cpu().clone() for k, v in state.items()}
        self.epoch, self.at = self.epoch + 1, 0

    def save_now_and_then(self, checkpoints: Checkpoints | None) -> None:
        """Save within an epoch, every so many steps."""
        if checkpoints is not None and self.done % checkpoints.every == 0:
            self.save(checkpoints)

    def save(self, checkpoints: Checkpoints | None) -> None:
        """Save everything; word embeddings are not trained and not saved."""
        if checkpoints is None:
            return
        names = [name for name, _ in _trained(self.network)]
        tensors: dict[str, Tensor] = {f"weights/{n}": p for n, p in _trained(self.network)}
        tensors |= {f"average/{n}": v for n, v in self.average.mean.items()}
        tensors |= {f"best/{n}": self.best[n].clone() for n in names}
        tensors |= optimiser_tensors(self._optimiser)
        tensors["random/cpu"] = torch.get_rng_state()
        if self._device.type == "cuda":
            tensors["random/cuda"] = torch.cuda.get_rng_state(self._device)
        numbers = {n: getattr(self, n) for n in ("history", "epoch", "at", "done")}
        checkpoints.save(tensors, numbers | {"averaged": self.average.steps})

    def restore(self, checkpoints: Checkpoints | None) -> None:
        """Go on from what was saved, if anything was."""
        saved = checkpoints.load() if checkpoints is not None else None
        if saved is None:
            return
        trained = dict(_trained(self.network))
        self.best = {k: v.detach().cpu().clone() for k, v in self.best.items()}
        for key, value in saved.tensors.items():
            part, _, name = key.partition("/")
            if part == "weights":
                trained[name].data.copy_(value)
            elif part == "average":
                self.average.mean[name].copy_(value)
            elif part == "best":
                self.best[name] = value
        restore_optimiser(self._optimiser, saved.tensors)
        self.average.steps = saved.numbers.pop("averaged")
        for name, value in saved.numbers.items():
            setattr(self, name, value)
        self._restore_schedule(saved.tensors)

    def _restore_schedule(self, tensors: dict[str, Tensor]) -> None:
        rates = [
            base * factor(self.done)
            for base, factor in zip(self._schedule.base_lrs, self._schedule.lr_lambdas, strict=True)
        ]
        self._schedule.last_epoch = self.done
        for group, rate in zip(self._optimiser.param_groups, rates, strict=True):
            group["lr"] = rate
        torch.set_rng_state(tensors["random/cpu"])
        if "random/cuda" in tensors and self._device.type == "cuda":
            torch.cuda.set_rng_state(tensors["random/cuda"], self._device)


def _one_step(  # noqa: PLR0913, PLR0917 - the parts of a step
    network: Network,
    step: Step,
    pad: int,
    optimiser: torch.optim.Optimizer,
    device: torch.device,
    workers: Workers,
) -> float:
    output = _forward(network, step.windows, pad, device)
    target = step.targets().to(device)
    a, b = (output.overall[torch.tensor(i, dtype=torch.long)] for i in (step.pair_a, step.pair_b))
    loss = (
        rating_loss(output, target)
        + order_loss(output, target)
        + 0.7 * judged_loss(a, b, torch.tensor(step.margins, device=device))
        + sameness_loss(output, torch.tensor(step.originals), torch.tensor(step.variants))
    )
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    workers.average([p for p in network.parameters() if p.requires_grad])
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    return float(loss.detach())


def _forward(network: Network, windows: Sequence[Window], pad: int, device: torch.device) -> Output:
    """Run windows in buckets of like length (a third less padding on CPU), in the given order."""
    cut = buckets(windows)
    parts = [network(collate([windows[i] for i in rows], pad).to(device)) for rows in cut]
    order = [i for rows in cut for i in rows]
    back = torch.tensor(sorted(range(len(order)), key=order.__getitem__), device=device)
    return Output(
        overall=torch.cat([p.overall for p in parts])[back],
        quantiles=torch.cat([p.quantiles for p in parts])[back],
        need=torch.cat([p.need for p in parts])[back],
        crisis=torch.cat([p.crisis for p in parts])[back],
        features=torch.cat([p.features for p in parts])[back],
        evidence=parts[0].evidence,  # not trained on directly
    )


def buckets(windows: Sequence[Window]) -> list[list[int]]:
    """Cut a step's windows into a few batches of like length, as row numbers."""
    order = sorted(range(len(windows)), key=lambda i: len(windows[i].ids))
    size = -(-len(order) // _BUCKETS)
    return [order[at : at + size] for at in range(0, len(order), size)]


def _groups(network: Network, settings: TrainSettings) -> list[dict[str, object]]:
    body: dict[bool, list[nn.Parameter]] = {True: [], False: []}
    heads: list[nn.Parameter] = []
    for name, p in network.named_parameters():
        if not p.requires_grad:
            continue
        if name.startswith("encoder."):
            body[p.ndim > 1].append(p)
        else:
            heads.append(p)
    return [
        {"params": body[True], "lr": settings.encoder_lr, "weight_decay": settings.weight_decay},
        {"params": body[False], "lr": settings.encoder_lr, "weight_decay": 0.0},
        {"params": heads, "lr": settings.head_lr, "weight_decay": 0.0},
    ]


def _linear(total: int, warmup: float) -> Callable[[int], float]:
    rise = max(1, int(total * warmup))

    def factor(step: int) -> float:
        if step < rise:
            return (step + 1) / rise
        return max(0.0, (total - step) / max(1, total - rise))

    return factor


class _Average:
    """Exponential moving average of the trained weights, corrected for its start."""

    def __init__(self, network: Network, decay: float) -> None:
        self._decay, self.steps = decay, 0
        self.mean = {n: p.detach().clone() for n, p in _trained(network)}

    def update(self, network: Network) -> None:
        self.steps += 1
        decay = min(self._decay, (1 + self.steps) / (10 + self.steps))
        for name, p in _trained(network):
            self.mean[name].lerp_(p.detach(), 1 - decay)

    def swapped_into(self, network: Network) -> _Swap:
        return _Swap(network, self.mean)


class _Swap:
    """Holds the averaged weights in the network for the time of a ``with``."""

    def __init__(self, network: Network, mean: dict[str, Tensor]) -> None:
        self._network, self._mean = network, mean
        self._kept: dict[str, Tensor] = {}

    def __enter__(self) -> None:
        for name, p in _trained(self._network):
            self._kept[name] = p.detach().clone()
            p.data.copy_(self._mean[name])

    def __exit__(self, *_: object) -> None:
        for name, p in _trained(self._network):
            p.data.copy_(self._kept[name])


def _trained(network: Network) -> Iterable[tuple[str, nn.Parameter]]:
    return ((n, p) for n, p in network.named_parameters() if p.requires_grad)
