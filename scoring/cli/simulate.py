"""``warmline simulate``: a made-up team over some weeks, honest or poisoned, and the gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.errors import InputError

if TYPE_CHECKING:
    from scoring.settings import Settings
    from scoring.training.team import Week, World

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
        from scoring.training.team import POISONS  # noqa: PLC0415
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
            min(0.0, *(w.candidate_general for w in weeks)),
            1.0,
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
    """The shipped drafts and their embeddings, kept for the next time."""
    from functools import partial  # noqa: PLC0415

    import numpy as np  # noqa: PLC0415

    from scoring.benchmarks.noise_sets import make_embed  # noqa: PLC0415
    from scoring.cli.train import DEFAULT_BASE  # noqa: PLC0415
    from scoring.models.build import build  # noqa: PLC0415
    from scoring.models.embed import embed  # noqa: PLC0415
    from scoring.registry.base_weights import locate  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415
    from scoring.text.prepare import prepare  # noqa: PLC0415
    from scoring.training.sources import shipped_corpus  # noqa: PLC0415
    from scoring.training.team import World  # noqa: PLC0415

    built = build(locate(DEFAULT_BASE, settings, RichProgress()))
    embedding = make_embed(DEFAULT_BASE, partial(embed, built), settings.cache_dir / "embeddings")
    corpus, examples, embeddings = shipped_corpus(), {}, {}
    for split in ("train", "dev", "test"):
        rows = [e for e in corpus.split(split) if e.source == "composed"]
        typer.echo(f"... embedding {len(rows)} drafts ({split})", err=True)
        prepared = [prepare(e.context, e.reply) for e in rows]
        sides = ([p.reply for p in prepared], [p.context for p in prepared])
        names = ("reply", "context")
        examples[split] = rows
        embeddings[split] = np.hstack(
            [embedding(n, side) for n, side in zip(names, sides, strict=True)]
        )
    return World(dict(examples), embeddings)
