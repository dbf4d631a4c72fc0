"""The weekly report as blocks, for a message or for App Home: conclusion first, then the numbers.

Two charts at most, as a message takes no more. Every chart's numbers are also in words or in the
table, and the message's plain text carries the conclusion for those who see no blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.blocks.parts import Block, View, actions, button, context, divider, escape, header, section
from bot.ids import COMMAND, ActionId, BlockId
from bot.report import tell
from bot.report.model import Report
from bot.strings import report as words

__all__ = ["report_blocks", "report_home_view", "report_text"]

_LINE = 2


def report_text(report: Report) -> str:
    """Say the report in one sentence, for notifications and screen readers."""
    return f"{tell.title(report)}, {report.days}: {tell.conclusion(report)}"


def report_blocks(report: Report, *, note: str = "") -> list[Block]:
    """Draw the report; about twenty-five blocks.

    Args:
        report: The report.
        note: A sentence of our own above it, such as why it comes here.
    """
    top = [context([note])] if note else []
    head = [
        *top,
        header(tell.title(report), block_id=BlockId.REPORT),
        context([escape(tell.when(report))]),
        section(f"*{escape(tell.conclusion(report))}*"),
    ]
    foot = [context([words.SAME_FOR_ALL.format(command=COMMAND, week=report.week)])]
    if report.withheld or report.empty:
        after = [section(words.WITHHELD_NEXT)] if report.withheld else []
        return [*head, *after, *_trend(report), divider(), *foot]
    return [
        *head,
        *_trend(report),
        *_bands(report),
        *_table(report),
        *_features(report),
        divider(),
        *_reading(),
        *foot,
    ]


def report_home_view(report: Report, *, note: str = "") -> View:
    """Draw the report in App Home, with the way back."""
    back = actions([button(words.HOME_BACK, ActionId.HOME_BACK)], block_id=BlockId.ACTIONS)
    return {"type": "home", "blocks": [back, *report_blocks(report, note=note)]}


def _trend(report: Report) -> list[Block]:
    shown = [point for point in report.trend if point.mean is not None]
    if len(shown) < _LINE:
        return []
    weeks = [tell.short_week(point.week) for point in shown]
    series = [
        (words.TREND_SERIES, [point.mean for point in shown]),
        (words.TREND_LOW, [point.low for point in shown]),
        (words.TREND_HIGH, [point.high for point in shown]),
    ]
    lines = [
        _series(name, weeks, [round(value or 0.0, 1) for value in values])
        for name, values in series
    ]
    chart = _chart(words.TREND, "line", weeks, lines, words.AXIS_WEEK, words.AXIS)
    notes = tell.trend_notes(report)
    return [chart, *([context(notes)] if notes else [])]


def _bands(report: Report) -> list[Block]:
    shown = [share for share in reversed(report.bands) if share.drafts is not None]
    left_out = tell.withheld_bands(report)
    if len(shown) < _LINE:
        return [context([left_out])] if left_out else []
    names = [tell.band_name(share.key) for share in shown]
    bars = [_series(words.AXIS_DRAFTS, names, [share.drafts or 0 for share in shown])]
    chart = _chart(words.BANDS, "bar", names, bars, "", words.AXIS_DRAFTS)
    return [chart, *([context([left_out])] if left_out else [])]


def _series(name: str, labels: Sequence[str], values: Sequence[float]) -> Block:
    data = [{"label": label, "value": value} for label, value in zip(labels, values, strict=True)]
    return {"name": name, "data": data}


def _chart(  # noqa: PLR0913, PLR0917 - the parts of Slack's block
    title: str, kind: str, labels: list[str], series: list[Block], x_label: str, y_label: str
) -> Block:
    axes = {"categories": labels, "y_label": y_label} | ({"x_label": x_label} if x_label else {})
    return {
        "type": "data_visualization",
        "title": title,
        "chart": {"type": kind, "series": series, "axis_config": axes},
    }


def _table(report: Report) -> list[Block]:
    head = words.NUMBERS_HEAD if report.weeks == 1 else words.NUMBERS_HEAD_WINDOW
    rows = [head, *((fact.name, fact.value, fact.note) for fact in tell.facts(report))]
    return [
        header(words.NUMBERS),
        {
            "type": "data_table",
            "block_id": BlockId.NUMBERS,
            "caption": f"{words.NUMBERS}, {report.days}",
            "page_size": len(rows),
            "row_header_column_index": 0,
            "rows": [[{"type": "raw_text", "text": cell} for cell in row] for row in rows],
        },
    ]


def _features(report: Report) -> list[Block]:
    blocks = [header(words.FEATURES)]
    for feature in tell.features(report):
        lines = [f"*{feature.name}*", words.FEATURE.format(share=feature.share)]
        if example := feature.example:
            lines.append("> " + words.FEATURE_BEFORE.format(text=example.before))
            lines.append("> " + words.FEATURE_AFTER.format(text=example.after))
        blocks.append(section("\n".join(lines)))
    if not report.improvable:
        blocks.append(section(words.FEATURES_NONE))
    else:
        blocks.append(context([words.FEATURES_NOTE]))
    if best := tell.strongest(report):
        blocks.append(section(words.STRONGEST.format(name=best[0], share=best[1])))
    return blocks


def _reading() -> list[Block]:
    return [
        section(f"*{title}*\n" + "\n".join(f"• {line}" for line in lines))
        for title, lines in (
            (words.HOW, words.HOW_LINES),
            (words.CANT, words.CANT_LINES),
        )
    ]
