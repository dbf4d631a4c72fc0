"""Reports of ``warmline benchmark`` as lines of Markdown, ready for docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Report = dict[str, Any]


def human(rows: list[Report]) -> Iterator[str]:
    """Agreement with experts, one line per set and dimension."""
    yield "| set | dimension | ours | n | Spearman | 95 % | experts | crowd | LLMs |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for r in rows:
        llms = [str(r[k]) for k in ("gpt", "claude", "gemini") if k in r]
        yield (
            f"| {r['data']} | {r['dimension']} | {r['target']} | {r['n']} | {r['spearman']} "
            f"| {r['interval']} | {r['experts']} | {r.get('crowd', '')} | {' '.join(llms)} |"
        )


def methods(rows: list[Report]) -> Iterator[str]:
    """One line per method, sorted by its number."""
    parts = [p for p in ("composed", "ibm+maia") if p in rows[0]]
    heads = [f"{p} (n = {rows[0][p]['n']}) | error" for p in parts]
    yield f"| | method | seeds | {' | '.join(heads)} | pairs in order |"
    yield "|---" * (4 + 2 * len(parts)) + "|"
    for r in sorted(rows, key=lambda row: str(row["number"])):
        cells = [f"{_with_interval(r[p])} | {r[p]['mae']}" for p in parts]
        yield (
            f"| {r['number']} | {r['method']} | {r['seeds']} | {' | '.join(cells)} | {r['pairs']} |"
        )


def drafts(report: Report) -> Iterator[str]:
    """The rated test drafts: score by part, features, counts, calibration."""
    yield f"{report['n']} drafts scored, {report['abstained']} abstained"
    yield ""
    yield "| part | n | Spearman (95 %) | mean error |"
    yield "|---|---|---|---|"
    for part, r in report["overall"].items():
        yield f"| {part} | {r['n']} | {_with_interval(r)} | {r['mae']} |"
    yield ""
    yield "| | |"
    yield "|---|---|"
    calibration, crisis = report["calibration"], report["crisis"]
    yield f"| drafts to one message 20 points apart, in order | {report['pairs']} |"
    for name, judged in report["judged"].items():
        yield f"| {name}: pairs in order | {judged['ordered']} |"
        yield f"| {name}: equal pairs within 5 points | {judged['equal_within_5']} |"
    yield f"| messages in danger found | {crisis['recall']} |"
    yield f"| false alarms on calm messages | {crisis['false_alarms']} |"
    yield f"| 80 % interval covers, width | {calibration['coverage']}, {calibration['width']} |"
    yield f"| expected calibration error, points | {calibration['ece']} |"
    yield ""
    names = list(calibration["bands"])
    yield f"| rated band, scored as | {' | '.join(names)} |"
    yield "|---" * (1 + len(names)) + "|"
    for name, row in calibration["bands"].items():
        yield f"| {name} | {' | '.join(str(n) for n in row)} |"
    yield ""
    yield "| feature | figures |"
    yield "|---|---|"
    for name, figures in ({"need": report["need"]} | report["features"]).items():
        yield f"| {name} | {', '.join(f'{k} {v}' for k, v in figures.items())} |"


def deletion(report: Report) -> Iterator[str]:
    """How much more a feature moves without its own span than without another."""
    yield "| n | change without its span | without another span | ratio |"
    yield "|---|---|---|---|"
    yield (
        f"| {report['n']} | {report['own_span']} | {report['random_span']} | {report['ratio']} |"
    )


def speed(report: Report) -> Iterator[str]:
    """Multiples of the bare forward pass."""
    yield f"| medians of {report['n']} drafts, in bare forward passes of the same text | |"
    yield "|---|---|"
    yield f"| score and explanation, up to six sentences | {report['score_and_explanation']} |"
    yield f"| with suggestions | {report['with_suggestions']} |"
    yield f"| score and explanation of fifty sentences | {report['fifty_sentences']} |"
    yield f"| throughput of a batch, share of the bare one's | {report['batch_throughput']} |"
    yield f"| peak memory of the process, MB | {report['peak_memory_mb']} |"


def _with_interval(figures: Report) -> str:
    if figures["spearman"] is None:
        return "-"
    low, high = figures["interval"]
    return f"{figures['spearman']:.3f} ({low:.2f} - {high:.2f})"
