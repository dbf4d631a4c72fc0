"""The training loop: one network, all heads, averaged weights, best epoch by the dev split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import torch
from torch import Tensor, nn

from scoring.models.build import Built, word_embeddings
from scoring.models.inputs import Window, collate
from scoring.models.network import Network, Output
from scoring.training.batches import Step, StepMaker, StepSizes
from scoring.training.examples import JudgedPair, TrainingExample
from scoring.training.losses import judged_loss, order_loss, rating_loss, sameness_loss

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
) -> Trained:
    """Fine-tune ``built`` and return the averaged weights of the epoch the judge liked best."""
    torch.manual_seed(settings.seed)
    network = built.network.to(device)
    word_embeddings(network).weight.requires_grad_(False)
    maker = StepMaker(examples, pairs, built.tokenizer, settings.sizes)
    total = maker.steps_per_epoch() * settings.epochs
    optimiser = torch.optim.AdamW(_groups(network, settings), fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, _linear(total, settings.warmup))
    average = _Average(network, settings.average)
    best, history, done = network.state_dict(), list[float](), 0
    for epoch in range(settings.epochs):
        network.train()
        for step in maker.epoch(settings.seed * 1000 + epoch):
            loss = _one_step(network, step, built.pad, optimiser, device)
            schedule.step()
            average.update(network)
            done += 1
            progress(min(done, total), total, loss)
        with average.swapped_into(network):
            history.append(judge(network.eval()))
            if history[-1] == max(history):
                best = {k: v.detach().cpu().clone() for k, v in network.state_dict().items()}
    return Trained(best, tuple(history))


def _one_step(
    network: Network, step: Step, pad: int, optimiser: torch.optim.Optimizer, device: torch.device
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
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()
    return float(loss.detach())


def _forward(network: Network, windows: Sequence[Window], pad: int, device: torch.device) -> Output:
    """Run windows in buckets of like length (a third less padding on CPU), in the given order."""
    order = sorted(range(len(windows)), key=lambda i: len(windows[i].ids))
    size = -(-len(order) // _BUCKETS)
    parts = [
        network(collate([windows[i] for i in order[at : at + size]], pad).to(device))
        for at in range(0, len(order), size)
    ]
    back = torch.tensor(sorted(range(len(order)), key=order.__getitem__), device=device)
    return Output(
        overall=torch.cat([p.overall for p in parts])[back],
        quantiles=torch.cat([p.quantiles for p in parts])[back],
        need=torch.cat([p.need for p in parts])[back],
        crisis=torch.cat([p.crisis for p in parts])[back],
        features=torch.cat([p.features for p in parts])[back],
        evidence=parts[0].evidence,  # not trained on directly
    )


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
        self._decay, self._steps = decay, 0
        self._mean = {n: p.detach().clone() for n, p in _trained(network)}

    def update(self, network: Network) -> None:
        self._steps += 1
        decay = min(self._decay, (1 + self._steps) / (10 + self._steps))
        for name, p in _trained(network):
            self._mean[name].lerp_(p.detach(), 1 - decay)

    def swapped_into(self, network: Network) -> _Swap:
        return _Swap(network, self._mean)


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
