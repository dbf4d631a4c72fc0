"""``warmline benchmark --only noise`` and ``--only training-speed``: labels, and the loop."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from scoring.benchmarks.noise_sets import Embed
    from scoring.settings import Settings

__all__ = ["finetune", "noise", "training_speed"]

#: Drafts of each set that the whole encoder is trained on: two minutes a row on one slow core.
_FINETUNED = 160


def noise(settings: Settings, folder: Path) -> list[dict[str, Any]]:
    """Embed both sets (kept for the next time) and measure every rule."""
    from scoring.extras import needs  # noqa: PLC0415 - keeps --help fast

    with needs("scorer,train"):
        from scoring.benchmarks.noise import noise_table  # noqa: PLC0415
        from scoring.benchmarks.noise_sets import news_empathy, support_empathy  # noqa: PLC0415
    embedding = _embedding(settings, _base(settings))
    sets = [support_empathy(folder, embedding), news_empathy(folder, embedding)]
    return noise_table(sets, _say, with_consensus=find_spec("cleanlab") is not None)


def finetune(settings: Settings, folder: Path) -> list[dict[str, Any]]:
    """Train the whole encoder on a part of both sets, under both recipes; rows are kept."""
    from scoring.cli.train import DEFAULT_BASE  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.finetune import finetune_table  # noqa: PLC0415
        from scoring.benchmarks.kept_rows import KeptRows  # noqa: PLC0415
        from scoring.benchmarks.noise_sets import with_texts  # noqa: PLC0415
        from scoring.models.build import build  # noqa: PLC0415
    base = _base(settings)
    sets = with_texts(folder, _embedding(settings, base))
    kept = KeptRows(settings.cache_dir / "benchmarks", DEFAULT_BASE)
    return finetune_table(lambda: build(base), sets, _FINETUNED, _say, kept)


def _base(settings: Settings) -> Path:
    from scoring.cli.train import DEFAULT_BASE  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    return locate(DEFAULT_BASE, settings, RichProgress())


def _embedding(settings: Settings, base: Path) -> Embed:
    from functools import partial  # noqa: PLC0415

    from scoring.benchmarks.noise_sets import make_embed  # noqa: PLC0415
    from scoring.cli.train import DEFAULT_BASE  # noqa: PLC0415
    from scoring.models.build import build  # noqa: PLC0415
    from scoring.models.embed import embed  # noqa: PLC0415

    run = partial(embed, build(base))
    return make_embed(DEFAULT_BASE, run, settings.cache_dir / "embeddings")


def _say(what: str) -> None:
    typer.echo(f"... {what}", err=True)


def training_speed(settings: Settings, folder: Path) -> dict[str, Any]:
    """Time the training loop against a bare one of the same model."""
    from scoring.cli.train import DEFAULT_BASE  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    del folder  # the shipped drafts are enough
    with needs("scorer,train"):
        from scoring.benchmarks import training_speed as bench  # noqa: PLC0415
        from scoring.models import device  # noqa: PLC0415
        from scoring.models.build import build  # noqa: PLC0415
        from scoring.training.sources import shipped_corpus  # noqa: PLC0415
    corpus = shipped_corpus()
    built = build(locate(DEFAULT_BASE, settings, RichProgress()))
    place = device.choose(settings.device, "float32").device
    return bench.training_speed(built, corpus.split("train"), corpus.pairs_of("train"), place)
