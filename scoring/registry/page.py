"""The gate's verdict as one HTML page with plots: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from scoring.registry.gate import Finding, Verdict
from scoring.registry.scatter_plot import scatter
from scoring.registry.trial import Trial

__all__ = ["verdict_page"]

_MARK = {
    "pass": "\N{CHECK MARK} holds",
    "fail": "\N{MULTIPLICATION X} fails",
    "missing": "? not measured",
}
_MINUS = "\N{MINUS SIGN}"
_STYLE = """
:root{--ink:#22303a;--page:#fff;--soft:#5b6870;--line:#d5dde2;--mark:#1f5f8b;--no:#a33a2a;
--tint:#f6f0ee;--good:#eef4f8}
@media (prefers-color-scheme:dark){:root{--ink:#e4eaee;--page:#161b1f;--soft:#9fb0ba;--line:#37434b;
--mark:#7fb8de;--no:#e58a78;--tint:#2a1f1d;--good:#1b2730}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:62rem;
margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}
.verdict{padding:.8rem 1rem;border-left:4px solid var(--no);background:var(--tint);margin:1rem 0}
.verdict.passed{border-color:var(--mark);background:var(--good)}
.verdict p{margin:0;font-weight:600}.verdict ul{margin:.4rem 0 0;padding-left:1.2rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{font-size:.9rem;color:var(--soft);font-weight:600}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.mark{white-space:nowrap}tr.fail .mark,tr.missing .mark{color:var(--no);font-weight:600}
.small{color:var(--soft);font-size:.9rem}.change{width:11rem}.change svg{display:block}
.plots{display:flex;flex-wrap:wrap;gap:1.5rem}
svg{max-width:100%;height:auto}svg text{fill:var(--soft)}.dot{fill:var(--mark)}
.axis{stroke:var(--soft)}.bound{stroke:var(--no)}.reach{stroke:var(--mark)}
@media (max-width:40rem){.change,td.n,th.n{display:none}td.mark{white-space:normal}}
"""


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", _MINUS)


#: What a part is called here, and how its figures are written.
_PARTS: dict[str, tuple[str, Callable[[float], str]]] = {
    "frozen": ("Rated drafts", lambda v: f"{v:.3f}"),
    "feedback": ("Fresh feedback", lambda v: f"{v:.1f} points"),
    "behaviour": ("Behaviour cases", lambda v: f"{v:.1%}"),
    "calibration": ("Interval", lambda v: f"{v:.0%}"),
    "styles": ("Style of writing", lambda v: f"{_signed(v)} points"),
    "crisis": ("People in danger", lambda v: f"{v:.0%} found"),
    "accepted": ("Suggestions people took", lambda v: f"{v:.0%}"),
    "anchors": ("Anchors", lambda v: f"{v:.1f}"),
    "speed": ("Speed", lambda v: f"{1000 * v:.0f} ms"),
}


def verdict_page(verdict: Verdict, champion: Trial, candidate: Trial) -> str:
    """Render the page.

    Args:
        verdict: What the gate said.
        champion: The champion's record, for the plots.
        candidate: The candidate's.
    """
    rows = "\n".join(map(_row, verdict.findings))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gate: {escape(verdict.candidate)}</title><style>{_STYLE}</style></head><body>
<h1>May {escape(verdict.candidate)} take the place of {escape(verdict.champion)}?</h1>
{_word(verdict)}
<table><thead><tr><th>What was compared</th><th></th><th class="n">In use</th>
<th class="n">New</th><th class="change">Change, with its 90&nbsp;% interval</th>
</tr></thead><tbody>
{rows}
</tbody></table>
{_plots(champion, candidate)}
</body></html>
"""


def _word(verdict: Verdict) -> str:
    """The verdict in a sentence, and what stands against it."""
    against = [f for f in verdict.findings if f.status != "pass"]
    if verdict.passed:
        said = f"Yes: all {len(verdict.findings)} comparisons hold."
    else:
        said = f"No: {len(against)} of {len(verdict.findings)} comparisons stand against it."
    reasons = "".join(f"<li>{escape(_name(f))}: {escape(_minus(f.why))}</li>" for f in against)
    listed = f"<ul>{reasons}</ul>" if reasons else ""
    explained = f"<p>Why the anchors may move: {escape(verdict.explained)}</p>"
    kind = "verdict passed" if verdict.passed else "verdict"
    return (
        f'<div class="{kind}"><p>{said}</p>{listed}{explained if verdict.explained else ""}</div>'
    )


def _row(finding: Finding) -> str:
    return (
        f'<tr class="{finding.status}"><td>{escape(_name(finding))}'
        f'<div class="small">{escape(_minus(finding.why))}</div></td>'
        f'<td class="mark">{_MARK[finding.status]}</td>'
        f'<td class="n">{_figure(finding, finding.champion)}</td>'
        f'<td class="n">{_figure(finding, finding.candidate)}</td>'
        f'<td class="change">{_interval(finding)}</td></tr>'
    )


def _name(finding: Finding) -> str:
    part, _, rest = finding.name.partition(": ")
    name = _PARTS[part][0]
    return f"{name}: {rest}" if rest else name


def _figure(finding: Finding, value: float | None) -> str:
    return "" if value is None else _PARTS[finding.name.partition(": ")[0]][1](value)


def _minus(sentence: str) -> str:
    """Numbers below nought with a minus sign, and no hyphen that a line could break at."""
    return sentence.replace(" -", f" {_MINUS}")


def _interval(finding: Finding) -> str:
    """The interval of the difference on a line, with nought and the bound marked."""
    if finding.interval is None or finding.bound is None:
        return ""
    low, high = finding.interval
    reach = 1.1 * max(abs(low), abs(high), abs(finding.bound), 1e-9)

    def at(value: float) -> float:
        return round(80 + 76 * value / reach, 1)

    label = _minus(f" {low:+.2g} to {high:+.2g}").strip()
    bound = at(finding.bound)
    return (
        f'<svg role="img" aria-label="{label}; bound {finding.bound:+.3g}" viewBox="0 0 160 22" '
        'width="160" height="22"><line x1="80" x2="80" y1="2" y2="20" class="axis"/>'
        f'<line x1="{bound}" x2="{bound}" y1="2" y2="20" class="bound" stroke-width="2" '
        'stroke-dasharray="3 2"/>'
        f'<line x1="{at(low)}" x2="{at(high)}" y1="11" y2="11" class="reach" stroke-width="5" '
        f'stroke-linecap="round"/></svg><div class="small">{label}</div>'
    )


def _plots(champion: Trial, candidate: Trial) -> str:
    parts = []
    if both := sorted(champion.anchors.keys() & candidate.anchors.keys()):
        points = [(champion.anchors[k], candidate.anchors[k]) for k in both]
        plot = scatter(points, "score in use", "new score")
        parts.append(f"<h2>{len(both)} fixed drafts under both versions</h2>{plot}")
    if both := sorted(champion.feedback.keys() & candidate.feedback.keys()):
        plots = "".join(
            scatter([(p.truth, p.score) for p in (t.feedback[k] for k in both)], "rating", name)
            for t, name in ((champion, "score in use"), (candidate, "new score"))
        )
        told = f"<h2>{len(both)} ratings that neither version learned from</h2>"
        parts.append(f'{told}<div class="plots">{plots}</div>')
    return "\n".join(parts)
