"""Losses: ratings, order within a message, judged pairs, and sameness under variants."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as bce
from torch.nn.functional import softplus

from scoring.models.network import Output

#: Two drafts to one message count as ordered when their ratings differ by this much (0-1).
ORDERED = 0.1
_QUANTILES = (0.1, 0.9)
#: Messages with danger to life are about one in fifteen: a miss costs as much as this many alarms.
_RARE = 5.0
#: Thirty-seven features share one mean: at 3 they were underfitted while the one ``overall``,
#: learned from the same texts, was overfitted (docs/experiments.md).
_FEATURES = 10.0


@dataclass(frozen=True, slots=True)
class Targets:
    """Labels of the rated rows at the head of a batch, all 0-1; ``group`` says what to compare."""

    overall: Tensor
    need: Tensor
    crisis: Tensor
    features: Tensor
    group: Tensor

    def to(self, device: torch.device) -> Targets:
        """Move every tensor."""
        moved = (self.overall, self.need, self.crisis, self.features, self.group)
        return Targets(*(t.to(device) for t in moved))


def rating_loss(output: Output, target: Targets) -> Tensor:
    """Cross-entropy with soft targets: keeps its gradient near 0 and 1, where squares lose it."""
    n = len(target.overall)
    return (
        3 * bce(output.overall[:n], target.overall)
        + _FEATURES * bce(output.features[:n], target.features)
        + bce(output.need[:n], target.need)
        + bce(output.crisis[:n], target.crisis, pos_weight=target.crisis.new_tensor(_RARE))
        + 2 * _pinball(output, target.overall)
    )


def _pinball(output: Output, overall: Tensor) -> Tensor:
    centre = output.overall[: len(overall), None].detach().sigmoid()
    error = overall[:, None] - (centre + output.quantiles[: len(overall)])
    q = torch.tensor(_QUANTILES, device=error.device)
    return torch.maximum(q * error, (q - 1) * error).mean()


def order_loss(output: Output, target: Targets) -> Tensor:
    """Logistic loss on every ordered pair of drafts to one message, by how far apart they are."""
    z, y = output.overall[: len(target.overall)], target.overall
    gap = y[:, None] - y[None, :]
    ordered = (target.group[:, None] == target.group[None, :]) & (gap >= ORDERED)
    if not ordered.any():
        return z.sum() * 0
    loss = softplus(-(z[:, None] - z[None, :])) * gap
    return loss[ordered].sum() / gap[ordered].sum()


def judged_loss(a: Tensor, b: Tensor, margin: Tensor) -> Tensor:
    """Loss of judged pairs: the better one's logit leads by the margin, equals stay equal."""
    if not len(a):
        return a.sum() * 0
    lead = (a - b) * margin.sign()
    ordered = softplus(0.4 * margin.abs() - lead)
    equal = 20 * (a.sigmoid() - b.sigmoid()) ** 2
    return torch.where(margin == 0, equal, ordered).mean()


def sameness_loss(output: Output, original: Tensor, variant: Tensor) -> Tensor:
    """Squared distance between a draft and its variant, in score and in every feature."""
    if not len(original):
        return output.overall.sum() * 0
    overall = output.overall.sigmoid()
    features = output.features.sigmoid()
    return (
        20 * ((overall[original] - overall[variant]) ** 2).mean()
        + 10 * ((features[original] - features[variant]) ** 2).mean()
    )
