"""Composition root of the model side: settings in, a ready ``Checker`` out."""

from __future__ import annotations

import logging

import torch

from scoring.engine import Engine
from scoring.llm.base import Llm
from scoring.llm.load import load_llm
from scoring.models import device
from scoring.models.shipped import load_version
from scoring.registry import versions
from scoring.registry.base_weights import locate
from scoring.registry.progress import ProgressReporter
from scoring.rewrite.order import LlmRanker
from scoring.rewrite.suggest import Suggester
from scoring.rewrite.write import LlmWriter
from scoring.settings import Settings

_log = logging.getLogger(__name__)


def load_checker(settings: Settings, progress: ProgressReporter) -> Engine:
    """Load the current model version and the language model, fetching what is not here yet.

    Raises:
        WeightsError: The version, its base weights or the language model can't be had.
        SettingsError: A device or a language model was asked for that is not there.
    """
    engine = load_engine(settings, progress)
    llm = load_llm(settings, progress)
    return engine if llm is None else engine.with_suggester(suggester_on(llm, settings.llm_timeout))


def load_engine(settings: Settings, progress: ProgressReporter) -> Engine:
    """Load the current model version, with edits alone.

    Raises:
        WeightsError: The version or its base weights can't be had; the message says why.
        SettingsError: A device was asked for that is not there.
    """
    if settings.threads is not None:
        torch.set_num_threads(settings.threads)
    version = versions.current(settings.weights_dir or versions.SHIPPED)
    manifest, _ = versions.read_manifest(version)
    base = locate(manifest.base, settings, progress)
    placement = device.choose(settings.device, settings.dtype)
    loaded = load_version(version, base, placement)
    _log.info("model %s on %s", loaded.info.id, placement)
    return Engine(loaded.predictor, loaded.combination, loaded.info, str(placement))


def suggester_on(llm: Llm, seconds: float, *, edits: bool = True) -> Suggester:
    """Writer and ranker on a language model, each with half of a draft's time."""
    half = seconds / 2
    return Suggester(LlmWriter(llm, half, _failed), LlmRanker(llm, half, _failed), edits)


def _failed(kind: str) -> None:
    _log.warning("the LLM gave no suggestion: %s", kind)
