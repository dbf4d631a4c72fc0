"""The noise benchmark with the whole encoder trained: two recipes on a subset, label by label.

The paper's recipe (arXiv 2501.00691): AdamW at 3e-5 for everything, stopped early on the dev
split's concordance with patience 2 after epoch 5. Ours: the head faster than the encoder, a linear
rise and fall of both, averaged weights, the epoch that dev likes best. One network for both: the
encoder's mean state under a linear head, squared error. Labels are corrected as in ``noise``, where
a head on frozen embeddings of the same drafts chooses alpha: fine-tuning once for each alpha would
take a day. Each row takes minutes and is kept, so a run that was ended goes on with the next one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scoring.benchmarks.frozen import Solver, ccc, pcc, rmse
from scoring.benchmarks.kept_rows import KeptRows, digest
from scoring.benchmarks.noise import Rated, gaps, interval, noisy_labels
from scoring.models.build import Built, word_embeddings
from scoring.training import labels as rules

__all__ = ["OURS", "PAPER", "Recipe", "Texts", "finetune_table"]

Vector = NDArray[np.float64]
#: A draft and the message before it; None where there is none.
Pair = tuple[str, str | None]
_TOKENS = 64
_BATCH = 8


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train.

    Attributes:
        epochs: At the most.
        patience: Epochs without a better dev figure, counted after epoch 5, that end the run; None:
            it is not ended early.
        average: Decay of the weights' moving average; 0: none.
        warmup: Share of the steps in which the rates rise, before they fall to nought; None: they
            stay.
    """

    name: str
    encoder_lr: float
    head_lr: float
    epochs: int
    patience: int | None = None
    average: float = 0.0
    warmup: float | None = None


PAPER = Recipe("the paper's", 3e-5, 3e-5, 15, patience=2)
OURS = Recipe("ours", 1.1e-4, 1.5e-3, 8, average=0.95, warmup=0.06)
_FREE = 5  # epochs before patience counts


@dataclass(frozen=True, slots=True)
class Texts:
    """A set's texts by split, in the order of its ratings."""

    rated: Rated
    pairs: dict[str, Sequence[Pair]]


def finetune_table(  # noqa: PLR0913, PLR0917 - the last is what a test gives in place of a default
    make: Callable[[], Built],
    sets: Sequence[Texts],
    size: int,
    progress: Callable[[str], None],
    kept: KeptRows,
    recipes: Sequence[Recipe] = (PAPER, OURS),
) -> list[dict[str, Any]]:
    """Train on ``size`` drafts of each set under every correction and recipe.

    Args:
        make: Makes the untrained network.
        sets: What to train and test on.
        size: Drafts to train on; as many again at most choose the epoch.
        progress: Told each run.
        kept: Rows that were measured before.
        recipes: How to train.
    """
    parts = [_part(texts, size) for texts in sets]
    return [row for part in parts for row in _rows(make, part, progress, kept, recipes)]


def _rows(
    make: Callable[[], Built],
    texts: Texts,
    progress: Callable[[str], None],
    kept: KeptRows,
    recipes: Sequence[Recipe],
) -> Iterator[dict[str, Any]]:
    kind, rate = ("stray", 0.4) if texts.rated.clean else ("as it is", 0.0)
    for rule, labels in _labels(texts.rated, kind, rate).items():
        for recipe in recipes:
            told = {
                "data": texts.rated.name,
                "kind": kind,
                "rate": rate,
                "recipe": recipe.name,
                "rule": rule,
                "n": len(labels),
            }
            progress(f"{texts.rated.name}, {kind} {rate:.0%}, {recipe.name} recipe, {rule}")
            key = digest(told, asdict(recipe), texts.pairs, labels.tolist(), _TOKENS, _BATCH)
            measure = partial(_measured, make, texts, labels, recipe)
            yield told | kept.row(key, measure)


def _labels(data: Rated, kind: str, rate: float) -> dict[str, Vector]:
    """Train labels by the rule that corrected them; alpha by a head on frozen embeddings."""
    human, second, _ = noisy_labels(data, kind, rate, seed=42)
    solver = Solver(data.embeddings["train"], data.embeddings["dev"], data.truth["dev"])
    far = rules.best_alpha(human, second, lambda y: solver.figure(solver.fit(y)))[1]
    oracle = {"oracle": data.truth["train"]} if data.clean else {}
    return {"no correction": human, "far replaced (alpha on dev)": far} | oracle


def _measured(
    make: Callable[[], Built], texts: Texts, labels: Vector, recipe: Recipe
) -> dict[str, Any]:
    predicted, epochs = _trained(make(), texts, labels, recipe)
    truth = texts.rated.truth["test"]
    return {
        "epochs": epochs,
        "pcc": round(pcc(predicted, truth), 3),
        "ccc": round(ccc(predicted, truth), 3),
        "interval": interval(predicted, truth),
        "rmse": round(rmse(predicted, truth), 3),
    } | gaps(texts.rated, [predicted])


def _part(texts: Texts, size: int) -> Texts:
    """The same few drafts each time, of train and dev."""
    data, pairs = texts.rated, dict(texts.pairs)
    truth, embeddings = dict(data.truth), dict(data.embeddings)
    rng = random.Random(0)  # noqa: S311  reproducible, not secret
    chosen = {}
    for split in ("train", "dev"):
        rows = sorted(rng.sample(range(len(pairs[split])), min(size, len(pairs[split]))))
        chosen[split] = np.array(rows)
        pairs[split] = [pairs[split][i] for i in rows]
        truth[split], embeddings[split] = truth[split][rows], embeddings[split][rows]
    second = data.second[chosen["train"]]
    return Texts(replace(data, truth=truth, second=second, embeddings=embeddings), pairs)


