"""``warmline simulate``: a made-up team over some weeks, honest or poisoned, and the gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.benchmarks.frozen import Vector
    from scoring.models.base import Predictor
    from scoring.settings import Settings
    from scoring.training.examples import TrainingExample
    from scoring.training.team import Gain, Week
    from scoring.training.world import World

__all__ = ["page", "simulate"]


def simulate(
    poison: Annotated[
        str,
        typer.Option(help="none, all fives, inverted, some fives, some inverted; or each in turn."),
    ] = "each",
    weeks: Annotated[int, typer.Option(min=2, max=20)] = 8,
    seed: Annotated[int, typer.Option(min=0)] = 42,
    out: Annotated[Path, typer.Option(help="Page with plots.")] = Path("simulation.html"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Let a made-up team rate drafts week by week: the model learns an honest one's taste."""
    from scoring.cli.output import print_json  # noqa: PLC0415 - keeps --help fast
    from scoring.cli.start import begin  # noqa: PLC0415
    from scoring.extras import needs  # noqa: PLC0415

    settings = begin()
    with needs("scorer,train"):
        from scoring.registry.durable import replace_text  # noqa: PLC0415
        from scoring.training.team import POISONS, gain  # noqa: PLC0415
        from scoring.training.team import simulate as run  # noqa: PLC0415
    known = {"none": "none"} | {p: p for p in POISONS}
    chosen = list(known) if poison == "each" else [poison]
    if unknown := set(chosen) - set(known):
        raise InputError(f"There is no poison {unknown.pop()}; choose one of: {', '.join(known)}.")
    world = _world(settings)
    runs: dict[str, list[Week]] = {
        str(name): list(run(world, weeks=weeks, poison=p, seed=seed))
        for name in chosen
        for p in ("none", *POISONS)
        if p == name
    }
    replace_text(out, page(runs))
    gains = {name: gain(world, told[0], told[-1]) for name, told in runs.items()}
    if as_json:
        print_json({name: [_row(w) for w in run] for name, run in runs.items()})
        return
    for name, told in runs.items():
        typer.echo(f"\n## {_title(name)}\n")
        typer.echo("| week | taste | error | general | candidate, general | gate |")
        typer.echo("|---|---|---|---|---|---|")
        for w in told:
            typer.echo(
                f"| {w.number} | {w.taste:.3f} | {w.taste_error:.1f} | {w.general:.3f} "
                f"| {w.candidate_general:.3f} | {_word(w)} |"
            )
        typer.echo(f"\n{_gained(gains[name])}")
    typer.echo(f"\nplots: {out}")


def page(runs: Mapping[str, Sequence[Week]]) -> str:
    """Render the weeks of each run as one HTML page with plots."""
    from scoring.registry.lines_plot import line_chart  # noqa: PLC0415 - keeps --help fast

    parts = []
    for name, weeks in runs.items():
        chart = line_chart(
            {
                "hidden taste": [w.taste for w in weeks],
                "general": [w.general for w in weeks],
                "candidate": [w.candidate_general for w in weeks],
            },
            *_reach([x for w in weeks for x in (w.taste, w.general, w.candidate_general)]),
        )
        told = "".join(f"<li>Week {w.number}: {escape(_word(w))}</li>" for w in weeks[1:])
        parts.append(f"<h2>{escape(_title(name))}</h2>{chart}<ol>{told}</ol>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Simulated teams</title>'
        "<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;"
        "padding:0 1rem}ol{list-style:none;padding:0}svg{max-width:100%;height:auto}</style></head>"
        "<body><h1>Simulated teams</h1><p>Rank correlation of the model in use with the team's "
        "hidden taste and with the rubric on drafts nobody rated, by week; the candidate's with "
        "the rubric, promoted or not.</p>" + "".join(parts) + "</body></html>\n"
    )


def _reach(values: Sequence[float]) -> tuple[float, float]:
    """A scale on which a change of a few hundredths shows, and no wider than needed."""
    low, high = min(values), max(values)
    margin = max(0.02, 0.1 * (high - low))
    return low - margin, min(1.0, high + margin)


def _gained(gain: Gain) -> str:
    """What the weeks have brought, with 95 % intervals over messages."""
    changes = (gain.taste, gain.general)
    taste, general = (f"{x.by:+.3f} ({x.low:+.3f} to {x.high:+.3f})" for x in changes)
    return f"From start to end: hidden taste {taste}, general {general}."


def _title(name: str) -> str:
    return "A team with its own taste" if name == "none" else f"A poisoned team: {name}"


def _word(week: Week) -> str:
    if week.number == 0:
        return "start"
    if week.verdict is None:
        return "nothing left to learn from after screening"
    if week.verdict.passed:
        return "promoted"
    failed = ", ".join(f.name for f in week.verdict.findings if f.status != "pass")
    return f"stopped ({failed})"


def _row(week: Week) -> dict[str, Any]:
    return {
        "week": week.number,
        "taste": week.taste,
        "taste_error": week.taste_error,
        "general": week.general,
        "candidate_general": week.candidate_general,
        "gate": _word(week),
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
