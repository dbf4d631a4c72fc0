"""``warmline simulate``: made-up teams over some weeks, honest or poisoned, and the gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.cli.simulated import Run, outcome, page, summary, title
from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.benchmarks.frozen import Vector
    from scoring.models.base import Predictor
    from scoring.settings import Settings
    from scoring.training.examples import TrainingExample
    from scoring.training.raters import Poison
    from scoring.training.team import Week
    from scoring.training.world import World

__all__ = ["simulate"]


def simulate(  # noqa: PLR0913, PLR0917  one option each
    poison: Annotated[
        str,
        typer.Option(
            help="none, all fives, near fives, inverted; or some fives, some near fives, some "
            "inverted: three of ten people; or each in turn."
        ),
    ] = "each",
    weeks: Annotated[int, typer.Option(min=2, max=20)] = 8,
    seed: Annotated[int, typer.Option(min=0, help="Of people, their drafts and moods.")] = 42,
    seeds: Annotated[
        int, typer.Option(min=1, max=100, help="Teams of each kind, with seeds from --seed on.")
    ] = 1,
    out: Annotated[Path, typer.Option(help="Page with plots.")] = Path("simulation.html"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Let made-up teams rate drafts week by week: an honest one's taste is learned, others not."""
    from scoring.cli.output import print_json  # noqa: PLC0415 - keeps --help fast
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415

    settings = begin()
    with needs("scorer,train"):
        from scoring.registry.durable import replace_text  # noqa: PLC0415
        from scoring.training.raters import TEAMS  # noqa: PLC0415
    chosen = [team for team in TEAMS if poison in ("each", team)]
    if not chosen:
        raise InputError(f"There is no team {poison}; choose one of: {', '.join(TEAMS)}.")
    world = _world(settings)
    runs: dict[str, list[Run]] = {
        team: list(_runs(world, team, weeks, range(seed, seed + seeds))) for team in chosen
    }
    replace_text(out, page(runs))
    if as_json:
        print_json({team: [_document(run) for run in own] for team, own in runs.items()})
        return
    for line in _weeks(runs) if seeds == 1 else summary(runs):
        typer.echo(line)
    typer.echo(f"\nplots: {out}")


def _runs(world: World, team: Poison, weeks: int, seeds: Sequence[int]) -> Iterator[Run]:
    from scoring.training.team import gain  # noqa: PLC0415
    from scoring.training.team import simulate as run  # noqa: PLC0415

    for seed in seeds:
        typer.echo(f"... {title(team)}, seed {seed}", err=True)
        told = list(run(world, weeks=weeks, poison=team, seed=seed))
        yield Run(seed, told, gain(world, told[0], told[-1]))


def _weeks(runs: Mapping[str, Sequence[Run]]) -> Iterator[str]:
    """One team of each kind, week by week."""
    for team, (run, *_) in runs.items():
        yield f"\n## {title(team)}\n"
        yield "| week | taste | error | general | candidate, general | learned from | gate |"
        yield "|---|---|---|---|---|---|---|"
        for w in run.weeks:
            yield (
                f"| {w.number} | {w.taste:.3f} | {w.taste_error:.1f} | {w.general:.3f} "
                f"| {w.candidate_general:.3f} | {_learned(w)} | {outcome(w)} |"
            )
        changes = (run.gain.taste, run.gain.general)
        taste, general = (f"{x.by:+.3f} ({x.low:+.3f} to {x.high:+.3f})" for x in changes)
        yield f"\nFrom start to end: hidden taste {taste}, general {general}."


def _learned(week: Week) -> str:
    poisoned = f", {week.of_poisoned} of them poisoned" if week.of_poisoned else ""
    return f"{week.learned} ratings{poisoned}" if week.learned else ""


def _document(run: Run) -> dict[str, Any]:
    return {
        "seed": run.seed,
        "gain": {"taste": run.gain.taste.by, "general": run.gain.general.by},
        "weeks": [
            {
                "week": w.number,
                "taste": w.taste,
                "taste_error": w.taste_error,
                "general": w.general,
                "candidate_general": w.candidate_general,
                "learned": w.learned,
                "of_poisoned": w.of_poisoned,
                "gate": outcome(w),
            }
            for w in run.weeks
        ],
    }


def _world(settings: Settings) -> World:
    """The shipped composed drafts as the version in use sees them, kept for the next time."""
    from scoring.benchmarks.frozen import embedded  # noqa: PLC0415
    from scoring.models import device  # noqa: PLC0415
    from scoring.models.shipped import load_version  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.training.sources import shipped_corpus  # noqa: PLC0415
    from scoring.training.world import World  # noqa: PLC0415

    version = versions.current(settings.weights_dir or versions.SHIPPED)
    manifest, info = versions.read_manifest(version)
    base = locate(manifest.base, settings, RichProgress())
    loaded = load_version(version, base, device.choose(settings.device, settings.dtype))
    corpus, examples, seen = shipped_corpus(), {}, {}
    for split in ("train", "dev", "test"):
        rows = [e for e in corpus.split(split) if e.source == "composed"]
        typer.echo(f"... reading {len(rows)} drafts ({split})", err=True)
        examples[split] = rows
        seen[split] = embedded(
            f"seen by {info.sha256}",
            [f"{e.context}\0{e.reply}" for e in rows],
            partial(_seen, loaded.predictor, rows),
            settings.cache_dir / "embeddings",
        )
    return World.standing_on(dict(examples), seen)


def _seen(predictor: Predictor, rows: Sequence[TrainingExample], _: Sequence[str]) -> Vector:
    from scoring.training.world import seen_by  # noqa: PLC0415

    return seen_by(predictor, rows)
