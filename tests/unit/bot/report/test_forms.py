"""The report's forms: every one says the same, and none breaks on an odd report."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser

import pytest

from bot.blocks.report import report_blocks, report_home_view, report_text
from bot.report import tell
from bot.report.build import build
from bot.report.charts import to_png
from bot.report.illustrations import ILLUSTRATIONS
from bot.report.model import Report
from bot.report.page import to_html
from bot.report.tables import to_csv, to_json
from bot.report.windows import Window
from bot.sandbox.validate import check_blocks, check_view
from scoring.contract import FEATURES
from tests.unit.bot.report.drafts import WEEK, around, draft, team, window

ODD = {
    "ordinary": build(window(), team(9, weakest=("names_feeling",)), around()),
    "empty": build(window(), [], around()),
    "withheld": build(Window(WEEK, 1, "one_person"), team(3), around()),
    "four weeks": build(window(4), team(6), around()),
    "not scored": build(window(), [draft(p, None) for p in range(9)], around()),
    "one score": build(window(), [draft(p, 62.0) for p in range(9)], around()),
    "sly name": build(window(), team(9), around(team="<script>&*_ <!channel> Care")),
}


@pytest.fixture(params=list(ODD))
def report(request: pytest.FixtureRequest) -> Report:
    """Each odd report in turn."""
    return ODD[request.param]


def test_slack_takes_the_blocks_in_a_message_and_at_home(report: Report) -> None:
    """By the rules of Slack that the double checks, two charts at most included."""
    assert check_blocks(report_blocks(report, note="Only you see this."), "message") == ()
    assert check_view(report_home_view(report)) == ()
    kinds = [block["type"] for block in report_blocks(report)]
    assert kinds.count("data_visualization") <= 2


def test_the_conclusion_comes_first(report: Report) -> None:
    """Before any chart or table, and in the text for those who see no blocks."""
    blocks = report_blocks(report)
    assert blocks[0]["type"] == "header"
    said = json.dumps(blocks[2], ensure_ascii=False)
    assert tell.conclusion(report).split(";")[0][:40] in said
    assert tell.conclusion(report) in report_text(report)


def test_nobody_can_be_pinged_by_a_team_name() -> None:
    """What a lead wrote is never read as a mention or as HTML."""
    sly = ODD["sly name"]
    assert "<!channel>" not in json.dumps(
        [block for block in report_blocks(sly) if block["type"] != "header"]
    )
    assert "<script>" not in to_html(sly)


def test_the_table_has_a_caption_and_row_names() -> None:
    """What a screen reader says of it."""
    [table] = [b for b in report_blocks(ODD["ordinary"]) if b["type"] == "data_table"]
    assert "23–29 November 2026" in table["caption"]
    assert table["row_header_column_index"] == 0


class _Page(HTMLParser):
    """Collects what a page asks for, and its open elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.labels: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.asked += [str(given[name]) for name in ("src", "href") if name in given]
        if tag == "svg":
            self.labels.append(given.get("aria-label") or "")
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(report: Report) -> None:
    """No address in it, every element closed, every chart described."""
    page = _Page()
    page.feed(to_html(report))
    assert page.open == []
    assert page.asked == []
    assert "url(" not in to_html(report)
    assert all(page.labels)


def test_the_page_holds_every_fact() -> None:
    """The same lines as Slack's table."""
    ordinary = ODD["ordinary"]
    written = to_html(ordinary)
    assert all(fact.name.replace("'", "&#x27;") in written for fact in tell.facts(ordinary))


def test_a_spreadsheet_gets_the_same_numbers(report: Report) -> None:
    """One number a line, a name for each; withheld ones say so."""
    rows = list(csv.DictReader(io.StringIO(to_csv(report))))
    assert {row["week"] for row in rows} == {"2026-W48"}
    numbers = {(row["section"], row["key"]): row["value"] for row in rows}
    if report.drafts:
        assert numbers["report", "drafts"] == str(report.drafts)
    assert len(numbers) == len(rows)


def test_a_program_gets_the_report_itself(report: Report) -> None:
    """JSON and back."""
    assert Report.model_validate_json(to_json(report)) == report


def test_the_picture_is_the_same_every_time(report: Report) -> None:
    """Byte for byte, so that an archive can compare."""
    pytest.importorskip("matplotlib")
    drawn = to_png(report)
    assert drawn.startswith(b"\x89PNG")
    assert drawn == to_png(report)


def test_every_weakness_a_card_can_name_has_an_illustration() -> None:
    """And none has one that a card never names."""
    assert set(ILLUSTRATIONS) == {f.id for f in FEATURES if f.shown_as_weakness}