class _Regressor(nn.Module):
    """The encoder's mean state under a linear head."""

    def __init__(self, built: Built, middle: float) -> None:
        super().__init__()
        self.encoder = built.network.encoder
        self.head = nn.Linear(word_embeddings(built.network).embedding_dim, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.constant_(self.head.bias, middle)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Rate a batch."""
        states = self.encoder(input_ids=ids, token_type_ids=kinds, attention_mask=mask)
        weights = mask[:, :, None].float()
        mean = (states.last_hidden_state * weights).sum(1) / weights.sum(1)
        rated: Tensor = self.head(mean)[:, 0]
        return rated


def _trained(built: Built, texts: Texts, labels: Vector, recipe: Recipe) -> tuple[Vector, int]:
    """Train one network; give its ratings of the test split and how many epochs it took."""
    torch.manual_seed(42)
    network = _Regressor(built, float(labels.mean()))
    encoded = {s: [_encode(built, pair) for pair in pairs] for s, pairs in texts.pairs.items()}
    optimiser = torch.optim.AdamW(
        [
            {"params": network.encoder.parameters(), "lr": recipe.encoder_lr},
            {"params": network.head.parameters(), "lr": recipe.head_lr},
        ]
    )
    steps = -(-len(labels) // _BATCH) * recipe.epochs
    rates = torch.optim.lr_scheduler.LambdaLR(optimiser, _rates(steps, recipe.warmup))
    mean = {n: p.detach().clone() for n, p in network.named_parameters()}
    best, state, worse, epoch = -2.0, mean, 0, 0
    for epoch in range(1, recipe.epochs + 1):
        _one_epoch(
            network, built.pad, encoded["train"], labels, optimiser, rates, mean, recipe, epoch
        )
        now: dict[str, Tensor] = mean if recipe.average else dict(network.named_parameters())
        figure = ccc(_predict(network, now, built.pad, encoded["dev"]), texts.rated.truth["dev"])
        if figure > best:
            best, worse = figure, 0
            state = {name: value.detach().clone() for name, value in now.items()}
        elif epoch > _FREE:
            worse += 1
        if recipe.patience is not None and worse >= recipe.patience:
            break
    return _predict(network, state, built.pad, encoded["test"]), epoch


def _one_epoch(  # noqa: PLR0913, PLR0917 - the parts of a training loop
    network: _Regressor,
    pad: int,
    encoded: Sequence[_Row],
    labels: Vector,
    optimiser: torch.optim.Optimizer,
    rates: torch.optim.lr_scheduler.LambdaLR,
    mean: dict[str, Tensor],
    recipe: Recipe,
    epoch: int,
) -> None:
    network.train()
    order = list(range(len(labels)))
    random.Random(epoch).shuffle(order)  # noqa: S311  reproducible, not secret
    for at in range(0, len(order), _BATCH):
        rows = order[at : at + _BATCH]
        rated = network(*_batch([encoded[i] for i in rows], pad))
        loss = ((rated - torch.tensor(labels[rows], dtype=torch.float32)) ** 2).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        rates.step()
        if recipe.average:
            for name, p in network.named_parameters():
                mean[name].lerp_(p.detach(), 1 - recipe.average)


def _predict(
    network: _Regressor, weights: dict[str, Tensor], pad: int, encoded: Sequence[_Row]
) -> Vector:
    """Rate rows with the given weights, like lengths together."""
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    found = np.zeros(len(encoded))
    network.eval()
    with torch.inference_mode():
        for at in range(0, len(order), 2 * _BATCH):
            rows = order[at : at + 2 * _BATCH]
            batch = _batch([encoded[i] for i in rows], pad)
            rated = torch.func.functional_call(network, weights, batch)
            found[rows] = rated.double().numpy()
    return np.clip(found, 0, 1)


#: Token ids and their kinds: 0 of the draft, 1 of the message.
_Row = tuple[list[int], list[int]]


def _encode(built: Built, pair: Pair) -> _Row:
    encoded = built.tokenizer.encode(*pair) if pair[1] else built.tokenizer.encode(pair[0])
    return encoded.ids[:_TOKENS], encoded.type_ids[:_TOKENS]


def _batch(rows: Sequence[_Row], pad: int) -> tuple[Tensor, Tensor, Tensor]:
    width = max(len(ids) for ids, _ in rows)
    fill = [width - len(ids) for ids, _ in rows]
    ids = torch.tensor([i + [pad] * n for (i, _), n in zip(rows, fill, strict=True)])
    kinds = torch.tensor([k + [0] * n for (_, k), n in zip(rows, fill, strict=True)])
    mask = torch.tensor([[1] * len(i) + [0] * n for (i, _), n in zip(rows, fill, strict=True)])
    return ids, kinds, mask


def _rates(steps: int, warmup: float | None) -> Callable[[int], float]:
    if warmup is None:
        return lambda _: 1.0
    rise = max(1, int(steps * warmup))
    return lambda step: min((step + 1) / rise, max(0.0, (steps - step) / max(1, steps - rise)))
