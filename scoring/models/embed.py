"""Sentence embeddings from the untrained base encoder: mean of its token states, unit length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from scoring.models.build import Built

Vector = NDArray[np.float64]
#: The sentence encoders of the registry were trained on up to this many tokens.
MAX_TOKENS = 256
_BATCH = 32


def embed(built: Built, texts: Sequence[str]) -> Vector:
    """Embed texts; an empty text gives the embedding of its two special tokens.

    Args:
        built: Encoder and tokenizer; the heads are not used.
        texts: Any texts; what is beyond ``MAX_TOKENS`` is left out.

    Returns:
        (texts, hidden) unit vectors, in order.
    """
    encoded = [built.tokenizer.encode(text).ids[:MAX_TOKENS] for text in texts]
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i]))
    rows: dict[int, Vector] = {}
    for chosen in _batches(order):
        vectors = _mean_states(built, [encoded[i] for i in chosen])
        rows.update(zip(chosen, vectors, strict=True))
    return np.stack([rows[i] for i in range(len(texts))])


def _batches(order: list[int]) -> Iterator[list[int]]:
    for at in range(0, len(order), _BATCH):
        yield order[at : at + _BATCH]


def _mean_states(built: Built, ids: list[list[int]]) -> Vector:
    width = max(len(row) for row in ids)
    padded = torch.tensor([row + [built.pad] * (width - len(row)) for row in ids])
    mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in ids])
    with torch.inference_mode():
        states = built.network.encoder.eval()(input_ids=padded, attention_mask=mask)
    weighted = (states.last_hidden_state * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    return torch.nn.functional.normalize(weighted, dim=-1).double().numpy()
