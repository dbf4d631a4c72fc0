"""Loads a model version: checks its hashes, adds it to its base weights, places it on a device."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from scoring.contract import ModelInfo
from scoring.models.build import build
from scoring.models.combine import Combination
from scoring.models.device import Placement
from scoring.models.packing import unpack_into
from scoring.models.plain import PlainReader
from scoring.models.predictor import EncoderPredictor
from scoring.registry.versions import COMBINATION, NETWORK, read_manifest


class LoadedModel(NamedTuple):
    """Everything a check needs of a model version."""

    predictor: PlainReader
    combination: Combination
    info: ModelInfo


def load_version(version: Path, base: Path, placement: Placement) -> LoadedModel:
    """Load a model version from its folder and the folder of its base weights.

    Raises:
        WeightsError: A file of the version is missing or damaged.
    """
    _, info = read_manifest(version)
    built = build(base)
    unpack_into(built.network, version / NETWORK)
    predictor = EncoderPredictor(built.network, built.tokenizer, placement, built.pad)
    return LoadedModel(PlainReader(predictor), Combination.load(version / COMBINATION), info)
