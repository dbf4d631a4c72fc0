"""Fixtures of the model tests."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from scoring.models.build import Built, build
from scoring.models.device import choose
from scoring.models.predictor import EncoderPredictor
from tests.fixtures.tiny import write_tiny_base


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_base(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def built(tiny_base: Path) -> Built:
    torch.manual_seed(1)
    return build(tiny_base)


@pytest.fixture
def predictor(built: Built) -> EncoderPredictor:
    return EncoderPredictor(built.network, built.tokenizer, choose("cpu"), built.pad)
