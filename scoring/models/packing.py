"""Small weight files: what fine-tuning changed, in eight bits, beside whole heads.

A fine-tuned matrix differs little from its base, so the difference is kept as int8 with one scale
a row; adding it to the base gives the trained matrix back to within 1/254 of the row's largest
change. Vectors and heads are kept whole. Word embeddings are not trained and not kept.
"""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from scoring.models.network import Network

_SCALE = "/scale"


def pack(network: Network, base: dict[str, Tensor], path: Path) -> None:
    """Write what differs from ``base`` (the untrained network's state) to a safetensors file."""
    tensors: dict[str, Tensor] = {}
    for name, value in network.state_dict().items():
        if name.startswith("encoder.") and torch.equal(value.cpu(), base[name].cpu()):
            continue
        if name.startswith("encoder.") and value.ndim == 2:
            tensors[name], tensors[name + _SCALE] = _quantise(value.cpu() - base[name].cpu())
        else:
            tensors[name] = value.cpu().float().contiguous()
    save_file(tensors, str(path))


def unpack_into(network: Network, path: Path) -> None:
    """Add the packed difference to a network that holds the base weights and fresh heads."""
    tensors = load_file(str(path))
    state = network.state_dict()
    for name, value in tensors.items():
        if name.endswith(_SCALE):
            continue
        scale = tensors.get(name + _SCALE)
        state[name] = value if scale is None else state[name] + value.float() * scale[:, None]
    network.load_state_dict(state, strict=True)


def _quantise(difference: Tensor) -> tuple[Tensor, Tensor]:
    scale = difference.abs().amax(1).clamp_min(1e-12) / 127
    return (difference / scale[:, None]).round().to(torch.int8).contiguous(), scale
