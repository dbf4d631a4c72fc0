"""The table of ``warmline rank``. Pure: a report in, something rich can print out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scoring.cli.card import visible

__all__ = ["ranks"]

_CLUELESS = (
    "The model can't tell these replies apart: none of its verdicts held when the list was turned "
    "round."
)
_NOTE = (
    "A share is what a reply got of its duels, 0 to 1; a verdict that flips with the order ties."
)


def ranks(report: dict[str, Any]) -> RenderableType:
    """Lay out a ranking: how it was made, the replies, what it means for the draft."""
    rows = report["candidates"]
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in ("", "id", *_heads(rows[0])):
        table.add_column(head)
    for row in rows:
        table.add_row(str(row["rank"]), visible(row["id"]), *_cells(row, report["draft"]))
    return Group(Text(_made_by(report)), Text(), table, *_meaning(report))


def _made_by(report: dict[str, Any]) -> str:
    if report["method"] == "scorer":
        return f"Ranked by the scorer, model {report['scorer']}."
    steady = report["consistency"]
    held = "no verdict" if steady is None else f"{steady:.0%} of verdicts held in both orders"
    return (
        f"Ranked by {visible(report['judge'])}, {report['shots']}-shot, {report['lists']} lists; "
        f"{held}."
    )


def _heads(row: dict[str, Any]) -> Iterator[str]:
    if "borda" in row:
        yield "share"
        yield from row["dimensions"]
        yield "perplexity"
    yield "score"
    if "better" in row:
        yield "against the draft"


def _cells(row: dict[str, Any], draft: str | None) -> Iterator[str]:
    if "borda" in row:
        yield f"{row['borda']:.2f}"
        yield from (f"{value:.2f}" for value in row["dimensions"].values())
        yield _number(row["perplexity"])
    yield _number(row["score"])
    if "better" in row:
        yield "the draft" if row["id"] == draft else _against(row)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _against(row: dict[str, Any]) -> str:
    won = "better" if row["better"] else "not clearly better"
    if not row["facts"]["kept"]:
        return f"{won}, changes facts"
    return won if row["safe"] else f"{won}, wrong tone"


def _meaning(report: dict[str, Any]) -> Iterator[Text]:
    emrank = report["method"] == "emrank"
    yield Text()
    if emrank and not report["consistency"]:
        yield Text(_CLUELESS)
    elif report["draft_wins"]:
        yield Text("The draft is good as it is: no other reply is clearly better.")
    if emrank:
        yield Text(_NOTE, style="dim")
