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


def judge(rows: list[Report]) -> Iterator[str]:
    """The LLM judge and the encoder on the same drafts, one line each."""
    yield "| | method | n | Spearman (95 %) | error |"
    yield "|---|---|---|---|---|"
    for r in rows:
        yield f"| {r['number']} | {r['method']} | {r['n']} | {_with_interval(r)} | {r['mae']} |"


def judge_speed(report: Report) -> Iterator[str]:
    """The four ways to the same ratings, and how far the fastest is from the floor."""
    yield (
        f"{report['model']} on {report['device']}, {report['threads']} threads: {report['items']} "
        f"ratings, median of {report['replies']} replies"
    )
    yield ""
    yield "| way | seconds a reply | times the shared |"
    yield "|---|---|---|"
    for way, seconds in report["seconds"].items():
        yield f"| {way} | {seconds} | {report['times'][way]} |"
    yield ""
    yield (
        f"{report['tokens']} tokens a reply at {report['matmul_gflops']} GFLOP/s: floor "
        f"{report['floor_seconds']} s, shared takes {report['over_floor']} times that. Largest "
        f"difference between shared and separate log-probabilities: {report['apart']}"
    )


def noise(rows: list[Report]) -> Iterator[str]:
    """Every rule under every noise: medians of five seeds, one table a set."""
    for data in dict.fromkeys(r["data"] for r in rows):
        own = [r for r in rows if r["data"] == data]
        gaps = [key for key in own[0] if key.startswith("gap by ")]
        yield f"### {data}"
        yield ""
        last = " | ".join(["recovered", *gaps])
        yield f"| noise | rate | rule | PCC | CCC (95 %) | RMSE | {last} |"
        yield "|---" * (7 + len(gaps)) + "|"
        for r in own:
            low, high = r["interval"]
            rest = [r.get("recovered"), *(r[key] for key in gaps)]
            yield (
                f"| {r['kind']} | {r['rate']:.0%} | {r['rule']} | {r['pcc']:.3f} "
                f"| {r['ccc']:.3f} ({low:.2f} - {high:.2f}) | {r['rmse']:.3f} "
                f"| {' | '.join('' if v is None else str(v) for v in rest)} |"
            )
        yield ""


def finetune(rows: list[Report]) -> Iterator[str]:
    """Both recipes under each correction, one table a set."""
    for data in dict.fromkeys(r["data"] for r in rows):
        own = [r for r in rows if r["data"] == data]
        gaps = [key for key in own[0] if key.startswith("gap by ")]
        yield f"### {data}, {own[0]['n']} drafts, {own[0]['kind']} {own[0]['rate']:.0%}"
        yield ""
        yield f"| {' | '.join(['rule', 'recipe', 'epochs', 'PCC', 'CCC (95 %)', 'RMSE', *gaps])} |"
        yield "|---" * (6 + len(gaps)) + "|"
        for r in own:
            low, high = r["interval"]
            cells = [r["rule"], r["recipe"], r["epochs"], f"{r['pcc']:.3f}"]
            cells += [f"{r['ccc']:.3f} ({low:.2f} - {high:.2f})", f"{r['rmse']:.3f}"]
            yield f"| {' | '.join(map(str, [*cells, *(r[key] for key in gaps)]))} |"
        yield ""


def rewriting(rows: list[Report]) -> Iterator[str]:
    """Suggestions: how often, what they gain, what they keep; then the control with filler."""
    yield (
        "| drafts | by | n | get one | of weak (n) | gain | second scorer | facts kept | listed "
        "kept | invented | commitments | longer | most repeated | ms |"
    )
    yield "|---" * 14 + "|"
    for r in rows:
        yield (
            f"| {r['data']} | {r['by']} | {r['n']} | {r['accepted']} "
            f"| {r['accepted_of_weak']} ({r['weak']}) | {r['gain']} | {r['second_gain']} "
            f"| {r['facts_kept']} | {r['listed_kept']} | {r['invented']} | {r['commitments']} "
            f"| {r['longer']} | {r['repeated']} | {r['ms']} |"
        )
    yield ""
    yield "| draft + filler sympathy | by | mean gain | clear wins | pass as a suggestion |"
    yield "|---|---|---|---|---|"
    for r in rows:
        yield (
            f"| {r['data']} | {r['by']} | {r['filler_gain']} | {r['filler_wins']} "
            f"| {r['filler_passes']} |"
        )
    for r in rows:
        made = ", ".join(f"{name} {n}" for name, n in (r["kinds"] | r["sources"]).items())
        yield f"\nMade for {r['data']} by {r['by']}: {made}"
        if counts := r.get("gates"):
            told = ", ".join(f"{name} {n}" for name, n in counts.items())
            yield f"\nTexts of the model and the gates that refuse them: {told}"
        if r["look_at"]:
            yield f"\nTo look at: {', '.join(r['look_at'])}"


def training_speed(report: Report) -> Iterator[str]:
    """The training loop against a bare one."""
    yield f"| median of {report['steps']} steps on {report['device']} | |"
    yield "|---|---|"
    yield f"| examples a second, share of a bare loop's | {report['share_of_bare_loop']} |"
    yield f"| examples a second | {report['examples_per_second']} |"


def _with_interval(figures: Report) -> str:
    if figures["spearman"] is None:
        return "-"
    low, high = figures["interval"]
    return f"{figures['spearman']:.3f} ({low:.2f} - {high:.2f})"
