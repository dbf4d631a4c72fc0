"""Composition root of the model side: settings in, a ready ``Checker`` out."""

from __future__ import annotations

import logging

import torch

from scoring.engine import Engine
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
    """Load the current model version, fetching its base weights if they are not here yet.

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
    suggester = _suggester(settings, progress)
    return Engine(loaded.predictor, loaded.combination, loaded.info, str(placement), suggester)


def _suggester(settings: Settings, progress: ProgressReporter) -> Suggester:
    """Writer and ranker on the LLM of the settings, each with half of a draft's time."""
    llm = load_llm(settings, progress)
    if llm is None:
        return Suggester()
    half = settings.llm_timeout / 2
    return Suggester(LlmWriter(llm, half, _failed), LlmRanker(llm, half, _failed))


def _failed(kind: str) -> None:
    _log.warning("the LLM gave no suggestion: %s", kind)
