"""Reads the parts of a team back out of every form of a report, as somebody who only sees it would.

What is read is, for each part of a whole, the number that the form gives for it.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import pytest

from bot.blocks.report import report_blocks
from bot.report import model as m
from bot.report import tell
from bot.report.charts import _draw_bands, to_png
from bot.report.model import Report
from bot.report.page import to_html
from bot.report.tables import to_csv, to_json
from bot.strings import report as words

#: The whole and the part.
Part = tuple[str, str]
Cells = dict[Part, str]
NAMES: dict[str, Mapping[str, str]] = {
    "need": words.NEEDS,
    "channel": words.CHANNELS,
    "suggestion": words.CHOICES,
    "dispute_reason": words.REASONS,
    "dispute_outcome": words.OUTCOMES,
}
BANDS = {tell.band_name(key): key for key in m.BAND_KEYS}


def wholes(report: Report) -> dict[str, tuple[m.Share, ...]]:
    """The wholes that a report splits."""
    said, shown = report.disputes, report.suggestions
    return {
        "band": report.bands,
        "need": report.need,
        "channel": report.channels,
        "suggestion": shown.choices if shown else (),
        "dispute_reason": said.reasons if said else (),
        "dispute_outcome": said.outcomes if said else (),
    }


def counts(report: Report) -> Cells:
    """How many drafts each part has, where that is shown."""
    return {
        (whole, share.key): str(share.drafts)
        for whole, shares in wholes(report).items()
        for share in shares
        if share.drafts is not None
    }


def shares(report: Report) -> Cells:
    """The same as shares in whole per cent."""
    return {
        (whole, share.key): tell.percent(share.share)
        for whole, found in wholes(report).items()
        for share in found
        if share.share is not None
    }


def from_json(report: Report) -> Cells:
    """Counts in the JSON form."""
    return counts(Report.model_validate_json(to_json(report)))


def from_csv(report: Report) -> Cells:
    """Counts in the CSV form."""
    rows = csv.DictReader(io.StringIO(to_csv(report)))
    split = {"band", *NAMES}
    return {
        (row["section"], row["key"]): row["drafts"]
        for row in rows
        if row["section"] in split and row["drafts"]
    }


def bars_of_blocks(report: Report) -> Cells:
    """Counts on Slack's chart of bands."""
    charts = [b for b in report_blocks(report) if b["type"] == "data_visualization"]
    bars = [chart["chart"] for chart in charts if chart["chart"]["type"] == "bar"]
    points = [point for bar in bars for point in bar["series"][0]["data"]]
    return {("band", BANDS[point["label"]]): str(point["value"]) for point in points}


def bars_of_png(report: Report) -> Cells:
    """Counts on the bars of the picture: what is drawn, and what stands beside it."""
    figure = pytest.importorskip("matplotlib.figure").Figure()
    axes = figure.subplots()
    _draw_bands(axes, report)
    names = [label.get_text() for label in axes.get_yticklabels()]
    beside = [text.get_text() for text in axes.texts]
    drawn = [str(round(bar.get_width())) for bar in axes.patches]
    told = [(n, b, d) for n, b, d in zip(names, beside, drawn, strict=True) if n]
    assert all(b == d or (b, d) == (words.WITHHELD_SHORT, "0") for _, b, d in told)
    return {("band", BANDS[n]): b for n, b, _ in told if b != words.WITHHELD_SHORT}


def description_of_png(report: Report) -> Cells:
    """Counts in the description inside the picture's file."""
    pytest.importorskip("matplotlib")
    with pytest.importorskip("PIL.Image").open(io.BytesIO(to_png(report))) as picture:
        return _described(str(picture.info["Description"]))


def words_of_blocks(report: Report) -> Cells:
    """Shares in the text of the Slack message."""
    return _in_words(_strings(json.loads(json.dumps(report_blocks(report)))))


class _Texts(HTMLParser):
    """Collects the texts of a page and the descriptions of its charts."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.labels: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.labels += [value or "" for name, value in attrs if name == "aria-label"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def words_of_page(report: Report) -> Cells:
    """Shares in the text of the page, and beside its bars."""
    page = _Texts()
    page.feed(to_html(report))
    beside = dict(zip(page.texts, page.texts[2:], strict=False))
    bars = {
        ("band", key): beside[name].partition(" · ")[2]
        for name, key in BANDS.items()
        if " · " in beside.get(name, "")
    }
    return _in_words(page.texts) | bars


def description_of_page(report: Report) -> Cells:
    """Counts in what a screen reader says of the page's charts."""
    page = _Texts()
    page.feed(to_html(report))
    return _described(" ".join(page.labels))


def _described(text: str) -> Cells:
    found = {name: re.search(rf"{name} (\d+)", text) for name in BANDS}
    return {("band", BANDS[name]): count[1] for name, count in found.items() if count}


def _in_words(texts: Iterable[str]) -> Cells:
    whole, found = "\n".join(texts), {}
    for name, parts in NAMES.items():
        for key, template in parts.items():
            written = re.escape(template.format(share="@")).replace("@", r"(\d+ %)")
            if match := re.search(written, whole):
                found[name, key] = match[1]
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)


COUNTING = (from_json, from_csv, bars_of_blocks, bars_of_png, description_of_png)
COUNTING_TOO = (description_of_page,)
SHARING = (words_of_blocks, words_of_page)
