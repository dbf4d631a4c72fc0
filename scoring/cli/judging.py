"""Benchmarks that need a language model: ``judge`` (row 6 of the methods) and ``judge-speed``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from scoring.errors import SettingsError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scoring.llm.base import Llm
    from scoring.settings import Settings
    from scoring.training.examples import TrainingExample

__all__ = ["judge", "judge_speed"]

_REPLIES = 3
_SPEED_PROMPT = "subfactors"


def judge(settings: Settings, folder: Path, drafts: int) -> list[dict[str, Any]]:
    """Have the LLM of the settings rate some test drafts, with every prompt."""
    from scoring.extras import needs  # noqa: PLC0415 - keeps --help fast

    with needs("scorer,llm,train"):
        from scoring.benchmarks.judge import choose, judge_rows  # noqa: PLC0415
    examples = choose(_test(folder), drafts)
    llm = _llm(settings)
    others = {"multi-task encoder, same drafts": _encoder(settings, examples)}
    return judge_rows(llm, examples, others, settings.cache_dir / "judge", _say)


def judge_speed(settings: Settings, folder: Path) -> dict[str, Any]:
    """Measure what sharing saves the judge in this process."""
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,llm,train"):
        from scoring.benchmarks import judge_speed as speed  # noqa: PLC0415
        from scoring.benchmarks.judge import choose  # noqa: PLC0415
        from scoring.judge.prompts import load_prompt  # noqa: PLC0415
        from scoring.llm.torch_llm import TorchLlm  # noqa: PLC0415
    llm = _llm(settings)
    if not isinstance(llm, TorchLlm):
        raise SettingsError("judge-speed needs the model in this process: SCORER_LLM=transformers.")
    examples = choose(_test(folder), _REPLIES + 1)
    prompt = load_prompt(_SPEED_PROMPT)
    return speed.judge_speed(llm, prompt, examples, speed.clock_of(llm), _say)


def _llm(settings: Settings) -> Llm:
    from scoring.llm.load import load_llm  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    llm = load_llm(settings, RichProgress())
    if llm is None:
        raise SettingsError("This benchmark needs a language model: set SCORER_LLM.")
    return llm


def _test(folder: Path) -> list[TrainingExample]:
    from scoring.training.sources import shipped_corpus, with_research_data  # noqa: PLC0415

    return with_research_data(shipped_corpus(), folder).split("test")


def _encoder(settings: Settings, examples: list[TrainingExample]) -> NDArray[np.float64]:
    """The current model's own predictions."""
    import numpy as np  # noqa: PLC0415

    from scoring.models import device  # noqa: PLC0415
    from scoring.models.shipped import load_version  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.training.fit import predict  # noqa: PLC0415

    version = versions.current(settings.weights_dir or versions.SHIPPED)
    base = locate(versions.read_manifest(version)[0].base, settings, RichProgress())
    loaded = load_version(version, base, device.choose(settings.device, settings.dtype))
    return np.array([p.overall for p in predict(loaded.predictor, examples)])


def _say(what: str) -> None:
    typer.echo(f"... {what}", err=True)
