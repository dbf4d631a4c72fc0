"""What simulated teams came to, in words, tables and one page with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.training.team import Gain, Week

__all__ = ["Run", "outcome", "page", "summary", "title"]

_TITLES = {
    "none": "A team with its own taste",
    "all fives": "Everybody gives five, always",
    "near fives": "Everybody gives five, at times four",
    "inverted": "Everybody rates upside down",
    "some fives": "Three of ten give five, always",
    "some near fives": "Three of ten give five, at times four",
    "some inverted": "Three of ten rate upside down",
}
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#22303a;background:#fff;max-width:46rem;"
    "margin:2rem auto;padding:0 1rem}h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .4rem}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem;"
    "border-bottom:1px solid #d5dde2}td+td{font-variant-numeric:tabular-nums}"
    "ol{list-style:none;padding:0;color:#5b6870;font-size:.9rem}svg{max-width:100%;height:auto}"
    "@media (prefers-color-scheme:dark){body{color:#e4eaee;background:#161b1f}"
    "th,td{border-color:#37434b}ol{color:#9fb0ba}svg text{fill:#e4eaee}}"
)


@dataclass(frozen=True, slots=True)
class Run:
    """One team's weeks, and what they have brought."""

    seed: int
    weeks: Sequence[Week]
    gain: Gain


def title(team: str) -> str:
    """Name a team."""
    return _TITLES[team]


def outcome(week: Week) -> str:
    """Say what became of a week's candidate."""
    if week.number == 0:
        return "start"
    if week.verdict is None:
        return "nothing left to learn from after screening"
    if week.verdict.passed:
        return "promoted"
    failed = ", ".join(f.name for f in week.verdict.findings if f.status != "pass")
    return f"stopped ({failed})"


def summary(runs: Mapping[str, Sequence[Run]]) -> Iterator[str]:
    """One line a kind of team."""
    yield "| " + " | ".join(_HEAD) + " |"
    yield "|---" * len(_HEAD) + "|"
    for team, own in runs.items():
        yield "| " + " | ".join(_cells(team, own)) + " |"


_HEAD = (
    "team",
    "teams with a promotion",
    "poisoned ratings a promoted version learned from",
    "hidden taste",
    "general",
)


def _cells(team: str, runs: Sequence[Run]) -> tuple[str, ...]:
    changed = [run for run in runs if any(w.promoted for w in run.weeks)]
    poisoned = sum(w.of_poisoned for run in changed for w in run.weeks if w.promoted)
    return (
        title(team),
        f"{len(changed)} of {len(runs)}",
        str(poisoned) if changed else "",
        _spread([run.gain.taste.by for run in runs]),
        _spread([run.gain.general.by for run in runs]),
    )


def _spread(values: Sequence[float]) -> str:
    if not any(values):
        return "unchanged"
    return f"{median(values):+.3f} ({min(values):+.3f} to {max(values):+.3f})"


def page(runs: Mapping[str, Sequence[Run]]) -> str:
    """Render the weeks of each team's first run, and of several all ends, as one page."""
    many = any(len(own) > 1 for own in runs.values())
    parts = [_ends(runs)] if many else []
    parts += [_weeks(team, own[0], many=many) for team, own in runs.items()]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>Simulated teams</title><style>{_STYLE}</style>'
        "</head><body><h1>Simulated teams</h1><p>Rank correlation of the model in use with the "
        "team\u2019s hidden taste and with the rubric on drafts nobody rated; the "
        "candidate\u2019s with the rubric, promoted or not.</p>"
        + "".join(parts)
        + "</body></html>\n"
    )


def _ends(runs: Mapping[str, Sequence[Run]]) -> str:
    """A table of all teams, and a dot for each of them."""
    from scoring.registry.dots_plot import dots_chart  # noqa: PLC0415 - keeps --help fast

    head = "".join(f"<th>{escape(name)}</th>" for name in _HEAD)
    cells = [[escape(cell) for cell in _cells(team, own)] for team, own in runs.items()]
    rows = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in cells)
    taste = dots_chart({title(t): [r.gain.taste.by for r in own] for t, own in runs.items()})
    general = dots_chart({title(t): [r.gain.general.by for r in own] for t, own in runs.items()})
    return (
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f"<h2>Change of agreement with the hidden taste, one dot a team</h2>{taste}"
        f"<h2>Change of agreement with the rubric, one dot a team</h2>{general}"
    )


def _weeks(team: str, run: Run, *, many: bool) -> str:
    from scoring.registry.lines_plot import line_chart  # noqa: PLC0415 - keeps --help fast

    chart = line_chart(
        {
            "hidden taste": [w.taste for w in run.weeks],
            "general": [w.general for w in run.weeks],
            "candidate": [w.candidate_general for w in run.weeks],
        },
        *_reach([x for w in run.weeks for x in (w.taste, w.general, w.candidate_general)]),
    )
    told = "".join(f"<li>Week {w.number}: {escape(outcome(w))}</li>" for w in run.weeks[1:])
    which = f", seed {run.seed}" if many else ""
    return f"<h2>{escape(title(team) + which)}</h2>{chart}<ol>{told}</ol>"


def _reach(values: Sequence[float]) -> tuple[float, float]:
    """A scale on which a change of a few hundredths shows, and no wider than needed."""
    low, high = min(values), max(values)
    margin = max(0.02, 0.1 * (high - low))
    return low - margin, min(1.0, high + margin)
