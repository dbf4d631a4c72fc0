"""The network: a pre-trained cross-encoder under label-wise attention heads.

Each feature has its own attention over the tokens of the reply and its own linear output, so one
forward pass gives the value *and* where it comes from (label-wise attention: Mullenbach et al.,
"Explainable Prediction of Medical Codes", 2018). ``overall`` has the same kind of head over reply
and context, ``need`` and ``crisis`` over the context alone. The interval comes from two quantile
outputs, made honest on held-out data later (conformalized quantile regression, Romano et al. 2019).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from scoring.features.registry import FEATURES
from scoring.models.inputs import Batch

N_FEATURES = len(FEATURES)
_MASKED = -1e4  # finite, so that fp16 and a row with no token at all stay finite


@dataclass(frozen=True, slots=True)
class Output:
    """Raw outputs of a batch of windows (W) of T tokens.

    Attributes:
        overall: (W,) logit.
        quantiles: (W, 2) offsets of the 10 % and 90 % quantile from ``overall``, on 0-1.
        need: (W,) logit.
        crisis: (W,) logit.
        features: (W, 37) logits.
        evidence: (W, 37, T) each token's attention-weighted part of the feature's logit.
    """

    overall: Tensor
    quantiles: Tensor
    need: Tensor
    crisis: Tensor
    features: Tensor
    evidence: Tensor


class LabelAttention(nn.Module):
    """One attention query and one linear output per label over token states."""

    def __init__(self, hidden: int, labels: int) -> None:
        super().__init__()
        self.query = nn.Parameter(torch.randn(labels, hidden) * hidden**-0.5)
        self.out = nn.Parameter(torch.randn(labels, hidden) * hidden**-0.5)
        self.bias = nn.Parameter(torch.zeros(labels))

    def forward(self, states: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Score every label.

        Args:
            states: (W, T, H) token states.
            mask: (W, T), True where a token may be attended to.

        Returns:
            Logits (W, L) and each token's part of them without the bias (W, L, T).
        """
        scores = torch.einsum("wth,lh->wlt", states, self.query)
        scores = scores.masked_fill(~mask[:, None, :], _MASKED)
        attention = scores.softmax(-1) * mask[:, None, :]
        value = torch.einsum("wth,lh->wlt", states, self.out)
        parts = attention * value
        return parts.sum(-1) + self.bias, parts


class Network(nn.Module):
    """Encoder and heads.

    Args:
        encoder: A transformers encoder returning ``last_hidden_state``.
        hidden: Its width.
        uses_types: Whether it takes segment ids (BERT does, MPNet does not).
    """

    def __init__(self, encoder: nn.Module, hidden: int, *, uses_types: bool) -> None:
        super().__init__()
        self.encoder = encoder
        self.uses_types = uses_types
        self.features = LabelAttention(hidden, N_FEATURES)
        self.pair = LabelAttention(hidden, 1)
        self.message = LabelAttention(hidden, 2)  # need, crisis
        self.spread = LabelAttention(hidden, 2)
        self.dropout = nn.Dropout(0.1)

    def forward(self, batch: Batch) -> Output:
        """Run one padded batch."""
        extra = {"token_type_ids": batch.types} if self.uses_types else {}
        states = self.encoder(
            input_ids=batch.ids, attention_mask=batch.attention, **extra
        ).last_hidden_state
        states = self.dropout(states)
        everything = batch.reply_mask | batch.context_mask
        features, evidence = self.features(states, batch.reply_mask)
        overall, _ = self.pair(states, everything)
        message, _ = self.message(states, batch.context_mask)
        # The spread reads the states but must not bend them.
        spread, _ = self.spread(states.detach(), everything)
        spread = nn.functional.softplus(spread) * torch.tensor([-0.1, 0.1], device=states.device)
        return Output(overall[:, 0], spread, message[:, 0], message[:, 1], features, evidence)
