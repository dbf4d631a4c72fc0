"""Rules for ``data_table`` blocks: rows of equal length under one row of names."""

from __future__ import annotations

from typing import Any

from bot.sandbox.limits import LIMITS
from bot.sandbox.rich_text import RICH_TEXT
from bot.sandbox.schema import Check, Problems, items, record, string, tagged

_TYPE = {"type": string()}
_ROWS = (LIMITS["data_table.rows.min_items"], "data_table.rows")
_PAGE = (LIMITS["data_table.page_size.min"], LIMITS["data_table.page_size.max"])


def _number(value: object, at: str, problems: Problems) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        problems.add("must be a number", at)


def _whole(low: int, high: int | None = None) -> Check:
    def check(value: object, at: str, problems: Problems) -> None:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or value < low or (high is not None and value > high):  # type: ignore[operator]
            problems.add(f"must be an integer of {low} to {high}", at)

    return check


_RAW: dict[str, Check] = {
    "raw_text": record({**_TYPE, "text": string(high=LIMITS["data_table.content.max_length"])}),
    "raw_number": record({**_TYPE, "value": _number}, {"text": string()}),
}
_CELL = tagged({**_RAW, "rich_text": RICH_TEXT})
_ROW = items(_CELL, "data_table.columns")
_FIELDS = record(
    {**_TYPE, "caption": string(), "rows": items(_ROW, _ROWS[1], low=_ROWS[0])},
    {
        "block_id": string("block_id"),
        "page_size": _whole(*_PAGE),
        "row_header_column_index": _whole(LIMITS["data_table.row_header_column_index.min"]),
    },
)


def _data_table(value: object, at: str, problems: Problems) -> None:
    _FIELDS(value, at, problems)
    if problems.lines or not isinstance(value, dict):
        return
    rows = value["rows"]
    if len({len(row) for row in rows}) > 1:
        problems.add("all rows must have the same number of cells", f"{at}/rows")
    items(tagged(_RAW), "data_table.columns")(rows[0], f"{at}/rows/0", problems)
    if characters(value) > LIMITS["data_table.total_content.max_length"]:
        problems.add("too many characters in the table", f"{at}/rows")


DATA_TABLE: Check = _data_table


def characters(table: dict[str, Any]) -> int:
    """Count the characters of a table's plain cells."""
    return sum(len(str(cell.get("text", ""))) for row in table["rows"] for cell in row)
