"""The report's charts as one PNG, for mail and slides. Needs the extra ``report`` (matplotlib).

One blue, dark enough for grey print; what matters is told apart by position, label and line style,
never by colour alone. The same report gives the same bytes on one machine.
"""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from bot.errors import SettingsError
from bot.report import tell
from bot.report.model import Report
from bot.strings import report as words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["to_png"]

_BLUE: Final = "#1f5f8b"
_PALE: Final = "#c9dcea"
_INK: Final = "#22303a"
_GREY: Final = "#8a959c"
_SIZE: Final = (10.0, 4.2)
_DPI: Final = 160
_STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _GREY,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def to_png(report: Report) -> bytes:
    """Draw the line of the mean and the bands.

    Raises:
        SettingsError: matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise SettingsError(words.CLI_NO_CHARTS)
    from matplotlib import rc_context  # noqa: PLC0415 - an optional extra
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with rc_context(_STYLE):
        figure = Figure(figsize=_SIZE, dpi=_DPI, layout="constrained")
        FigureCanvasAgg(figure)
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        figure.suptitle(f"{tell.title(report)} · {report.days}", x=0.01, ha="left", weight="bold")
        _draw_trend(left, report)
        _draw_bands(right, report)
        out = io.BytesIO()
        # No version and no date in the file, so that the same report is the same bytes; the
        # description is what a screen reader can find in it.
        described = {"Software": None, "Description": tell.alt_text(report)}
        figure.savefig(out, format="png", metadata=described)
    return out.getvalue()


def _draw_trend(axes: Axes, report: Report) -> None:
    axes.set_title(words.TREND, loc="left", fontsize=10)
    axes.set_ylim(0, 100)
    axes.set_ylabel(words.AXIS)
    weeks = [tell.short_week(point.week) for point in report.trend]
    axes.set_xlim(-0.5, max(len(weeks) - 0.5, 0.5))
    axes.set_xticks(range(len(weeks)), weeks, rotation=0, fontsize=8)
    axes.grid(axis="y", color=_PALE, linewidth=0.6)
    for run in tell.runs(report):
        places = list(run)
        points = [report.trend[place] for place in places]
        means = [point.mean or 0.0 for point in points]
        lows, highs = [p.low or 0.0 for p in points], [p.high or 0.0 for p in points]
        axes.fill_between(places, lows, highs, color=_PALE, linewidth=0)
        axes.plot(places, means, color=_BLUE, marker="o", markersize=4, linewidth=1.8)
        if len(places) == 1:  # no area to show its range
            axes.vlines(places, lows, highs, color=_GREY, linewidth=1)
    _mark_breaks(axes, report)
    _label_last(axes, report)


def _mark_breaks(axes: Axes, report: Report) -> None:
    changed = set(tell.breaks(report))
    for place, point in enumerate(report.trend):
        if point.week in changed:
            axes.axvline(place - 0.5, color=_INK, linewidth=1, linestyle=(0, (4, 3)))
            axes.text(place - 0.42, 3, words.TREND_BREAK_MARK, fontsize=8)


def _label_last(axes: Axes, report: Report) -> None:
    shown = [(place, p) for place, p in enumerate(report.trend) if p.mean is not None]
    if shown:
        place, point = shown[-1]
        axes.annotate(
            f"{point.mean:.0f}",
            (place, point.high or 0.0),
            (0, 5),
            textcoords="offset points",
            weight="bold",
            ha="center",
        )


def _draw_bands(axes: Axes, report: Report) -> None:
    axes.set_title(words.BANDS, loc="left", fontsize=10)
    names = [tell.band_name(share.key) for share in reversed(report.bands)]
    counts = [share.drafts for share in reversed(report.bands)]
    axes.barh(range(len(names)), [count or 0 for count in counts], color=_BLUE, height=0.62)
    axes.set_yticks(range(len(names)), names)
    axes.spines["bottom"].set_visible(False)
    axes.set_xticks([])
    most = max([count or 0 for count in counts], default=0) or 1
    axes.set_xlim(0, most * 1.25)
    for place, count in enumerate(counts):
        written = words.WITHHELD_SHORT if count is None else str(count)
        axes.text((count or 0) + most * 0.02, place, written, va="center")
