"""The report as CSV and JSON: for a spreadsheet and for a program."""

from __future__ import annotations

import csv
import io
from typing import Final

from bot.report.model import Report, Share
from bot.strings import report as words

__all__ = ["to_csv", "to_json"]

_COLUMNS: Final = ("week", "weeks", "section", "key", "value", "drafts", "low", "high")
_Cell = str | int | float | None


def to_json(report: Report) -> str:
    """Write the report as one JSON document, null where something is withheld."""
    return report.model_dump_json(indent=2) + "\n"


def to_csv(report: Report) -> str:
    """Write the report as a table of one number a line; withheld numbers say so."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for section, key, value, drafts, low, high in _rows(report):
        cells = (report.week, report.weeks, section, key, value, drafts, low, high)
        writer.writerow([_written(cell) for cell in cells])
    return out.getvalue()


def _written(cell: _Cell) -> str:
    if cell is None:
        return ""
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)


def _rows(report: Report) -> list[tuple[_Cell, ...]]:
    if report.withheld or report.empty:
        return [
            ("report", "withheld" if report.withheld else "drafts", report.withheld or 0)
            + (None,) * 3
        ]
    mean, moved = report.mean, report.change
    rows: list[tuple[_Cell, ...]] = [
        ("report", "drafts", report.drafts, None, None, None),
        ("report", "people", report.people, None, None, None),
        ("report", "model", " ".join(report.models), None, None, None),
    ]
    rows += [
        ("model_change", change.model, change.day, None, None, None)
        for change in report.model_changes
    ]
    if mean:
        rows.append(("mean", "score", mean.mean, None, mean.low, mean.high))
    if moved:
        rows.append(("change", moved.verdict, moved.points, None, None, None))
    rows += _wholes(report)
    rows += [("weakest", n.feature, n.share, n.drafts, None, None) for n in report.improvable]
    if best := report.strongest:
        rows.append(("strongest", best.feature, best.share, best.drafts, None, None))
    return rows + _singles(report)


def _wholes(report: Report) -> list[tuple[_Cell, ...]]:
    wholes: dict[str, tuple[Share, ...]] = {
        "band": report.bands,
        "need": report.need,
        "channel": report.channels,
    }
    if report.suggestions:
        wholes["suggestion"] = report.suggestions.choices
    if report.disputes:
        wholes["dispute_reason"] = report.disputes.reasons
        wholes["dispute_outcome"] = report.disputes.outcomes
    return [
        (section, s.key, words.WITHHELD_SHORT if s.share is None else s.share, s.drafts, None, None)
        for section, shares in wholes.items()
        for s in shares
    ]


def _singles(report: Report) -> list[tuple[_Cell, ...]]:
    rows: list[tuple[_Cell, ...]] = []
    if again := report.rechecked:
        rows.append(("rechecked", "improved", again.improved, again.drafts, None, None))
        rows.append(("rechecked", "median_gain", again.gain, again.drafts, None, None))
    if said := report.agreement:
        rows.append(("ratings", "rank_correlation", said.together, said.ratings, None, None))
        rows.append(("ratings", "lean", said.lean, said.ratings, None, None))
    if report.disputes:
        rows.append(("disputes", "drafts", report.disputes.drafts, None, None, None))
    if drift := report.drift:
        rows.append(("drift", "mean", drift.mean, drift.anchors, None, None))
        rows.append(("drift", "largest", drift.largest, drift.anchors, None, None))
    return rows
