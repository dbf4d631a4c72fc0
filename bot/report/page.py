"""The report as one HTML page that needs nothing else: for mail, for print, for an archive.

It follows the reader's light or dark setting, fits a phone, and prints in grey. Charts are inline
SVG with a text for those who do not see them; every number in them is also in a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from bot.report import drawing, tell
from bot.report.model import Report
from bot.strings import report as words

__all__ = ["to_html"]


def to_html(report: Report) -> str:
    """Write the page."""
    title = f"{tell.title(report)}, {report.days}"
    style = files("bot.report").joinpath("page.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *_body(report),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _body(report: Report) -> Iterable[str]:
    yield "<header>"
    yield f"<h1>{escape(tell.title(report))}</h1>"
    yield f'<p class="when">{escape(tell.when(report))}</p>'
    yield f'<p class="conclusion">{escape(tell.conclusion(report))}</p>'
    yield "</header>"
    if report.withheld:
        yield _paragraph(words.WITHHELD_NEXT)
    yield from _charts(report)
    if not (report.withheld or report.empty):
        yield from _numbers(report)
        yield from _features(report)
    yield from _reading()
    yield f"<footer>{escape(words.FOOTER.format(week=report.week))}</footer>"


def _charts(report: Report) -> Iterable[str]:
    if not any(point.mean is not None for point in report.trend):
        return
    yield '<section class="charts">'
    notes = [_note(note) for note in tell.trend_notes(report)]
    yield from _figure(words.TREND, drawing.trend(report), notes)
    if report.bands:
        left_out = tell.withheld_bands(report)
        notes = [_note(left_out)] if left_out else []
        yield from _figure(words.BANDS, drawing.bands(report), notes)
    yield "</section>"


def _figure(title: str, svg: str, notes: list[str]) -> Iterable[str]:
    yield "<figure>"
    yield f"<figcaption>{escape(title)}</figcaption>"
    yield svg
    yield from notes
    yield "</figure>"


def _numbers(report: Report) -> Iterable[str]:
    head = words.NUMBERS_HEAD if report.weeks == 1 else words.NUMBERS_HEAD_WINDOW
    yield "<section>"
    yield f"<h2>{escape(words.NUMBERS)}</h2>"
    yield "<table>"
    yield f'<caption class="unseen">{escape(words.NUMBERS)}, {escape(report.days)}</caption>'
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    for fact in tell.facts(report):
        yield (
            f'<tr><th scope="row">{escape(fact.name)}</th><td class="value">{escape(fact.value)}'
            f"</td><td>{escape(fact.note)}</td></tr>"
        )
    yield "</tbody></table>"
    yield "</section>"


def _features(report: Report) -> Iterable[str]:
    yield "<section>"
    yield f"<h2>{escape(words.FEATURES)}</h2>"
    if not report.improvable:
        yield _paragraph(words.FEATURES_NONE)
    for feature in tell.features(report):
        yield '<article class="feature">'
        yield f"<h3>{escape(feature.name)}</h3>"
        yield _note(words.FEATURE.format(share=feature.share))
        if example := feature.example:
            yield f"<blockquote>{escape(words.FEATURE_BEFORE.format(text=example.before))}"
            yield f"<br>{escape(words.FEATURE_AFTER.format(text=example.after))}</blockquote>"
        yield "</article>"
    if report.improvable:
        yield _note(words.FEATURES_NOTE)
    if best := tell.strongest(report):
        yield _paragraph(words.STRONGEST_PLAIN.format(name=best[0], share=best[1]))
    yield "</section>"


def _reading() -> Iterable[str]:
    yield '<section class="reading">'
    for title, lines in ((words.HOW, words.HOW_LINES), (words.CANT, words.CANT_LINES)):
        yield f"<div><h2>{escape(title)}</h2><ul>"
        yield from (f"<li>{escape(line)}</li>" for line in lines)
        yield "</ul></div>"
    yield "</section>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'
