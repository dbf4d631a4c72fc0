"""Weights as an eight-bit difference."""

from __future__ import annotations

from pathlib import Path

import torch

from scoring.models.build import Built, build, word_embeddings
from scoring.models.packing import pack, unpack_into


def _trained(built: Built) -> dict[str, torch.Tensor]:
    """Change everything but the word embeddings, as training does."""
    base = {k: v.clone() for k, v in built.network.state_dict().items()}
    frozen = word_embeddings(built.network).weight
    with torch.no_grad():
        for p in built.network.parameters():
            if p is not frozen:
                p.add_(torch.randn_like(p) * 0.01)
    return base


def test_unpacking_gives_the_trained_weights_back(
    built: Built, tiny_base: Path, tmp_path: Path
) -> None:
    """Each weight comes back within 1/254 of its row's largest change; heads exactly."""
    base = _trained(built)
    pack(built.network, base, tmp_path / "network.safetensors")
    again = build(tiny_base).network
    unpack_into(again, tmp_path / "network.safetensors")
    wanted, got = built.network.state_dict(), again.state_dict()
    for name, value in wanted.items():
        change = (value - base[name]).abs()
        allowed = change.amax(-1, keepdim=True) / 254 + 1e-7 if value.ndim == 2 else 1e-7
        if not name.startswith("encoder."):
            allowed = 1e-7
        assert ((got[name] - value).abs() <= allowed).all(), name


def test_untrained_word_embeddings_are_not_in_the_file(built: Built, tmp_path: Path) -> None:
    """Half of the encoder is never trained and never shipped."""
    base = _trained(built)
    path = tmp_path / "network.safetensors"
    pack(built.network, base, path)
    whole = sum(v.numel() * 4 for v in built.network.state_dict().values())
    from safetensors.torch import load_file

    assert not any("word_embeddings" in name for name in load_file(str(path)))
    assert path.stat().st_size < whole / 2
