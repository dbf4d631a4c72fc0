"""The gate's verdict as one HTML page with plots: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from html import escape

from scoring.registry.gate import Finding, Verdict
from scoring.registry.trial import Trial

__all__ = ["verdict_page"]

_MARK = {
    "pass": "\N{CHECK MARK} holds",
    "fail": "\N{MULTIPLICATION X} fails",
    "missing": "? missing",
}
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#22303a;background:#fff;max-width:60rem}
body{margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2rem}
.verdict{font-weight:600}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.45rem .6rem;border-bottom:1px solid #d5dde2;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.fail td:first-child,tr.missing td:first-child{border-left:4px solid #a33a2a}
tr.pass td:first-child{border-left:4px solid #1f5f8b}
.small{color:#5b6870;font-size:.9rem}svg{max-width:100%;height:auto}
@media (prefers-color-scheme:dark){body{color:#e4eaee;background:#161b1f}th,td{border-color:#37434b}
.small{color:#9fb0ba}svg text{fill:#e4eaee}}
"""


def verdict_page(verdict: Verdict, champion: Trial, candidate: Trial) -> str:
    """Render the page.

    Args:
        verdict: What the gate said.
        champion: The champion's record, for the plots.
        candidate: The candidate's.
    """
    word = "may be promoted" if verdict.passed else "stays out"
    rows = "\n".join(map(_row, verdict.findings))
    explained = f"<p>Explained: {escape(verdict.explained)}</p>" if verdict.explained else ""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gate: {escape(verdict.candidate)}</title><style>{_STYLE}</style></head><body>
<h1>{escape(verdict.candidate)} against {escape(verdict.champion)}</h1>
<p class="verdict">The candidate {word}.</p>{explained}
<table><thead><tr><th>What</th><th></th><th>Champion</th><th>Candidate</th><th>Difference</th>
</tr></thead><tbody>
{rows}
</tbody></table>
{_plots(champion, candidate)}
</body></html>
"""


def _row(finding: Finding) -> str:
    return (
        f'<tr class="{finding.status}"><td>{escape(finding.name)}'
        f'<div class="small">{escape(finding.why)}</div></td><td>{_MARK[finding.status]}</td>'
        f'<td class="n">{_number(finding.champion)}</td>'
        f'<td class="n">{_number(finding.candidate)}</td><td>{_interval(finding)}</td></tr>'
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def _interval(finding: Finding) -> str:
    """The interval of the difference on a line, with zero and the bound marked."""
    if finding.interval is None or finding.bound is None:
        return ""
    low, high = finding.interval
    reach = 1.1 * max(abs(low), abs(high), abs(finding.bound), 1e-9)

    def at(value: float) -> float:
        return round(100 + 95 * value / reach, 1)

    label = f"{low:+.3g} to {high:+.3g}; bound {finding.bound:+.3g}"
    return (
        f'<svg role="img" aria-label="{label}" viewBox="0 0 200 36" width="200" height="36">'
        '<line x1="100" x2="100" y1="2" y2="24" stroke="#8a959c"/>'
        f'<line x1="{at(finding.bound)}" x2="{at(finding.bound)}" y1="2" y2="24" '
        'stroke="#a33a2a" stroke-dasharray="3 2"/>'
        f'<line x1="{at(low)}" x2="{at(high)}" y1="13" y2="13" stroke="#1f5f8b" '
        'stroke-width="5" stroke-linecap="round"/>'
        f'<text x="100" y="35" font-size="10" text-anchor="middle">{label}</text></svg>'
    )


def _plots(champion: Trial, candidate: Trial) -> str:
    plots = []
    if both := sorted(champion.anchors.keys() & candidate.anchors.keys()):
        points = [(champion.anchors[k], candidate.anchors[k]) for k in both]
        plots.append(("Anchors: each fixed draft under both models", points))
    if both := sorted(champion.feedback.keys() & candidate.feedback.keys()):
        before = [(p.truth, p.score) for p in (champion.feedback[k] for k in both)]
        after = [(p.truth, p.score) for p in (candidate.feedback[k] for k in both)]
        plots.append(("Fresh feedback: people's rating and the champion's score", before))
        plots.append(("Fresh feedback: people's rating and the candidate's score", after))
    return "\n".join(f"<h2>{escape(title)}</h2>{_scatter(points)}" for title, points in plots)


def _scatter(points: list[tuple[float, float]]) -> str:
    """Points of 0-100 against 0-100, with the line on which both are the same."""
    dots = "".join(
        f'<circle cx="{30 + 2.4 * x:.1f}" cy="{250 - 2.4 * y:.1f}" r="3" fill="#1f5f8b" '
        'fill-opacity=".55"/>'
        for x, y in points
    )
    ticks = "".join(
        f'<text x="{30 + 2.4 * t}" y="268" font-size="11" text-anchor="middle">{t}</text>'
        f'<text x="24" y="{254 - 2.4 * t}" font-size="11" text-anchor="end">{t}</text>'
        for t in (0, 50, 100)
    )
    return (
        f'<svg role="img" aria-label="{len(points)} points" viewBox="0 0 290 280" width="290" '
        'height="280"><rect x="30" y="10" width="240" height="240" fill="none" stroke="#8a959c"/>'
        f'<line x1="30" y1="250" x2="270" y2="10" stroke="#8a959c" stroke-dasharray="4 3"/>'
        f"{dots}{ticks}</svg>"
    )
