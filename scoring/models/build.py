"""Builds the network from a folder of base weights (``model.safetensors``, config, tokenizer)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tokenizers import Tokenizer

from scoring.models.network import Network

if TYPE_CHECKING:
    from torch import nn


class Built(NamedTuple):
    """A network with its tokenizer and padding id."""

    network: Network
    tokenizer: Tokenizer
    pad: int


def build(folder: Path) -> Built:
    """Build the network with fresh heads on the base weights in ``folder``."""
    from transformers import AutoModel  # noqa: PLC0415  slow to import, and only needed here
    from transformers.utils import logging  # noqa: PLC0415

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]  # it would report the unused pooler at every start
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    encoder = AutoModel.from_pretrained(
        str(folder),
        local_files_only=True,
        use_safetensors=True,
        add_pooling_layer=False,
        attention_probs_dropout_prob=0.0,  # torch's fast attention has no dropout on CPU
    )
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return Built(
        Network(encoder, config["hidden_size"], uses_types=config["model_type"] == "bert"),
        load_tokenizer(folder),
        config["pad_token_id"],
    )


def load_tokenizer(folder: Path) -> Tokenizer:
    """Load the tokenizer without its own padding and truncation, which ``inputs`` does itself."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def word_embeddings(network: Network) -> nn.Embedding:
    """Give the encoder's word embeddings, which training leaves alone (they are half of it)."""
    found: nn.Embedding = network.encoder.get_input_embeddings()  # type: ignore[operator]
    return found
