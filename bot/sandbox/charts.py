"""Rules for ``data_visualization`` blocks: lines, bars and areas over one row of categories."""

from __future__ import annotations

from bot.sandbox.schema import Check, JsonObject, Problems, items, record, string, tagged

_TYPE = {"type": string()}


def _number(value: object, at: str, problems: Problems) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        problems.add("must be a number", at)


_POINT = record({"label": string("data_visualization.point_label"), "value": _number})
_SERIES = record(
    {
        "name": string("data_visualization.series_name"),
        "data": items(_POINT, "data_visualization.data"),
    }
)
_AXIS = record(
    {
        "categories": items(
            string("data_visualization.category_label"), "data_visualization.categories"
        )
    },
    {
        "x_label": string("data_visualization.axis_label"),
        "y_label": string("data_visualization.axis_label"),
    },
)


def _over_categories(value: object, at: str, problems: Problems) -> None:
    """Each series has one point for every category, in their order; no name comes twice."""
    record(
        {
            **_TYPE,
            "series": items(_SERIES, "data_visualization.series"),
            "axis_config": _AXIS,
        }
    )(value, at, problems)
    if problems.lines or not isinstance(value, dict):
        return
    categories = value["axis_config"]["categories"]
    if len(set(categories)) != len(categories):
        problems.add("categories must be unique", f"{at}/axis_config/categories")
    for number, series in enumerate(value["series"]):
        if [point["label"] for point in series["data"]] != categories:
            problems.add("labels must match the categories", f"{at}/series/{number}/data")


CHART: Check = tagged(
    dict.fromkeys(("line", "bar", "area"), _over_categories), foreign=frozenset({"pie"})
)
DATA_VISUALIZATION: Check = record(
    {**_TYPE, "title": string("data_visualization.title"), "chart": CHART},
    {"block_id": string("block_id")},
)


def charts_in(blocks: list[JsonObject]) -> int:
    """Count the charts of a message."""
    return sum(block.get("type") == "data_visualization" for block in blocks)
